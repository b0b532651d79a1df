//! The body of the fuzz target `definition`.

use hyperrook_rules::{Game, GameFile, reference};

/// Reads the bytes as a definition file, and plays what can be played.
pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let file = match GameFile::parse("fuzz.toml", &text) {
        Ok(file) => file,
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a reason");
            for fault in faults {
                assert!(fault.line > 0 && fault.column > 0, "{fault}");
            }
            return;
        }
    };
    let faults = file.check();
    let Ok(definition) = file.define(&[]) else {
        assert!(!faults.is_empty(), "refused only when defined");
        return;
    };
    let Ok(game) = Game::new(definition) else {
        return;
    };
    let (definition, position) = (game.definition(), game.start());
    assert_eq!(
        reference::faults(definition, &position.setup()),
        Vec::<&str>::new(),
        "the start is not a position"
    );
    for mv in position.moves() {
        let after = position.after(mv).expect("a legal move");
        assert_eq!(after.zobrist_key(), after.recomputed_zobrist_key());
        after.outcome();
    }
}
