//! Forced wins that come with the program.

use super::goal::goal;
use crate::shipped_rules::ShippedRules;
use crate::types::{Exercise, ExerciseKind};
use fastrand::Rng;
use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_notation::position::parse_position;
use hyperrook_rules::{Definition, Game, History, Move, Position};
use hyperrook_search::{Control, Engine, EngineSettings, SearchLimits};
use std::sync::OnceLock;

/// The files of `testdata/mates`.
const SUITES: &[&str] = &[
    include_str!("../../../../testdata/mates/chess.mates"),
    include_str!("../../../../testdata/mates/gateway.mates"),
    include_str!("../../../../testdata/mates/hyperchess.mates"),
    include_str!("../../../../testdata/mates/raumschach.mates"),
    include_str!("../../../../testdata/mates/riftwalker.mates"),
    include_str!("../../../../testdata/mates/sesqui.mates"),
    include_str!("../../../../testdata/mates/twoboards.mates"),
    include_str!("../../../../testdata/mates/walkers.mates"),
];

/// The identities of the rules of the suites, each computed when it is first needed.
static IDENTITIES: [OnceLock<Option<String>>; SUITES.len()] =
    [const { OnceLock::new() }; SUITES.len()];

/// The nodes searched to find how a win continues.
const NODES: u64 = 200_000;

/// One line of a suite.
#[derive(Default)]
struct SuiteEntry {
    position: String,
    moves_to_win: u32,
    first: Vec<String>,
}

/// Some wins from the suite of the game, easier ones first; none if the game has no suite.
pub(super) fn exercises(game: &Game, seed: u64, count: usize) -> Vec<Exercise> {
    let Some(mut entries) = suite(game.definition()) else {
        return Vec::new();
    };
    let mut random = Rng::with_seed(seed);
    let mut numbers: Vec<usize> = (0..entries.len()).collect();
    random.shuffle(&mut numbers);
    numbers.truncate(count);
    numbers.sort_unstable_by_key(|&number| (entries[number].moves_to_win, number));
    let mut engine = None;
    let exercise = |number: usize| {
        let entry = std::mem::take(&mut entries[number]);
        let position = parse_position(game, &entry.position).ok()?;
        let solutions = entry.first.iter().filter_map(|text| {
            let mv = parse_move(&position, text).ok()?;
            if entry.moves_to_win == 1 {
                return Some(vec![text.clone()]);
            }
            let engine = engine.get_or_insert_with(|| {
                let settings = EngineSettings {
                    hash_mib: 4,
                    ..EngineSettings::default()
                };
                Engine::new(game, settings)
            });
            Some(line(engine, &position, mv, entry.moves_to_win))
        });
        Some(Exercise {
            id: format!("{}-{number}", game.definition().name()),
            kind: ExerciseKind::Mate,
            title: match entry.moves_to_win {
                1 => "Win in one".to_owned(),
                n => format!("Win in {n}"),
            },
            goal: goal(&position, entry.moves_to_win),
            solutions: solutions.collect(),
            moves_to_win: entry.moves_to_win,
            position: entry.position,
        })
    };
    numbers.into_iter().filter_map(exercise).collect()
}

/// A first move and how the win continues, as far as the engine can find it.
fn line(engine: &mut Engine, position: &Position, first: Move, moves_to_win: u32) -> Vec<String> {
    engine.clear();
    let limits = SearchLimits::default()
        .mate_moves(moves_to_win)
        .nodes(NODES)
        .moves(vec![first]);
    let history = History::new(position.clone());
    let report = engine.search(&history, &limits, &Control::new(), &mut |_| {});
    let definition = position.game().definition();
    let best = report.lines.first().map(|info| &info.moves[..]);
    let moves = match best {
        Some(moves) if moves.first() == Some(&first) => moves,
        _ => &[first],
    };
    let most = (2 * moves_to_win as usize).saturating_sub(1);
    let moves = moves.iter().take(most);
    moves
        .map(|&mv| format_move(definition, mv, CellStyle::Plain))
        .collect()
}

/// The suite of a game. It is found by the identity of the rules, because another game can
/// have the same name.
fn suite(definition: &Definition) -> Option<Vec<SuiteEntry>> {
    let named = SUITES.iter().zip(&IDENTITIES).find(|(text, identity)| {
        let rules = ShippedRules::of_file(text);
        rules.is_some_and(|rules| {
            let identity = || identity.get_or_init(|| rules.identity()).as_deref();
            rules.name == definition.name() && identity() == Some(definition.identity())
        })
    });
    let (text, _) = named?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let entries = lines.filter_map(|line| {
        let mut parts = line.split(';').map(str::trim);
        Some(SuiteEntry {
            position: parts.next()?.to_owned(),
            moves_to_win: parts.next()?.strip_prefix("in ")?.parse().ok()?,
            first: parts
                .next()?
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
        })
    });
    Some(entries.collect())
}
