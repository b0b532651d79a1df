//! Playtests of the shipped games: the sums in `docs/reports`, or else the figures that stand
//! beside every report.

use hyperrook_lab::playtest::report::{Figures, format};
use hyperrook_lab::playtest::{
    MEASURES, Measure, MeasureId, MeasureScope, PlaytestReport, RunSums,
};
use hyperrook_lab::statistics::Estimate;
use hyperrook_rules::Game;
use rust_embed::Embed;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/../../docs/reports"]
#[allow_missing = true]
struct Reports;

/// The measures that are shown on the board.
const HEAT_MAPS: [MeasureId; 3] = [
    MeasureId::CellVisits,
    MeasureId::CellCaptures,
    MeasureId::CellMates,
];

/// What games of the engine against itself show.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MeasuredRun {
    /// The games.
    games: u64,
    /// The positions that the engine searched for each move.
    nodes: u64,
    /// Whether there is a report of its own, with all figures.
    has_report: bool,
    /// What the games say, in sentences.
    sentences: Vec<String>,
    /// The figures of the whole game.
    figures: Vec<MeasuredFigure>,
    /// Figures for each cell.
    heat_maps: Vec<HeatMap>,
}

/// A figure with its 95 % interval.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MeasuredFigure {
    /// The name of the measure in files.
    id: String,
    /// Its name for people.
    name: String,
    /// What exactly is measured.
    definition: String,
    /// The figure, as people read it: `54 ± 2 %`.
    text: String,
    /// The same figure of the other shipped games.
    others: Vec<OtherFigure>,
}

/// The figure of another game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OtherFigure {
    /// The title of the game.
    title: String,
    /// The figure, as people read it.
    text: String,
}

/// A figure for each cell of the board.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeatMap {
    /// The name of the measure in files.
    id: String,
    /// Its name for people.
    name: String,
    /// What exactly is measured.
    definition: String,
    /// For each cell, by number: the share, from 0 to 1.
    shares: Vec<f64>,
}

/// The committed sums of a game, if they are of these rules.
fn sums(game: &Game) -> Option<RunSums> {
    let definition = game.definition();
    let file = Reports::get(&format!("{}/sums.json", definition.name()))?;
    let sums = RunSums::from_json(std::str::from_utf8(&file.data).ok()?).ok()?;
    let is_of_rules = definition.has_identity(&sums.rules) && sums.cells() == game.board().len();
    is_of_rules.then_some(sums)
}

/// The report of a game as a page, if it has one.
pub(crate) fn report_page(game: &Game) -> Option<String> {
    let sums = sums(game)?;
    let report = PlaytestReport::new(&sums, game, &Figures::shipped()).ok()?;
    Some(report.to_html())
}

/// What is known of a game.
pub(super) fn run(game: &Game) -> Option<MeasuredRun> {
    let known = Figures::shipped();
    let report = sums(game).and_then(|sums| PlaytestReport::new(&sums, game, &known).ok());
    match report {
        Some(report) => Some(with_report(game, &report, &known)),
        None => with_figures(game.definition().name(), &known),
    }
}

fn with_report(game: &Game, report: &PlaytestReport, known: &Figures) -> MeasuredRun {
    let single = report.measures.iter();
    let single = single.filter(|found| found.measure.each == MeasureScope::Run);
    let figures = single.filter_map(|found| {
        let estimate = &found.figures.first()?.estimate;
        Some(figure(&found.measure, estimate, &report.game, known))
    });
    let heat_maps = HEAT_MAPS.iter().filter_map(|&id| {
        let found = report.measure(id)?;
        let mut shares = vec![0.0; game.board().len()];
        for figure in &found.figures {
            if let Some(share) = shares.get_mut(figure.at) {
                *share = figure.estimate.value;
            }
        }
        Some(HeatMap {
            id: found.measure.id.to_owned(),
            name: found.measure.name.to_owned(),
            definition: found.measure.definition.to_owned(),
            shares,
        })
    });
    MeasuredRun {
        games: report.games,
        nodes: report.nodes,
        has_report: true,
        sentences: report.sentences.clone(),
        figures: figures.collect(),
        heat_maps: heat_maps.collect(),
    }
}

fn with_figures(name: &str, known: &Figures) -> Option<MeasuredRun> {
    let own = known.games.get(name)?;
    let single = MEASURES.iter();
    let figures = single.filter_map(|measure| {
        let numbers = own.figures.get(measure.id)?;
        Some(figure(measure, &estimate(*numbers, own.games), name, known))
    });
    Some(MeasuredRun {
        games: own.games,
        nodes: own.nodes,
        has_report: false,
        sentences: Vec::new(),
        figures: figures.collect(),
        heat_maps: Vec::new(),
    })
}

fn estimate([value, low, high]: [f64; 3], games: u64) -> Estimate {
    Estimate {
        value,
        low,
        high,
        standard_error: (high - low) / 3.92,
        games,
    }
}

fn figure(measure: &Measure, own: &Estimate, name: &str, known: &Figures) -> MeasuredFigure {
    let others = known.games.iter().filter(|(game, _)| *game != name);
    let others = others.filter_map(|(_, other)| {
        let numbers = other.figures.get(measure.id)?;
        Some(OtherFigure {
            title: other.title.clone(),
            text: format::with_error(measure.unit, &estimate(*numbers, other.games)),
        })
    });
    MeasuredFigure {
        id: measure.id.to_owned(),
        name: measure.name.to_owned(),
        definition: measure.definition.to_owned(),
        text: format::with_error(measure.unit, own),
        others: others.collect(),
    }
}
