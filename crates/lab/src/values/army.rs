//! The pieces of a game and their values by the evaluation, and starting positions without some of
//! the pieces.

use hyperrook_eval::piece_values;
use hyperrook_rules::{Cell, Game, Kind, Position, Setup, Side};
use hyperrook_search::{ChancesModel, Engine, EngineSettings};
use thiserror::Error;

/// Why the values of a game cannot be measured.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArmyError {
    /// There are no pieces that can be left out.
    #[error(
        "the starting position has no kind of piece that both sides have and that is not royal"
    )]
    NoPieces,
}

/// The kinds of a game that are not royal, and their pieces in the starting position.
#[derive(Clone, Debug)]
pub(super) struct Army {
    pub(super) game: Game,
    /// The values of all kinds by the evaluation, in hundredths of the unit.
    pub(super) values: Vec<f64>,
    /// By side and kind, the cells of the pieces; a piece of several cells is named by one.
    cells: [Vec<Vec<Cell>>; 2],
    /// The least valuable kind that both sides have at the start.
    pub(super) unit: Kind,
    /// The centipawns of the unit.
    pub(super) unit_cp: f64,
    /// What centipawns are worth in results.
    chances: ChancesModel,
}

impl Army {
    pub(super) fn new(game: &Game) -> Result<Army, ArmyError> {
        let definition = game.definition();
        let start = definition.start();
        let mut cells = [0, 1].map(|_| vec![Vec::new(); definition.pieces().len()]);
        let mut seen = hyperrook_rules::CellSet::EMPTY;
        for cell in game.board().cells() {
            if let Some(piece) = start.piece(cell)
                && !seen.contains(cell)
            {
                seen |= definition.body(piece.kind, cell).unwrap_or_default();
                cells[piece.side.index()][piece.kind.index()].push(cell);
            }
        }
        let engine = Engine::new(game, EngineSettings::default());
        let evaluated = evaluated(&engine, game, &cells);
        let mut army = Army {
            game: game.clone(),
            values: evaluated,
            cells,
            unit: Kind::from_index(0),
            unit_cp: 1.0,
            chances: engine.chances(),
        };
        let kinds = army
            .kinds()
            .into_iter()
            .filter(|&kind| army.available(kind) > 0);
        let value = |kind: &Kind| army.values[kind.index()];
        army.unit = kinds
            .min_by(|a, b| value(a).total_cmp(&value(b)))
            .ok_or(ArmyError::NoPieces)?;
        army.unit_cp = army.values[army.unit.index()].max(1.0);
        let unit = army.unit_cp;
        army.values
            .iter_mut()
            .for_each(|value| *value *= 100.0 / unit);
        Ok(army)
    }

    /// The kinds that are not royal.
    pub(super) fn kinds(&self) -> Vec<Kind> {
        let definition = self.game.definition();
        let is_plain = |kind: &Kind| !definition.piece(*kind).royal;
        definition.kinds().filter(is_plain).collect()
    }

    /// The number of pieces of a kind that both sides have at the start.
    pub(super) fn available(&self, kind: Kind) -> usize {
        let count = |side: usize| self.cells[side][kind.index()].len();
        count(0).min(count(1))
    }

    /// The number of sides that have a piece of a kind at the start.
    pub(super) fn sides_with(&self, kind: Kind) -> usize {
        let has = |pieces: &&Vec<_>| !pieces.is_empty();
        let cells = self.cells.iter().map(|cells| &cells[kind.index()]);
        cells.filter(has).count()
    }

    /// The value of a kind by the evaluation, in hundredths of the unit.
    pub(super) fn value(&self, kind: Kind) -> f64 {
        self.values[kind.index()]
    }

    /// The result to expect with one piece of a kind more, from 0 to 1.
    pub(super) fn expected_result(&self, kind: Kind) -> f64 {
        let cp = self.value(kind) * self.unit_cp / 100.0;
        self.chances.expected_result(cp)
    }

    /// Letters of kinds, as in `RB` or `PPP`.
    pub(super) fn letters(&self, kinds: &[Kind]) -> String {
        let definition = self.game.definition();
        kinds
            .iter()
            .map(|&kind| definition.piece(kind).letter)
            .collect()
    }

    /// The starting position without some pieces of each side, chosen at random among those of
    /// their kinds; `None` if no such position is valid and quiet.
    pub(super) fn without(
        &self,
        kinds: [&[Kind]; 2],
        random: &mut fastrand::Rng,
    ) -> Option<Position> {
        /// The number of choices that are tried.
        const TRIES: usize = 40;
        (0..TRIES).find_map(|_| {
            let mut setup = self.game.definition().start().clone();
            for side in Side::BOTH {
                let mut cells = self.cells[side.index()].clone();
                for kind in kinds[side.index()] {
                    let of_kind = &mut cells[kind.index()];
                    if of_kind.is_empty() {
                        return None;
                    }
                    let cell = of_kind.swap_remove(random.usize(..of_kind.len()));
                    self.take(&mut setup, *kind, cell);
                }
            }
            self.castle_with_what_is_left(&mut setup);
            let position = self.game.position(&setup).ok()?;
            (position.outcome().is_none() && !position.in_check()).then_some(position)
        })
    }

    /// Removes a piece from all its cells.
    fn take(&self, setup: &mut Setup, kind: Kind, cell: Cell) {
        let body = self.game.definition().body(kind, cell).unwrap_or_default();
        for cell in body.iter() {
            setup.put(cell, None);
        }
    }

    /// Removes the castling rights whose pieces are gone.
    fn castle_with_what_is_left(&self, setup: &mut Setup) {
        for (i, castling) in self.game.definition().castlings().iter().enumerate() {
            let rook = setup.piece(castling.rook_from);
            let is_there = rook.is_some_and(|p| p.side == castling.side && p.kind == castling.rook);
            if !is_there {
                setup.state.castling &= !(1 << i);
            }
        }
    }
}

/// The part of a piece's value by the weights below which the value of a network is not used.
const WORTHLESS: f64 = 0.1;

/// The values of all kinds in centipawns: by the network of the game if there is one,
/// otherwise by the weights.
///
/// A network has no values of pieces. Instead, the difference of its scores of the starting
/// position with and without a piece is used, averaged over the pieces of the kind. A kind that is
/// not in the starting position has the value of the weights, and so has one that the network
/// takes for nearly worthless: in units of such a piece, the others would have absurd values.
fn evaluated(engine: &Engine, game: &Game, cells: &[Vec<Vec<Cell>>; 2]) -> Vec<f64> {
    let mut values: Vec<f64> = piece_values(game).into_iter().map(f64::from).collect();
    if engine.network().is_none() {
        return values;
    }
    let definition = game.definition();
    let start = f64::from(engine.evaluate(&game.start()).score_cp);
    for kind in definition.kinds().filter(|&k| !definition.piece(k).royal) {
        let mut differences = Vec::new();
        for side in Side::BOTH {
            for &cell in &cells[side.index()][kind.index()] {
                let mut setup = definition.start().clone();
                for cell in definition.body(kind, cell).unwrap_or_default().iter() {
                    setup.put(cell, None);
                }
                setup.state.castling = 0;
                if let Ok(position) = game.position(&setup) {
                    let without = f64::from(engine.evaluate(&position).score_cp);
                    let lost = start - without;
                    differences.push(if side == Side::White { lost } else { -lost });
                }
            }
        }
        if !differences.is_empty() {
            let mean = differences.iter().sum::<f64>() / differences.len() as f64;
            let value = &mut values[kind.index()];
            if mean >= WORTHLESS * *value {
                *value = mean;
            }
        }
    }
    values
}
