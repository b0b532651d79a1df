//! Receivers of generated moves, which collect, count or search them.

use crate::compile::PieceTables;
use crate::{Move, MoveClass};
use hyperrook_geometry::{Bits, Cell};

/// Receives the legal moves of a position.
pub(crate) trait MoveSink<const W: usize> {
    /// Ordinary moves of one piece to several cells. The sink must add the promotions of moves that
    /// end in one of the piece's zones.
    fn add_destinations(&mut self, tables: &PieceTables<W>, origin: Cell, destinations: Bits<W>);
    /// One move of any class.
    fn add_move(&mut self, mv: Move);
    /// The destinations that the sink is interested in. It may also receive others.
    #[inline]
    fn targets(&self) -> Bits<W> {
        Bits::FULL
    }
    /// Whether the sink is interested in moves that capture, or in moves that do not. It may
    /// receive both. Called only for captures in passing, castling, shifts and transformations.
    #[inline]
    fn wants(&self, capturing: bool) -> bool {
        let _ = capturing;
        true
    }
    /// Whether the sink needs no more moves.
    fn is_full(&self) -> bool {
        false
    }
}

/// Counts moves without making them.
#[derive(Default)]
pub(super) struct MoveCounter(pub(super) u64);

impl<const W: usize> MoveSink<W> for MoveCounter {
    #[inline]
    fn add_destinations(&mut self, tables: &PieceTables<W>, _: Cell, destinations: Bits<W>) {
        self.0 += u64::from(destinations.count());
        for zone in &tables.zones {
            let promoting = u64::from((destinations & zone.cells).count());
            let more_each = zone.to.len() as u64 - u64::from(!zone.optional);
            self.0 += promoting * more_each;
        }
    }

    #[inline]
    fn add_move(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Passes every move to a function.
pub(super) struct ForEachMove<F>(pub(super) F);

impl<const W: usize, F: FnMut(Move)> MoveSink<W> for ForEachMove<F> {
    #[inline]
    fn add_destinations(
        &mut self,
        tables: &PieceTables<W>,
        origin: Cell,
        mut destinations: Bits<W>,
    ) {
        for zone in &tables.zones {
            for to in destinations & zone.cells {
                for &kind in &zone.to {
                    (self.0)(Move::new(origin, to, Some(kind), MoveClass::Ordinary));
                }
            }
            if !zone.optional {
                destinations &= !zone.cells;
            }
        }
        destinations.for_each(|to| {
            (self.0)(Move::new(origin, to, None, MoveClass::Ordinary));
        });
    }

    #[inline]
    fn add_move(&mut self, mv: Move) {
        (self.0)(mv);
    }
}

impl<const W: usize> MoveSink<W> for Vec<Move> {
    #[inline]
    fn add_destinations(&mut self, tables: &PieceTables<W>, origin: Cell, destinations: Bits<W>) {
        let mut push = ForEachMove(|mv| self.push(mv));
        MoveSink::<W>::add_destinations(&mut push, tables, origin, destinations);
    }

    #[inline]
    fn add_move(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Adds a move that is not ordinary, or the promotions that it makes.
#[inline]
pub(super) fn with_promotions<const W: usize, S: MoveSink<W>>(
    tables: &PieceTables<W>,
    mv: Move,
    sink: &mut S,
) {
    let mut can_stay = true;
    for zone in &tables.zones {
        if zone.cells.contains(mv.destination()) {
            can_stay &= zone.optional;
            // A piece that promotes cannot be captured in passing.
            let class = match mv.class() {
                MoveClass::DoubleStep => MoveClass::Ordinary,
                class => class,
            };
            for &kind in &zone.to {
                sink.add_move(Move::new(mv.origin(), mv.destination(), Some(kind), class));
            }
        }
    }
    if can_stay {
        sink.add_move(mv);
    }
}

/// Detects whether there is any move.
#[derive(Default)]
pub(super) struct HasMove(pub(super) bool);

impl<const W: usize> MoveSink<W> for HasMove {
    fn add_destinations(&mut self, _: &PieceTables<W>, _: Cell, destinations: Bits<W>) {
        self.0 |= destinations.any();
    }
    fn add_move(&mut self, _: Move) {
        self.0 = true;
    }
    fn is_full(&self) -> bool {
        self.0
    }
}

/// Looks for a given move.
pub(super) struct FindMove {
    mv: Move,
    found: bool,
}

impl FindMove {
    pub(super) fn new(mv: Move) -> FindMove {
        FindMove { mv, found: false }
    }

    /// Whether the move was among those received.
    pub(super) fn found(&self) -> bool {
        self.found
    }
}

impl<const W: usize> MoveSink<W> for FindMove {
    fn add_destinations(&mut self, tables: &PieceTables<W>, origin: Cell, destinations: Bits<W>) {
        let mv = self.mv;
        let to = mv.destination();
        if origin != mv.origin() || mv.class() != MoveClass::Ordinary || !destinations.contains(to)
        {
            return;
        }
        let mut zones = tables.zones.iter().filter(|zone| zone.cells.contains(to));
        self.found |= match mv.promotion() {
            Some(kind) => zones.any(|zone| zone.to.contains(&kind)),
            None => zones.all(|zone| zone.optional),
        };
    }
    fn add_move(&mut self, mv: Move) {
        self.found |= mv == self.mv;
    }
    fn wants(&self, capturing: bool) -> bool {
        match self.mv.class() {
            MoveClass::Ordinary | MoveClass::DoubleStep => false,
            MoveClass::EnPassant => capturing,
            MoveClass::Castling | MoveClass::Transformation => !capturing,
            MoveClass::Shift => true,
        }
    }
    fn is_full(&self) -> bool {
        self.found
    }
}

/// Passes moves on to another sink and records whether there were any.
pub(super) struct NoticeMoves<'s, S> {
    pub(super) sink: &'s mut S,
    pub(super) any: bool,
}

impl<const W: usize, S: MoveSink<W>> MoveSink<W> for NoticeMoves<'_, S> {
    #[inline]
    fn add_destinations(&mut self, tables: &PieceTables<W>, origin: Cell, destinations: Bits<W>) {
        self.any |= destinations.any();
        self.sink.add_destinations(tables, origin, destinations);
    }

    #[inline]
    fn add_move(&mut self, mv: Move) {
        self.any = true;
        self.sink.add_move(mv);
    }

    #[inline]
    fn targets(&self) -> Bits<W> {
        self.sink.targets()
    }

    #[inline]
    fn wants(&self, capturing: bool) -> bool {
        self.sink.wants(capturing)
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.sink.is_full()
    }
}
