//! Many commands during a search: what waits, and what is refused.

use crate::harness::{TestEngine, TestProtocol};

fn talk(commands: &[&str]) -> Vec<String> {
    let engine = TestEngine::start(TestProtocol::Uci);
    for command in commands {
        engine.send(command);
    }
    engine.ended(true)
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

#[test]
fn options_do_not_fill_the_queue() {
    let mut commands = vec!["go infinite"];
    commands.extend(["setoption name Hash value 1"; 100]);
    commands.extend(["stop", "go depth 1", "isready"]);
    let lines = talk(&commands);
    assert_eq!(count(&lines, "bestmove "), 2, "{lines:?}");
    assert_eq!(count(&lines, "readyok"), 1, "{lines:?}");
    assert_eq!(count(&lines, "info string "), 0, "{lines:?}");
}

#[test]
fn the_queue_has_64_searches() {
    let mut commands = vec!["go infinite"];
    commands.extend(["go depth 1"; 66]);
    commands.extend(["setoption name Hash value 1", "isready", "stop"]);
    let lines = talk(&commands);
    assert_eq!(count(&lines, "bestmove "), 65, "{lines:?}");
    assert_eq!(count(&lines, "readyok"), 1, "{lines:?}");
    let refused = "info string too many commands wait";
    assert_eq!(count(&lines, refused), 2, "{lines:?}");
}
