//! Compiling: from a definition to [`Rules`].

use super::attack_classes::AttackClassBuilder;
use super::forward::{ForwardTableBuilder, MAX_TABLE_BYTES};
use super::most_moves::move_limits;
use super::move_limits::MoveLimits;
use super::paths::ForwardSigns;
use super::rules::{DoubleStep, DoubleStepPath, PieceTables, PromotionZone, Rules};
use super::span::SpanTables;
use super::term_paths::{TermPathSet, TermPathSets};
use super::unique_moves::{UniqueMoveCheck, each_double_step};
use super::zobrist::ZobristKeys;
use crate::{CompileError, Definition, Hop, Kind, Part, Piece, PieceSpec, Shape, Side, Term};
use hyperrook_geometry::{Bits, Cell};
use std::sync::Arc;

impl<const W: usize> Rules<W> {
    pub(crate) fn new(definition: Arc<Definition>) -> Result<Rules<W>, CompileError> {
        check_spans(&definition)?;
        let signs = ForwardSigns::new(&definition)?;
        let mut term_paths = TermPathSets::new(&definition, &signs);
        let mut builder = ForwardTableBuilder::new();
        let mut attacks = AttackClassBuilder::default();
        let mut pieces = [Vec::new(), Vec::new()];
        let mut double_steps = [Vec::new(), Vec::new()];
        let mut terms_of_kinds = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            for kind in definition.kinds() {
                let mut terms = term_paths.of(side, kind)?;
                if definition.piece(kind).span.is_some() {
                    // Pieces of several cells have separate tables.
                    terms.clear();
                }
                let sets = &term_paths.sets;
                pieces[side.index()].push(compile_piece(
                    &definition,
                    &mut builder,
                    sets,
                    side,
                    kind,
                    &terms,
                ));
                attacks.add(side, kind, &terms);
                // A royal piece is never captured, not even in passing.
                if !definition.piece(kind).royal {
                    double_steps[side.index()].extend(double_steps_of(kind, sets, &terms));
                }
                terms_of_kinds[side.index()].push(terms);
            }
        }
        for side in Side::BOTH {
            for (kind, terms) in definition.kinds().zip(&terms_of_kinds[side.index()]) {
                let check = UniqueMoveCheck {
                    definition: &definition,
                    sets: &term_paths.sets,
                    side,
                    kind,
                    terms,
                    enemy_double_steps: &double_steps[side.other().index()],
                };
                check.run()?;
            }
        }
        if builder.overflow {
            return Err(CompileError::new(
                Part::Game,
                format!(
                    "the tables would take more than {} MiB; use fewer pieces, shorter slides or fewer \
                 turning paths",
                    MAX_TABLE_BYTES >> 20
                ),
            ));
        }
        let (reverse_tables, attacks) = attacks.finish(&term_paths.sets);
        let spans: Result<Vec<_>, _> = definition
            .kinds()
            .map(|kind| SpanTables::new(&definition, &signs, kind, &term_paths.work))
            .collect();
        let promotion_cells = Side::BOTH.map(|side| {
            let cells = definition.promotions.iter().map(|p| p.cells[side.index()]);
            cells.fold(Bits::EMPTY, |all, cells| all | cells.resize())
        });
        let attack_tables = Side::BOTH.map(|side| {
            let classes = &attacks[side.index()];
            let tables = |kind: Kind| {
                let classes = classes.iter().filter(|class| class.kinds.contains(&kind));
                classes.map(|class| class.table).collect()
            };
            definition.kinds().map(tables).collect()
        });
        let between = Side::BOTH.map(|side| {
            let classes = &attacks[side.index()];
            let passed = |cell: Cell| {
                let tables = classes.iter().map(|class| &reverse_tables[class.table]);
                tables.fold(Bits::EMPTY, |all, table| all | table.between(cell))
            };
            definition.board.cells().map(passed).collect()
        });
        let mut rules = Rules {
            attack_tables,
            between,
            pawns_can_return: false,
            promotion_cells,
            all: definition.board.all().resize(),
            pool: builder.pool,
            pieces,
            attacks,
            reverse_tables,
            hopping: definition.pieces.iter().any(|piece| piece.moves.hops()),
            baring: definition.ends.baring,
            holds: holds(&definition),
            spans: spans?,
            castling_lost: castling_lost(&definition),
            double_steps,
            zobrist: ZobristKeys::new(definition.board.len(), definition.pieces.len()),
            move_limits: MoveLimits::default(),
            definition,
        };
        rules.pawns_can_return = Side::BOTH.into_iter().any(|side| {
            let resets = &rules.definition.ends.resets;
            let mut pieces = resets.iter().map(|&kind| Piece { side, kind });
            pieces.any(|piece| rules.can_return(piece))
        });
        rules.move_limits = move_limits(&rules);
        Ok(rules)
    }

    /// Whether a piece can return to a cell that it has left, by moves that do not
    /// capture.
    fn can_return(&self, piece: Piece) -> bool {
        let spec = self.definition.piece(piece.kind);
        if spec.span.is_some() || spec.moves.hops() || self.definition.can_regain(piece.kind) {
            return true;
        }
        // Remove dead ends until none are left. The piece can move for ever, and so return, exactly
        // if some cells remain.
        let mut remaining = self.all;
        loop {
            let has_exit = |cell: &Cell| {
                let to = self.moves_from(piece, *cell, Bits::EMPTY);
                (to | self.double_steps_from(piece, *cell)).intersects(remaining)
            };
            let left: Bits<W> = remaining.iter().filter(has_exit).collect();
            if left == remaining {
                return remaining.any();
            }
            remaining = left;
        }
    }
}

/// Checks that pieces of several cells are royal and move by simple steps.
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
                    hop: Hop::None,
                    ..
                }
            );
            if !single || !term.quiet || !term.capture || term.initial {
                let what = format!(
                    "it moves by single steps or leaps that also capture; `{}` is not one of them",
                    term.text
                );
                return fault(piece, &what).map_err(|error| error.in_term(term));
            }
        }
    }
    Ok(())
}

/// The tables of one kind of one side.
fn compile_piece<const W: usize>(
    definition: &Definition,
    builder: &mut ForwardTableBuilder<W>,
    sets: &[TermPathSet],
    side: Side,
    kind: Kind,
    terms: &[(&Term, usize)],
) -> PieceTables<W> {
    let mut table = |wanted: &dyn Fn(&Term) -> bool, hops_only: bool| {
        let chosen = terms.iter().filter(|(term, _)| wanted(term));
        let chosen: Vec<usize> = chosen.map(|&(_, set)| set).collect();
        builder.table(sets, &chosen, hops_only)
    };
    let spec = definition.piece(kind);
    PieceTables {
        both: table(&|term| term.quiet && term.capture, false),
        quiet: table(&|term| term.quiet && !term.capture, false),
        capture: table(&|term| !term.quiet && term.capture, false),
        en_passant: table(&|term| term.en_passant, false),
        hopping: table(&|term| term.capture, true),
        double_steps: double_step_paths(definition.board.len(), sets, terms),
        zones: definition
            .promotions
            .iter()
            .filter(|promotion| promotion.pieces.contains(&kind))
            .map(|promotion| PromotionZone {
                cells: promotion.cells[side.index()].resize(),
                to: promotion.to.clone(),
                optional: promotion.optional,
            })
            .collect(),
        royal: spec.royal,
        resets: definition.ends.resets.contains(&kind),
    }
}

/// The first moves of a kind that allow a capture in passing, by origin.
fn double_step_paths<const W: usize>(
    cells: usize,
    sets: &[TermPathSet],
    terms: &[(&Term, usize)],
) -> Vec<Vec<DoubleStepPath<W>>> {
    let mut by_cell = vec![Vec::new(); cells];
    for (_, from, path) in each_double_step(sets, terms) {
        by_cell[from.index()].push(DoubleStepPath {
            to: path.to,
            must_be_empty: path.must_be_empty.resize(),
        });
    }
    if by_cell.iter().all(Vec::is_empty) {
        Vec::new()
    } else {
        by_cell
    }
}

/// The same, with everything that is needed to find the move again.
fn double_steps_of(kind: Kind, sets: &[TermPathSet], terms: &[(&Term, usize)]) -> Vec<DoubleStep> {
    each_double_step(sets, terms)
        .filter_map(|(_, from, path)| {
            Some(DoubleStep {
                kind,
                from,
                to: path.to,
                en_passant_cell: path.en_passant_cell?,
            })
        })
        .collect()
}

/// For each hold and cell, the cells that share the hold's coordinates.
fn holds<const W: usize>(definition: &Definition) -> Vec<Vec<Bits<W>>> {
    let of_hold = |hold| {
        let cells = definition.board.cells();
        cells
            .map(|cell| definition.hold_part(hold, cell).resize())
            .collect()
    };
    definition.holds.iter().map(of_hold).collect()
}

/// For each cell, the castling rights lost when a piece leaves or enters it.
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
