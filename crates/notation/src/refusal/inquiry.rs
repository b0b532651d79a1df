//! Finding the reason why a move is not legal.

use super::{Choice, NamedCell, NamedMan, Refusal};
use crate::moves::Reading;
use crate::walk::{Walk, walks};
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Castling, Definition, Hop, Kind, Man, Move, MoveClass, Position, reference};

/// Why a move is not legal in a position. For a legal move the answer means
/// nothing.
pub fn why(position: &Position, reading: Reading) -> Refusal {
    let moves = position.moves();
    if let (true, Some(outcome)) = (moves.is_empty(), position.outcome()) {
        return Refusal::GameOver(outcome);
    }
    why_despite_end(position, reading)
}

/// The same of a game that is over by mate, stalemate or baring: what forbids
/// the move, were it not that nobody is to move any more.
pub fn why_despite_end(position: &Position, reading: Reading) -> Refusal {
    Inquiry {
        position,
        definition: position.game().definition(),
        reading,
    }
    .answer()
}

struct Inquiry<'p> {
    position: &'p Position,
    definition: &'p Definition,
    reading: Reading,
}

impl Inquiry<'_> {
    fn cell(&self, cell: Cell) -> NamedCell {
        NamedCell::new(self.definition, cell)
    }

    fn man(&self, man: Man, at: Cell) -> NamedMan {
        NamedMan {
            man,
            at: self.cell(at),
            name: self.definition.man(man.kind).name.clone(),
        }
    }

    fn answer(&self) -> Refusal {
        let Reading {
            origin,
            destination,
            ..
        } = self.reading;
        let turn = self.position.turn();
        let moves = self.position.moves();
        let Some(man) = self.position.man(origin) else {
            return Refusal::NoMan(self.cell(origin));
        };
        let named = self.man(man, origin);
        if man.side != turn {
            return Refusal::EnemyMan { man: named, turn };
        }
        let name = self.name_of(man, origin);
        if name != origin {
            return Refusal::NotItsName {
                man: named,
                name: self.cell(name),
            };
        }
        let same = |mv: &&Move| mv.origin() == origin && mv.destination() == destination;
        let legal: Vec<Move> = moves.iter().filter(same).copied().collect();
        if !legal.is_empty() {
            return self.wrong_promotion(named, &legal);
        }
        if let Some(refusal) = self.transformation(man, &named, &moves) {
            return refusal;
        }
        if origin == destination {
            return Refusal::StaysPut(named);
        }
        self.ends(man, &named)
            .or_else(|| self.castling(&named))
            .or_else(|| self.way(man, &named))
            .or_else(|| self.held_or_bound(man, &named))
            .unwrap_or_else(|| self.attacked(man))
    }

    /// The cell that names the man on a cell.
    fn name_of(&self, man: Man, cell: Cell) -> Cell {
        let stands = |name: Cell| {
            let body = self.definition.body(man.kind, name);
            body.is_some_and(|body| {
                body.contains(cell) && body.iter().all(|c| self.position.man(c) == Some(man))
            })
        };
        if self.definition.man(man.kind).span.is_none() {
            return cell;
        }
        let mut names = self.definition.board.cells();
        names.find(|&name| stands(name)).unwrap_or(cell)
    }

    fn choice(&self, kind: Option<Kind>) -> Choice {
        let name = kind.map_or_else(
            || "stay what it is".to_owned(),
            |kind| {
                let man = self.definition.man(kind);
                format!("{} ({})", man.name, man.letter.to_ascii_lowercase())
            },
        );
        Choice { kind, name }
    }

    /// There are such moves, but with other promotions.
    fn wrong_promotion(&self, man: NamedMan, legal: &[Move]) -> Refusal {
        let choices = legal
            .iter()
            .map(|mv| self.choice(mv.promotion()))
            .collect::<Vec<_>>();
        let destination = self.cell(self.reading.destination);
        match self.reading.promotion {
            None => Refusal::PromotionMissing {
                man,
                destination,
                choices,
            },
            Some(kind) => Refusal::PromotionNotAllowed {
                man,
                kind: self.definition.man(kind).name.clone(),
                destination,
                choices,
            },
        }
    }

    fn transformation(&self, man: Man, named: &NamedMan, moves: &[Move]) -> Option<Refusal> {
        let transformation = self.definition.transformation?;
        let destination = self.reading.destination;
        let body = self.definition.body(man.kind, self.reading.origin);
        let body = body.unwrap_or(CellSet::EMPTY);
        let may = |mv: &Move| mv.class() == MoveClass::Transformation;
        if man.kind == transformation.from && self.reading.promotion == Some(transformation.to) {
            return Some(if !body.contains(destination) {
                Refusal::NotItsCell {
                    man: named.clone(),
                    cells: body.iter().map(|cell| self.cell(cell)).collect(),
                }
            } else if !moves.iter().any(may) {
                Refusal::MayNotTransform(named.clone())
            } else {
                self.attacked(man)
            });
        }
        let royal = self.position.royal_cells(man.side).first()?;
        let kind = self.position.man(royal)?;
        if moves.iter().all(may) && kind.kind == transformation.from {
            return Some(Refusal::MustTransform {
                royal: self.man(kind, self.name_of(kind, royal)),
                letter: self
                    .definition
                    .man(transformation.to)
                    .letter
                    .to_ascii_lowercase(),
            });
        }
        None
    }

    /// What stands where the man would end.
    fn ends(&self, man: Man, named: &NamedMan) -> Option<Refusal> {
        let own = self.definition.body(man.kind, self.reading.origin)?;
        let Some(body) = self.definition.body(man.kind, self.reading.destination) else {
            return Some(Refusal::NotItsMove {
                man: named.clone(),
                destination: self.cell(self.reading.destination),
            });
        };
        for cell in body {
            let Some(other) = self.position.man(cell).filter(|_| !own.contains(cell)) else {
                continue;
            };
            let standing = self.man(other, cell);
            if other.side == man.side {
                return Some(Refusal::OwnMan {
                    man: named.clone(),
                    other: standing,
                });
            }
            let kind = self.definition.man(other.kind);
            if kind.royal && kind.span.is_some() {
                return Some(Refusal::NeverCaptured {
                    man: named.clone(),
                    other: standing,
                });
            }
        }
        None
    }

    /// A castling that is not possible, if it was meant: the royal man cannot
    /// go there otherwise.
    fn castling(&self, named: &NamedMan) -> Option<Refusal> {
        let Reading {
            origin,
            destination,
            ..
        } = self.reading;
        let meant = |castling: &&Castling| {
            castling.side == named.man.side
                && castling.king_from == origin
                && castling.king_to == destination
        };
        let (index, castling) = self
            .definition
            .castlings
            .iter()
            .enumerate()
            .find(|(_, castling)| meant(castling))?;
        if !self.definition.man(named.man.kind).royal
            || !walks(self.definition, named.man, origin, destination).is_empty()
        {
            return None;
        }
        let destination = self.cell(destination);
        if self.position.state().castling >> index & 1 == 0 {
            return Some(Refusal::CastlingGone(destination));
        }
        let blockers: Vec<NamedMan> = castling
            .empty
            .iter()
            .filter_map(|cell| Some(self.man(self.position.man(cell)?, cell)))
            .collect();
        if !blockers.is_empty() {
            return Some(Refusal::CastlingBlocked {
                destination,
                blockers,
            });
        }
        let enemy = named.man.side.other();
        let attacked = |&cell: &Cell| self.position.attackers(cell, enemy).any();
        let attacked: Vec<NamedCell> = castling
            .safe
            .iter()
            .filter(attacked)
            .map(|cell| self.cell(cell))
            .collect();
        (!attacked.is_empty()).then_some(Refusal::CastlingAttacked {
            destination,
            attacked,
        })
    }

    /// Whether the man can get there, and what bars its ways.
    fn way(&self, man: Man, named: &NamedMan) -> Option<Refusal> {
        let Reading {
            origin,
            destination,
            ..
        } = self.reading;
        let mut ways = walks(self.definition, man, origin, destination);
        let spans = self.definition.man(man.kind).span.is_some();
        let to = self.cell(destination);
        if ways.is_empty() {
            return Some(Refusal::NotItsMove {
                man: named.clone(),
                destination: to,
            });
        }
        if self.definition.start.man(origin) != Some(man) {
            ways.retain(|way| !way.term.initial);
            if ways.is_empty() {
                return Some(Refusal::OnlyFromStart { man: named.clone() });
            }
        }
        let state = self.position.state();
        let capture = self.position.man(destination).is_some();
        let fits = |way: &Walk| match capture {
            true => way.term.capture,
            false => way.term.quiet || way.term.en_passant && state.en_passant == Some(destination),
        };
        // A man of several cells may capture on any of them.
        if !spans {
            let in_passing = ways.iter().any(|way| way.term.en_passant);
            ways.retain(fits);
            if ways.is_empty() {
                return Some(if capture {
                    Refusal::DoesNotCapture {
                        man: named.clone(),
                        destination: to,
                    }
                } else {
                    Refusal::OnlyCaptures {
                        man: named.clone(),
                        destination: to,
                        in_passing,
                    }
                });
            }
        }
        ways.retain(|way| !way.incomplete);
        if ways.is_empty() {
            return Some(Refusal::IncompleteBlock {
                man: named.clone(),
                destination: to,
            });
        }
        self.blocked(&ways, named.clone(), to)
    }

    fn blocked(&self, ways: &[Walk], man: NamedMan, to: NamedCell) -> Option<Refusal> {
        let mut blockers = Vec::new();
        let mut mount = None;
        for way in ways {
            let standing: Vec<Cell> = way
                .passed
                .iter()
                .copied()
                .filter(|&cell| self.position.man(cell).is_some())
                .collect();
            match way.hop {
                Hop::None => match standing.first() {
                    None => return None,
                    Some(&first) => blockers.push(first),
                },
                Hop::Over if standing.len() == 1 => return None,
                Hop::Just if standing.len() == 1 && way.passed.last() == standing.first() => {
                    return None;
                }
                hop => mount = Some(hop == Hop::Just),
            }
        }
        if let (true, Some(just_before)) = (blockers.is_empty(), mount) {
            return Some(Refusal::NeedsMount {
                man,
                destination: to,
                just_before,
            });
        }
        blockers.sort_unstable();
        blockers.dedup();
        let blockers = blockers
            .into_iter()
            .filter_map(|cell| Some(self.man(self.position.man(cell)?, cell)))
            .collect();
        Some(Refusal::Blocked {
            man,
            destination: to,
            blockers,
        })
    }

    fn held_or_bound(&self, man: Man, named: &NamedMan) -> Option<Refusal> {
        if !self.definition.man(man.kind).royal {
            return None;
        }
        let state = self.position.state();
        let differ = |chart: usize, axis: usize| {
            let chart = &self.definition.board.charts()[chart];
            let at = |cell| chart.coordinate(cell)[axis];
            at(self.reading.origin) != at(self.reading.destination)
        };
        for (index, hold) in self.definition.holds.iter().enumerate() {
            let group = &self.definition.groups[hold.group];
            let leaves = group.axes.iter().any(|&axis| differ(group.chart, axis));
            if state.holds(index, man.side.other()) && leaves {
                return Some(Refusal::Held {
                    royal: named.clone(),
                    group: group.name.clone(),
                });
            }
        }
        let from = self.definition.transformation?.from;
        let span = self.definition.man(from).span?;
        let axes = 0..self.definition.board.charts()[span.chart].axes().len();
        let leaves = axes
            .filter(|&axis| axis != span.axis)
            .any(|axis| differ(span.chart, axis));
        (state.bound(man.side) && leaves).then(|| Refusal::Bound(named.clone()))
    }

    /// The man can go there, so what forbids it is the royal man's safety.
    fn attacked(&self, man: Man) -> Refusal {
        let Reading {
            origin,
            destination,
            promotion,
        } = self.reading;
        let transforms = self
            .definition
            .transformation
            .is_some_and(|t| t.from == man.kind && promotion == Some(t.to));
        let class = if transforms {
            MoveClass::Transformation
        } else if self.definition.man(man.kind).span.is_some() {
            MoveClass::Shift
        } else if self.position.man(destination).is_none()
            && self.position.state().en_passant == Some(destination)
            && self.captures_in_passing(man)
        {
            MoveClass::EnPassant
        } else {
            MoveClass::Ordinary
        };
        let mv = Move::new(origin, destination, promotion, class);
        let after = reference::play(self.definition, &self.position.setup(), mv);
        let royal: Vec<Cell> = self
            .definition
            .board
            .cells()
            .filter(|&cell| {
                let standing = after.man(cell).filter(|other| other.side == man.side);
                standing.is_some_and(|other| self.definition.man(other.kind).royal)
            })
            .collect();
        let enemy = man.side.other();
        let mut attackers: Vec<Cell> = royal
            .iter()
            .flat_map(|&cell| reference::attackers(self.definition, &after, cell, enemy))
            .collect();
        attackers.sort_unstable();
        attackers.dedup();
        let name = |cell: Cell| Some(self.man(after.man(cell)?, cell));
        let royal_man = royal.first().and_then(|&cell| name(cell));
        Refusal::LeavesAttacked {
            // A position always has a royal man; the mover stands in for the type.
            royal: royal_man.unwrap_or_else(|| self.man(man, destination)),
            already: self.position.in_check(),
            attackers: attackers.into_iter().filter_map(name).collect(),
        }
    }

    fn captures_in_passing(&self, man: Man) -> bool {
        let Reading {
            origin,
            destination,
            ..
        } = self.reading;
        walks(self.definition, man, origin, destination)
            .iter()
            .any(|way| way.term.en_passant)
    }
}
