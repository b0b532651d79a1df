//! Compiles a definition into the tables that moves are made from.

mod keys;
mod motion;
mod reach;
mod span;
mod terms;
mod walk;

pub(crate) use keys::Keys;
pub(crate) use motion::{Motion, Pool};
pub(crate) use reach::Reach;
pub(crate) use span::SpanTables;

use crate::{CompileError, Definition, Kind, Part, Piece, PieceSpec, Shape, Side, Term};
use hyperrook_geometry::{Bits, Cell};
use motion::MotionBuilder;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use terms::{TrackSet, TrackSets};
use walk::{Senses, Track, Way};

/// A game compiled for boards of at most `64 * W` cells: what
/// [`crate::Game`] is about.
#[derive(Debug)]
pub struct Rules<const W: usize> {
    pub(crate) definition: Arc<Definition>,
    /// The board's cells.
    pub(crate) all: Bits<W>,
    pub(crate) pool: Pool<W>,
    /// For each side, one a kind.
    pub(crate) pieces: [Vec<PieceTables<W>>; 2],
    /// For each side, the ways in which its pieces capture.
    pub(crate) attacks: [Vec<AttackClass>; 2],
    pub(crate) reaches: Vec<Reach<W>>,
    /// Whether some piece captures by hopping, so that legality must be tried out.
    pub(crate) hopping: bool,
    /// Whether baring ends the game.
    pub(crate) baring: bool,
    /// Whether pieces whose moves start the count of moves anew can come back to
    /// where they were, so that a position may recur over such moves.
    pub(crate) pawns_return: bool,
    /// For each side, the cells where some piece of its promotes.
    pub(crate) promotion_cells: [Bits<W>; 2],
    /// For each hold and cell, the cells that share the hold's coordinates.
    pub(crate) holds: Vec<Vec<Bits<W>>>,
    /// Pieces of several cells, by kind.
    pub(crate) spans: Vec<Option<SpanTables<W>>>,
    /// For each cell, the castling rights lost when a piece leaves or enters it.
    pub(crate) castling_lost: Vec<u8>,
    /// For each side, the moves that can be captured in passing.
    pub(crate) passings: [Vec<Passing>; 2],
    pub(crate) keys: Keys,
}

/// A first move that can be captured in passing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passing {
    pub(crate) kind: Kind,
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    pub(crate) passed: Cell,
}

/// How one kind of piece of one side moves.
#[derive(Debug)]
pub(crate) struct PieceTables<const W: usize> {
    /// Moves and captures.
    pub(crate) both: Option<Motion<W>>,
    /// Moves that do not capture.
    pub(crate) quiet: Option<Motion<W>>,
    /// Captures only.
    pub(crate) capture: Option<Motion<W>>,
    /// Captures in passing.
    pub(crate) en_passant: Option<Motion<W>>,
    /// Captures over pieces, which the reverse tables do not have.
    pub(crate) hopping: Option<Motion<W>>,
    /// For each cell, first moves that can be captured in passing; empty if
    /// there are none at all.
    pub(crate) passing: Vec<Vec<PassingWay<W>>>,
    /// Where the piece promotes.
    pub(crate) zones: Vec<Zone<W>>,
    pub(crate) royal: bool,
    /// Whether its moves start the count of moves anew.
    pub(crate) resets: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PassingWay<const W: usize> {
    pub(crate) to: Cell,
    pub(crate) through: Bits<W>,
}

/// Cells where a piece promotes, and to what.
#[derive(Debug)]
pub(crate) struct Zone<const W: usize> {
    pub(crate) cells: Bits<W>,
    pub(crate) to: Vec<Kind>,
    pub(crate) optional: bool,
}

/// Kinds that share some way of capturing.
#[derive(Debug)]
pub(crate) struct AttackClass {
    pub(crate) kinds: Vec<Kind>,
    /// Index of [`Rules::reaches`].
    pub(crate) reach: usize,
}

impl<const W: usize> Rules<W> {
    pub(crate) fn new(definition: Arc<Definition>) -> Result<Rules<W>, CompileError> {
        check_spans(&definition)?;
        let senses = Senses::new(&definition)?;
        let mut tracks = TrackSets::new(&definition, &senses);
        let mut builder = MotionBuilder::new();
        let mut attacks = Attacks::default();
        let mut pieces = [Vec::new(), Vec::new()];
        let mut passings = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            for kind in definition.kinds() {
                let mut terms = tracks.of(side, kind)?;
                if definition.piece(kind).span.is_some() {
                    // Pieces of several cells have tables of their own.
                    terms.clear();
                }
                let sets = &tracks.sets;
                check_passing(&definition, sets, kind, &terms)?;
                pieces[side.index()].push(piece_tables(
                    &definition,
                    &mut builder,
                    sets,
                    side,
                    kind,
                    &terms,
                ));
                attacks.add(side, kind, &terms);
                // A royal piece is never captured, in passing neither.
                if !definition.piece(kind).royal {
                    passings[side.index()].extend(passings_of(kind, sets, &terms));
                }
            }
        }
        if builder.overflow {
            return Err(CompileError::new(
                Part::Game,
                format!(
                    "the tables would take more than {} MiB; use fewer pieces, shorter slides or fewer \
                 turning paths",
                    motion::MAX_TABLE_BYTES >> 20
                ),
            ));
        }
        let (reaches, attacks) = attacks.finish(&tracks.sets);
        let spans: Result<Vec<_>, _> = definition
            .kinds()
            .map(|kind| SpanTables::new(&definition, &senses, kind))
            .collect();
        let promotion_cells = Side::BOTH.map(|side| {
            let cells = definition.promotions.iter().map(|p| p.cells[side.index()]);
            cells.fold(Bits::EMPTY, |all, cells| all | cells.resize())
        });
        let mut rules = Rules {
            pawns_return: false,
            promotion_cells,
            all: definition.board.all().resize(),
            pool: builder.pool,
            pieces,
            attacks,
            reaches,
            hopping: definition.pieces.iter().any(|piece| piece.moves.hops()),
            baring: definition.ends.baring,
            holds: holds(&definition),
            spans: spans?,
            castling_lost: castling_lost(&definition),
            passings,
            keys: Keys::new(definition.board.len(), definition.pieces.len()),
            definition,
        };
        rules.pawns_return = Side::BOTH.into_iter().any(|side| {
            let resets = &rules.definition.ends.resets;
            let mut pieces = resets.iter().map(|&kind| Piece { side, kind });
            pieces.any(|piece| rules.returns(piece))
        });
        Ok(rules)
    }

    /// Whether a piece can come back to a cell that it has left, by moves that
    /// capture nothing.
    fn returns(&self, piece: Piece) -> bool {
        let spec = self.definition.piece(piece.kind);
        if spec.span.is_some() || spec.moves.hops() {
            return true;
        }
        // Cells from which it can go on for ever are those that are left when
        // dead ends are taken away again and again.
        let mut going = self.all;
        loop {
            let goes_on = |cell: &Cell| self.moves_from(piece, *cell, Bits::EMPTY).meets(going);
            let left: Bits<W> = going.iter().filter(goes_on).collect();
            if left == going {
                return going.any();
            }
            going = left;
        }
    }

    /// What the rules were compiled from.
    #[inline]
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The board's cells.
    #[inline]
    pub fn all(&self) -> Bits<W> {
        self.all
    }

    /// Whether a piece may be taken to end the game.
    #[inline]
    pub fn is_royal(&self, kind: Kind) -> bool {
        self.pieces[0][kind.index()].royal
    }

    /// The cells that a piece attacks from `cell` when `occupied` is occupied,
    /// friendly ones among them. Nothing for a piece of several cells.
    #[inline]
    pub fn attacked_from(&self, piece: Piece, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        let tables = self.tables(piece.side, piece.kind);
        let mut reached = Bits::EMPTY;
        if let Some(motion) = &tables.both {
            reached |= motion.reached(&self.pool, cell, occupied);
        }
        if let Some(motion) = &tables.capture {
            reached |= motion.reached(&self.pool, cell, occupied);
        }
        reached
    }

    /// The cells that a piece can move to from `cell` without capturing when
    /// `occupied` is occupied, occupied ones among them; first moves that can be
    /// captured in passing not. Nothing for a piece of several cells.
    #[inline]
    pub fn moves_from(&self, piece: Piece, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        let tables = self.tables(piece.side, piece.kind);
        let mut reached = Bits::EMPTY;
        if let Some(motion) = &tables.both {
            reached |= motion.reached(&self.pool, cell, occupied);
        }
        if let Some(motion) = &tables.quiet {
            reached |= motion.reached(&self.pool, cell, occupied);
        }
        reached
    }

    /// The bodies that a piece of several cells named by `cell` can shift to, if
    /// nothing bars it.
    pub fn shifts_from(&self, piece: Piece, cell: Cell) -> impl Iterator<Item = Bits<W>> + '_ {
        let span = self.spans[piece.kind.index()].as_ref();
        let shifts = span.map(|span| &span.shifts[piece.side.index()][cell.index()]);
        shifts.into_iter().flatten().map(|(_, body)| *body)
    }

    #[inline]
    pub(crate) fn tables(&self, side: Side, kind: Kind) -> &PieceTables<W> {
        &self.pieces[side.index()][kind.index()]
    }

    /// Bytes that the tables take.
    pub(crate) fn bytes(&self) -> usize {
        let pieces = self.pieces.iter().flatten().flat_map(|piece| {
            [
                &piece.both,
                &piece.quiet,
                &piece.capture,
                &piece.en_passant,
                &piece.hopping,
            ]
        });
        self.pool.bytes()
            + pieces.flatten().map(Motion::bytes).sum::<usize>()
            + self.reaches.iter().map(Reach::bytes).sum::<usize>()
            + self
                .holds
                .iter()
                .map(|cells| size_of_val(&cells[..]))
                .sum::<usize>()
    }
}

/// Pieces of several cells move by simple steps and are royal.
fn check_spans(definition: &Definition) -> Result<(), CompileError> {
    let fault = |piece: &PieceSpec, what: &str| {
        let message = format!("piece {} covers several cells, so {what}", piece.letter);
        Err(CompileError::new(Part::Piece(piece.letter), message))
    };
    for piece in definition
        .pieces
        .iter()
        .filter(|piece| piece.span.is_some())
    {
        if !piece.royal {
            return fault(piece, "it must be royal");
        }
        for term in &piece.moves.terms {
            let single = matches!(
                &term.shape,
                Shape::Line {
                    range: 1,
                    hop: crate::Hop::None,
                    ..
                }
            );
            if !single || !term.quiet || !term.capture || term.initial {
                return fault(
                    piece,
                    &format!(
                        "it moves by single steps or leaps that also capture; `{}` is none",
                        term.text
                    ),
                );
            }
        }
    }
    Ok(())
}

fn piece_tables<const W: usize>(
    definition: &Definition,
    builder: &mut MotionBuilder<W>,
    sets: &[TrackSet],
    side: Side,
    kind: Kind,
    terms: &[(&Term, usize)],
) -> PieceTables<W> {
    let mut motion = |wanted: &dyn Fn(&Term) -> bool, hops_only: bool| {
        let chosen = terms.iter().filter(|(term, _)| wanted(term));
        let chosen: Vec<usize> = chosen.map(|&(_, set)| set).collect();
        builder.motion(sets, &chosen, hops_only)
    };
    let spec = definition.piece(kind);
    PieceTables {
        both: motion(&|term| term.quiet && term.capture, false),
        quiet: motion(&|term| term.quiet && !term.capture, false),
        capture: motion(&|term| !term.quiet && term.capture, false),
        en_passant: motion(&|term| term.en_passant, false),
        hopping: motion(&|term| term.capture, true),
        passing: passing_ways(definition.board.len(), sets, terms),
        zones: definition
            .promotions
            .iter()
            .filter(|promotion| promotion.pieces.contains(&kind))
            .map(|promotion| Zone {
                cells: promotion.cells[side.index()].resize(),
                to: promotion.to.clone(),
                optional: promotion.optional,
            })
            .collect(),
        royal: spec.royal,
        resets: definition.ends.resets.contains(&kind),
    }
}

/// A first move that can be captured in passing must be the only way of its
/// piece to that cell, or one move would be two.
fn check_passing(
    definition: &Definition,
    sets: &[TrackSet],
    kind: Kind,
    terms: &[(&Term, usize)],
) -> Result<(), CompileError> {
    let mut seen = BTreeSet::new();
    for (from, way) in each_passing(sets, terms) {
        let quiet = terms.iter().filter(|(term, _)| term.quiet);
        let others = quiet.flat_map(|&(_, set)| &sets[set][from.index()]);
        let ordinary = others.into_iter().any(|track| match track {
            Track::Slide(cells) | Track::Hop(cells, _) => cells.contains(&way.to),
            Track::Way(other) => other.passed.is_none() && other.to == way.to,
        });
        if ordinary || !seen.insert((from, way.to)) {
            let (board, letter) = (&definition.board, definition.piece(kind).letter);
            let message = format!(
                "piece {letter} has two ways from {} to {}, and one of them is a first move that \
                 can be captured in passing; leave only one",
                board.name(from),
                board.name(way.to)
            );
            return Err(CompileError::new(Part::Piece(letter), message));
        }
    }
    Ok(())
}

/// The ways of a kind that can be captured in passing.
fn each_passing(sets: &[TrackSet], terms: &[(&Term, usize)]) -> impl Iterator<Item = (Cell, Way)> {
    terms.iter().flat_map(|&(_, set)| {
        sets[set].iter().enumerate().flat_map(|(from, tracks)| {
            tracks.iter().filter_map(move |track| match track {
                Track::Way(way) if way.passed.is_some() => Some((Cell::new(from), *way)),
                _ => None,
            })
        })
    })
}

fn passing_ways<const W: usize>(
    cells: usize,
    sets: &[TrackSet],
    terms: &[(&Term, usize)],
) -> Vec<Vec<PassingWay<W>>> {
    let mut by_cell = vec![Vec::new(); cells];
    for (from, way) in each_passing(sets, terms) {
        by_cell[from.index()].push(PassingWay {
            to: way.to,
            through: way.through.resize(),
        });
    }
    if by_cell.iter().all(Vec::is_empty) {
        Vec::new()
    } else {
        by_cell
    }
}

fn passings_of(kind: Kind, sets: &[TrackSet], terms: &[(&Term, usize)]) -> Vec<Passing> {
    each_passing(sets, terms)
        .filter_map(|(from, way)| {
            Some(Passing {
                kind,
                from,
                to: way.to,
                passed: way.passed?,
            })
        })
        .collect()
}

/// The ways of capturing, gathered over kinds: kinds that share a term share
/// its table, and terms that the same kinds have are one table.
#[derive(Default)]
struct Attacks {
    /// For each track set, the kinds of each side that capture by it.
    by_set: BTreeMap<usize, [Vec<Kind>; 2]>,
}

impl Attacks {
    fn add(&mut self, side: Side, kind: Kind, terms: &[(&Term, usize)]) {
        for &(_, set) in terms.iter().filter(|(term, _)| term.capture) {
            let kinds = &mut self.by_set.entry(set).or_default()[side.index()];
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }

    fn finish<const W: usize>(self, sets: &[TrackSet]) -> (Vec<Reach<W>>, [Vec<AttackClass>; 2]) {
        let mut by_kinds: BTreeMap<[Vec<Kind>; 2], Vec<usize>> = BTreeMap::new();
        for (set, kinds) in self.by_set {
            by_kinds.entry(kinds).or_default().push(set);
        }
        let mut reaches = Vec::new();
        let mut classes = [Vec::new(), Vec::new()];
        for (kinds, members) in by_kinds {
            let cells = sets[members[0]].len();
            let ways: Vec<Vec<Way>> = (0..cells)
                .map(|cell| motion::ways_of(members.iter().flat_map(|&set| &sets[set][cell])))
                .collect();
            if ways.iter().all(Vec::is_empty) {
                continue;
            }
            for (side, kinds) in kinds.into_iter().enumerate() {
                if !kinds.is_empty() {
                    classes[side].push(AttackClass {
                        kinds,
                        reach: reaches.len(),
                    });
                }
            }
            reaches.push(Reach::new(&ways));
        }
        (reaches, classes)
    }
}

fn holds<const W: usize>(definition: &Definition) -> Vec<Vec<Bits<W>>> {
    let board = &definition.board;
    definition
        .holds
        .iter()
        .map(|hold| {
            let group = &definition.groups[hold.group];
            let chart = &board.charts()[group.chart];
            let same = |cell: Cell| {
                let here = chart.coordinate(cell);
                let shared = |&other: &Cell| {
                    let there = chart.coordinate(other);
                    group.axes.iter().all(|&axis| there[axis] == here[axis])
                };
                board.cells().filter(shared).collect()
            };
            board.cells().map(same).collect()
        })
        .collect()
}

fn castling_lost(definition: &Definition) -> Vec<u8> {
    let lost = |cell: Cell| {
        let touches = |i: &usize| {
            let castling = &definition.castlings[*i];
            castling.king_from == cell || castling.rook_from == cell
        };
        (0..definition.castlings.len().min(8))
            .filter(touches)
            .fold(0, |all, i| all | 1 << i)
    };
    definition.board.cells().map(lost).collect()
}
