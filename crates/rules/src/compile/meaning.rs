//! The meaning of a definition, as bytes: equal for definitions with the same cells, letters,
//! charts, moves, start and ends, however they are written. Their hash is
//! [`crate::Definition::identity`].

use super::paths::{CompiledPath, ForwardSigns, PathWork, TermPaths, minimal_paths, shifts};
use super::term_paths::TermPathSets;
use crate::{CompileError, Definition, Hop, Kind, Side, Stalemate};
use hyperrook_geometry::{Cell, CellSet};
use std::collections::BTreeSet;

/// Writes the complete rules to `out`: cells, charts, moves, start, promotion, castling, holds,
/// transformation and ends. Names of charts, groups, options and pieces are left out, and so is the
/// order of the definition. Names of cells and letters of pieces are included, because positions
/// and moves are written with them.
pub(crate) fn write_meaning(
    definition: &Definition,
    out: &mut dyn FnMut(&[u8]),
) -> Result<(), CompileError> {
    let mut writer = MeaningWriter { definition, out };
    writer.cells();
    writer.charts();
    writer.start();
    writer.state_rules();
    writer.ends();
    writer.pieces()
}

struct MeaningWriter<'a> {
    definition: &'a Definition,
    out: &'a mut dyn FnMut(&[u8]),
}

impl MeaningWriter<'_> {
    /// Writes one line. No text contains a line break, so lines stay apart.
    fn line(&mut self, text: &str) {
        (self.out)(text.as_bytes());
        (self.out)(b"\n");
    }

    fn cells(&mut self) {
        let board = &self.definition.board;
        for cell in board.cells() {
            let addresses = board
                .charts()
                .iter()
                .filter_map(|chart| chart.address(cell));
            let addresses: BTreeSet<String> = addresses.collect();
            self.line(&format!("cell {} {addresses:?}", board.name(cell)));
        }
    }

    /// The charts, sorted: the default chart matters only when moves are read.
    fn charts(&mut self) {
        let board = &self.definition.board;
        let charts = board.charts().iter().map(|chart| {
            let axes: Vec<(usize, bool)> = chart
                .axes()
                .iter()
                .map(|axis| (axis.len, axis.cyclic))
                .collect();
            let cells: Vec<_> = board
                .cells()
                .map(|cell| chart.coordinate(cell)[..axes.len()].to_vec())
                .collect();
            format!("chart {axes:?} {cells:?}")
        });
        let charts: BTreeSet<String> = charts.collect();
        for chart in charts {
            self.line(&chart);
        }
    }

    /// The kinds in the order of their letters.
    fn kinds(&self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = self.definition.kinds().collect();
        kinds.sort_by_key(|&kind| self.letter(kind));
        kinds
    }

    fn letter(&self, kind: Kind) -> char {
        self.definition.piece(kind).letter
    }

    fn letters(&self, kinds: &[Kind]) -> String {
        let letters: BTreeSet<char> = kinds.iter().map(|&kind| self.letter(kind)).collect();
        letters.into_iter().collect()
    }

    fn start(&mut self) {
        let definition = self.definition;
        let start = &definition.start;
        for cell in definition.board.cells() {
            if let Some(piece) = start.piece(cell) {
                let letter = self.letter(piece.kind);
                self.line(&format!("start {} {letter} {}", cell.index(), piece.side));
            }
        }
        let rights = definition.castlings.iter().enumerate();
        let rights: BTreeSet<char> = rights
            .filter(|(i, _)| start.state.castling >> i & 1 != 0)
            .map(|(_, castling)| castling.letter)
            .collect();
        self.line(&format!(
            "start {} {rights:?} {} {}",
            start.turn, start.halfmove, start.fullmove
        ));
    }

    fn state_rules(&mut self) {
        let definition = self.definition;
        let board = &definition.board;
        let mut lines = BTreeSet::new();
        for castling in &definition.castlings {
            let cells = [
                castling.king_from,
                castling.king_to,
                castling.rook_from,
                castling.rook_to,
            ]
            .map(Cell::index);
            lines.insert(format!(
                "castling {} {} {cells:?} {} {:?} {:?}",
                castling.letter,
                castling.side,
                self.letter(castling.rook),
                castling.empty.words(),
                castling.safe.words()
            ));
        }
        for hold in &definition.holds {
            // The parts of the board, each by its first cell.
            let first = |cell: Cell| definition.hold_part(hold, cell).first().map(Cell::index);
            let parts: Vec<_> = board.cells().map(first).collect();
            lines.insert(format!("hold {} {parts:?}", hold.letter));
        }
        if let Some(rule) = definition.transformation {
            lines.insert(format!(
                "transformation {} {} {:?}",
                self.letter(rule.from),
                self.letter(rule.to),
                rule.bound
            ));
        }
        for line in lines {
            self.line(&line);
        }
    }

    fn ends(&mut self) {
        let ends = &self.definition.ends;
        let stalemate = match ends.stalemate {
            Stalemate::Draw => "draw",
            Stalemate::Loss => "loss",
            Stalemate::Win => "win",
        };
        let (resets, too_weak) = (self.letters(&ends.resets), self.letters(&ends.too_weak));
        self.line(&format!(
            "ends {stalemate} baring {} repetition {} moves {} resets {resets} royals {} weak {too_weak}",
            ends.baring, ends.repetition, ends.moves, ends.bare_royals
        ));
    }

    fn pieces(&mut self) -> Result<(), CompileError> {
        let definition = self.definition;
        let signs = ForwardSigns::new(definition)?;
        let mut sets = TermPathSets::new(definition, &signs);
        for kind in self.kinds() {
            let piece = definition.piece(kind);
            self.line(&format!("piece {} royal {}", piece.letter, piece.royal));
            for side in Side::BOTH {
                self.promotions(side, kind);
                let terms = sets.of(side, kind)?;
                for cell in definition.board.cells() {
                    if piece.span.is_some() {
                        self.span(&signs, side, kind, cell, &sets.work)?;
                    } else {
                        let paths = terms
                            .iter()
                            .map(|&(term, set)| (term, &sets.sets[set][cell.index()][..]));
                        self.moves(cell, paths);
                    }
                }
            }
        }
        Ok(())
    }

    fn promotions(&mut self, side: Side, kind: Kind) {
        for cell in self.definition.board.cells() {
            if let Some(promotion) = self.definition.promotion(side, kind, cell) {
                let to = self.letters(&promotion.to);
                let optional = promotion.optional;
                self.line(&format!("promotes {side} {} {to} {optional}", cell.index()));
            }
        }
    }

    fn span(
        &mut self,
        signs: &ForwardSigns,
        side: Side,
        kind: Kind,
        cell: Cell,
        work: &PathWork,
    ) -> Result<(), CompileError> {
        let definition = self.definition;
        let Some(body) = definition.body(kind, cell) else {
            return Ok(());
        };
        let to = shifts(definition, signs, side, kind, cell, work)?;
        let to: BTreeSet<usize> = to.into_iter().map(Cell::index).collect();
        let span = definition.piece(kind).span;
        let row = span.map_or(CellSet::EMPTY, |span| definition.row(span, cell));
        self.line(&format!(
            "body {side} {} {:?} {:?} {to:?}",
            cell.index(),
            body.words(),
            row.words()
        ));
        Ok(())
    }

    /// What a piece can do from a cell: every path to every destination, without paths that have
    /// more conditions than another.
    fn moves<'t>(
        &mut self,
        cell: Cell,
        terms: impl Iterator<Item = (&'t crate::Term, &'t [TermPaths])>,
    ) {
        let (mut quiet, mut capture, mut passing) = (Vec::new(), Vec::new(), Vec::new());
        let mut hops = BTreeSet::new();
        for (term, paths) in terms {
            for paths in paths {
                if let TermPaths::Hop(cells, hop) = paths {
                    let cells: Vec<usize> = cells.iter().map(|cell| cell.index()).collect();
                    let hop = match hop {
                        Hop::None => "none",
                        Hop::Over => "over",
                        Hop::Grasshopper => "just",
                    };
                    if term.quiet {
                        hops.insert((format!("hop quiet {hop}"), cells.clone()));
                    }
                    if term.capture {
                        hops.insert((format!("hop capture {hop}"), cells));
                    }
                    continue;
                }
                for path in paths.single_paths() {
                    // The destination of a move without capture is empty anyway.
                    let to_empty = CompiledPath {
                        must_be_empty: path.must_be_empty.without(path.to),
                        ..path
                    };
                    let plain = CompiledPath {
                        en_passant_cell: None,
                        ..path
                    };
                    if term.quiet {
                        quiet.push(to_empty);
                    }
                    if term.capture && !path.must_be_empty.contains(path.to) {
                        capture.push(plain);
                    }
                    if term.en_passant {
                        passing.push(CompiledPath {
                            en_passant_cell: None,
                            ..to_empty
                        });
                    }
                }
            }
        }
        self.line(&format!("from {}", cell.index()));
        for (what, paths) in [(b'm', quiet), (b'c', capture), (b'e', passing)] {
            for path in minimal_paths(paths) {
                let passed = path.en_passant_cell.map_or([0, 0], |c| [1, c.byte()]);
                (self.out)(&[what, path.to.byte(), passed[0], passed[1]]);
                for word in path.must_be_empty.words() {
                    (self.out)(&word.to_le_bytes());
                }
            }
        }
        for hop in longest_hops(&hops) {
            self.line(&hop);
        }
    }
}

/// The lines of hops, each with its manner, without those that are the beginning of another line of
/// the same manner: they add no move.
fn longest_hops(hops: &BTreeSet<(String, Vec<usize>)>) -> BTreeSet<String> {
    // In this order a line comes just before those that begin with it.
    let next = hops.iter().skip(1).map(Some).chain([None]);
    let longest = hops.iter().zip(next).filter(|((manner, cells), next)| {
        !next.is_some_and(|(other, longer)| manner == other && longer.starts_with(cells))
    });
    longest
        .map(|((manner, cells), _)| format!("{manner} {cells:?}"))
        .collect()
}
