//! From setups to valid positions and back.

use super::pos::Pos;
use crate::compile::{MAX_MOVES, Rules};
use crate::{Kind, MAX_KINDS, Piece, Setup, SetupFault, SetupFaultKind, Side, State};
use hyperrook_geometry::{Bits, Cell, CellSet};

impl<const W: usize> Pos<W> {
    /// The position as a setup.
    pub(crate) fn setup(&self, rules: &Rules<W>) -> Setup {
        Setup {
            pieces: rules
                .definition
                .board
                .cells()
                .map(|cell| self.piece(cell))
                .collect(),
            turn: self.turn,
            state: self.state,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
        }
    }

    /// The position of a setup, or a list of everything that is wrong with it.
    pub(crate) fn new(rules: &Rules<W>, setup: &Setup) -> Result<Pos<W>, Vec<SetupFault>> {
        let mut check = SetupCheck {
            rules,
            setup,
            faults: Vec::new(),
        };
        if !check.pieces_exist() {
            return Err(check.faults);
        }
        let Some(royal) = check.royal_pieces() else {
            // Also report the faults that do not depend on the royal pieces.
            check.promoting_pieces();
            check.castling();
            check.counts();
            return Err(check.faults);
        };
        let mut pos = Pos {
            sides: [Bits::EMPTY; 2],
            kinds: [Bits::EMPTY; MAX_KINDS],
            pieces: [[0; 64]; W],
            royal,
            turn: setup.turn,
            state: State {
                en_passant: None,
                ..setup.state
            },
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
            hash: 0,
        };
        for cell in rules.definition.board.cells() {
            if let Some(piece) = setup.piece(cell) {
                pos.put(rules, piece, cell);
            }
        }
        check.promoting_pieces();
        check.castling();
        check.holds(royal);
        check.bound(royal);
        check.counts();
        check.moves(&pos);
        if check.faults.is_empty() {
            check.attacked(&pos);
        }
        if let Some(cell) = setup.state.en_passant {
            if pos.last_double_step(rules, cell).is_none() {
                let message = format!(
                    "no piece of {} has just passed {}, so there is no capture in passing there",
                    setup.turn.other(),
                    check.name(cell)
                );
                check.add(SetupFaultKind::EnPassant, vec![cell], message);
            } else if check.faults.is_empty() {
                pos.offer_en_passant(rules, cell);
            }
        }
        if !check.faults.is_empty() {
            return Err(check.faults);
        }
        pos.hash = pos.recomputed_zobrist_key(rules);
        Ok(pos)
    }
}

/// Collects the faults of a setup.
struct SetupCheck<'a, const W: usize> {
    rules: &'a Rules<W>,
    setup: &'a Setup,
    faults: Vec<SetupFault>,
}

impl<const W: usize> SetupCheck<'_, W> {
    fn add(&mut self, kind: SetupFaultKind, cells: Vec<Cell>, message: String) {
        self.faults.push(SetupFault {
            kind,
            cells,
            message,
        });
    }

    fn name(&self, cell: Cell) -> String {
        self.rules.definition.board.name(cell)
    }

    fn names(&self, cells: &[Cell]) -> String {
        cells
            .iter()
            .map(|&cell| self.name(cell))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Checks that the cells and the kinds are those of the game.
    fn pieces_exist(&mut self) -> bool {
        let definition = &self.rules.definition;
        if self.setup.pieces.len() != definition.board.len() {
            let message = format!(
                "the setup has {} cells, the board {}",
                self.setup.pieces.len(),
                definition.board.len()
            );
            self.add(SetupFaultKind::CellCount, Vec::new(), message);
            return false;
        }
        for cell in definition.board.cells() {
            if let Some(piece) = self.setup.piece(cell)
                && piece.kind.index() >= definition.pieces.len()
            {
                let message = format!(
                    "the piece on {} is of no kind of this game",
                    self.name(cell)
                );
                self.add(SetupFaultKind::UnknownKind, vec![cell], message);
            }
        }
        self.faults.is_empty()
    }

    /// Checks that each side has exactly one royal piece; returns the cell that names it and its
    /// kind.
    fn royal_pieces(&mut self) -> Option<[(Cell, Kind); 2]> {
        let [white, black] = Side::BOTH.map(|side| self.royal_piece(side));
        Some([white?, black?])
    }

    fn royal_piece(&mut self, side: Side) -> Option<(Cell, Kind)> {
        let definition = self.rules.definition.clone();
        let mut royal = Vec::new();
        let mut broken = Vec::new();
        for kind in definition
            .kinds()
            .filter(|&kind| definition.piece(kind).royal)
        {
            let piece = Piece { side, kind };
            let cells: CellSet = definition
                .board
                .cells()
                .filter(|&cell| self.setup.piece(cell) == Some(piece))
                .collect();
            let Some(span) = definition.piece(kind).span else {
                royal.extend(cells.iter().map(|cell| (cell, kind)));
                continue;
            };
            let mut left = cells;
            while let Some(cell) = left.first() {
                // A body is named by its lowest coordinate along its axis. Try each cell, because
                // coordinates may fall as cell numbers rise.
                let body = left.iter().find_map(|anchor| {
                    let body = definition.body(kind, anchor)?;
                    (body.contains(cell) && body.is_subset(left)).then_some((anchor, body))
                });
                match body {
                    Some((anchor, body)) => {
                        royal.push((anchor, kind));
                        left &= !body;
                    }
                    None => {
                        let cells: Vec<Cell> = cells.iter().collect();
                        let message = format!(
                            "{side}'s {} must stand on {} cells in a row along its axis, not on {}",
                            definition.piece(kind).name,
                            span.length,
                            self.names(&cells)
                        );
                        broken.push(format!(
                            "a part of the {} on {}",
                            definition.piece(kind).name,
                            self.names(&cells)
                        ));
                        self.add(SetupFaultKind::BrokenSpan, cells, message);
                        break;
                    }
                }
            }
        }
        match royal[..] {
            [one] if broken.is_empty() => Some(one),
            [] if !broken.is_empty() => None,
            _ => {
                let cells: Vec<Cell> = royal.iter().map(|&(cell, _)| cell).collect();
                let kinds: Vec<String> = definition
                    .pieces
                    .iter()
                    .filter(|piece| piece.royal)
                    .map(|piece| format!("{} ({})", piece.name, piece.letter))
                    .collect();
                let found = match royal.len() {
                    0 => "none".to_owned(),
                    n if !broken.is_empty() => {
                        let whole = royal.iter().map(|&(cell, kind)| {
                            let name = &definition.piece(kind).name;
                            format!("the {name} on {}", definition.board.name(cell))
                        });
                        let all: Vec<String> = whole.chain(broken.iter().cloned()).collect();
                        format!("{}: {}", n + broken.len(), all.join(" and "))
                    }
                    n => format!("{n}, on {}", self.names(&cells)),
                };
                let message = format!(
                    "{side} must have exactly one royal piece, {}; it has {found}",
                    kinds.join(" or ")
                );
                self.add(SetupFaultKind::RoyalCount, cells, message);
                None
            }
        }
    }

    /// Checks that no piece stands where it would have had to promote.
    fn promoting_pieces(&mut self) {
        let definition = self.rules.definition.clone();
        for cell in definition.board.cells() {
            let Some(piece) = self.setup.piece(cell) else {
                continue;
            };
            if !definition.may_stand(piece.side, piece.kind, cell) {
                let message = format!(
                    "{}'s {} on {} stands on its promotion cell; it would have promoted",
                    piece.side,
                    definition.piece(piece.kind).name,
                    self.name(cell)
                );
                self.add(SetupFaultKind::UnpromotedPiece, vec![cell], message);
            }
        }
    }

    /// Checks that castling rights have their pieces.
    fn castling(&mut self) {
        let definition = self.rules.definition.clone();
        let rights = self.setup.state.castling;
        if u32::from(rights) >> definition.castlings.len().min(8) != 0 {
            self.add(
                SetupFaultKind::CastlingRights,
                Vec::new(),
                "the game has no such castling".to_owned(),
            );
        }
        for (i, castling) in definition.castlings.iter().enumerate() {
            if rights >> i & 1 == 0 {
                continue;
            }
            let at = |cell: Cell| {
                self.setup
                    .piece(cell)
                    .filter(|piece| piece.side == castling.side)
            };
            let king = at(castling.king_from).is_some_and(|m| definition.piece(m.kind).royal);
            let rook = at(castling.rook_from).is_some_and(|m| m.kind == castling.rook);
            if !king || !rook {
                let message = format!(
                    "castling `{}` needs {}'s royal piece on {} and {} on {}",
                    castling.letter,
                    castling.side,
                    self.name(castling.king_from),
                    definition.piece(castling.rook).name,
                    self.name(castling.rook_from)
                );
                self.add(
                    SetupFaultKind::CastlingRights,
                    vec![castling.king_from, castling.rook_from],
                    message,
                );
            }
        }
    }

    /// Checks that exactly one of two royal pieces in the same part of the board holds the other,
    /// and that royal pieces in different parts do not.
    fn holds(&mut self, [(white, _), (black, _)]: [(Cell, Kind); 2]) {
        let definition = self.rules.definition.clone();
        let state = self.setup.state;
        if u32::from(state.holds) >> (2 * self.rules.holds.len()) != 0 {
            self.add(
                SetupFaultKind::Holds,
                Vec::new(),
                "the game has no such hold".to_owned(),
            );
        }
        for (i, cells) in self.rules.holds.iter().enumerate() {
            let hold = &definition.holds[i];
            let group = &definition.groups[hold.group].name;
            let (upper, lower) = (hold.letter, hold.letter.to_ascii_lowercase());
            let holding = Side::BOTH.map(|side| state.holds(i, side));
            let message = match (cells[white.index()].contains(black), holding) {
                (_, [true, true]) => format!(
                    "both sides cannot hold at once; write `{upper}` (White holds) or `{lower}` \
                     (Black holds)"
                ),
                (true, [false, false]) => format!(
                    "both royal pieces stand in the same square of the {group} board, so one holds the \
                     other; write `{upper}` (White holds) or `{lower}` (Black holds) in the state field"
                ),
                (false, [false, false]) | (true, _) => continue,
                (false, _) => format!(
                    "the royal pieces stand in different squares of the {group} board, so neither \
                     holds the other; leave `{upper}` and `{lower}` out of the state field"
                ),
            };
            self.add(SetupFaultKind::Holds, vec![white, black], message);
        }
    }

    /// Checks that only transformed royal pieces are bound.
    fn bound(&mut self, royal: [(Cell, Kind); 2]) {
        let transformation = self.rules.definition.transformation;
        let to = transformation.filter(|t| t.bound.is_some()).map(|t| t.to);
        for side in Side::BOTH {
            let (cell, kind) = royal[side.index()];
            if self.setup.state.bound(side) && to != Some(kind) {
                let message = format!(
                    "{side}'s royal piece has not transformed, so it is not bound to a row"
                );
                self.add(SetupFaultKind::Binding, vec![cell], message);
            }
        }
        if self.setup.state.bound >> 2 != 0 {
            self.add(
                SetupFaultKind::Binding,
                Vec::new(),
                "there are only two sides to be bound".to_owned(),
            );
        }
    }

    /// Checks the move number.
    fn counts(&mut self) {
        if self.setup.fullmove == 0 {
            self.add(
                SetupFaultKind::MoveNumber,
                Vec::new(),
                "moves are numbered from 1".to_owned(),
            );
        }
    }

    /// Checks that no position that follows can have more legal moves than [`MAX_MOVES`].
    fn moves(&mut self, pos: &Pos<W>) {
        let moves = pos.most_moves(self.rules);
        if moves > MAX_MOVES {
            let message = format!(
                "with these pieces a side can have up to {moves} legal moves, and at most \
                 {MAX_MOVES} are possible; use fewer pieces, shorter moves or fewer choices of \
                 promotion"
            );
            self.add(SetupFaultKind::TooManyMoves, Vec::new(), message);
        }
    }

    /// Checks that the side that has just moved is not in check.
    fn attacked(&mut self, pos: &Pos<W>) {
        let side = pos.turn.other();
        let mut attackers = Bits::EMPTY;
        for cell in pos.royal_cells(self.rules, side) {
            attackers |= pos.attackers(self.rules, cell, pos.turn);
        }
        if attackers.any() {
            let definition = &self.rules.definition;
            // A piece of several cells is listed once, by the cell that names it.
            let own_royal = pos.royal_cells(self.rules, pos.turn);
            let (royal, _) = pos.royal(pos.turn);
            let mut named = attackers;
            if named.intersects(own_royal) {
                named &= !own_royal;
                named.insert(royal);
            }
            let named: Vec<String> = named
                .iter()
                .filter_map(|cell| {
                    let kind = pos.piece(cell)?.kind;
                    Some(format!(
                        "the {} on {}",
                        definition.piece(kind).name,
                        self.name(cell)
                    ))
                })
                .collect();
            let message = format!(
                "it is {}'s move, but {side}'s {} is already attacked by {}",
                pos.turn,
                definition.piece(pos.royal(side).1).name,
                named.join(" and ")
            );
            let attackers: Vec<Cell> = attackers.iter().collect();
            self.add(SetupFaultKind::OpponentInCheck, attackers, message);
        }
    }
}
