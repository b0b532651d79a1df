//! Texts about the engine's results. Scores are for White.

use crate::texts;
use hyperrook_rules::{Move, Position, Side};
use hyperrook_search::{Bound, Chances, Score};
use std::cmp::Reverse;
use std::time::Duration;

/// A score for the side to move, converted to White's point of view.
pub(crate) fn white(score: Score, turn: Side) -> Score {
    match (turn, score) {
        (Side::White, score) => score,
        (Side::Black, Score::Centipawns(cp)) => Score::Centipawns(-cp),
        (Side::Black, Score::Mate(moves)) => Score::Mate(-moves),
    }
}

/// `+0.35`, `-12.00`, `#3` (White wins in three moves), `#-3`.
pub(crate) fn score(score: Score) -> String {
    match score {
        Score::Mate(moves) => format!("#{moves}"),
        Score::Centipawns(cp) => {
            let sign = match cp {
                0 => "",
                1.. => "+",
                _ => "-",
            };
            format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
        }
    }
}

/// What a piece is worth, in pawns: `3.05`.
pub(crate) fn pawns(worth_cp: i32) -> String {
    format!("{:.2}", f64::from(worth_cp) / 100.0)
}

/// A score for the side to move, converted to White's point of view, with a sign before it
/// if it is only a bound.
pub(crate) fn with_bound(of_mover: Score, bound: Bound, turn: Side) -> String {
    let sign = match (bound, turn) {
        (Bound::Exact, _) => "",
        (Bound::Lower, Side::White) | (Bound::Upper, Side::Black) => "≥",
        (Bound::Upper, Side::White) | (Bound::Lower, Side::Black) => "≤",
    };
    format!("{sign}{}", score(white(of_mover, turn)))
}

/// Chances of the side to move, converted to White's point of view.
pub(crate) fn white_chances(of_mover: Chances, turn: Side) -> Chances {
    match turn {
        Side::White => of_mover,
        Side::Black => of_mover.reversed(),
    }
}

/// White's chances for people: `White wins 39 %, draw 42 %, Black wins 19 %`.
pub(crate) fn chances(of_white: Chances) -> String {
    let percent = |thousandths: u32, rounded: u32| match thousandths {
        1..10 => "below 1 %".to_owned(),
        991..1_000 => "above 99 %".to_owned(),
        _ => format!("{rounded} %"),
    };
    // The three add up to 100: those with the largest remainders are rounded up.
    let thousandths = [of_white.win, of_white.draw, of_white.loss];
    let mut rounded = thousandths.map(|chance| chance / 10);
    let mut by_remainder = [0, 1, 2];
    by_remainder.sort_by_key(|&at| Reverse(thousandths[at] % 10));
    let missing = 100_u32.saturating_sub(rounded.iter().sum());
    for at in by_remainder.into_iter().take(missing as usize) {
        rounded[at] += 1;
    }
    let [win, draw, loss] = [0, 1, 2].map(|at| percent(thousandths[at], rounded[at]));
    format!("White wins {win}, draw {draw}, Black wins {loss}")
}

/// White's part of the bar, in thousandths: the expected score of White.
pub(crate) fn share(of_white: Chances) -> u32 {
    of_white.win + of_white.draw / 2
}

/// At most `most` moves from a position in short notation, with move numbers if `numbered`.
/// Ends before the first move that is not legal.
pub(crate) fn line(position: &Position, moves: &[Move], most: usize, numbered: bool) -> String {
    let mut position = position.clone();
    let mut words: Vec<String> = Vec::new();
    for (at, &mv) in moves.iter().take(most).enumerate() {
        if !position.is_legal(mv) {
            break;
        }
        match position.turn() {
            _ if !numbered => {}
            Side::White => words.push(format!("{}.", position.fullmove())),
            Side::Black if at == 0 => words.push(format!("{}…", position.fullmove())),
            Side::Black => {}
        }
        words.push(texts::short(&position, mv));
        if position.play(mv).is_err() {
            break;
        }
    }
    words.join(" ")
}

/// Parses a time in seconds, such as `0.5`.
pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let most = Duration::from_secs(24 * 60 * 60);
    let time = text
        .parse()
        .ok()
        .and_then(|s: f64| Duration::try_from_secs_f64(s).ok());
    match time {
        Some(time) if time >= Duration::from_millis(1) && time <= most => Ok(time),
        _ => Err("write seconds, from 0.001 to 86400".to_owned()),
    }
}

/// `0.52s`, `12.3s`, `154s`.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let digits = match seconds {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{seconds:.digits$}s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_shown_for_white() {
        let of = |of_mover, bound, turn| with_bound(of_mover, bound, turn);
        let cp = Score::Centipawns;
        assert_eq!(of(cp(35), Bound::Exact, Side::White), "+0.35");
        assert_eq!(of(cp(35), Bound::Exact, Side::Black), "-0.35");
        assert_eq!(of(cp(0), Bound::Exact, Side::Black), "0.00");
        assert_eq!(of(cp(-1205), Bound::Lower, Side::White), "≥-12.05");
        assert_eq!(of(cp(-1205), Bound::Lower, Side::Black), "≤+12.05");
        assert_eq!(of(Score::Mate(3), Bound::Exact, Side::Black), "#-3");
        assert_eq!(of(Score::Mate(-2), Bound::Upper, Side::Black), "≥#2");
    }

    #[test]
    fn chances_are_percentages() {
        let of = |win, draw, loss| chances(Chances { win, draw, loss });
        let text = "White wins 39 %, draw 42 %, Black wins 19 %";
        assert_eq!(of(390, 419, 191), text);
        let text = "White wins 43 %, draw 18 %, Black wins 39 %";
        assert_eq!(of(425, 180, 395), text);
        let text = "White wins 100 %, draw 0 %, Black wins 0 %";
        assert_eq!(of(1_000, 0, 0), text);
        let text = "White wins above 99 %, draw below 1 %, Black wins 0 %";
        assert_eq!(of(997, 3, 0), text);
    }

    #[test]
    fn the_bar_is_even_at_an_even_score() {
        assert_eq!(share(Chances::DRAW), 500);
        assert_eq!(share(Chances::WIN), 1000);
        assert_eq!(share(Chances::LOSS), 0);
        let (win, draw, loss) = (390, 421, 189);
        assert_eq!(share(Chances { win, draw, loss }), 600);
    }

    #[test]
    fn times_are_read_and_written() {
        assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["", "0", "-1", "nan", "inf", "1e9", "x"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
        assert_eq!(seconds(Duration::from_millis(524)), "0.52s");
        assert_eq!(seconds(Duration::from_millis(12_345)), "12.3s");
        assert_eq!(seconds(Duration::from_millis(154_321)), "154s");
    }

    #[test]
    fn lines_are_numbered_as_in_records() {
        let game = crate::load::load("chess", &[]).unwrap().game;
        let mut position = game.start();
        let mut moves = Vec::new();
        for text in ["e2e4", "e7e5", "g1f3"] {
            let mv = texts::read_move(&position, text).unwrap();
            position.play(mv).unwrap();
            moves.push(mv);
        }
        let start = game.start();
        assert_eq!(line(&start, &moves, 9, true), "1. e4 e5 2. Nf3");
        assert_eq!(line(&start, &moves, 2, false), "e4 e5");
        let after = start.after(moves[0]).unwrap();
        assert_eq!(line(&after, &moves[1..], 9, true), "1… e5 2. Nf3");
        assert_eq!(line(&after, &moves, 9, true), "");
    }
}
