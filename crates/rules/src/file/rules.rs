//! Reads promotion, castling, hold, transformation and ends.

use super::diagnostic::{Faults, suggest};
use super::reader::{Fields, Text};
use super::start::Context;
use super::text_range::TextRange;
use crate::{Castling, Ends, Group, Hold, Kind, Piece, Promotion, Side, Stalemate, Transformation};
use hyperrook_geometry::{Cell, CellSet, Drawing};

/// Maximum number of entries of `[promotion]`.
const MAX_PROMOTIONS: usize = 64;
/// Maximum number of castlings: their rights are bits of a byte.
const MAX_CASTLINGS: usize = 8;
/// Maximum number of holds: they are pairs of bits of a byte.
const MAX_HOLDS: usize = 4;

impl Context<'_> {
    /// Reads `[promotion.…]`.
    pub(super) fn promotions(
        &self,
        file: &mut Fields<'_>,
        faults: &mut Faults<'_>,
    ) -> Vec<Promotion> {
        let mut promotions: Vec<Promotion> = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        let tables = file.tables("promotion", faults);
        if tables.len() > MAX_PROMOTIONS {
            let message = format!(
                "{} entries; at most {MAX_PROMOTIONS} are possible",
                tables.len()
            );
            faults.add(&tables[MAX_PROMOTIONS].1, message, "");
        }
        for (name, _, mut fields) in tables.into_iter().take(MAX_PROMOTIONS) {
            let letters = |text: Option<Text<'_>>, faults: &mut Faults<'_>| {
                text.map_or(Vec::new(), |text| {
                    if text.text.trim().is_empty() {
                        faults.add(
                            text.span(),
                            "there are no letters of pieces",
                            "as in `\"QRBN\"`",
                        );
                    }
                    self.kinds(text, faults)
                })
            };
            let text = fields.needed_text("pieces", "\"P\"", faults);
            let pieces = letters(text, faults);
            let text = fields.needed_text("to", "\"QRBN\"", faults);
            let to = letters(text, faults);
            let [for_white, for_black] = self.far_cells();
            let white = fields.needed_text("white", &for_white, faults);
            let black = fields.needed_text("black", &for_black, faults);
            let sides = [white, black].map(|text| self.cells(text?, faults));
            let cells = sides.map(|cells| cells.unwrap_or(CellSet::EMPTY));
            let optional = fields.boolean("optional", faults).unwrap_or(false);
            self.check_promotion(&fields, &pieces, &to, optional, faults);
            let promotion = Promotion {
                pieces,
                cells,
                to,
                optional,
            };
            self.check_overlap(&fields, &promotion, &names, &promotions, faults);
            if !optional {
                self.check_start(&fields, &promotion, faults);
            }
            fields.finish(faults);
            names.push(name);
            promotions.push(promotion);
        }
        promotions
    }

    fn check_promotion(
        &self,
        fields: &Fields<'_>,
        pieces: &[Kind],
        to: &[Kind],
        optional: bool,
        faults: &mut Faults<'_>,
    ) {
        for (key, kinds) in [("pieces", pieces), ("to", to)] {
            for &kind in kinds {
                let piece = &self.pieces[kind.index()];
                if piece.royal || piece.span.is_some() {
                    let what = if piece.royal {
                        "royal"
                    } else {
                        "of several cells"
                    };
                    let message = format!(
                        "{} is {what} and cannot take part in promotion",
                        piece.letter
                    );
                    faults.add(&fields.span_of(key), message, "name other pieces");
                }
            }
        }
        for kind in pieces.iter().filter(|kind| to.contains(kind)) {
            let letter = self.pieces[kind.index()].letter;
            let message = format!("{letter} would promote to itself");
            let allowed = faults.setting("optional", "true");
            let help = if optional {
                format!("leave {letter} out of `to`; {allowed} lets it stay what it is")
            } else {
                format!("to let it stay what it is, write {allowed}")
            };
            faults.add(&fields.span_of("to"), message, help);
        }
    }

    /// Checks that at most one entry applies to a piece on a cell.
    fn check_overlap(
        &self,
        fields: &Fields<'_>,
        promotion: &Promotion,
        names: &[&str],
        before: &[Promotion],
        faults: &mut Faults<'_>,
    ) {
        for (name, other) in names.iter().zip(before) {
            for &kind in promotion
                .pieces
                .iter()
                .filter(|kind| other.pieces.contains(kind))
            {
                for side in Side::BOTH {
                    let both = promotion.cells[side.index()] & other.cells[side.index()];
                    if let (Some(cell), Some(board)) = (both.first(), self.board) {
                        let key = if side == Side::White {
                            "white"
                        } else {
                            "black"
                        };
                        let message = format!(
                            "{} and {} both say what {side}'s {} becomes on {}",
                            faults.wording().table(fields.name()),
                            faults.wording().table(&format!("[promotion.{name}]")),
                            self.pieces[kind.index()].letter,
                            board.name(cell)
                        );
                        faults.add(
                            &fields.span_of(key),
                            message,
                            "keep the cell in one of them",
                        );
                    }
                }
            }
        }
    }

    /// Checks that no piece starts where it would have to promote.
    fn check_start(&self, fields: &Fields<'_>, promotion: &Promotion, faults: &mut Faults<'_>) {
        let (Some(start), Some(board)) = (self.start, self.board) else {
            return;
        };
        for side in Side::BOTH {
            for cell in promotion.cells[side.index()].iter() {
                let piece = start[cell.index()].filter(|piece| piece.side == side);
                let Some(piece) = piece.filter(|piece| promotion.pieces.contains(&piece.kind))
                else {
                    continue;
                };
                let key = if side == Side::White {
                    "white"
                } else {
                    "black"
                };
                let message = format!(
                    "{side}'s {} starts on {}, where it promotes",
                    self.pieces[piece.kind.index()].letter,
                    board.name(cell)
                );
                faults.add(
                    &fields.span_of(key),
                    message,
                    format!(
                        "start it elsewhere, or write {}",
                        faults.setting("optional", "true")
                    ),
                );
            }
        }
    }

    /// Reads `[castling.…]`. Also returns the letters, including those of faulty entries.
    pub(super) fn castlings(
        &self,
        file: &mut Fields<'_>,
        faults: &mut Faults<'_>,
    ) -> (Vec<Castling>, String) {
        let mut castlings = Vec::new();
        let mut letters = String::new();
        let mut king_moves: Vec<(&str, Side, (Cell, Cell))> = Vec::new();
        let tables = file.tables("castling", faults);
        if tables.len() > MAX_CASTLINGS {
            let message = format!(
                "{} castlings; at most {MAX_CASTLINGS} are possible",
                tables.len()
            );
            faults.add(&tables[MAX_CASTLINGS].1, message, "");
        }
        for (key, span, mut fields) in tables.into_iter().take(MAX_CASTLINGS) {
            let mut chars = key.chars();
            let letter = match (chars.next(), chars.next()) {
                (Some(c), None) if c.is_ascii_alphabetic() => Some(c),
                _ => {
                    let message = format!("`{key}` is not a letter for a castling");
                    let help = "use one letter, upper case for White, lower case for Black";
                    faults.add(&span, message, help);
                    None
                }
            };
            letters.extend(letter);
            let king = self.pair("king", "\"e1 g1\"", &mut fields, faults);
            let rook = self.pair("rook", "\"h1 f1\"", &mut fields, faults);
            let [for_empty, for_safe] = self.castling_cells(king, rook);
            let empty = fields.needed_text("empty", &for_empty, faults);
            let empty = empty.and_then(|text| self.cells(text, faults));
            let safe = fields.needed_text("safe", &for_safe, faults);
            let safe = safe.and_then(|text| self.cells(text, faults));
            if let (Some(letter), Some(king), Some(rook)) = (letter, king, rook) {
                let side = if letter.is_ascii_uppercase() {
                    Side::White
                } else {
                    Side::Black
                };
                let rook_kind = self.check_castling(&fields, side, king, rook, empty, faults);
                self.check_king_move(&fields, side, king, &king_moves, faults);
                king_moves.push((key, side, king));
                if let (Some(rook_kind), Some(empty), Some(safe)) = (rook_kind, empty, safe) {
                    castlings.push(Castling {
                        letter,
                        side,
                        king_from: king.0,
                        king_to: king.1,
                        rook_from: rook.0,
                        rook_to: rook.1,
                        rook: rook_kind,
                        empty,
                        safe: safe.with(king.0).with(king.1),
                    });
                }
            }
            fields.finish(faults);
        }
        (castlings, letters)
    }

    /// Example cells for `white` and `black` of a promotion: the last rank and the first; on a
    /// ring, one cell for each side.
    fn far_cells(&self) -> [String; 2] {
        let Some(board) = self.board else {
            return ["\"a8..h8\"".to_owned(), "\"a1..h1\"".to_owned()];
        };
        let row = |of: Option<Cell>| {
            let of = of.unwrap_or_default();
            let ring = matches!(board.drawing(), Drawing::Ring { .. });
            let row: Vec<Cell> = board
                .cells()
                .filter(|&cell| {
                    let (here, there) = (board.place(cell), board.place(of));
                    cell == of || !ring && (here.level, here.rank) == (there.level, there.rank)
                })
                .collect();
            match row[..] {
                [first, .., last] => format!("\"{}..{}\"", board.name(first), board.name(last)),
                _ => format!("\"{}\"", board.name(of)),
            }
        };
        let mut cells = board.cells();
        let half = Cell::new(board.len() / 2);
        if matches!(board.drawing(), Drawing::Ring { .. }) {
            [row(half), row(cells.next())]
        } else {
            [row(cells.next_back()), row(board.cells().next())]
        }
    }

    /// Example cells for `empty` and `safe` of a castling along a rank.
    fn castling_cells(
        &self,
        king: Option<(Cell, Cell)>,
        rook: Option<(Cell, Cell)>,
    ) -> [String; 2] {
        let (Some(board), Some(king), Some(rook)) = (self.board, king, rook) else {
            return ["\"f1 g1\"".to_owned(), "\"f1\"".to_owned()];
        };
        // The cells from one to another, or both where they are on different ranks.
        let between = |ends: &[Cell]| -> CellSet {
            let places = || ends.iter().map(|&cell| board.place(cell));
            let files = || places().map(|place| place.file);
            let (low, high) = (files().min(), files().max());
            let rank = places().next();
            let row = places().all(|place| {
                rank.is_some_and(|rank| (place.level, place.rank) == (rank.level, rank.rank))
            });
            let on = |cell: &Cell| {
                let place = board.place(*cell);
                let same = rank.is_some_and(|r| (place.level, place.rank) == (r.level, r.rank));
                ends.contains(cell)
                    || row && same && Some(place.file) >= low && Some(place.file) <= high
            };
            board.cells().filter(on).collect()
        };
        let listed = |cells: CellSet| {
            let names: Vec<String> = cells.iter().map(|cell| board.name(cell)).collect();
            format!("\"{}\"", names.join(" "))
        };
        let movers = CellSet::of(king.0).with(rook.0);
        [
            listed(between(&[king.0, king.1, rook.0, rook.1]) & !movers),
            listed(between(&[king.0, king.1]).without(king.0).without(king.1)),
        ]
    }

    /// Reads `"from to"`.
    fn pair(
        &self,
        key: &'static str,
        example: &str,
        fields: &mut Fields<'_>,
        faults: &mut Faults<'_>,
    ) -> Option<(Cell, Cell)> {
        let text = fields.needed_text(key, example, faults)?;
        let words: Vec<_> = text.words().collect();
        let [(from_at, from), (to_at, to)] = words[..] else {
            let message = format!("`{key}` must be two cells, from and to");
            let help = format!("as in {}", faults.setting(key, example));
            faults.add(text.span(), message, help);
            return None;
        };
        let from = self.cell(text, from_at, from, faults);
        let to = self.cell(text, to_at, to, faults);
        Some((from?, to?))
    }

    /// Checks the pieces of a castling; returns the kind of the piece other than the king.
    fn check_castling(
        &self,
        fields: &Fields<'_>,
        side: Side,
        king: (Cell, Cell),
        rook: (Cell, Cell),
        empty: Option<CellSet>,
        faults: &mut Faults<'_>,
    ) -> Option<Kind> {
        let (board, start) = (self.board?, self.start?);
        let own = |cell: Cell| start[cell.index()].filter(|piece| piece.side == side);
        let royal = |piece: &Piece| self.pieces[piece.kind.index()].royal;
        let single = |piece: &Piece| self.pieces[piece.kind.index()].span.is_none();
        // Without a royal piece on the board, the start has a fault of its own.
        let mut on_board = start.iter().flatten().filter(|piece| piece.side == side);
        if on_board.any(royal) && own(king.0).filter(royal).filter(single).is_none() {
            let message = format!(
                "{side} has no royal piece of one cell on {} at the start",
                board.name(king.0)
            );
            faults.add(
                &fields.span_of("king"),
                message,
                "castling starts from where it stands",
            );
        }
        let other = own(rook.0).filter(|piece| !royal(piece) && single(piece));
        if other.is_none() {
            let message = format!(
                "{side} has no piece to castle with on {} at the start",
                board.name(rook.0)
            );
            faults.add(&fields.span_of("rook"), message, "");
        }
        if king.1 == rook.1 {
            let message = "both pieces would end on the same cell";
            faults.add(&fields.span_of("rook"), message, "");
        }
        let movers = CellSet::of(king.0).with(rook.0);
        if king.0 == king.1 {
            faults.add(&fields.span_of("king"), "the royal piece does not move", "");
        }
        for (key, end) in [("king", king.1), ("rook", rook.1)] {
            let free = movers.contains(end) || empty.is_none_or(|empty| empty.contains(end));
            if !free {
                let message = format!("{} must be empty", board.name(end));
                faults.add(&fields.span_of(key), message, "list it in `empty`");
            }
        }
        let movers = if own(king.0).is_some() && other.is_some() {
            movers
        } else {
            // It is not known which piece stands there.
            CellSet::EMPTY
        };
        if let Some(cell) = empty.and_then(|empty| (empty & movers).first()) {
            let message = format!(
                "{} is not empty: a castling piece stands there",
                board.name(cell)
            );
            faults.add(&fields.span_of("empty"), message, "leave it out");
        }
        other.map(|piece| piece.kind)
    }

    /// Checks that no castling before it moves the side's royal piece between the same cells: only
    /// these cells identify the move.
    fn check_king_move(
        &self,
        fields: &Fields<'_>,
        side: Side,
        king: (Cell, Cell),
        before: &[(&str, Side, (Cell, Cell))],
        faults: &mut Faults<'_>,
    ) {
        let mut before = before.iter();
        let other = before.find(|(_, other_side, other)| (*other_side, *other) == (side, king));
        if let (Some((letter, ..)), Some(board)) = (other, self.board) {
            let message = format!(
                "{} and {} both move {side}'s royal piece from {} to {}, so this move could mean either",
                faults.wording().table(fields.name()),
                faults.wording().table(&format!("[castling.{letter}]")),
                board.name(king.0),
                board.name(king.1)
            );
            let help = "let the royal piece go to another cell, or leave one of them out";
            faults.add(&fields.span_of("king"), message, help);
        }
    }

    /// Reads `[hold]`.
    pub(super) fn holds(
        &self,
        file: &mut Fields<'_>,
        groups: &[Group],
        letters: &mut StateLetters,
        faults: &mut Faults<'_>,
    ) -> Vec<Hold> {
        let mut holds = Vec::new();
        let entries = file.texts("hold", faults);
        if entries.len() > MAX_HOLDS {
            let message = format!("{} holds; at most {MAX_HOLDS} are possible", entries.len());
            faults.add(&entries[MAX_HOLDS].1, message, "");
        }
        for (name, key, text) in entries.into_iter().take(MAX_HOLDS) {
            let group = groups.iter().position(|group| group.name == name);
            if group.is_none() {
                let known = groups.iter().map(|group| group.name.as_str());
                let message = format!("no chart or group is called `{name}`");
                faults.add(&key, message, suggest(name, known));
            }
            let letter = letters.read(text, faults);
            if let (Some(group), Some(letter)) = (group, letter) {
                holds.push(Hold { group, letter });
            }
        }
        if let Some(piece) = self
            .pieces
            .iter()
            .find(|piece| piece.royal && piece.span.is_some())
            && !holds.is_empty()
        {
            let message = format!(
                "{} is royal and of several cells, so it cannot hold",
                piece.letter
            );
            faults.add(
                &file.span_of("hold"),
                message,
                "holds need royal pieces of one cell",
            );
        }
        holds
    }

    /// Reads `[transformation]`.
    pub(super) fn transformation(
        &self,
        file: &mut Fields<'_>,
        letters: &mut StateLetters,
        faults: &mut Faults<'_>,
    ) -> Option<Transformation> {
        let mut fields = file.table("transformation", faults)?;
        let from = fields.needed_text("from", "\"K\"", faults);
        let from = from.and_then(|text| self.one_kind(text, faults));
        let to = fields.needed_text("to", "\"E\"", faults);
        let to = to.and_then(|text| self.one_kind(text, faults));
        let bound = fields.text("bound", faults);
        let bound = bound.and_then(|text| letters.read(text, faults));
        if let Some(kind) = from {
            let piece = &self.pieces[kind.index()];
            if !piece.royal || piece.span.is_none() {
                let message = format!("{} is not a royal piece of several cells", piece.letter);
                let royal = faults.setting("royal", "true");
                let help = format!("what transforms has {royal} and a `span`");
                faults.add(&fields.span_of("from"), message, help);
            }
        }
        if let Some(kind) = to {
            let piece = &self.pieces[kind.index()];
            if !piece.royal || piece.span.is_some() {
                let message = format!("{} is not a royal piece of one cell", piece.letter);
                let royal = faults.setting("royal", "true");
                let help = format!("what it becomes has {royal} and no `span`");
                faults.add(&fields.span_of("to"), message, help);
            }
        }
        fields.finish(faults);
        Some(Transformation {
            from: from?,
            to: to?,
            bound,
        })
    }

    /// Reads `[ends]`.
    pub(super) fn ends(&self, file: &mut Fields<'_>, faults: &mut Faults<'_>) -> Ends {
        let mut ends = Ends {
            stalemate: Stalemate::Draw,
            baring: false,
            repetition: 3,
            moves: 50,
            resets: Vec::new(),
            bare_royals: true,
            too_weak: Vec::new(),
        };
        let Some(mut fields) = file.table("ends", faults) else {
            return ends;
        };
        let choices = [
            ("draw", Stalemate::Draw),
            ("loss", Stalemate::Loss),
            ("win", Stalemate::Win),
        ];
        if let Some(stalemate) = fields.choice("stalemate", &choices, faults) {
            ends.stalemate = stalemate;
        }
        ends.baring = fields.boolean("baring", faults).unwrap_or(ends.baring);
        if let Some(repetition) = fields.integer("repetition", 0..=1000, faults) {
            if repetition == 1 {
                let help = "it must be 0 (never) or 2 to 1000";
                faults.add(&fields.span_of("repetition"), "`repetition` is 1", help);
            }
            ends.repetition = repetition as u32;
        }
        if let Some(moves) = fields.integer("moves", 0..=10_000, faults) {
            ends.moves = moves as u32;
        }
        ends.bare_royals = fields
            .boolean("bare_royals", faults)
            .unwrap_or(ends.bare_royals);
        if let Some(text) = fields.text("resets", faults) {
            ends.resets = self.kinds(text, faults);
        }
        if let Some(text) = fields.text("too_weak", faults) {
            ends.too_weak = self.kinds(text, faults);
        }
        fields.finish(faults);
        ends
    }
}

/// The letters of the state field that are already used.
#[derive(Default)]
pub(super) struct StateLetters {
    taken: Vec<(char, TextRange)>,
}

impl StateLetters {
    /// Marks the letters of the castlings as used.
    pub(super) fn castlings(&mut self, castlings: &[Castling], span: &TextRange) {
        for castling in castlings {
            let letter = castling.letter.to_ascii_uppercase();
            if !self.taken.iter().any(|(taken, _)| *taken == letter) {
                self.taken.push((letter, span.clone()));
            }
        }
    }

    /// Reads one upper-case letter that is not used yet.
    fn read(&mut self, text: Text<'_>, faults: &mut Faults<'_>) -> Option<char> {
        let mut chars = text.text.chars();
        let letter = match (chars.next(), chars.next()) {
            (Some(c), None) if c.is_ascii_uppercase() => c,
            _ => {
                let message = format!(
                    "`{}` is not a letter for the state of a position",
                    text.text
                );
                faults.add(text.span(), message, "use one letter from A to Z");
                return None;
            }
        };
        if self.taken.iter().any(|(taken, _)| *taken == letter) {
            let message =
                format!("the letter `{letter}` already means something else in the state");
            faults.add(text.span(), message, "use another letter");
            return None;
        }
        self.taken.push((letter, text.span().clone()));
        Some(letter)
    }
}
