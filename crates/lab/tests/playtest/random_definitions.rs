//! Playtests of definitions made at random: no panic, and every report is well-formed.

use super::{check_html, check_json, run_in};
use fastrand::Rng;
use hyperrook_lab::playtest::report::Figures;
use hyperrook_lab::playtest::{Comparison, PlaytestReport, PlaytestSettings, RunSums, playtest};
use hyperrook_rules::{Game, GameFile};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Titles and names with characters that mean something in HTML, Markdown or JSON.
const NAMES: [&str; 6] = [
    "knight",
    "a | b",
    "<b>&amp; 'x'</b>",
    "**龍** `}`",
    "]](x) ~~1~~",
    "${x} %s {0} ]]>",
];

/// Moves on boards of two and more dimensions.
const MOVES: [&str; 31] = [
    "W",
    "F",
    "D",
    "N",
    "A",
    "H",
    "K",
    "R",
    "B",
    "Q",
    "R2",
    "N0",
    "mW",
    "cF",
    "mfW cfF",
    "fsW",
    "bW",
    "fR",
    "WW",
    "DD",
    "nD",
    "gQ",
    "pR",
    "mR cpR",
    "[W-aW]",
    "[F-fW]",
    "[W-sW]",
    "[W-sW]2",
    "[W?fW]",
    "mfW cefF imfnD",
    "iN W",
];

/// Moves on a ring, which has one.
const RING_MOVES: [&str; 14] = [
    "W", "D", "H", "R", "R3", "WW", "DD", "(4)", "(2)0", "mW cD", "pR", "gR", "nD", "[W-aD]",
];

fn some<'a>(rng: &mut Rng, words: &[&'a str]) -> &'a str {
    words[rng.usize(..words.len())]
}

/// A board with its charts.
struct RandomBoard {
    text: String,
    /// The numbers of levels, ranks and files. A ring has one rank.
    sizes: [usize; 3],
    /// The cells of promotion of each side.
    promotion: [String; 2],
    moves: &'static [&'static str],
    royal_moves: &'static [&'static str],
    /// Whether a row of files has a first cell, so that a piece can cover several.
    has_rows: bool,
}

const ROYAL_MOVES: [&str; 6] = ["K", "W", "F", "W F", "K N", "D W"];

fn board(rng: &mut Rng) -> RandomBoard {
    let (files, ranks) = (rng.usize(2..7), rng.usize(2..7));
    let last_file = char::from(b'a' + files as u8 - 1);
    match rng.u8(..4) {
        0 => {
            let cells = 4 * rng.usize(2..8);
            RandomBoard {
                text: format!(
                    "[board]\ndrawn = \"ring\"\ncells = {cells}\nsectors = 4\n\
                     [charts.ring]\naxes = [\"n = cell, cyclic\"]\n"
                ),
                sizes: [1, 1, cells],
                promotion: ["c1..c2".to_owned(), "a1..a2".to_owned()],
                moves: &RING_MOVES,
                royal_moves: &["W", "W D", "WW"],
                has_rows: false,
            }
        }
        1 => RandomBoard {
            text: format!(
                "[board]\ndrawn = \"stack\"\nfiles = {files}\nranks = {ranks}\nlevels = \"xyz\"\n\
                 [charts.box]\naxes = [\"level, forward\", \"file\", \"rank, forward\"]\n\
                 groups = {{ part = \"level\" }}\n"
            ),
            sizes: [3, ranks, files],
            promotion: [
                format!("za{ranks}..z{last_file}{ranks}"),
                format!("xa1..x{last_file}1"),
            ],
            moves: &MOVES,
            royal_moves: &ROYAL_MOVES,
            has_rows: true,
        },
        _ => {
            let cyclic = some(rng, &["", ", cyclic"]);
            RandomBoard {
                text: format!(
                    "[board]\ndrawn = \"flat\"\nfiles = {files}\nranks = {ranks}\n\
                     [charts.flat]\naxes = [\"file{cyclic}\", \"rank, forward\"]\n\
                     groups = {{ part = \"rank\" }}\n"
                ),
                sizes: [1, ranks, files],
                promotion: [
                    format!("a{ranks}..{last_file}{ranks}"),
                    format!("a1..{last_file}1"),
                ],
                moves: &MOVES,
                royal_moves: &ROYAL_MOVES,
                has_rows: cyclic.is_empty(),
            }
        }
    }
}

/// A start: White's pieces in the first half of the cells, and Black's opposite them.
fn start(rng: &mut Rng, sizes: [usize; 3], letters: &[u8], royal_cells: usize) -> String {
    let [levels, ranks, files] = sizes;
    let cells = levels * ranks * files;
    // The first cell is the first of the lowest rank on the lowest level.
    let mut pieces = vec![b'.'; cells];
    let royal = rng.usize(..(cells / 2).max(1));
    for cell in (royal..cells).take(royal_cells) {
        pieces[cell] = b'K';
    }
    for _ in 0..rng.usize(..=(cells / 4).min(12)) {
        let cell = rng.usize(..(cells / 2).max(1));
        if pieces[cell] == b'.' {
            pieces[cell] = letters[rng.usize(..letters.len())];
        }
    }
    for cell in 0..cells / 2 {
        pieces[cells - 1 - cell] = pieces[cell].to_ascii_lowercase();
    }
    let rank = |level: usize, rank: usize| -> String {
        let first = (level * ranks + rank) * files;
        let row = String::from_utf8_lossy(&pieces[first..first + files]).into_owned();
        row.chars()
            .map(|piece| {
                if piece == '.' {
                    "1 ".to_owned()
                } else {
                    piece.to_string()
                }
            })
            .collect()
    };
    let level = |number| {
        let rows: Vec<String> = (0..ranks).rev().map(|row| rank(number, row)).collect();
        rows.join("/")
    };
    (0..levels).map(level).collect::<Vec<_>>().join("|")
}

/// The text of a definition file, which may be invalid.
fn definition(rng: &mut Rng) -> String {
    let board = board(rng);
    let has_span = board.has_rows && rng.u8(..6) == 0;
    let mut text = format!(
        "format = 1\nname = \"random\"\ntitle = \"{}\"\n{}",
        some(rng, &NAMES),
        board.text
    );
    let piece = |rng: &mut Rng, letter: char| {
        let count = rng.usize(1..4);
        let moves: Vec<&str> = (0..count).map(|_| some(rng, board.moves)).collect();
        let name = some(rng, &NAMES);
        format!(
            "[pieces.{letter}]\nname = \"{name} {letter}\"\nmoves = \"{}\"\n",
            moves.join(" ")
        )
    };
    let royal_moves = some(rng, board.royal_moves);
    text += &format!("[pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"{royal_moves}\"\n");
    if has_span {
        text += "span = \"file 2\"\n[pieces.E]\nname = \"emperor\"\nroyal = true\nmoves = \"K\"\n\
                 [transformation]\nfrom = \"K\"\nto = \"E\"\nbound = \"R\"\n";
    }
    let letters = &b"PNRQ"[..rng.usize(1..=4)];
    for &letter in letters {
        text += &piece(rng, char::from(letter));
    }
    let start = start(rng, board.sizes, letters, 1 + usize::from(has_span));
    text += &format!("[start]\nboard = \"{start}\"\n");
    if letters.len() > 1 && rng.bool() {
        let [white, black] = board.promotion;
        let optional = rng.bool();
        text += &format!(
            "[promotion.all]\npieces = \"P\"\nwhite = \"{white}\"\nblack = \"{black}\"\nto = \"N\"\n\
             optional = {optional}\n"
        );
    }
    if rng.u8(..4) == 0 {
        text += "[hold]\npart = \"B\"\n";
    }
    let stalemate = some(rng, &["draw", "loss", "win"]);
    text += &format!(
        "[ends]\nstalemate = \"{stalemate}\"\nrepetition = {}\nmoves = {}\nbaring = {}\n\
         bare_royals = {}\n",
        some(rng, &["0", "2", "3"]),
        some(rng, &["0", "1", "20"]),
        rng.bool(),
        rng.bool()
    );
    if rng.bool() {
        text += "resets = \"P\"\n";
    }
    if rng.u8(..4) == 0 {
        text += "too_weak = \"P\"\n";
    }
    text
}

/// Changes a byte or leaves out a few.
fn damage(rng: &mut Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = rng.usize(..bytes.len());
    if rng.bool() {
        bytes[at] = rng.u8(b' '..b'~');
    } else {
        bytes.drain(at..(at + rng.usize(..12)).min(text.len()));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Two short runs of a game with their sum, and the reports of all and of the comparison. Returns
/// the number of games played.
fn check_playtests(game: &Game, nodes: Option<u64>) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let mut runs: Vec<(PathBuf, RunSums)> = Vec::new();
    for seed in [1, 2] {
        let settings = PlaytestSettings {
            nodes,
            seed,
            max_plies: 24,
            opening_window_cp: 20_000,
            ..PlaytestSettings::default()
        };
        let path = folder.path().join(seed.to_string());
        let run = run_in(Some(&path), 2, 1);
        let result = playtest(game, &settings, &run, &AtomicBool::new(false), &mut |_| ());
        runs.push((path, result.unwrap().sums));
    }
    let paths: Vec<PathBuf> = runs.iter().map(|(path, _)| path.clone()).collect();
    // Runs with an opening in common are refused.
    let sum = RunSums::merged(&paths).ok().flatten();
    let report = |sums: &RunSums| {
        let report = PlaytestReport::new(sums, game, &Figures::shipped()).unwrap();
        check_html(&report.to_html());
        check_json(&report.to_json().unwrap(), "run");
        check_markdown(&report.to_markdown());
        report
    };
    let all = runs.iter().map(|(_, sums)| sums);
    let all: Vec<&RunSums> = all.filter(|sums| sums.sums.games() > 0).collect();
    if let Some(sum) = sum.filter(|sum| sum.sums.games() > 0) {
        assert_eq!(
            sum.sums.games(),
            all.iter().map(|sums| sums.sums.games()).sum::<u64>()
        );
        report(&sum);
    }
    if let [first, second] = all[..] {
        let comparison = Comparison::new([first, second], [report(first), report(second)]);
        check_html(&comparison.to_html());
        check_json(&comparison.to_json().unwrap(), "comparison");
        check_markdown(&comparison.to_markdown());
    }
    all.iter().map(|sums| sums.sums.games()).sum()
}

/// Checks that the rows of a table have equal numbers of cells.
fn check_markdown(text: &str) {
    let mut columns = None;
    for line in text.lines() {
        if !line.starts_with('|') {
            columns = None;
            continue;
        }
        let bars = line.replace("\\|", "").matches('|').count();
        assert_eq!(*columns.get_or_insert(bars), bars, "{line}");
    }
}

#[test]
fn random_definitions_can_be_playtested() {
    let mut rng = Rng::with_seed(3);
    let definitions = if cfg!(debug_assertions) { 90 } else { 900 };
    let (mut games, mut played) = (0, 0);
    for number in 0..definitions {
        let mut text = definition(&mut rng);
        if number % 4 == 0 {
            text = damage(&mut rng, &text);
        }
        let file = GameFile::parse("random.toml", &text).ok();
        let game = file.and_then(|file| file.define(&[]).ok());
        let Some(game) = game.and_then(|definition| Game::new(definition).ok()) else {
            continue;
        };
        games += 1;
        let checked = std::panic::catch_unwind(|| {
            check_playtests(&game, None) + check_playtests(&game, Some(3))
        });
        match checked {
            Ok(count) => played += usize::from(count > 0),
            Err(_) => panic!("a playtest of this definition fails:\n{text}"),
        }
    }
    // Not everything is refused, or over at the start.
    assert!(
        games > definitions / 5 && played > definitions / 6,
        "{games} {played}"
    );
}
