//! What changes the identity of a rule set, and what does not.

use hyperrook_rules::{GameFile, SHIPPED};
use std::collections::BTreeMap;

fn identity(text: &str, options: &[(&str, &str)]) -> String {
    let file = GameFile::parse("test.toml", text).unwrap();
    let options: Vec<_> = options
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    file.define(&options).unwrap().identity().to_owned()
}

fn shipped(name: &str) -> &'static str {
    SHIPPED
        .iter()
        .find(|(shipped, _)| *shipped == name)
        .unwrap()
        .1
}

fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

#[test]
fn prose_and_layout_do_not_change_it() {
    let text = shipped("walkers");
    let base = identity(text, &[]);
    assert_eq!(base.len(), 64);
    for (from, to) in [
        ("format = 1\n", "# A comment\n\nformat=1\n"),
        ("title = \"Walkers and Jumpers\"", "title = \"Other\""),
        ("credit = \"M. J. Joyce III", "credit = \"Somebody"),
        ("about = \"\"\"\n", "about = \"\"\"\nMore words. "),
        ("name = \"pawn\"", "name = \"peon\""),
        (
            "about = \"How Black's queen",
            "about = \"Whether Black's queen",
        ),
        ("There is no castling,", "No castling,"),
        ("1r1ckq1r1/9/9/", "1r1ckq1r1 / 9 /\n  9/"),
        (
            "\"flat: fsW nested: fsW\"",
            "\"\"\"\n  flat :  fsW\n  nested:fsW \"\"\"",
        ),
        ("\"R = rank / 3, forward\"", "\"R=rank/3,forward\""),
        (
            "big = \"R F\", little = \"r f\"",
            "little = \"r f\", big = \"R  F\"",
        ),
        ("files = 9\nranks = 21", "ranks = 21\nfiles = 9"),
        ("values = [false, true]", "values = [\"false\", \"true\"]"),
        // What another value of an option would do.
        (
            "set.pieces.Q.moves = \"nested: R flat: B bW\"",
            "set.pieces.Q.moves = \"nested: R flat: B\"",
        ),
    ] {
        assert_eq!(
            identity(&replaced(text, from, to), &[]),
            base,
            "{from} -> {to}"
        );
    }
    // The order of tables says nothing, but for charts.
    let knight = "[pieces.N]\nname = \"knight\"\nmoves = \"flat: N\"\n";
    let moved = replaced(text, knight, "") + knight;
    assert_eq!(identity(&moved, &[]), base);
    assert_eq!(identity(text, &[("black_setup", "reversed")]), base);
}

#[test]
fn anything_else_does() {
    let text = shipped("walkers");
    let mut seen = BTreeMap::from([(identity(text, &[]), "base")]);
    for (from, to) in [
        ("name = \"walkers\"", "name = \"walkers2\""),
        ("moves = \"flat: N\"", "moves = \"flat: nN\""),
        ("moves = \"flat: B bW\"", "moves = \"flat: BbW\""),
        ("moves = 50", "moves = 51"),
        ("bare_royals = true", "bare_royals = false"),
        ("white = \"a21..i21\"", "white = \"a21..h21\""),
        ("1r1ckq1r1", "1r1cqk1r1"),
        ("[promotion.pawns]", "[promotion.all]"),
        ("addressed = true", ""),
        ("blocks = \"3x3\"", ""),
        ("to = \"QCRBN\"", "to = \"QCRNB\""),
        ("resets = \"P\"", "resets = \"PN\""),
        ("[pieces.D]\nname", "[pieces.D]\nroyal = false\nname"),
    ] {
        let text = replaced(text, from, to).replace("promotion.pawns", "promotion.all");
        let text = if from == "[promotion.pawns]" {
            text
        } else {
            text.replace("promotion.all", "promotion.pawns")
        };
        let other = seen.insert(identity(&text, &[]), from);
        assert_eq!(other, None, "{from} -> {to}");
    }
    // The order of charts says which is the default.
    let ring = shipped("sesqui");
    let more = "[charts.line]\naxes = [\"n = cell\"]\n";
    let before = replaced(ring, "[charts.ring]", &format!("{more}[charts.ring]"));
    let before = before.replace("moves = \"", "moves = \"ring: ");
    let after = replaced(ring, "[pieces.P]", &format!("{more}[pieces.P]"));
    let after = after.replace("moves = \"", "moves = \"ring: ");
    assert_ne!(identity(&before, &[]), identity(&after, &[]));
}

#[test]
fn every_rule_set_that_is_shipped_has_its_own() {
    let mut seen = BTreeMap::new();
    for (name, text) in SHIPPED {
        let file = GameFile::parse(name, text).unwrap();
        for options in file.combinations() {
            let definition = file.define(&options).unwrap();
            let other = seen.insert(definition.identity().to_owned(), (name, options.clone()));
            assert_eq!(other, None, "{name} {options:?}");
        }
    }
}
