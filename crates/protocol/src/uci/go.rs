//! Parses `go`.

use crate::options::EngineOptions;
use crate::text::{one_line, quoted};
use hyperrook_notation::moves::parse_move;
use hyperrook_rules::{Position, Side};
use hyperrook_search::{SearchClock, SearchLimits};
use std::str::SplitWhitespace;
use std::time::Duration;

/// The maximum depth of `go perft`. A deeper perft would never finish.
pub const MAX_PERFT_PLIES: u8 = 64;

/// Longer times count as a year, so that sums of times cannot overflow.
const MAX_MS: u64 = 365 * 24 * 3600 * 1000;

/// How long to search if no limit can be read. A program that sent one waits for a move.
const FALLBACK_TIME: Duration = Duration::from_secs(1);

/// The requests that `go` can make.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum GoCommand {
    Search(Box<SearchLimits>),
    Perft(u8),
}

/// A parsed `go` command, and messages about the parts that were not understood.
#[derive(Debug)]
pub(super) struct GoReading {
    pub(super) go: GoCommand,
    pub(super) warnings: Vec<String>,
}

const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// Parses what follows `go`. Never fails: the GUI waits for a `bestmove`.
pub(super) fn read(text: &str, position: &Position, options: &EngineOptions) -> GoReading {
    let mut limits = SearchLimits::default()
        .lines(options.lines)
        .strength(options.strength())
        .overhead(options.overhead);
    let mut warnings = Vec::new();
    let (mut depth, mut nodes, mut mate, mut move_time, mut perft) = (None, None, None, None, None);
    // White's and Black's time.
    let mut time: [Option<u64>; 2] = [None; 2];
    let mut increment: [Option<u64>; 2] = [None; 2];
    let mut moves_to_go = None;
    let mut has_unread_number = false;
    let mut words = text.split_whitespace();
    let mut next = words.next();
    while let Some(word) = next {
        let mut number = |warnings: &mut Vec<String>| {
            let number = number(word, &mut words, warnings);
            has_unread_number |= number.is_none();
            number
        };
        match word {
            "searchmoves" => {
                let mut requested = 0;
                next = words.next();
                while let Some(text) = next.filter(|word| !KEYWORDS.contains(word)) {
                    requested += 1;
                    match parse_move(position, text) {
                        Ok(mv) => limits.moves.push(mv),
                        Err(error) => warnings.push(format!(
                            "searchmoves: {}: {}",
                            quoted(text),
                            one_line(&error.to_string())
                        )),
                    }
                    next = words.next();
                }
                if requested > 0 && limits.moves.is_empty() {
                    warnings
                        .push("none of searchmoves is legal: all moves are searched".to_owned());
                }
                continue;
            }
            "ponder" => limits.ponder = true,
            "infinite" => limits.infinite = true,
            "wtime" => time[0] = number(&mut warnings).or(time[0]),
            "btime" => time[1] = number(&mut warnings).or(time[1]),
            "winc" => increment[0] = number(&mut warnings).or(increment[0]),
            "binc" => increment[1] = number(&mut warnings).or(increment[1]),
            "movestogo" => moves_to_go = number(&mut warnings).or(moves_to_go),
            "depth" => depth = number(&mut warnings).or(depth),
            "nodes" => nodes = number(&mut warnings).or(nodes),
            "mate" => mate = number(&mut warnings).or(mate),
            "movetime" => move_time = number(&mut warnings).or(move_time),
            "perft" => perft = number(&mut warnings).or(perft),
            other => warnings.push(format!("go: `{}` is unknown and ignored", quoted(other))),
        }
        next = words.next();
    }
    if let Some(depth) = perft {
        let depth = u8::try_from(depth).ok();
        let depth = depth.filter(|depth| *depth <= MAX_PERFT_PLIES);
        if depth.is_none() {
            warnings.push(format!("perft counts at most {MAX_PERFT_PLIES} plies"));
        }
        return GoReading {
            go: GoCommand::Perft(depth.unwrap_or(MAX_PERFT_PLIES)),
            warnings,
        };
    }
    limits.depth_plies = depth.map(|n| small(n).max(1));
    limits.nodes = nodes.map(|n| n.max(1));
    limits.mate_moves = mate.map(|n| small(n).max(1));
    limits.move_time = move_time.map(millis);
    let side = match position.turn() {
        Side::White => 0,
        Side::Black => 1,
    };
    // A single clock is used for both sides.
    if let Some(remaining) = time[side].or(time[1 - side]) {
        limits.clock = Some(SearchClock {
            remaining: millis(remaining),
            increment: millis(increment[side].unwrap_or(0)),
            moves_to_go: moves_to_go.filter(|&n| n > 0).map(small),
        });
    } else if increment.iter().any(Option::is_some) || moves_to_go.is_some() {
        warnings.push("winc, binc and movestogo have no effect without wtime or btime".to_owned());
    }
    let has_limit = limits.depth_plies.is_some()
        || limits.nodes.is_some()
        || limits.mate_moves.is_some()
        || limits.move_time.is_some()
        || limits.clock.is_some();
    if has_unread_number && !has_limit && !limits.infinite {
        limits.move_time = Some(FALLBACK_TIME);
        warnings.push("go: no limit can be read: the search takes one second".to_owned());
    } else {
        // A search without limits goes on until it is stopped.
        limits.infinite |= !has_limit && !limits.ponder;
    }
    GoReading {
        go: GoCommand::Search(Box::new(limits)),
        warnings,
    }
}

/// The number after a keyword, without its decimals. Negative numbers count as 0, because a clock
/// may have run out.
fn number(word: &str, words: &mut SplitWhitespace<'_>, warnings: &mut Vec<String>) -> Option<u64> {
    // Leave a keyword in place of the number for the next step.
    let text = words.clone().next().filter(|text| !KEYWORDS.contains(text));
    let Some(text) = text else {
        warnings.push(format!("go: {word} needs a number"));
        return None;
    };
    words.next();
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Some(number as u64),
        _ => {
            warnings.push(format!("go: {word} needs a number, not `{}`", quoted(text)));
            None
        }
    }
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn millis(number: u64) -> Duration {
    Duration::from_millis(number.min(MAX_MS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Variants;
    use hyperrook_search::Strength;

    fn go(text: &str) -> (GoCommand, Vec<String>) {
        let games = Variants::default();
        let position = games.game("chess").unwrap().start();
        let options = EngineOptions {
            overhead: Duration::from_millis(10),
            ..EngineOptions::default()
        };
        let read = read(text, &position, &options);
        (read.go, read.warnings)
    }

    fn limits(text: &str) -> SearchLimits {
        match go(text) {
            (GoCommand::Search(limits), warnings) if warnings.is_empty() => *limits,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn every_form_of_go_is_read() {
        assert_eq!(limits("").overhead, Duration::from_millis(10));
        assert!(limits("").infinite);
        assert!(limits("infinite").infinite);
        let plain = limits("depth 7");
        assert_eq!(plain.depth_plies, Some(7));
        assert!(!plain.infinite && !plain.ponder);
        assert_eq!(plain.strength, Strength::Full);
        assert_eq!(limits("nodes 1000").nodes, Some(1000));
        assert_eq!(limits("mate 3").mate_moves, Some(3));
        assert_eq!(
            limits("movetime 500").move_time,
            Some(Duration::from_millis(500))
        );
        let clock = limits("wtime 60000 btime 50000 winc 100 binc 200 movestogo 30");
        assert_eq!(
            clock.clock,
            Some(SearchClock {
                remaining: Duration::from_millis(60_000),
                increment: Duration::from_millis(100),
                moves_to_go: Some(30),
            })
        );
        let ponder = limits("ponder wtime 1000 btime 1000");
        assert!(ponder.ponder && ponder.clock.is_some());
        let some = limits("searchmoves e2e4 g1f3 depth 3");
        assert_eq!((some.moves.len(), some.depth_plies), (2, Some(3)));
        assert_eq!(go("perft 3").0, GoCommand::Perft(3));
    }

    #[test]
    fn decimals_are_cut_off() {
        let limits = limits("wtime 1000.5 btime 2e3 depth 3.9 nodes 10.0 mate 2.5 movetime 100.0");
        assert_eq!(
            limits.clock.unwrap().remaining,
            Duration::from_millis(1_000)
        );
        assert_eq!((limits.depth_plies, limits.nodes), (Some(3), Some(10)));
        assert_eq!(limits.mate_moves, Some(2));
        assert_eq!(limits.move_time, Some(Duration::from_millis(100)));
    }

    #[test]
    fn a_number_that_cannot_be_read_does_not_make_a_search_endless() {
        for text in [
            "movetime x",
            "depth",
            "perft",
            "wtime ? btime ?",
            "ponder wtime x",
        ] {
            let (GoCommand::Search(limits), warnings) = go(text) else {
                panic!("{text}");
            };
            assert!(!limits.infinite, "{text}");
            assert_eq!(limits.move_time, Some(FALLBACK_TIME), "{text}");
            let last = warnings.last().unwrap();
            assert_eq!(
                last,
                "go: no limit can be read: the search takes one second"
            );
        }
        let (GoCommand::Search(limits), _) = go("depth 3 wtime 70 wtime depth") else {
            panic!();
        };
        assert_eq!((limits.depth_plies, limits.move_time), (Some(3), None));
        assert!(limits.clock.is_some() && !limits.infinite);
        let (GoCommand::Search(limits), _) = go("infinite movetime x") else {
            panic!();
        };
        assert!(limits.infinite && limits.move_time.is_none());
    }

    #[test]
    fn unknown_parts_of_go_are_reported_and_ignored() {
        let (read, warnings) = go("wtime -50 btime 10 movestogo 0 depth 0");
        let GoCommand::Search(limits) = read else {
            panic!()
        };
        assert_eq!(limits.clock.unwrap().remaining, Duration::ZERO);
        assert_eq!(limits.clock.unwrap().moves_to_go, None);
        assert_eq!(limits.depth_plies, Some(1));
        assert!(warnings.is_empty());
        for (text, warning) in [
            ("depth infinite", "go: depth needs a number"),
            ("nodes 9 depth", "go: depth needs a number"),
            ("nodes 9 depth x", "go: depth needs a number, not `x`"),
            ("nodes 9 depth nan", "go: depth needs a number, not `nan`"),
            ("fast", "go: `fast` is unknown and ignored"),
            (
                "winc 5",
                "winc, binc and movestogo have no effect without wtime or btime",
            ),
            ("perft 999", "perft counts at most 64 plies"),
        ] {
            let (_, warnings) = go(text);
            assert_eq!(warnings, [warning], "{text}");
        }
        let (read, warnings) = go("searchmoves e2e5 zz depth 2");
        let GoCommand::Search(limits) = read else {
            panic!()
        };
        assert_eq!((limits.moves.len(), limits.depth_plies), (0, Some(2)));
        assert_eq!(warnings.len(), 3, "{warnings:?}");
        let huge = "99999999999999999999999999999999999999";
        let (read, _) = go(&format!("wtime {huge} nodes {huge} depth {huge}"));
        let GoCommand::Search(limits) = read else {
            panic!()
        };
        assert_eq!(limits.nodes, Some(u64::MAX));
        assert_eq!(limits.depth_plies, Some(u32::MAX));
        assert!(limits.clock.unwrap().remaining <= Duration::from_millis(MAX_MS));
    }
}
