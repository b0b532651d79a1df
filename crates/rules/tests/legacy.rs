//! Definitions of earlier versions are upgraded.

use hyperrook_rules::GameFile;

#[test]
fn old_words_become_new_ones_in_place() {
    let old = r#"# men = "P" in a remark stays.
format = 1
name = "men"
about = "men stay men in prose"

[charts.men]   # a chart of this name is not the table
axes = ["men = file"]

[men.K]
moves = "men: K" # a scope
[ "men" . P ]
moves = "[K?K] [W-sW] [F-R] [F?fR] [<1.-1>-<-1.1>] [W-W-F]"
men.Q.moves = "Q"

[promotion.men]
men = "P"
to = "Q"

[options.men]
values = ["men", "pieces"]

[[when]]
options = { men = "men" }
drop = ["men.P", "promotion.men", "promotion.men.men", "charts.men"]
set.men.K = { name = "men", moves = "[W-F]" }
set.promotion.men.men = "P"
set = { men = { P = { moves = "W" } }, promotion = { x = { men = "K" } } }
[when.set.men.R]
moves = "R"
[when.set.promotion.more]
men = "R"
"#;
    let new = r#"# men = "P" in a remark stays.
format = 1
name = "men"
about = "men stay men in prose"

[charts.men]   # a chart of this name is not the table
axes = ["men = file"]

[pieces.K]
moves = "men: K" # a scope
[ pieces . P ]
moves = "[K?K] [W-sW] [F-aR] [F?fR] [<1.-1>-a<-1.1>] [W-W-aF]"
men.Q.moves = "Q"

[promotion.men]
pieces = "P"
to = "Q"

[options.men]
values = ["men", "pieces"]

[[when]]
options = { men = "men" }
drop = ["pieces.P", "promotion.men", "promotion.men.pieces", "charts.men"]
set.pieces.K = { name = "men", moves = "[W-aF]" }
set.promotion.men.pieces = "P"
set = { pieces = { P = { moves = "W" } }, promotion = { x = { pieces = "K" } } }
[when.set.pieces.R]
moves = "R"
[when.set.promotion.more]
pieces = "R"
"#;
    assert_eq!(GameFile::upgrade_text(old), new);
    assert_eq!(GameFile::upgrade_text(new), new, "it upgrades once");
    let today = "[pieces.N]\nmoves = \"flN [F-R]\"\n";
    assert_eq!(
        GameFile::upgrade_text(today),
        today,
        "rules of today are left alone"
    );
}

#[test]
fn upgrading_text_that_is_not_toml_never_fails() {
    for text in [
        "",
        "men",
        "[men",
        "men = [",
        "[men.K]\nmoves = \"[W-",
        "[men.\u{e9}]\n\"men",
    ] {
        GameFile::upgrade_text(text);
    }
}

/// A move rule of an earlier version in the current language.
fn upgraded(rule: &str) -> String {
    const BEGIN: (&str, &str) = ("[men.K]\nmoves = '", "[pieces.K]\nmoves = '");
    let upgraded = GameFile::upgrade_text(&format!("{}{rule}'\n", BEGIN.0)).into_owned();
    let rule = upgraded
        .strip_prefix(BEGIN.1)
        .and_then(|rest| rest.strip_suffix("'\n"));
    rule.unwrap_or_else(|| panic!("{upgraded}")).to_owned()
}

#[test]
fn upgraded_rules_keep_their_meaning() {
    for (old, new) in [
        ("mfW cefF imfnD", "mfW cefF imfnD"),
        ("fmW fcF", "fmW fcF"),
        ("big, little: K nested: fsW", "big, little: K nested: fsW"),
        ("\"flat: B bW\"", "\"flat: B bW\""),
        ("WFN HH0 R3 BB", "WFN HH0 R3 BB"),
        // Directions.
        ("fN bcN", "fhN cbhN"),
        ("ffN fsN bbbsN", "ffN fsN bbbsN"),
        ("flN", "fllfN"),
        ("mlfF", "mlF mfF"),
        ("flF frbrF", "flF frF brF"),
        ("vN", "fhbhN"),
        ("vF fbF", "vF fF bF"),
        ("fJ flJ", "fhJ fhlhJ"),
        ("f(2.1) f(1.1) f(3)", "fh(2.1) f(1.1) f(3)"),
        ("fK vQ sK fsQ3 flK", "fK vQ sW fQ3 sR3 fK lK"),
        // Doubled letters.
        ("cppR mmW pgQ gpR", "cpR mW gQ pR"),
        // Paths.
        ("[K?K] [W-sW]2 [W-F] [F-fR]", "[K?K] [W-sW]2 [W-aF] [F-fR]"),
        ("[fN-W] c[<1.-1>-<-1.1>]", "[fhN-aW] c[<1.-1>-a<-1.1>]"),
    ] {
        assert_eq!(upgraded(old), new, "{old}");
    }
}

#[test]
fn upgrading_nonsense_rules_never_panics() {
    for text in [
        "", "[", "(", "<", "[W-", "f", "[fé-", "\\", "\\é", "[]", "[-]", "a:b,c",
    ] {
        upgraded(text);
    }
}
