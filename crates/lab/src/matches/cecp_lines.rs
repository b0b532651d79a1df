//! Lines of CECP: commands that set limits, and the meaning of an engine's lines.

use super::clock::GameClock;
use super::player::{EngineReply, MoveReport, ReportedScore};
use std::time::Duration;

/// A time in hundredths of a second, at least 1: some engines resign with no time left.
pub(super) fn centiseconds(time: Duration) -> u128 {
    (time.as_millis() / 10).max(1)
}

/// The commands that set an engine's limits.
///
/// The protocol gives clocks and fixed times in whole seconds. A clock is rounded up,
/// because `time` before each move gives the exact time in hundredths of a second. For the
/// same reason a fixed time with a fraction is sent as a clock of one move.
pub(super) fn limit_lines(clock: &GameClock) -> Vec<String> {
    let limits = clock.limits();
    let mut lines = Vec::new();
    let minutes = |time: Duration| {
        let seconds = time.as_micros().div_ceil(1_000_000);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    if let Some(control) = limits.clock {
        let moves = control.moves.unwrap_or(0);
        let increment = control.increment.as_secs_f64();
        lines.push(format!(
            "level {moves} {} {increment}",
            minutes(control.base)
        ));
    }
    if let Some(time) = limits.move_time {
        if time.subsec_nanos() == 0 {
            lines.push(format!("st {}", time.as_secs()));
        } else {
            lines.push(format!("level 1 {} 0", minutes(time)));
        }
    }
    if let Some(depth) = limits.depth {
        lines.push(format!("sd {depth}"));
    }
    if !limits.is_timed() {
        // Without any time control an engine would choose its own time. A day per move does
        // not limit it.
        lines.insert(0, "st 86400".to_owned());
    }
    lines
}

/// The reply in a line of an engine, if it is one.
pub(super) fn read_reply(line: &str) -> Option<EngineReply> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    match first {
        "move" => {
            return Some(EngineReply::Move(
                words.next().unwrap_or_default().to_owned(),
            ));
        }
        "resign" => return Some(EngineReply::Resign),
        "1-0" | "0-1" | "1/2-1/2" => {
            return Some(EngineReply::Claim {
                result: first.parse().ok()?,
                words: line.to_owned(),
            });
        }
        _ => {}
    }
    if let Some(mv) = line.strip_prefix("My move is:") {
        return Some(EngineReply::Move(mv.trim().to_owned()));
    }
    read_complaint(line).map(EngineReply::Complaint)
}

/// The engine's complaint about a move or position, if the line is one.
pub(super) fn read_complaint(line: &str) -> Option<String> {
    let lower = line.get(..40).unwrap_or(line).to_ascii_lowercase();
    let about = [
        "illegal move",
        "illegal position",
        "tellusererror illegal position",
    ];
    about
        .iter()
        .any(|text| lower.starts_with(text))
        .then(|| line.to_owned())
}

/// What an engine says to refuse an option, if the line is that.
pub(super) fn read_refusal(line: &str) -> Option<&str> {
    if let Some(says) = line.strip_prefix("tellusererror ") {
        return Some(says);
    }
    let (_, command) = line.strip_prefix("Error (")?.split_once("): ")?;
    // Some engines do not know the answers to their features, which is no fault of an option.
    let is_answer = command.starts_with("accepted") || command.starts_with("rejected");
    (!is_answer).then_some(line)
}

/// Records a line of thinking: `ply score time nodes line`.
pub(super) fn read_thinking(line: &str, thought: &mut MoveReport) {
    let mut words = line.split_whitespace();
    // Some engines put a mark after the ply.
    let ply = words
        .next()
        .map(|word| word.trim_end_matches(|c: char| !c.is_ascii_digit()));
    let depth = ply.and_then(|ply| ply.parse().ok());
    let score = words.next().and_then(|word| word.parse::<i32>().ok());
    let time = words.next().and_then(|word| word.parse::<u64>().ok());
    let nodes = words.next().and_then(|word| word.parse().ok());
    if let (Some(depth), Some(score), Some(_), Some(nodes)) = (depth, score, time, nodes) {
        thought.depth = Some(depth);
        thought.nodes = Some(nodes);
        // Mate scores are 100000 plus the number of moves.
        thought.score = Some(match score {
            100_000.. => ReportedScore::Mate(score - 100_000),
            ..=-100_000 => ReportedScore::Mate(score + 100_000),
            _ => ReportedScore::Centipawns(score),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::clock::EngineLimits;
    use hyperrook_notation::record::GameResult;

    #[test]
    fn limits_are_stated_in_the_protocols_units() {
        let of = |limits: EngineLimits| limit_lines(&GameClock::new(limits)).join("; ");
        let clock = |text: &str| EngineLimits {
            clock: Some(text.parse().unwrap()),
            ..EngineLimits::default()
        };
        assert_eq!(of(clock("5+0.05")), "level 0 0:05 0.05");
        assert_eq!(of(clock("40/2:30+1")), "level 40 2:30 1");
        assert_eq!(of(clock("0.2+0.01")), "level 0 0:01 0.01");
        let fixed = |ms| EngineLimits {
            move_time: Some(Duration::from_millis(ms)),
            ..EngineLimits::default()
        };
        assert_eq!(of(fixed(2_000)), "st 2");
        assert_eq!(of(fixed(50)), "level 1 0:01 0");
        let depth = EngineLimits {
            depth: Some(4),
            ..EngineLimits::default()
        };
        assert_eq!(of(depth), "st 86400; sd 4");
    }

    #[test]
    fn replies_are_distinguished_from_comments() {
        assert_eq!(
            read_reply("move e2e4"),
            Some(EngineReply::Move("e2e4".into()))
        );
        assert_eq!(read_reply("resign"), Some(EngineReply::Resign));
        assert!(matches!(
            read_reply("1/2-1/2 {Draw by repetition}"),
            Some(EngineReply::Claim {
                result: GameResult::Draw,
                ..
            })
        ));
        assert!(matches!(
            read_reply("Illegal move (in check): e2e4"),
            Some(EngineReply::Complaint(_))
        ));
        for talk in [
            "",
            "9 31 5 120 e2e4",
            "tellall hi",
            "# move e2e4",
            "moved",
            "Error (x): go",
        ] {
            assert_eq!(read_reply(talk), None, "{talk}");
        }
    }

    #[test]
    fn refused_options_are_read() {
        for (line, refusal) in [
            (
                "tellusererror option `Level` cannot be `99`",
                Some("option `Level` cannot be `99`"),
            ),
            (
                "Error (unknown option): Level=99",
                Some("Error (unknown option): Level=99"),
            ),
            ("Error (unknown command): accepted ping", None),
            ("telluser the book is open", None),
            ("pong 1", None),
        ] {
            assert_eq!(read_refusal(line), refusal, "{line}");
        }
    }

    #[test]
    fn thinking_is_read() {
        let mut thought = MoveReport::new(EngineReply::Late, Duration::ZERO);
        read_thinking("  7.   -31 12 4567 e2e4 e7e5", &mut thought);
        assert_eq!((thought.depth, thought.nodes), (Some(7), Some(4567)));
        assert_eq!(thought.score, Some(ReportedScore::Centipawns(-31)));
        read_thinking("8 100003 1 99", &mut thought);
        assert_eq!(thought.score, Some(ReportedScore::Mate(3)));
        read_thinking("8 -100002 1 99", &mut thought);
        assert_eq!(thought.score, Some(ReportedScore::Mate(-2)));
        read_thinking("tellics say hello", &mut thought);
        assert_eq!(thought.depth, Some(8));
    }
}
