//! Finding the reason why a move is not legal.

use super::{Choice, NamedCell, NamedPiece, Refusal};
use crate::paths::{PiecePath, piece_paths};
use crate::reading::Reading;
use crate::words::a;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{
    Castling, Definition, Hop, Kind, Move, MoveClass, Piece, Position, Side, reference,
};

/// Why a move is not legal in a position; `None` if it is legal.
///
/// ```
/// use hyperrook_notation::moves::read_move;
/// use hyperrook_notation::refusal;
/// use hyperrook_rules::Game;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::shipped("chess").expect("a shipped game");
/// let position = game.start();
/// let refused = |text: &str| {
///     let readings = read_move(game.definition(), text)?;
///     Ok::<_, Box<dyn std::error::Error>>(refusal::why(&position, readings[0]))
/// };
/// assert_eq!(refused("e2e4")?, None);
/// let why = refused("a1a5")?.expect("the pawn on a2 blocks the rook");
/// assert_eq!(
///     why.to_string(),
///     "the rook on a1 cannot reach a5: the pawn on a2 stands in the way"
/// );
/// # Ok(())
/// # }
/// ```
pub fn why(position: &Position, reading: Reading) -> Option<Refusal> {
    let legal = reading.legal(position).is_some();
    (!legal).then(|| refuse(position, reading))
}

/// Why a move would not be legal if a game that is over by mate, stalemate or baring went on;
/// `None` if the move is legal.
pub fn why_despite_end(position: &Position, reading: Reading) -> Option<Refusal> {
    let legal = reading.legal(position).is_some();
    (!legal).then(|| Inquiry::new(position, reading).answer())
}

/// Why a move that is not legal is refused.
pub(crate) fn refuse(position: &Position, reading: Reading) -> Refusal {
    game_over(position).unwrap_or_else(|| Inquiry::new(position, reading).answer())
}

/// Why a castling that is not legal is refused. The reading is the move of the king.
pub(crate) fn refuse_castling(position: &Position, reading: Reading) -> Refusal {
    let inquiry = Inquiry::new(position, reading);
    game_over(position)
        .or_else(|| inquiry.castling(position.turn()))
        .unwrap_or_else(|| inquiry.answer())
}

fn game_over(position: &Position) -> Option<Refusal> {
    let outcome = position.outcome()?;
    position
        .moves()
        .is_empty()
        .then_some(Refusal::GameOver(outcome))
}

struct Inquiry<'p> {
    position: &'p Position,
    definition: &'p Definition,
    reading: Reading,
}

impl<'p> Inquiry<'p> {
    fn new(position: &'p Position, reading: Reading) -> Inquiry<'p> {
        Inquiry {
            position,
            definition: position.game().definition(),
            reading,
        }
    }

    fn cell(&self, cell: Cell) -> NamedCell {
        NamedCell::new(self.definition, cell)
    }

    fn piece(&self, piece: Piece, at: Cell) -> NamedPiece {
        NamedPiece {
            piece,
            at: self.cell(at),
            name: self.definition.piece(piece.kind).name.clone(),
        }
    }

    /// The pieces on these cells, each listed once, under the cell that names it.
    fn pieces(
        &self,
        cells: impl IntoIterator<Item = Cell>,
        standing: &dyn Fn(Cell) -> Option<Piece>,
    ) -> Vec<NamedPiece> {
        let mut names: Vec<Cell> = cells
            .into_iter()
            .filter_map(|cell| Some(self.name_of(standing(cell)?, cell, standing)))
            .collect();
        names.sort_unstable();
        names.dedup();
        let named = |cell| Some(self.piece(standing(cell)?, cell));
        names.into_iter().filter_map(named).collect()
    }

    /// Looks up the piece on a cell of the position.
    fn here(&self) -> impl Fn(Cell) -> Option<Piece> + use<'p> {
        let position = self.position;
        |cell| position.piece(cell)
    }

    fn answer(&self) -> Refusal {
        let Reading {
            origin,
            destination,
            ..
        } = self.reading;
        let turn = self.position.turn();
        let moves = self.position.moves();
        let Some(piece) = self.position.piece(origin) else {
            return Refusal::NoPiece(self.cell(origin));
        };
        let named = self.piece(piece, origin);
        if piece.side != turn {
            return Refusal::EnemyPiece { piece: named, turn };
        }
        let name = self.name_of(piece, origin, &self.here());
        if name != origin {
            return Refusal::NotItsName {
                piece: named,
                name: self.cell(name),
            };
        }
        let same = |mv: &&Move| mv.origin() == origin && mv.destination() == destination;
        let legal: Vec<Move> = moves.iter().filter(same).copied().collect();
        if !legal.is_empty() {
            return self.wrong_promotion(named, &legal);
        }
        if let Some(refusal) = self.transformation(piece, &named, &moves) {
            return refusal;
        }
        if origin == destination {
            return Refusal::StaysPut(named);
        }
        let castling = if self.moves_as_in_castling(piece) {
            self.castling(piece.side)
        } else {
            None
        };
        castling
            .or_else(|| self.not_its_move(piece, &named))
            .or_else(|| self.ends(piece, &named))
            .or_else(|| self.way(piece, &named))
            .or_else(|| self.held_or_bound(piece, &named))
            .unwrap_or_else(|| self.attacked(piece))
    }

    /// The cell that names the piece on a cell.
    fn name_of(&self, piece: Piece, cell: Cell, standing: &dyn Fn(Cell) -> Option<Piece>) -> Cell {
        let stands = |name: Cell| {
            let body = self.definition.body(piece.kind, name);
            body.is_some_and(|body| {
                body.contains(cell) && body.iter().all(|c| standing(c) == Some(piece))
            })
        };
        if self.definition.piece(piece.kind).span.is_none() {
            return cell;
        }
        let mut names = self.definition.board().cells();
        names.find(|&name| stands(name)).unwrap_or(cell)
    }

    fn choice(&self, kind: Option<Kind>) -> Choice {
        let name = kind.map_or_else(
            || "stay what it is".to_owned(),
            |kind| {
                let piece = self.definition.piece(kind);
                format!("{} ({})", piece.name, piece.letter.to_ascii_lowercase())
            },
        );
        Choice { kind, name }
    }

    /// The refusal of a move that is legal only with other promotions.
    fn wrong_promotion(&self, piece: NamedPiece, legal: &[Move]) -> Refusal {
        let choices = legal
            .iter()
            .map(|mv| self.choice(mv.promotion()))
            .collect::<Vec<_>>();
        let transforms = legal
            .iter()
            .all(|mv| mv.class() == MoveClass::Transformation);
        let destination = self.cell(self.reading.destination);
        match self.reading.promotion {
            None => Refusal::PromotionMissing {
                piece,
                destination,
                choices,
                transforms,
            },
            Some(kind) => Refusal::PromotionNotAllowed {
                piece,
                kind: self.definition.piece(kind).name.clone(),
                destination,
                choices,
                transforms,
            },
        }
    }

    fn transformation(&self, piece: Piece, named: &NamedPiece, moves: &[Move]) -> Option<Refusal> {
        let transformation = self.definition.transformation()?;
        let destination = self.reading.destination;
        let body = self.definition.body(piece.kind, self.reading.origin);
        let body = body.unwrap_or(CellSet::EMPTY);
        let may = |mv: &Move| mv.class() == MoveClass::Transformation;
        if piece.kind == transformation.from && self.reading.promotion == Some(transformation.to) {
            return Some(if !body.contains(destination) {
                Refusal::NotItsCell {
                    piece: named.clone(),
                    cells: body.iter().map(|cell| self.cell(cell)).collect(),
                }
            } else if !self.position.in_check() && !moves.is_empty() && !moves.iter().any(may) {
                Refusal::MayNotTransform(named.clone())
            } else {
                self.attacked(piece)
            });
        }
        let royal = self.position.royal_cells(piece.side).first()?;
        let kind = self.position.piece(royal)?;
        // A mated side has no legal move.
        if !moves.is_empty() && moves.iter().all(may) && kind.kind == transformation.from {
            let kept: CellSet = moves.iter().map(|mv| mv.destination()).collect();
            return Some(Refusal::MustTransform {
                royal: self.piece(kind, self.name_of(kind, royal, &self.here())),
                becomes: a(&self.definition.piece(transformation.to).name),
                cells: kept.iter().map(|cell| self.cell(cell)).collect(),
            });
        }
        None
    }

    /// The refusal if the piece can never move there, whatever stands on the board.
    fn not_its_move(&self, piece: Piece, named: &NamedPiece) -> Option<Refusal> {
        let Reading {
            origin,
            destination,
            ..
        } = self.reading;
        let goes = |to: Cell| {
            self.definition.body(piece.kind, to).is_some()
                && !piece_paths(self.definition, piece, origin, to).is_empty()
        };
        if goes(destination) {
            return None;
        }
        // The row that is meant may be named by another cell.
        let covers = |&name: &Cell| {
            let body = self.definition.body(piece.kind, name);
            body.is_some_and(|body| body.contains(destination)) && goes(name)
        };
        let mut names = self.definition.board().cells();
        let spans = self.definition.piece(piece.kind).span.is_some();
        let piece = named.clone();
        Some(match names.find(covers).filter(|_| spans) {
            Some(name) => Refusal::NotItsDestination {
                piece,
                destination: self.cell(destination),
                name: self.cell(name),
            },
            None => Refusal::NotItsMove {
                piece,
                destination: self.cell(destination),
            },
        })
    }

    /// The refusal because of a piece on the destination.
    fn ends(&self, piece: Piece, named: &NamedPiece) -> Option<Refusal> {
        let own = self.definition.body(piece.kind, self.reading.origin)?;
        let body = self.definition.body(piece.kind, self.reading.destination)?;
        for cell in body {
            let Some(other) = self.position.piece(cell).filter(|_| !own.contains(cell)) else {
                continue;
            };
            let standing = self.piece(other, self.name_of(other, cell, &self.here()));
            if other.side == piece.side {
                return Some(Refusal::OwnPiece {
                    piece: named.clone(),
                    other: standing,
                });
            }
            let kind = self.definition.piece(other.kind);
            if kind.royal && kind.span.is_some() {
                return Some(Refusal::NeverCaptured {
                    piece: named.clone(),
                    other: standing,
                });
            }
        }
        None
    }

    /// Whether the move must be meant as castling, because the royal piece cannot go there
    /// otherwise.
    fn moves_as_in_castling(&self, piece: Piece) -> bool {
        let Reading {
            origin,
            destination,
            ..
        } = self.reading;
        self.definition.piece(piece.kind).royal
            && piece_paths(self.definition, piece, origin, destination).is_empty()
    }

    /// Why castling with this move of the king is not possible; `None` if there is no such
    /// castling.
    fn castling(&self, side: Side) -> Option<Refusal> {
        let Reading {
            origin,
            destination,
            ..
        } = self.reading;
        let meant = |castling: &&Castling| {
            castling.side == side && castling.king_from == origin && castling.king_to == destination
        };
        let (index, castling) = self
            .definition
            .castlings()
            .iter()
            .enumerate()
            .find(|(_, castling)| meant(castling))?;
        let destination = self.cell(destination);
        if self.position.state().castling >> index & 1 == 0 {
            return Some(Refusal::CastlingGone(destination));
        }
        let blockers = self.pieces(castling.empty, &self.here());
        if !blockers.is_empty() {
            return Some(Refusal::CastlingBlocked {
                destination,
                blockers,
            });
        }
        let enemy = side.other();
        let attacked = |&cell: &Cell| self.position.attackers(cell, enemy).any();
        let attacked: Vec<NamedCell> = castling
            .safe
            .iter()
            .filter(attacked)
            .map(|cell| self.cell(cell))
            .collect();
        if !attacked.is_empty() {
            return Some(Refusal::CastlingAttacked {
                destination,
                attacked,
            });
        }
        let piece = self.position.piece(origin)?;
        let held = self.held_or_bound(piece, &self.piece(piece, origin));
        Some(held.unwrap_or_else(|| self.attacked_after(piece, MoveClass::Castling)))
    }

    /// The refusal because of what blocks the piece's paths to the destination.
    fn way(&self, piece: Piece, named: &NamedPiece) -> Option<Refusal> {
        let Reading {
            origin,
            destination,
            ..
        } = self.reading;
        let mut ways = piece_paths(self.definition, piece, origin, destination);
        let spans = self.definition.piece(piece.kind).span.is_some();
        let to = self.cell(destination);
        if self.definition.start().piece(origin) != Some(piece) {
            ways.retain(|way| !way.term.initial);
            if ways.is_empty() {
                return Some(Refusal::OnlyFromStart {
                    piece: named.clone(),
                });
            }
        }
        let state = self.position.state();
        let capture = self.position.piece(destination).is_some();
        let fits = |way: &PiecePath| {
            if capture {
                way.term.capture
            } else {
                way.term.quiet || way.term.en_passant && state.en_passant == Some(destination)
            }
        };
        // A piece of several cells may capture on any of them.
        if !spans {
            let in_passing = ways.iter().any(|way| way.term.en_passant);
            ways.retain(fits);
            if ways.is_empty() {
                return Some(if capture {
                    Refusal::DoesNotCapture {
                        piece: named.clone(),
                        destination: to,
                    }
                } else {
                    Refusal::OnlyCaptures {
                        piece: named.clone(),
                        destination: to,
                        in_passing,
                    }
                });
            }
        }
        ways.retain(|way| !way.incomplete);
        if ways.is_empty() {
            return Some(Refusal::IncompleteBlock {
                piece: named.clone(),
                destination: to,
            });
        }
        self.blocked(&ways, named.clone(), to)
    }

    fn blocked(&self, ways: &[PiecePath], piece: NamedPiece, to: NamedCell) -> Option<Refusal> {
        let mut blockers = Vec::new();
        let mut mount = None;
        for way in ways {
            let standing: Vec<Cell> = way
                .passed
                .iter()
                .copied()
                .filter(|&cell| self.position.piece(cell).is_some())
                .collect();
            match way.hop {
                Hop::None => match standing.first() {
                    None => return None,
                    Some(&first) => blockers.push(first),
                },
                Hop::Over if standing.len() == 1 => return None,
                Hop::Grasshopper
                    if standing.len() == 1 && way.passed.last() == standing.first() =>
                {
                    return None;
                }
                hop => mount = Some(hop == Hop::Grasshopper),
            }
        }
        if let (true, Some(just_before)) = (blockers.is_empty(), mount) {
            return Some(Refusal::NeedsMount {
                piece,
                destination: to,
                just_before,
            });
        }
        Some(Refusal::Blocked {
            piece,
            destination: to,
            blockers: self.pieces(blockers, &self.here()),
        })
    }

    fn held_or_bound(&self, piece: Piece, named: &NamedPiece) -> Option<Refusal> {
        if !self.definition.piece(piece.kind).royal {
            return None;
        }
        let state = self.position.state();
        let differ = |chart: usize, axis: usize| {
            let chart = &self.definition.board().charts()[chart];
            let at = |cell| chart.coordinate(cell)[axis];
            at(self.reading.origin) != at(self.reading.destination)
        };
        for (index, hold) in self.definition.holds().iter().enumerate() {
            let group = &self.definition.groups()[hold.group];
            let leaves = group.axes.iter().any(|&axis| differ(group.chart, axis));
            if state.holds(index, piece.side.other()) && leaves {
                return Some(Refusal::Held {
                    royal: named.clone(),
                    group: group.name.clone(),
                });
            }
        }
        let from = self.definition.transformation()?.from;
        let span = self.definition.piece(from).span?;
        let axes = 0..self.definition.board().charts()[span.chart].axes().len();
        let leaves = axes
            .filter(|&axis| axis != span.axis)
            .any(|axis| differ(span.chart, axis));
        (state.bound(piece.side) && leaves).then(|| Refusal::Bound(named.clone()))
    }

    /// The refusal of a move that the piece can make but that leaves the royal piece attacked.
    fn attacked(&self, piece: Piece) -> Refusal {
        let Reading {
            destination,
            promotion,
            ..
        } = self.reading;
        let transforms = self
            .definition
            .transformation()
            .is_some_and(|t| t.from == piece.kind && promotion == Some(t.to));
        let class = if transforms {
            MoveClass::Transformation
        } else if self.definition.piece(piece.kind).span.is_some() {
            MoveClass::Shift
        } else if self.position.piece(destination).is_none()
            && self.position.state().en_passant == Some(destination)
            && self.captures_in_passing(piece)
        {
            MoveClass::EnPassant
        } else {
            MoveClass::Ordinary
        };
        self.attacked_after(piece, class)
    }

    /// How the royal piece would be attacked after the move.
    fn attacked_after(&self, piece: Piece, class: MoveClass) -> Refusal {
        let Reading {
            origin,
            destination,
            promotion,
        } = self.reading;
        let mv = Move::new(origin, destination, promotion, class);
        let after = reference::play(self.definition, &self.position.setup(), mv);
        let royal: Vec<Cell> = self
            .definition
            .board()
            .cells()
            .filter(|&cell| {
                let standing = after.piece(cell).filter(|other| other.side == piece.side);
                standing.is_some_and(|other| self.definition.piece(other.kind).royal)
            })
            .collect();
        let enemy = piece.side.other();
        let attackers = royal
            .iter()
            .flat_map(|&cell| reference::attackers(self.definition, &after, cell, enemy));
        let standing = |cell: Cell| after.piece(cell);
        let royal_piece = self.pieces(royal.first().copied(), &standing).pop();
        Refusal::LeavesAttacked {
            // A position always has a royal piece; the moving piece only satisfies the type
            // checker.
            royal: royal_piece.unwrap_or_else(|| self.piece(piece, destination)),
            already: self.position.in_check(),
            attackers: self.pieces(attackers, &standing),
        }
    }

    fn captures_in_passing(&self, piece: Piece) -> bool {
        let Reading {
            origin,
            destination,
            ..
        } = self.reading;
        piece_paths(self.definition, piece, origin, destination)
            .iter()
            .any(|way| way.term.en_passant)
    }
}
