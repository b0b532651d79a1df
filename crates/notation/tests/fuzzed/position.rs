//! The body of the fuzz target `position`: a game and a position text.

use super::games::game;
use hyperrook_notation::position::{format_position, format_setup, parse_position, parse_setup};

/// Reads the first byte as a game and the rest as a position of it.
pub(crate) fn run(bytes: &[u8]) {
    let Some((&number, text)) = bytes.split_first() else {
        return;
    };
    let game = game(number);
    let text = String::from_utf8_lossy(text);
    let setup = match parse_setup(game.definition(), &text) {
        Ok(setup) => setup,
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a reason");
            assert!(parse_position(game, &text).is_err());
            return;
        }
    };
    let written = format_setup(game.definition(), &setup);
    assert_eq!(parse_setup(game.definition(), &written), Ok(setup));
    if let Ok(position) = parse_position(game, &text) {
        let written = format_position(&position);
        let again = parse_position(game, &written).expect("what was written");
        assert_eq!(again.setup(), position.setup(), "{written}");
        assert_eq!(format_position(&again), written);
        position.outcome();
    }
}
