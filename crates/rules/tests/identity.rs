//! Which changes of a definition change its identity.

use hyperrook_rules::{Game, GameFile, Position, SHIPPED};
use std::collections::{BTreeMap, HashSet};

fn identity(text: &str, options: &[(&str, &str)]) -> String {
    let file = GameFile::parse("test.toml", text).unwrap();
    file.define(options).unwrap().identity().to_owned()
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
fn prose_and_layout_do_not_change_the_identity() {
    let text = shipped("walkers");
    let base = identity(text, &[]);
    assert_eq!(base.len(), 2 + 64);
    assert!(base.starts_with("2:"));
    for (from, to) in [
        ("format = 1\n", "# A comment\n\nformat=1\n"),
        ("title = \"Walkers and Jumpers\"", "title = \"Other\""),
        ("credit = \"M. J. Joyce III", "credit = \"Somebody"),
        ("about = \"\"\"\n", "about = \"\"\"\nMore words. "),
        ("name = \"pawn\"", "name = \"peon\""),
        (
            "about = \"Do Black's queen",
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
        // An overlay for another value of an option.
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
    // Names, equivalent notations and options at their defaults do not change it either.
    for (from, to) in [
        ("name = \"walkers\"", "name = \"walkers2\""),
        ("moves = \"flat: B bW\"", "moves = \"flat: BbW\""),
        ("to = \"QCRBN\"", "to = \"QCRNB\""),
        ("[pieces.D]\nname", "[pieces.D]\nroyal = false\nname"),
        ("[promotion.pawns]", "[promotion.all]"),
        ("blocks = \"3x3\"", ""),
        ("moves = \"flat: N\"", "moves = \"flat: N N\""),
    ] {
        let text = replaced(text, from, to);
        let text = if from == "[promotion.pawns]" {
            text.replace("promotion.pawns", "promotion.all")
        } else {
            text
        };
        assert_eq!(identity(&text, &[]), base, "{from} -> {to}");
    }
    let more = "[options.colour]\nabout = \"Nothing\"\nvalues = [\"white\", \"red\"]\n\n\
                [[when]]\noptions = { colour = \"red\" }\nset.ends.moves = 40\n";
    let optional = format!("{text}\n{more}");
    assert_eq!(identity(&optional, &[]), base);
    assert_ne!(identity(&optional, &[("colour", "red")]), base);
    // The order of tables does not matter.
    let begin = text.find("[pieces.N]").unwrap();
    let end = begin + text[begin..].find("\n\n").unwrap() + 1;
    let knight = &text[begin..end];
    assert!(knight.ends_with("moves = \"flat: N\"\n"), "{knight}");
    let moved = replaced(text, knight, "") + knight;
    assert_eq!(identity(&moved, &[]), base);
    assert_eq!(identity(text, &[("black_setup", "reversed")]), base);
}

#[test]
fn any_change_of_the_rules_changes_the_identity() {
    let text = shipped("walkers");
    let mut seen = BTreeMap::from([(identity(text, &[]), "base")]);
    for (from, to) in [
        ("moves = \"flat: N\"", "moves = \"flat: nN\""),
        ("moves = 50", "moves = 51"),
        ("bare_royals = true", "bare_royals = false"),
        ("white = \"a21..i21\"", "white = \"a21..h21\""),
        ("1r1ckq1r1", "1r1cqk1r1"),
        ("addressed = true", ""),
        ("to = \"QCRBN\"", "to = \"QCRB\""),
        ("resets = \"P\"", "resets = \"PN\""),
    ] {
        let text = replaced(text, from, to);
        let other = seen.insert(identity(&text, &[]), from);
        assert_eq!(other, None, "{from} -> {to}");
    }
    // The choice of the default chart matters only for moves that do not name a chart.
    let ring = shipped("sesqui");
    let more = "[charts.line]\naxes = [\"n = cell\"]\n";
    let before = replaced(ring, "[charts.ring]", &format!("{more}[charts.ring]"));
    let before = before.replace("moves = \"", "moves = \"ring: ");
    let after = replaced(ring, "[pieces.P]", &format!("{more}[pieces.P]"));
    let after = after.replace("moves = \"", "moves = \"ring: ");
    assert_eq!(identity(&before, &[]), identity(&after, &[]));
    assert_ne!(identity(&before, &[]), identity(ring, &[]));
}

#[test]
fn charts_count_by_their_numbers() {
    let chess = shipped("chess");
    let base = identity(chess, &[]);
    let axes = "axes = [\"file\", \"rank, forward\"]\n";
    for (new, is_same) in [
        ("axes = [\"f = file\", \"r = rank, forward\"]\n", true),
        (
            "axes = [\"file\", \"rank, forward\"]\n[charts.two]\naxes = [\"x = file\", \"y = rank\"]\n",
            true,
        ),
        ("axes = [\"rank, forward\", \"file\"]\n", false),
        (
            "axes = [\"file\", \"rank, forward\"]\naddressed = true\n",
            false,
        ),
        (
            "axes = [\"file\", \"rank, forward\"]\n[charts.two]\naxes = [\"file\", \"rank\", \"s = file + rank\"]\n",
            false,
        ),
    ] {
        let other = identity(&replaced(chess, axes, new), &[]);
        assert_eq!(other == base, is_same, "{new}");
    }
}

#[test]
fn hops_that_add_nothing_do_not_change_the_identity() {
    let text = include_str!("games/cannons.toml");
    let (_, cannon) = text.split_once("[pieces.C]").unwrap();
    let (_, rule) = cannon.split_once("moves = \"").unwrap();
    let (rule, _) = rule.split_once('"').unwrap();
    let with = |other: &str| {
        let moves = |rule: &str| format!("moves = \"{rule}\"");
        identity(&text.replace(&moves(rule), &moves(other)), &[])
    };
    assert_eq!(with("pR"), with("pR pW3"));
    assert_eq!(with("mR cpR"), with("mR cpW2 cpR cpR"));
    assert_eq!(with("gR"), with("gR gW3"));
    for (one, other) in [("pR", "mpR cpW3"), ("pR", "pW3"), ("pR gR", "gR")] {
        assert_ne!(with(one), with(other), "{one} and {other}");
    }
}

#[test]
fn every_shipped_rule_set_has_its_own_identity() {
    let mut seen = BTreeMap::new();
    for (name, text) in SHIPPED {
        let file = GameFile::parse(name, text).unwrap();
        for options in file.combinations() {
            let definition = file.define(&options).unwrap();
            let found = format!("{name} {options:?}");
            let other = seen.insert(definition.identity().to_owned(), found.clone());
            assert_eq!(other, None, "{found}");
        }
    }
}

/// The rule sets of `SHIPPED`, one per line: game, options, identity.
fn listed() -> String {
    let mut list = String::new();
    for (name, text) in SHIPPED {
        let file = GameFile::parse(name, text).unwrap();
        for options in file.combinations() {
            let definition = file.define(&options).unwrap();
            let options: Vec<String> = options.iter().map(|(n, v)| format!(" {n}={v}")).collect();
            list += &format!("{name}{} : {}\n", options.concat(), definition.identity());
        }
    }
    list
}

/// Identities stand in records and journals, so they do not change unless the
/// rules do. After a change of the rules: `UPDATE_IDENTITIES=1 cargo test -p
/// hyperrook-rules --test rules identity`.
#[test]
fn identities_match_the_list() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/identities.txt");
    if std::env::var_os("UPDATE_IDENTITIES").is_some() {
        std::fs::write(path, listed()).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap();
    for (found, expected) in listed().lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(listed().lines().count(), expected.lines().count());
}

/// Version 1 identities in old records are still recognised.
#[test]
fn first_identities_are_recognised() {
    let list = include_str!("identities-1.txt");
    let mut known = 0;
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let (words, first) = line.split_once(" : ").unwrap();
        let mut words = words.split(' ');
        let file = GameFile::shipped(words.next().unwrap()).unwrap();
        let options: Vec<_> = words.map(|word| word.split_once('=').unwrap()).collect();
        let definition = file.define(&options).unwrap();
        assert!(definition.has_identity(first), "{line}");
        assert!(
            !definition.has_identity(&format!("{}x", &first[..63])),
            "{line}"
        );
        known += 1;
        let other = GameFile::shipped("chess").unwrap().define(&[]).unwrap();
        assert_eq!(other.has_identity(first), file.name() == "chess", "{line}");
    }
    assert_eq!(known, 59);
    let chess = GameFile::shipped("chess").unwrap().define(&[]).unwrap();
    for nonsense in ["", "2:", "1:", "x", &"é".repeat(32), &"0".repeat(64)] {
        assert!(!chess.has_identity(nonsense), "{nonsense}");
    }
}

fn start(text: &str) -> Position {
    let file = GameFile::parse("test.toml", text).unwrap();
    Game::new(file.define(&[]).unwrap()).unwrap().start()
}

/// Equal positions may come from games that were compiled separately, if their rules are the same
/// and their pieces have the same numbers.
#[test]
// Values that a game computes on first use change neither equality nor hashes.
#[allow(clippy::mutable_key_type)]
fn positions_are_equal_if_their_rules_are() {
    let chess = shipped("chess");
    let one = start(chess);
    let prose = replaced(chess, "title = \"", "title = \"The game of ");
    let other = start(&prose);
    assert_eq!(one, other);
    assert_eq!(one.moves(), other.moves());
    let mut seen = HashSet::from([one.clone()]);
    assert!(!seen.insert(other.clone()), "equal positions have one hash");

    let mv = one.moves()[0];
    assert_eq!(one.after(mv), other.after(mv));
    assert_ne!(one.after(mv).unwrap(), other);
    let mut counted = other.setup();
    counted.halfmove += 1;
    let counted = other.game().position(&counted).unwrap();
    assert!(other.same(&counted), "the same for repetition");
    assert_ne!(other, counted);

    let rules = replaced(chess, "repetition = 3", "repetition = 4");
    assert_ne!(one, start(&rules), "other rules");

    // The same rules, but the kinds have other numbers, so moves have another meaning.
    let (before, pieces) = chess.split_once("[pieces.Q]").unwrap();
    let (queen, rest) = pieces.split_once("[pieces.K]").unwrap();
    let (king, after) = rest.split_once("\n[").unwrap();
    let turned = format!("{before}[pieces.K]{king}\n[pieces.Q]{queen}[{after}");
    assert_eq!(identity(&turned, &[]), identity(chess, &[]));
    assert_ne!(one, start(&turned), "other numbers");
}
