//! The advice in the error for an unsupported move is itself valid.

use super::{BASE, faults};

const LETTERS: [&str; 7] = ["", "f", "b", "v", "s", "l", "r"];

/// The messages for BASE with these moves of the rook.
fn messages(moves: &str) -> Vec<String> {
    let text = BASE.replacen("moves = \"R\"", &format!("moves = \"{moves}\""), 1);
    let found = faults(&text);
    found.into_iter().map(|fault| fault.message).collect()
}

#[test]
fn advice_about_directions_can_be_followed() {
    let mut advised = 0;
    for atom in ["K", "Q", "K2"] {
        for first in LETTERS {
            for second in LETTERS {
                for third in LETTERS {
                    let moves = format!("{first}{second}{third}{atom}");
                    let found = messages(&moves);
                    let Some(message) = found.iter().find(|m| m.contains("in two ways")) else {
                        continue;
                    };
                    let advice = message.rsplit('`').nth(1).unwrap();
                    assert_eq!(messages(advice), [""; 0], "{moves}: {message}");
                    advised += 1;
                }
            }
        }
    }
    assert!(advised > 100, "{advised}");
}

#[test]
fn advice_with_both_kinds_of_letters_is_about_all_of_them() {
    let found = messages("flsQ");
    assert!(found[0].ends_with("as in `fR lR flB sR`"), "{found:?}");
}
