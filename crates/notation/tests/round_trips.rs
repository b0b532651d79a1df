//! Every text that is written reads back, in every game.

use crate::common::{games, random_game};
use hyperrook_notation::moves::{CellStyle, MoveWriter, format_move, parse_move};
use hyperrook_notation::position::{format_position, format_setup, parse_position, parse_setup};
use hyperrook_notation::record::{
    Annotation, Comment, Element, GameResult, MoveStyle, Ply, Record, RecordReader, ShippedGames,
    Tags, Variation, format_record,
};
use hyperrook_notation::short::{format_short, format_short_all, parse_any, parse_short};
use hyperrook_rules::{History, Position};
use proptest::prelude::*;
use std::collections::HashSet;

fn check_position(position: &Position) {
    let text = format_position(position);
    let again = parse_position(position.game(), &text).unwrap();
    assert_eq!(again.setup(), position.setup(), "{text}");
    assert_eq!(again.zobrist_key(), position.zobrist_key(), "{text}");
    let definition = position.game().definition();
    let setup = parse_setup(definition, &text).unwrap();
    assert_eq!(format_setup(definition, &setup), text);
}

fn check_moves(position: &Position) {
    let text = format_position(position);
    let definition = position.game().definition();
    let styles = [CellStyle::Plain, CellStyle::Address];
    let writers = styles.map(|style| MoveWriter::new(definition, style));
    let mut seen = HashSet::new();
    for (mv, short) in format_short_all(position) {
        for (style, writer) in styles.into_iter().zip(&writers) {
            let long = format_move(definition, mv, style);
            let mut written = String::new();
            writer.write(mv, &mut written);
            assert_eq!(written, long);
            assert_eq!(parse_move(position, &long), Ok(mv), "{long} in {text}");
            assert_eq!(parse_any(position, &long), Ok(mv), "{long} in {text}");
        }
        assert_eq!(parse_short(position, &short), Ok(mv), "{short} in {text}");
        assert_eq!(parse_any(position, &short), Ok(mv), "{short} in {text}");
        let bare = short.trim_end_matches(['+', '#']).to_owned();
        assert_eq!(parse_short(position, &bare), Ok(mv), "{bare} in {text}");
        let castling = bare.starts_with("O-O");
        let unhyphened = bare.replace('-', "");
        if !castling {
            // Version 0.1 wrote no hyphens.
            let old = parse_short(position, &unhyphened);
            assert_eq!(old, Ok(mv), "{unhyphened} in {text}");
        }
        if !castling && !position.captures(mv).any() {
            let destination = definition.board().name(mv.destination());
            let said = bare.split('=').next().unwrap();
            let before = said.strip_suffix(&*destination).unwrap();
            let alone = before.is_empty() || before.ends_with('-');
            let no_sign = !before.contains('x') && !destination.starts_with('x');
            assert!(alone || no_sign, "{bare} reads as a capture in {text}");
        }
        assert!(seen.insert(bare), "two moves are {short} in {text}");
    }
    if let Some(&mv) = position.moves().first() {
        assert_eq!(
            format_short_all(position)[0],
            (mv, format_short(position, mv))
        );
    }
}

fn check_record(game: &hyperrook_rules::Game, seed: u64, start: usize, plies: usize) {
    let (positions, moves) = random_game(game, seed, start + plies);
    let start = start.min(moves.len());
    let mut history = History::new(positions[start].clone());
    for &mv in &moves[start..] {
        history.play(mv).unwrap();
    }
    let result = GameResult::of(history.position().outcome());
    let shipped = ShippedGames::new();
    for style in [
        MoveStyle::Short,
        MoveStyle::Text(CellStyle::Plain),
        MoveStyle::Text(CellStyle::Address),
    ] {
        let record = Record::of(&history, Tags::roster(), result, style);
        let text = format_record(&record).unwrap();
        assert!(
            text.lines()
                .all(|line| line.starts_with('[') || line.len() < 80)
        );
        let mut reader = RecordReader::new(text.as_bytes());
        let again = reader.next().unwrap().unwrap();
        assert_eq!(again, record, "{text}");
        assert!(reader.next().is_none());
        let replay = again.replay(|tags| shipped.resolve(tags)).unwrap();
        assert_eq!(replay.warnings, []);
        assert_eq!(replay.history().moves(), history.moves());
        assert_eq!(replay.start.setup(), history.start().setup());
        assert_eq!(replay.to_record(style), record);
    }
}

/// The record of a random game with a variation on most moves, some of which contain variations.
fn branching(game: &hyperrook_rules::Game, seed: u64) -> Record {
    let mut random = fastrand::Rng::with_seed(seed);
    let (positions, moves) = random_game(game, seed, 20);
    let plies = moves.iter().zip(&positions).map(|(&mv, position)| {
        let mut ply = Ply::new(format_short(position, mv));
        let alternative = |random: &mut fastrand::Rng| {
            let other = random.choice(position.moves())?;
            let mut ply = Ply::new(format_short(position, other));
            ply.before.push(Annotation::Comment(Comment::new("or")));
            let mut plies = vec![ply];
            let after = position.after(other).unwrap();
            if let Some(reply) = random.choice(after.moves()) {
                plies.push(Ply::new(format_short(&after, reply)));
            }
            let intro = vec![Annotation::Glyph(random.u8(..))];
            Some(Variation { intro, plies })
        };
        if let (Some(mut line), Some(inner)) = (alternative(&mut random), alternative(&mut random))
        {
            line.plies[0].after.push(Element::Variation(inner));
            ply.after.push(Element::Variation(line));
            ply.after
                .push(Element::Annotation(Annotation::Comment(Comment::new(
                    "} was better",
                ))));
        }
        ply
    });
    let line = Variation {
        intro: Vec::new(),
        plies: plies.collect(),
    };
    let empty = Record::of(
        &History::new(game.start()),
        Tags::new(),
        GameResult::Open,
        MoveStyle::Short,
    );
    Record { line, ..empty }
}

fn check_branching(game: &hyperrook_rules::Game, seed: u64) {
    let record = branching(game, seed);
    let text = format_record(&record).unwrap();
    let again = RecordReader::new(text.as_bytes()).next().unwrap().unwrap();
    assert_eq!(format_record(&again).unwrap(), text);
    let replay = again.replay(|_| Ok(game.clone())).unwrap();
    assert_eq!(replay.to_record(MoveStyle::Short), again);
    // To move texts and back.
    let long = replay.to_record(MoveStyle::Text(CellStyle::Address));
    let back = long.replay(|_| Ok(game.clone())).unwrap();
    assert_eq!(back.record, replay.record);
    assert_eq!(
        format_record(&back.to_record(MoveStyle::Short)).unwrap(),
        text
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn positions_and_moves(seed: u64) {
        for game in games() {
            let (positions, _) = random_game(&game, seed, 120);
            for position in &positions {
                check_position(position);
            }
            for position in positions.iter().step_by(40) {
                check_moves(position);
            }
        }
    }

    #[test]
    fn records(seed: u64, start in 0_usize..40, plies in 0_usize..40) {
        for game in games() {
            check_record(&game, seed, start, plies);
            check_branching(&game, seed);
        }
    }
}
