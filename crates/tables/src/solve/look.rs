//! Looking one move ahead from a row, within the table.

use super::rows::{Movers, Row, RowSolver};
use crate::index::Cells;
use hyperrook_geometry::Bits;
use hyperrook_rules::{Cell, Kind};

impl<const W: usize> RowSolver<'_, W> {
    /// Whether moves of a kind are looked at.
    #[inline]
    fn moves(&self, movers: Movers, kind: Kind) -> bool {
        self.zeroing_kinds[kind.index()] == (movers == Movers::Zeroing)
    }

    /// Finds for the positions of a row that are asked for whether some move leads to a
    /// position of `lost`, and whether all lead to positions of `won`. Only moves of `movers`
    /// within the table count.
    #[inline]
    pub(super) fn look(
        &self,
        row: &Row<W>,
        asked: Bits<W>,
        movers: Movers,
        lost: &[Bits<W>],
        won: &[Bits<W>],
    ) -> (Bits<W>, Bits<W>) {
        let side = row.turn;
        let (mut wins, mut all_won) = (Bits::EMPTY, asked);
        let base = self.index.row(side.other(), row.royals, 0);
        for (slot, &(piece, group)) in self.slots.iter().enumerate() {
            if piece.side != side || !self.moves(movers, piece.kind) {
                continue;
            }
            for pseudo_move in
                &self.pseudo_moves.of(side, piece.kind).quiet[usize::from(row.cells[slot])]
            {
                if row.occupied.contains(pseudo_move.cell) {
                    continue;
                }
                let open = pseudo_move.open(row.occupied).without(pseudo_move.cell) & asked;
                if open.is_empty() {
                    continue;
                }
                let to = pseudo_move.cell.byte();
                let Some(key) = self.index.moved_key(row.key, &row.cells, group, slot, to) else {
                    continue;
                };
                wins |= lost[base + key] & open;
                if all_won.any() {
                    all_won &= won[base + key] | !open;
                }
            }
        }
        if self.moves(movers, self.index.material.royal(side)) {
            self.look_at_royal_moves(row, asked, &mut wins, &mut all_won, lost, won);
        }
        if self.last.side == side && self.moves(movers, self.last.kind) {
            let (lost, won) = (lost[base + row.key], won[base + row.key]);
            self.look_from_last(row, &mut wins, &mut all_won, lost, won);
        }
        (wins & asked, all_won)
    }

    /// The moves of the last piece: back from the cells where they win, and on from those
    /// where all other moves lose.
    #[inline]
    fn look_from_last(
        &self,
        row: &Row<W>,
        wins: &mut Bits<W>,
        all_won: &mut Bits<W>,
        lost: Bits<W>,
        won: Bits<W>,
    ) {
        let pseudo_moves = self.pseudo_moves.of(self.last.side, self.last.kind);
        for to in lost {
            for pseudo_move in &pseudo_moves.quiet_on[to.index()] {
                if pseudo_move.is_open(row.occupied.with(pseudo_move.cell)) {
                    wins.insert(pseudo_move.cell);
                }
            }
        }
        for cell in *all_won & !*wins {
            let occupied = row.occupied.with(cell);
            let mut to = self.rules.moves_from(self.last, cell, occupied);
            for pseudo_move in &pseudo_moves.double_steps[cell.index()] {
                if pseudo_move.is_open(occupied) {
                    to.insert(pseudo_move.cell);
                }
            }
            to &= !occupied & !pseudo_moves.must_promote & self.rules.all();
            if !to.is_subset(won) {
                all_won.remove(cell);
            }
        }
    }

    /// The moves of the royal piece. Rows after them are mapped to where they are stored.
    #[inline]
    fn look_at_royal_moves(
        &self,
        row: &Row<W>,
        asked: Bits<W>,
        wins: &mut Bits<W>,
        all_won: &mut Bits<W>,
        lost: &[Bits<W>],
        won: &[Bits<W>],
    ) {
        let side = row.turn;
        let kind = self.index.material.royal(side);
        let from = self.index.royals[row.royals].cells[side.index()];
        let pseudo_moves = &self.pseudo_moves.of(side, kind).quiet[from.index()];
        let mut mapped = Cells::new();
        for mv in &self.royal_moves[side.index()][row.royals] {
            if row.occupied.contains(mv.to) {
                continue;
            }
            let open = pseudo_moves[mv.pseudo_move]
                .open(row.occupied)
                .without(mv.to)
                & asked;
            if open.is_empty() {
                continue;
            }
            if mv.map == 0 {
                let to = self.index.row(side.other(), mv.royals, row.key);
                *wins |= lost[to] & open;
                *all_won &= won[to] | !open;
                continue;
            }
            let map = &self.index.maps[mv.map];
            mapped.clear();
            mapped.extend(row.cells.iter().map(|&cell| map[usize::from(cell)]));
            let Some(key) = self.index.key(&mapped) else {
                // The pieces cannot stand like this.
                *all_won &= !open;
                continue;
            };
            let to = self.index.row(side.other(), mv.royals, key);
            let image = |cell: Cell| Cell::from_byte(map[cell.index()]);
            let lost = lost[to];
            if lost.any() {
                for cell in open & !*wins {
                    if lost.contains(image(cell)) {
                        wins.insert(cell);
                    }
                }
            }
            let won = won[to];
            for cell in open & *all_won {
                if !won.contains(image(cell)) {
                    all_won.remove(cell);
                }
            }
        }
    }
}
