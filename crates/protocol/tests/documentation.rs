//! The conversations in `docs/protocols.md` work as documented.

use crate::harness::{TIMEOUT, TestEngine, TestProtocol, matches};

#[test]
fn the_documented_conversations_work() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocols.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut held = 0;
    let mut engine = None;
    for (number, line) in text.lines().enumerate() {
        match (line, line.split_at_checked(2)) {
            ("```uci", _) => engine = Some(TestEngine::start(TestProtocol::Uci)),
            ("```xboard", _) => engine = Some(TestEngine::start(TestProtocol::XBoard)),
            ("```", _) => {
                engine.take().expect("a conversation").ended(true);
                held += 1;
            }
            (_, Some(("> ", said))) if engine.is_some() => {
                engine.as_ref().unwrap().send(said);
            }
            (_, Some(("< ", pattern))) if engine.is_some() => loop {
                let found = engine.as_ref().unwrap().next_within(TIMEOUT);
                let found = found.unwrap_or_else(|| panic!("line {}: {pattern}", number + 1));
                if matches(pattern, &found) {
                    break;
                }
            },
            _ => assert!(engine.is_none(), "line {}: {line}", number + 1),
        }
    }
    assert_eq!(held, 2);
}
