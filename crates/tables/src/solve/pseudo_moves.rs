//! The moves of pieces, by cell, as bitboards of one width.

use hyperrook_rules::{Bits, Cell, Definition, Kind, MovePath, PiecePaths, Side};
use smallvec::SmallVec;

/// A move that a piece can make if the cells between are empty.
#[derive(Clone, Debug)]
pub(super) struct PseudoMove<const W: usize> {
    /// The destination; in a list by destination, the origin.
    pub(super) cell: Cell,
    /// For each path, the cells that must be empty. One open path is enough.
    pub(super) paths: SmallVec<[Bits<W>; 1]>,
}

impl<const W: usize> PseudoMove<W> {
    /// The cells where one more piece would leave a path open, if `occupied` are occupied.
    #[inline]
    pub(super) fn open(&self, occupied: Bits<W>) -> Bits<W> {
        let mut open = Bits::EMPTY;
        for path in &self.paths {
            if !path.intersects(occupied) {
                open |= !*path;
            }
        }
        open
    }

    /// Whether a path is open if `occupied` are occupied.
    #[inline]
    pub(super) fn is_open(&self, occupied: Bits<W>) -> bool {
        self.paths.iter().any(|path| !path.intersects(occupied))
    }
}

/// The moves of one kind of piece of one side.
#[derive(Debug)]
pub(super) struct KindMoves<const W: usize> {
    /// From each cell, moves without capture after which the piece stays what it is.
    pub(super) quiet: Vec<Vec<PseudoMove<W>>>,
    /// From each cell, moves without capture to cells where the piece can promote.
    pub(super) promoting: Vec<Vec<PseudoMove<W>>>,
    /// From each cell, captures.
    pub(super) captures: Vec<Vec<PseudoMove<W>>>,
    /// To each cell, captures.
    pub(super) captures_on: Vec<Vec<PseudoMove<W>>>,
    /// To each cell, the moves of `quiet`.
    pub(super) quiet_on: Vec<Vec<PseudoMove<W>>>,
    /// From each cell, double steps.
    pub(super) double_steps: Vec<Vec<PseudoMove<W>>>,
    /// Where the piece must promote.
    pub(super) must_promote: Bits<W>,
    /// Where the piece promotes, and to what: by cell.
    pub(super) promotions: Vec<Vec<Kind>>,
}

/// The moves of all pieces, by side and kind.
#[derive(Debug)]
pub(super) struct PseudoMoves<const W: usize>([Vec<KindMoves<W>>; 2]);

impl<const W: usize> PseudoMoves<W> {
    pub(super) fn new(definition: &Definition, paths: &PiecePaths) -> PseudoMoves<W> {
        PseudoMoves(Side::BOTH.map(|side| {
            let of_kind = |kind| kind_moves(definition, paths, side, kind);
            definition.kinds().map(of_kind).collect()
        }))
    }

    #[inline]
    pub(super) fn of(&self, side: Side, kind: Kind) -> &KindMoves<W> {
        &self.0[side.index()][kind.index()]
    }
}

fn kind_moves<const W: usize>(
    definition: &Definition,
    paths: &PiecePaths,
    side: Side,
    kind: Kind,
) -> KindMoves<W> {
    let board = definition.board();
    let promotions: Vec<(Vec<Kind>, bool)> = board
        .cells()
        .map(|cell| match definition.promotion(side, kind, cell) {
            Some(promotion) => (promotion.to.clone(), !promotion.optional),
            None => (Vec::new(), false),
        })
        .collect();
    let must = |cell: Cell| promotions[cell.index()].1;
    let may = |cell: Cell| !promotions[cell.index()].0.is_empty();
    let by_cell = |pseudo_moves: &dyn Fn(Cell) -> Vec<PseudoMove<W>>| {
        board.cells().map(pseudo_moves).collect()
    };
    let quiet = |cell| paths.quiet(side, kind, cell).iter();
    let captures: Vec<Vec<PseudoMove<W>>> =
        by_cell(&|cell| pseudo_moves(paths.captures(side, kind, cell).iter()));
    let quiet_moves: Vec<Vec<PseudoMove<W>>> =
        by_cell(&|cell| pseudo_moves(quiet(cell).filter(|path| !must(path.to))));
    KindMoves {
        quiet_on: reversed(&quiet_moves),
        quiet: quiet_moves,
        promoting: by_cell(&|cell| pseudo_moves(quiet(cell).filter(|path| may(path.to)))),
        captures_on: reversed(&captures),
        captures,
        double_steps: by_cell(&|cell| {
            let steps = quiet(cell).filter(|path| path.en_passant_cell.is_some());
            pseudo_moves(steps.filter(|path| !must(path.to)))
        }),
        must_promote: board.cells().filter(|&cell| must(cell)).collect(),
        promotions: promotions.into_iter().map(|(to, _)| to).collect(),
    }
}

/// The same moves by destination; each move then has its origin as `cell`.
fn reversed<const W: usize>(pseudo_moves: &[Vec<PseudoMove<W>>]) -> Vec<Vec<PseudoMove<W>>> {
    let mut reversed = vec![Vec::new(); pseudo_moves.len()];
    for (from, pseudo_moves) in pseudo_moves.iter().enumerate() {
        for pseudo_move in pseudo_moves {
            reversed[pseudo_move.cell.index()].push(PseudoMove {
                cell: Cell::from_index(from),
                paths: pseudo_move.paths.clone(),
            });
        }
    }
    reversed
}

/// Paths by destination.
fn pseudo_moves<'p, const W: usize>(
    paths: impl Iterator<Item = &'p MovePath>,
) -> Vec<PseudoMove<W>> {
    let mut found: Vec<PseudoMove<W>> = Vec::new();
    for path in paths {
        let mask = path.must_be_empty.resize();
        match found.last_mut() {
            Some(pseudo_move) if pseudo_move.cell == path.to => pseudo_move.paths.push(mask),
            _ => found.push(PseudoMove {
                cell: path.to,
                paths: SmallVec::from_slice(&[mask]),
            }),
        }
    }
    found
}
