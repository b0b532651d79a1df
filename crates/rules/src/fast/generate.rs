//! Legal moves.

use super::Pos;
use super::attack::Army;
use super::guard::Guard;
use crate::compile::{Motion, PieceTables, Pool, Rules};
use crate::{Kind, Move, MoveClass};
use hyperrook_geometry::{Bits, Cell};

/// What takes in the legal moves of a position.
pub(crate) trait Sink<const W: usize> {
    /// Ordinary moves of one piece to several cells, promotions still to be made
    /// of those that end in one of its zones.
    fn piece(&mut self, tables: &PieceTables<W>, origin: Cell, destinations: Bits<W>);
    /// One move of any class.
    fn one(&mut self, mv: Move);
    /// Where moves may go that the sink has a use for; it may be given others.
    #[inline]
    fn targets(&self) -> Bits<W> {
        Bits::FULL
    }
    /// Whether it has a use for moves that capture, or for those that do not;
    /// it may be given others.
    #[inline]
    fn wants(&self, capturing: bool) -> bool {
        let _ = capturing;
        true
    }
    /// Whether the sink wants no more.
    fn is_full(&self) -> bool {
        false
    }
}

/// Counts moves without making them.
#[derive(Default)]
pub(super) struct Count(pub(super) u64);

impl<const W: usize> Sink<W> for Count {
    #[inline]
    fn piece(&mut self, tables: &PieceTables<W>, _: Cell, destinations: Bits<W>) {
        self.0 += u64::from(destinations.count());
        for zone in &tables.zones {
            let here = u64::from((destinations & zone.cells).count());
            let each = zone.to.len() as u64 - u64::from(!zone.optional);
            self.0 += here * each;
        }
    }

    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Gives every move to a function.
pub(super) struct Each<F>(pub(super) F);

impl<const W: usize, F: FnMut(Move)> Sink<W> for Each<F> {
    #[inline]
    fn piece(&mut self, tables: &PieceTables<W>, origin: Cell, mut destinations: Bits<W>) {
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
    fn one(&mut self, mv: Move) {
        (self.0)(mv);
    }
}

impl<const W: usize> Sink<W> for Vec<Move> {
    #[inline]
    fn piece(&mut self, tables: &PieceTables<W>, origin: Cell, destinations: Bits<W>) {
        Sink::<W>::piece(&mut Each(|mv| self.push(mv)), tables, origin, destinations);
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// One move that is not ordinary, with the promotions it makes on its end.
#[inline]
pub(super) fn with_promotions<const W: usize, S: Sink<W>>(
    tables: &PieceTables<W>,
    mv: Move,
    sink: &mut S,
) {
    let mut may_stay = true;
    for zone in &tables.zones {
        if zone.cells.contains(mv.destination()) {
            may_stay &= zone.optional;
            // What it becomes has not gone past anything.
            let class = match mv.class() {
                MoveClass::DoubleStep => MoveClass::Ordinary,
                class => class,
            };
            for &kind in &zone.to {
                sink.one(Move::new(mv.origin(), mv.destination(), Some(kind), class));
            }
        }
    }
    if may_stay {
        sink.one(mv);
    }
}

/// Whether there is any move.
#[derive(Default)]
pub(super) struct Any(pub(super) bool);

impl<const W: usize> Sink<W> for Any {
    fn piece(&mut self, _: &PieceTables<W>, _: Cell, destinations: Bits<W>) {
        self.0 |= destinations.any();
    }
    fn one(&mut self, _: Move) {
        self.0 = true;
    }
    fn is_full(&self) -> bool {
        self.0
    }
}

/// Looks for one move.
struct Seek {
    mv: Move,
    found: bool,
}

impl<const W: usize> Sink<W> for Seek {
    fn piece(&mut self, tables: &PieceTables<W>, origin: Cell, destinations: Bits<W>) {
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
    fn one(&mut self, mv: Move) {
        self.found |= mv == self.mv;
    }
    fn is_full(&self) -> bool {
        self.found
    }
}

/// Passes moves on and remembers whether there were any.
pub(super) struct Watch<'s, S> {
    pub(super) sink: &'s mut S,
    pub(super) any: bool,
}

impl<const W: usize, S: Sink<W>> Sink<W> for Watch<'_, S> {
    #[inline]
    fn piece(&mut self, tables: &PieceTables<W>, origin: Cell, destinations: Bits<W>) {
        self.any |= destinations.any();
        self.sink.piece(tables, origin, destinations);
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.any = true;
        self.sink.one(mv);
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

/// The cells of a position by what a piece of the side to move can do there.
pub(super) struct Field<const W: usize> {
    pub(super) occupied: Bits<W>,
    /// Cells without a piece.
    pub(super) empty: Bits<W>,
    /// Enemy pieces that can be captured.
    pub(super) enemies: Bits<W>,
}

impl<const W: usize> PieceTables<W> {
    /// Where a piece on `cell` can go, its side's safety aside; first moves that
    /// can be captured in passing not included.
    #[inline(always)]
    pub(super) fn destinations(&self, pool: &Pool<W>, cell: Cell, field: &Field<W>) -> Bits<W> {
        let reached = |motion: &Motion<W>| motion.reached(pool, cell, field.occupied);
        let mut destinations = Bits::EMPTY;
        if let Some(motion) = &self.both {
            destinations |= reached(motion) & (field.empty | field.enemies);
        }
        if let Some(motion) = &self.quiet {
            destinations |= reached(motion) & field.empty;
        }
        if let Some(motion) = &self.capture {
            destinations |= reached(motion) & field.enemies;
        }
        destinations
    }
}

impl<const W: usize> Pos<W> {
    /// Gives the sink the legal moves of the pieces that stand on `from`.
    #[inline]
    pub(crate) fn generate<S: Sink<W>>(&self, rules: &Rules<W>, from: Bits<W>, sink: &mut S) {
        if rules.baring && self.is_over_by_baring(rules) {
            return;
        }
        self.generate_unbared(rules, from, sink);
    }

    /// The legal moves, baring disregarded.
    #[inline]
    pub(super) fn generate_unbared<S: Sink<W>>(
        &self,
        rules: &Rules<W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        let (_, royal_kind) = self.royal[self.turn.index()];
        if rules.spans[royal_kind.index()].is_some() {
            self.generate_spanning(rules, from, sink);
        } else if rules.hopping {
            self.generate_trying(rules, from, sink);
        } else {
            let field = self.field(rules);
            let enemies = self.army(rules, self.turn.other());
            let guard = self.guard(rules, &enemies);
            self.royal_moves(rules, &field, &enemies, from, sink);
            self.pieces_moves(rules, &field, &guard, from, sink);
            self.special_moves(rules, from, sink);
        }
    }

    #[inline]
    pub(super) fn field(&self, rules: &Rules<W>) -> Field<W> {
        let enemy = self.turn.other();
        let occupied = self.occupied();
        Field {
            occupied,
            empty: rules.all & !occupied,
            enemies: self.sides[enemy.index()] & !self.span_body(rules, enemy),
        }
    }

    /// Moves of pieces that are not royal, kept safe by the guard.
    #[inline]
    pub(super) fn pieces_moves<S: Sink<W>>(
        &self,
        rules: &Rules<W>,
        field: &Field<W>,
        guard: &Guard<W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        if guard.allowed.is_empty() {
            return;
        }
        let own = self.sides[self.turn.index()] & from;
        let targets = sink.targets();
        for (kind, tables) in rules.pieces[self.turn.index()].iter().enumerate() {
            if tables.royal {
                continue;
            }
            (self.kinds[kind] & own).for_each(|origin| {
                let allowed = if guard.pinned.contains(origin) {
                    guard.allowed & guard.pin(origin)
                } else {
                    guard.allowed
                };
                let to = tables.destinations(&rules.pool, origin, field) & allowed & targets;
                sink.piece(tables, origin, to);
                if !tables.passing.is_empty() {
                    self.passing_moves(tables, origin, field, allowed, sink);
                }
            });
            if sink.is_full() {
                return;
            }
        }
    }

    /// First moves that can be captured in passing.
    #[inline]
    fn passing_moves<S: Sink<W>>(
        &self,
        tables: &PieceTables<W>,
        origin: Cell,
        field: &Field<W>,
        allowed: Bits<W>,
        sink: &mut S,
    ) {
        for way in &tables.passing[origin.index()] {
            let open = !way.through.meets(field.occupied) && field.empty.contains(way.to);
            if open && allowed.contains(way.to) {
                let mv = Move::new(origin, way.to, None, MoveClass::DoubleStep);
                with_promotions(tables, mv, sink);
            }
        }
    }

    /// Moves of a royal piece of one cell, castling aside.
    #[inline]
    fn royal_moves<S: Sink<W>>(
        &self,
        rules: &Rules<W>,
        field: &Field<W>,
        enemies: &Army<W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        let (origin, kind) = self.royal[self.turn.index()];
        if !from.contains(origin) {
            return;
        }
        let tables = rules.tables(self.turn, kind);
        let mut to = self.royal_destinations(rules, origin, kind, field) & sink.targets();
        let enemy = self.turn.other();
        let occupied = field.occupied.without(origin);
        for cell in to {
            if enemies.attacks(cell, occupied) || self.span_attacks(rules, cell, enemy) {
                to.remove(cell);
            }
        }
        sink.piece(tables, origin, to);
    }

    /// Where a royal piece of one cell can go, attacks aside: a held piece keeps
    /// its part of the board, a bound one its row.
    #[inline]
    pub(super) fn royal_destinations(
        &self,
        rules: &Rules<W>,
        origin: Cell,
        kind: Kind,
        field: &Field<W>,
    ) -> Bits<W> {
        let tables = rules.tables(self.turn, kind);
        let mut to = tables.destinations(&rules.pool, origin, field);
        // It is never captured, so its first moves past a cell are ordinary.
        if let Some(ways) = tables.passing.get(origin.index()) {
            let open = ways.iter().filter(|way| !way.through.meets(field.occupied));
            to |= open.map(|way| way.to).collect::<Bits<W>>() & field.empty;
        }
        if self.state.holds != 0 {
            for (i, cells) in rules.holds.iter().enumerate() {
                if self.state.holds(i, self.turn.other()) {
                    to &= cells[origin.index()];
                }
            }
        }
        if self.state.bound(self.turn)
            && let Some(row) = rules.bound_row(origin)
        {
            to &= row;
        }
        to
    }

    /// All moves, each tried out: for games in which pieces hop.
    pub(super) fn generate_trying<S: Sink<W>>(
        &self,
        rules: &Rules<W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        let field = self.field(rules);
        for (kind, tables) in rules.pieces[self.turn.index()].iter().enumerate() {
            let kind = Kind::new(kind);
            if rules.spans[kind.index()].is_some() {
                continue;
            }
            for origin in self.kinds[kind.index()] & self.sides[self.turn.index()] & from {
                let mut to = if tables.royal {
                    self.royal_destinations(rules, origin, kind, &field)
                } else {
                    tables.destinations(&rules.pool, origin, &field)
                };
                for cell in to {
                    let mv = Move::new(origin, cell, None, MoveClass::Ordinary);
                    if !self.is_safe_after(rules, mv) {
                        to.remove(cell);
                    }
                }
                sink.piece(tables, origin, to);
                let ways = tables.passing.get(origin.index());
                if let Some(ways) = ways.filter(|_| !tables.royal) {
                    for way in ways {
                        let mv = Move::new(origin, way.to, None, MoveClass::DoubleStep);
                        let open = !way.through.meets(field.occupied);
                        if open && field.empty.contains(way.to) && self.is_safe_after(rules, mv) {
                            with_promotions(tables, mv, sink);
                        }
                    }
                }
            }
        }
        self.special_moves(rules, from, sink);
    }

    /// Whether the mover's royal piece is safe after a move: the slow, obvious
    /// test.
    pub(super) fn is_safe_after(&self, rules: &Rules<W>, mv: Move) -> bool {
        let mut after = self.clone();
        after.make(rules, mv);
        !after.royal_attacked(rules, self.turn)
    }

    /// Whether a move, whatever it is, is among the legal ones.
    pub fn is_legal(&self, rules: &Rules<W>, mv: Move) -> bool {
        let cells = rules.definition.board.len();
        if mv.origin().index().max(mv.destination().index()) >= cells {
            return false;
        }
        let mut seek = Seek { mv, found: false };
        self.generate(rules, Bits::of(mv.origin()), &mut seek);
        seek.found
    }

    /// The number of sequences of `depth` legal moves.
    pub(crate) fn perft(&self, rules: &Rules<W>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut lists = vec![Vec::new(); depth as usize];
        self.count_sequences(rules, &mut lists)
    }

    /// Perft to the depth for which there are move lists.
    fn count_sequences(&self, rules: &Rules<W>, lists: &mut [Vec<Move>]) -> u64 {
        let Some((moves, rest)) = lists.split_first_mut() else {
            return 1;
        };
        if rest.is_empty() {
            let mut count = Count::default();
            self.generate(rules, Bits::FULL, &mut count);
            return count.0;
        }
        moves.clear();
        self.generate(rules, Bits::FULL, moves);
        moves
            .iter()
            .map(|&mv| {
                let mut after = self.clone();
                after.make(rules, mv);
                after.count_sequences(rules, rest)
            })
            .sum()
    }
}
