//! Every example of `docs/texts.md`.

use crate::common::game;
use hyperrook_notation::moves::parse_move;
use hyperrook_notation::position::{format_position, parse_position};
use hyperrook_notation::record::{RecordReader, ShippedGames, format_record};
use hyperrook_notation::short::{format_short, parse_short};

#[test]
fn examples_are_right() {
    let page = include_str!("../../../docs/texts.md");
    let mut checked = 0;
    for block in page.split("```").skip(1).step_by(2) {
        let (head, body) = block.split_once('\n').unwrap();
        let (form, name) = head.split_once(' ').unwrap_or((head, "chess"));
        let game = game(name, &[]);
        checked += 1;
        if form == "record" {
            let record = RecordReader::new(body.as_bytes()).next().unwrap().unwrap();
            assert_eq!(format_record(&record).unwrap(), body);
            let shipped = ShippedGames::new();
            let replay = record.replay(|tags| shipped.resolve(tags)).unwrap();
            assert_eq!(replay.warnings, []);
            continue;
        }
        for text in body.lines() {
            match form {
                "position" => {
                    let position = parse_position(&game, text)
                        .unwrap_or_else(|error| panic!("{text}\n{error}"));
                    assert_eq!(format_position(&position), text);
                }
                "moves" => {
                    parse_move(&game.start(), text).unwrap_or_else(|error| panic!("{error}"));
                }
                "short" => {
                    let start = game.start();
                    let mv = parse_short(&start, text).unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(format_short(&start, mv), text);
                }
                _ => panic!("{form}"),
            }
        }
    }
    assert!(checked >= 14);
}
