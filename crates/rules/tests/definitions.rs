//! Runs every example of `docs/definitions.md`, by the compiled rules and by the
//! reference.
//!
//! - `moves` blocks: a move rule, a board, and the destinations of a piece from a cell;
//! - `toml` blocks: definitions, completed with the required parts that they leave out;
//! - `check` blocks: what happens in the previous definition;
//! - `error` blocks: what is wrong with a rule, or with the previous definition.

use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{
    Definition, Game, GameFile, History, Kind, Move, Piece, Setup, Side, reference,
};
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../docs/definitions.md");

/// A fenced block: its language, its first line in the page, its lines.
struct Block {
    language: &'static str,
    line: usize,
    text: String,
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in PAGE.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => {
                open = Some(Block {
                    language,
                    line: number + 1,
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "an open block");
    blocks
}

#[test]
fn every_example_of_the_docs_is_true() {
    let mut counts = [0; 4];
    let mut wrong = Vec::new();
    let mut last = String::new();
    let mut mended = true;
    for block in blocks() {
        let found = match block.language {
            "moves" => {
                counts[0] += 1;
                check_moves(&block.text)
            }
            "toml" => {
                counts[1] += 1;
                assert!(
                    mended,
                    "line {}: the definition before is faulty",
                    block.line
                );
                last = complete(&block.text);
                mended = faults(&last).is_empty();
                Vec::new()
            }
            "check" => {
                counts[2] += 1;
                check_game(&last, &block.text)
            }
            "error" => {
                counts[3] += 1;
                check_fault(&last, &block.text, &mut mended)
            }
            other => vec![format!("a block of `{other}`")],
        };
        wrong.extend(found.iter().map(|w| format!("line {}: {w}", block.line)));
    }
    assert!(mended, "the last definition is faulty: {:?}", faults(&last));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let least = [50, 15, 15, 20];
    assert!(
        counts.iter().zip(least).all(|(n, least)| *n >= least),
        "{counts:?}"
    );
}

/// All faults of a file, as text.
fn faults(text: &str) -> Vec<String> {
    let list = match GameFile::parse("page", text) {
        Ok(file) => file.check(),
        Err(faults) => faults.into_vec(),
    };
    list.iter().map(ToString::to_string).collect()
}

/// Completes a definition with the required parts that examples leave out.
fn complete(text: &str) -> String {
    let mut whole = String::new();
    if !text.contains("format =") {
        whole.push_str(
            "format = 1\nname = \"example\"\ntitle = \"Example\"\ncredit = \"-\"\nabout = \"-\"\n",
        );
    }
    whole.push_str(text);
    for (key, section) in [
        (
            "[board]",
            "[board]\ndrawn = \"flat\"\nfiles = 8\nranks = 8\n",
        ),
        (
            "[charts.",
            "[charts.board]\naxes = [\"file\", \"rank, forward\"]\n",
        ),
        (
            "[pieces.K]",
            "[pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"K\"\n",
        ),
        ("[start]", "[start]\nboard = \"4k3/8/8/8/8/8/8/4K3\"\n"),
    ] {
        if !text.contains(key) {
            whole.push_str(section);
        }
    }
    whole
}

/// The fields of a `moves` or `error` block, in order.
fn fields(text: &str) -> Vec<(&str, &str)> {
    text.lines()
        .map(|line| {
            let (key, value) = line.split_once(':').unwrap();
            (key.trim(), value.trim())
        })
        .collect()
}

/// The definition for the rule of a `moves` or `error` block: the piece is X, and P is another
/// piece.
fn definition_of(fields: &[(&str, &str)]) -> String {
    let find = |wanted: &str| fields.iter().find(|(key, _)| *key == wanted).map(|f| f.1);
    let sizes: Vec<usize> = find("size")
        .unwrap_or("8x8")
        .split('x')
        .map(|n| n.parse().unwrap())
        .collect();
    let (files, ranks) = (sizes[0], sizes[1]);
    let levels = sizes.get(2).copied();
    let drawn = match levels {
        None => "drawn = \"flat\"".to_owned(),
        Some(n) => format!("drawn = \"stack\"\nlevels = \"{}\"", &"ABCDEFGH"[..n]),
    };
    let mut charts = String::new();
    for (key, value) in fields {
        let axes = |value: &str| -> String {
            value
                .split("; ")
                .map(|axis| format!("\"{axis}\","))
                .collect()
        };
        if *key == "axes" {
            charts += &format!("[charts.board]\naxes = [{}]\n", axes(value));
        } else if let Some(name) = key.strip_prefix("chart ") {
            charts += &format!("[charts.{name}]\naxes = [{}]\n", axes(value));
        } else if let Some(name) = key.strip_prefix("group ") {
            charts += &format!("groups.{name} = \"{value}\"\n");
        }
    }
    if charts.is_empty() {
        charts = match levels {
            None => "[charts.board]\naxes = [\"file\", \"rank, forward\"]\n".to_owned(),
            Some(_) => {
                "[charts.board]\naxes = [\"level\", \"file\", \"rank, forward\"]\n".to_owned()
            }
        };
    }
    let levels = levels.unwrap_or(1);
    let mut pieces = vec!["1".to_owned(); files * ranks * levels];
    pieces[0] = "K".to_owned();
    pieces[files * ranks * levels - 1] = "k".to_owned();
    if let Some(cell) = find("start") {
        let (file, rank) = cell.split_at(1);
        let file = file.as_bytes()[0] - b'a';
        pieces[(rank.parse::<usize>().unwrap() - 1) * files + usize::from(file)] = "X".to_owned();
    }
    let start = pieces
        .chunks(files * ranks)
        .map(|level| {
            let ranks: Vec<_> = level.chunks(files).rev().map(join).collect();
            ranks.join("/")
        })
        .collect::<Vec<_>>()
        .join("|");
    let rule = find("moves").unwrap();
    complete(&format!(
        "[board]\n{drawn}\nfiles = {files}\nranks = {ranks}\n{charts}\
         [pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"W\"\n\
         [pieces.X]\nname = \"piece\"\nmoves = \"{rule}\"\n\
         [pieces.P]\nname = \"other\"\nmoves = \"W\"\n\
         [start]\nboard = \"{start}\"\n"
    ))
}

/// One rank; single empty cells become runs.
fn join(rank: &[String]) -> String {
    let mut out = String::new();
    let mut empty = 0;
    for piece in rank.iter().map(String::as_str).chain([""]) {
        if piece == "1" {
            empty += 1;
            continue;
        }
        if empty > 0 {
            out += &empty.to_string();
            empty = 0;
        }
        out += piece;
    }
    out
}

fn check_moves(text: &str) -> Vec<String> {
    let fields = fields(text);
    let text = definition_of(&fields);
    let definition = match GameFile::parse("page", &text) {
        Err(faults) => return vec![format!("{faults:?}")],
        Ok(file) => match file.define(&[]) {
            Err(error) => return vec![error.to_string()],
            Ok(definition) => definition,
        },
    };
    let game = Game::new(definition.clone()).unwrap();
    let mut others = Setup::empty(definition.board().len());
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (key, value) in fields {
        if key == "with" {
            let words: Vec<_> = value.split(' ').collect();
            for pair in words.chunks(2) {
                let cell = definition.board().cell(pair[1]).unwrap();
                others.pieces[cell.index()] = Some(piece(&definition, pair[0]));
            }
            continue;
        }
        let (side, cell) = match key.strip_prefix("Black ") {
            Some(cell) => (Side::Black, cell),
            None => (Side::White, key),
        };
        let Some(cell) = definition.board().cell(cell) else {
            assert!(
                ["moves", "size", "axes", "start"].contains(&key)
                    || key.starts_with("chart ")
                    || key.starts_with("group "),
                "{key}"
            );
            continue;
        };
        checked += 1;
        let wanted: BTreeSet<String> = value.split_whitespace().map(str::to_owned).collect();
        let kind = definition.kind('X').unwrap();
        for (who, found) in [
            ("the tables say", compiled(&game, &others, side, kind, cell)),
            (
                "the reference says",
                slow(&definition, &others, side, kind, cell),
            ),
        ] {
            if found != wanted {
                wrong.push(format!("{key}: {who} {found:?} and the page {wanted:?}"));
            }
        }
    }
    assert!(checked > 0, "{text}");
    wrong
}

fn piece(definition: &Definition, letter: &str) -> Piece {
    let letter = letter.chars().next().unwrap();
    let side = if letter.is_ascii_uppercase() {
        Side::White
    } else {
        Side::Black
    };
    let kind = definition.kind(letter).unwrap();
    Piece { side, kind }
}

fn compiled(game: &Game, others: &Setup, side: Side, kind: Kind, cell: Cell) -> BTreeSet<String> {
    let board = game.board();
    let stands = |wanted: &dyn Fn(Piece) -> bool| -> CellSet {
        let cells = board.cells();
        cells
            .filter(|&cell| others.piece(cell).is_some_and(wanted))
            .collect()
    };
    let occupied = stands(&|_| true).with(cell);
    let enemies = stands(&|piece| piece.side != side);
    let reach = game.destinations(kind, side, cell, occupied, enemies);
    let cells = reach.quiet | reach.captures;
    cells.iter().map(|cell| board.name(cell)).collect()
}

fn slow(
    definition: &Definition,
    others: &Setup,
    side: Side,
    kind: Kind,
    cell: Cell,
) -> BTreeSet<String> {
    let mut setup = others.clone();
    setup.turn = side;
    setup.pieces[cell.index()] = Some(Piece { side, kind });
    let moves = reference::legal_moves(definition, &setup);
    let from = moves.iter().filter(|mv| mv.origin() == cell);
    from.map(|mv| definition.board().name(mv.destination()))
        .collect()
}

fn check_game(text: &str, lines: &str) -> Vec<String> {
    let file = match GameFile::parse("page", text) {
        Ok(file) => file,
        Err(faults) => return vec![format!("{faults:?}")],
    };
    let mut wrong = Vec::new();
    for line in lines.lines() {
        let arrow = if line.contains("=>") { "=>" } else { "->" };
        let Some((head, wanted)) = line.split_once(arrow) else {
            wrong.push(format!("`{line}` says nothing"));
            continue;
        };
        if let Some(depth) = head.strip_prefix("perft ") {
            let game = Game::new(file.define(&[]).unwrap()).unwrap();
            let found = game.start().perft(depth.trim().parse().unwrap());
            if found.to_string() != wanted.trim() {
                wrong.push(format!("`{line}`: it is {found}"));
            }
            continue;
        }
        let mut words: Vec<&str> = head.split_whitespace().collect();
        let mut options = Vec::new();
        while let Some((name, value)) = words[0].split_once('=') {
            options.push((name, value));
            words.remove(0);
        }
        let definition = match file.define(&options) {
            Ok(definition) => definition,
            Err(error) => return vec![error.to_string()],
        };
        let cell = match arrow {
            "->" => words.pop(),
            _ => None,
        };
        let game = Game::new(definition.clone()).unwrap();
        let mut history = History::new(game.start());
        for word in words.iter().map(|word| word.trim_end_matches(':')) {
            if word == "start" {
                continue;
            }
            let moves = history.position().moves();
            let found = moves.into_iter().find(|&mv| spell(&definition, mv) == word);
            match found {
                Some(mv) => history.play(mv).unwrap(),
                None => wrong.push(format!("`{line}`: {word} is not possible")),
            }
        }
        let found = match cell {
            Some(cell) => {
                let cell = definition.board().cell(cell).unwrap();
                let setup = history.position().setup();
                let fast = history.position().moves_from(cell);
                let slow = reference::legal_moves(&definition, &setup);
                let slow = slow.into_iter().filter(|mv| mv.origin() == cell).collect();
                let fast = ends(&definition, cell, fast);
                let slow = ends(&definition, cell, slow);
                if fast != slow {
                    wrong.push(format!("`{line}`: the reference says {slow}"));
                }
                fast
            }
            None => match history.outcome() {
                None => "ongoing".to_owned(),
                Some(outcome) => match outcome.winner {
                    None => format!("draw, {}", outcome.reason),
                    Some(side) => format!("{side}, {}", outcome.reason),
                },
            },
        };
        let mut wanted: Vec<&str> = wanted.split_whitespace().collect();
        if cell.is_some() {
            wanted.sort_unstable();
        }
        if found != wanted.join(" ") {
            wrong.push(format!("`{line}`: it is {found}"));
        }
    }
    wrong
}

/// Origin, destination and promotion.
fn spell(definition: &Definition, mv: Move) -> String {
    let name = |cell| definition.board().name(cell);
    let promotion = mv.promotion().map(|kind| definition.piece(kind).letter);
    let promotion = promotion.map_or(String::new(), |c| c.to_ascii_lowercase().to_string());
    format!("{}{}{promotion}", name(mv.origin()), name(mv.destination()))
}

/// Destinations and promotions, sorted.
fn ends(definition: &Definition, from: Cell, moves: Vec<Move>) -> String {
    let from = definition.board().name(from);
    let mut ends: Vec<String> = moves
        .into_iter()
        .map(|mv| spell(definition, mv)[from.len()..].to_owned())
        .collect();
    ends.sort();
    ends.join(" ")
}

/// Exactly the errors of the block must be found.
fn check_fault(last: &str, text: &str, mended: &mut bool) -> Vec<String> {
    let fields = fields(text);
    let found = if fields.iter().any(|(key, _)| *key == "moves") {
        faults(&definition_of(&fields))
    } else {
        *mended = true;
        faults(last)
    };
    let errors: Vec<_> = fields.iter().filter(|(key, _)| *key == "error").collect();
    assert!(!errors.is_empty());
    let mut wrong = Vec::new();
    for (_, error) in &errors {
        if !found.iter().any(|fault| fault.contains(error)) {
            wrong.push(format!("`{error}` is not among {found:?}"));
        }
    }
    if found.len() != errors.len() {
        wrong.push(format!("it says {found:?}"));
    }
    wrong
}

/// The rows of the tables below a heading, as cells.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let start = PAGE.find(heading).unwrap() + heading.len();
    let section = PAGE[start..].split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells = row.trim_matches('|').split(" | ");
        cells.map(|cell| cell.trim().to_owned()).collect()
    })
    .collect()
}

/// The texts in backticks.
fn ticked(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn betza_letters_in_the_docs_are_read_or_rejected_as_stated() {
    let rows = rows("## Coming from Betza's notation");
    assert!(rows.len() > 50, "{}", rows.len());
    let mut wrong = Vec::new();
    for row in rows {
        let [written, _, here] = &row[..] else {
            panic!("{row:?}");
        };
        for rule in ticked(written) {
            let text = definition_of(&[("moves", rule)]);
            if let Some((_, error)) = here.split_once("error: ") {
                // A row that also has a valid rule lists it first.
                let good = here.split("error: ").next().unwrap();
                let found = faults(&text);
                if good.contains(&format!("`{rule}`:")) {
                    if !found.is_empty() {
                        wrong.push(format!("`{rule}` is right, not {found:?}"));
                    }
                } else if found.len() != 1 || !found[0].contains(error) {
                    wrong.push(format!("`{rule}` says {found:?}, not {error}"));
                }
                continue;
            }
            let found = match here.split(' ').next().unwrap() {
                "see" => {
                    let found = faults(&text);
                    if !found.is_empty()
                        && !found
                            .iter()
                            .all(|f| f.contains("no piece can be captured in passing"))
                    {
                        wrong.push(format!("`{rule}`: {found:?}"));
                    }
                    continue;
                }
                "as" => check_moves(&format!("moves: {rule}\nd4: {}", alone(ticked(here)[0]))),
                _ => check_moves(&format!("moves: {rule}\nd4: {}", ticked(here)[0])),
            };
            wrong.extend(found.iter().map(|found| format!("`{rule}`: {found}")));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The destinations of a piece with this rule on d4, alone on the board.
fn alone(rule: &str) -> String {
    let text = definition_of(&[("moves", rule)]);
    let file = GameFile::parse("page", &text).unwrap();
    let definition = file.define(&[]).unwrap();
    let game = Game::new(definition.clone()).unwrap();
    let (kind, cell) = (
        definition.kind('X').unwrap(),
        definition.board().cell("d4").unwrap(),
    );
    let empty = Setup::empty(definition.board().len());
    let found = compiled(&game, &empty, Side::White, kind, cell);
    found.into_iter().collect::<Vec<_>>().join(" ")
}

#[test]
fn words_for_other_rules_are_refused_by_name() {
    let rows = rows("## What is not supported");
    assert!(rows.len() > 15);
    let all = PAGE.split("\n## What is not supported").nth(1).unwrap();
    let features = all.split("| Not supported | Words |").nth(1).unwrap();
    let features = features.split("\n\n").next().unwrap();
    let mut checked = 0;
    for row in features.lines().skip(2) {
        let (what, words) = row.trim_matches('|').split_once(" | ").unwrap();
        for word in ticked(words) {
            // In the tables of the start, of a piece and of the board.
            for place in ["[start]\n", "[pieces.K]\n", "[board]\n"] {
                let text = complete("").replacen(place, &format!("{place}{word} = 1\n"), 1);
                let found = faults(&text);
                let wanted = format!(
                    "`{word}` is not supported: a definition cannot describe {}; see `What is not supported`",
                    what.trim()
                );
                assert_eq!(found.len(), 1, "{word}: {found:?}");
                assert!(found[0].contains(&wanted), "{word}: {found:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 200, "{checked}");
    // Parts of longer keys, separate sections, and keys of other tables.
    let parts = all
        .split("These words are recognised in longer keys too")
        .nth(1);
    let parts = parts.unwrap().split(": ").nth(1).unwrap().lines().next();
    let parts = ticked(parts.unwrap());
    assert!(parts.len() > 10, "{parts:?}");
    let longer = parts.iter().map(|part| format!("two_{part}_more = true"));
    let others = [
        "check_count = 3",
        "forced_capture = true",
        "moves_per_turn = 2",
        "turn = 2",
        "Flying-Generals = true",
        "drop = [\"start\"]",
        "pieces_in_hand = true",
    ];
    for line in longer.chain(others.map(str::to_owned)) {
        for place in ["[start]\n", "[pieces.K]\n"] {
            let text = complete("").replacen(place, &format!("{place}{line}\n"), 1);
            let found = faults(&text);
            assert_eq!(found.len(), 1, "{line}: {found:?}");
            assert!(
                found[0].contains("is not supported: a"),
                "{line}: {found:?}"
            );
        }
    }
    for section in [
        "[turn]\nmoves = 2",
        "[hands]\npieces = \"P\"",
        "[check]\nlimit = 3",
    ] {
        let found = faults(&format!("{}\n{section}\n", complete("")));
        assert_eq!(found.len(), 1, "{section}: {found:?}");
        assert!(
            found[0].contains("is not supported: a"),
            "{section}: {found:?}"
        );
    }
    // `turn = \"black\"` asks for something else.
    let found = faults(&complete("").replacen("[start]\n", "[start]\nturn = \"black\"\n", 1));
    assert!(found[0].contains("White moves first"), "{found:?}");
}

#[test]
fn a_game_without_royal_pieces_gives_one_fault() {
    let text = complete("").replace("royal = true\n", "");
    let found = faults(&text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("no piece is royal"), "{found:?}");
    let text = complete("").replacen("4k3", "8", 1);
    let found = faults(&text);
    assert!(
        found[0].contains("Black starts without a royal piece"),
        "{found:?}"
    );
}

#[test]
fn playable_definitions_can_have_warnings() {
    let warnings = |text: &str| -> Vec<String> {
        let file = GameFile::parse("page", text).unwrap();
        assert_eq!(file.check(), []);
        let warnings = file.warnings();
        let texts = warnings.iter().map(ToString::to_string);
        // Most of these texts have kings only, so that the game is drawn at the start.
        texts
            .filter(|text| !text.contains("the game is over at the start"))
            .filter(|text| !text.contains("only royal pieces can capture"))
            .collect()
    };
    assert_eq!(warnings(&complete("")), [""; 0]);
    let bare = complete("format = 1\nname = \"bare\"\n");
    assert_eq!(
        warnings(&bare),
        [
            "page:1:1: the file has no `about`; add `about = \"What it is, in a sentence.\"`",
            "page:1:1: the file has no `credit`; add `credit = \"who invented it, when, and where \
             it is published\"`",
            "page:1:1: the file has no `title`; add `title = \"My Game\"`",
        ]
    );
    let file = GameFile::parse("page", &bare).unwrap();
    assert_eq!(file.define(&[]).unwrap().title(), "bare");
    for (pawn, warned) in [
        ("mfW cefF imfnD", None),
        ("mfW cefF imfnD imfnH", Some("imfnH")),
        ("mfW cefF imfnD imf(3)", Some("imf(3)")),
        ("mfW cefF imfnD im[fW-fW-fW]", Some("im[fW-fW-fW]")),
        ("mfW cfF imfnD imfnH", None),
    ] {
        let text = format!("[pieces.P]\nname = \"pawn\"\nmoves = \"{pawn} mbW\"\n");
        let text = complete(&text).replace("8/4K3", "P7/4K3");
        let found = warnings(&text);
        let wanted: Vec<String> = warned
            .iter()
            .map(|term| {
                format!(
                    "page:8:9: the first move `{term}` of P cannot be captured in passing; only a lame \
                     first move of exactly two steps can: `imfnD`"
                )
            })
            .collect();
        assert_eq!(found, wanted, "{pawn}");
    }
}
