//! The program as a shell sees it: output, exit codes and errors.

use assert_cmd::Command;
use std::path::Path;

struct Run {
    out: String,
    err: String,
    code: i32,
}

fn run_in(directory: Option<&Path>, args: &[&str], input: &str) -> Run {
    let state = tempfile::tempdir().unwrap();
    let mut command = Command::cargo_bin("hyperrook").unwrap();
    command.args(args).write_stdin(input);
    command.env("XDG_STATE_HOME", directory.unwrap_or(state.path()));
    if let Some(directory) = directory {
        command.current_dir(directory);
    }
    let output = command.output().unwrap();
    Run {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

fn run(args: &[&str]) -> Run {
    run_in(None, args, "")
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or("")
}

fn json(args: &[&str]) -> serde_json::Value {
    let run = run(args);
    assert_eq!(run.code, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

const EIGHT: [&str; 8] = [
    "walkers",
    "sesqui",
    "riftwalker",
    "twoboards",
    "gateway",
    "chess",
    "hyperchess",
    "raumschach",
];

#[test]
fn help_and_version_go_to_standard_output() {
    for args in [
        &["--help"][..],
        &["--version"],
        &["perft", "--help"],
        &["play", "--help"],
    ] {
        let run = run(args);
        assert_eq!(run.code, 0);
        assert!(!run.out.is_empty() && run.err.is_empty());
    }
}

#[test]
fn a_wrong_command_line_exits_with_2() {
    for args in [
        &[][..],
        &["nosuch"],
        &["perft"],
        &["perft", "chess"],
        &["perft", "chess", "x"],
        &["perft", "chess", "2", "-o", "nonsense"],
        &["perft", "ches", "2"],
        &["perft", "chess", "1", "-o", "a=b"],
        &["perft", "walkers", "1", "-o", "kinging=b"],
        &["moves"],
        &["moves", "chess", "--address", "--short"],
        &["explain", "chess", "X"],
        &["explain", "chess", "N", "z9"],
        &["bench", "nosuch"],
        &["play", "chess", "--white", "9"],
        &["play", "chess", "--white", "basic4"],
        &["play", "chess", "--time", "0"],
        &["analyse"],
        &["analyse", "chess", "--threads", "0"],
        &["analyse", "chess", "--depth", "0"],
    ] {
        let run = run(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.out.is_empty() && !run.err.is_empty(), "{args:?}");
    }
    assert!(
        run(&["perft", "ches", "2"])
            .err
            .contains("Did you mean `chess`?")
    );
}

#[test]
fn faulty_data_exits_with_1() {
    for args in [
        &["perft", "chess", "2", "--position", "nonsense"][..],
        &["moves", "chess", "--position", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["show", "./nosuch.toml"],
        &["check", "./nosuch.toml"],
        &["play", "--load", "nosuch.pgn"],
        &["play", "--resume"],
    ] {
        let run = run(args);
        assert_eq!(run.code, 1, "{args:?}: {}", run.err);
    }
}

#[test]
fn perft_ends_with_the_count_alone() {
    let run = self::run(&["perft", "chess", "3"]);
    assert_eq!((run.code, run.out.as_str()), (0, "8902\n"));
    assert!(run.err.contains(" s"), "times go to standard error");
    let run = self::run(&["perft", "sesqui", "-o", "array=court", "3"]);
    assert_eq!(run.out, "2891\n");
    let run = self::run(&["perft", "chess", "2", "--divide"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[20]), (21, "a2a3: 20", "400"));
    assert!(lines[..20].is_sorted());
    let run = self::run(&["perft", "chess", "0", "--divide"]);
    assert_eq!(run.out, "1\n");
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let run = self::run(&["perft", "chess", "3", "--position", kiwipete]);
    assert_eq!(run.out, "97862\n");
    let value = json(&["perft", "chess", "2", "--divide", "--json"]);
    assert_eq!(value["count"], 400);
    assert_eq!(value["divide"].as_array().unwrap().len(), 20);
}

#[test]
fn suites_are_replayed() {
    let directory = tempfile::tempdir().unwrap();
    let good = directory.path().join("good.perft");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    std::fs::write(&good, format!("# chess\n{start};D1 20;D2 400;D3 8902\n")).unwrap();
    let bad = directory.path().join("bad.perft");
    let two = "# walkers kinging=mixed\n\nstartpos;D1 91;D2 8093\n";
    std::fs::write(&bad, two).unwrap();
    let (good, bad) = (good.to_str().unwrap(), bad.to_str().unwrap());

    let run = self::run(&["perft", "--suite", good]);
    assert_eq!((run.code, run.out.as_str()), (0, "3 counts, 0 bad\n"));
    let run = self::run(&["perft", "--suite", good, bad, "--max-depth", "1"]);
    assert_eq!(run.code, 1);
    assert_eq!(last_line(&run.out), "2 counts, 1 bad");
    assert!(
        run.out
            .contains(&format!("{bad}:3: depth 1: expected 91, found 90"))
    );
    let faulty = directory.path().join("faulty.perft");
    for text in [
        "startpos;D1 1\n",
        "# chess\nstartpos\n",
        "# nosuch\n",
        "# chess\nx;D1 1\n",
    ] {
        std::fs::write(&faulty, text).unwrap();
        let run = self::run(&["perft", "--suite", faulty.to_str().unwrap()]);
        assert_eq!(run.code, 1, "{text}");
        assert!(run.err.contains("faulty.perft:"), "{}", run.err);
    }
}

#[test]
fn moves_are_sorted_and_followed_by_the_status() {
    let run = self::run(&["moves", "sesqui"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!((run.code, lines.len()), (0, 15));
    assert_eq!(lines[14], "status ongoing");
    assert!(lines[..14].is_sorted());

    let status = |position: &str| {
        let run = self::run(&["moves", "chess", "--position", position]);
        assert_eq!(run.code, 0, "{}", run.err);
        (last_line(&run.out).to_owned(), run.out.lines().count() - 1)
    };
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(status(mate), ("status black wins (checkmate)".into(), 0));
    assert_eq!(
        status("k7/8/1Q6/8/8/8/8/K7 b - - 0 1"),
        ("status draw (stalemate)".into(), 0)
    );
    // A game that is drawn by the move count still has its moves listed.
    let (line, count) = status("k7/8/8/8/8/8/8/KR6 w - - 100 80");
    assert_eq!(line, "status draw (move count)");
    assert!(count > 0);
    assert_eq!(status("k6R/8/8/8/8/8/8/K7 b - - 0 1").0, "status check");
}

#[test]
fn moves_are_written_in_three_notations() {
    let run = self::run(&["moves", "walkers", "--address"]);
    assert!(
        run.out.lines().rev().skip(1).all(|line| line.len() == 8),
        "{}",
        run.out
    );
    let run = self::run(&["moves", "chess", "--short"]);
    assert!(run.out.lines().any(|line| line == "Nf3"));
    let value = json(&["moves", "walkers", "--json"]);
    assert_eq!(value["moves"].as_array().unwrap().len(), 90);
    assert_eq!(value["status"], "ongoing");
    assert!(value["moves"][0]["address"].is_string());
    assert!(json(&["moves", "chess", "--json"])["moves"][0]["address"].is_null());
}

#[test]
fn the_shipped_games_are_listed_and_shown() {
    let run = self::run(&["games"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 8));
    let listed = json(&["games", "--json"]);
    for (i, game) in EIGHT.iter().enumerate() {
        assert_eq!(listed[i]["name"], *game);
        let run = self::run(&["show", game]);
        assert_eq!(run.code, 0);
        let value = json(&["show", game, "--json"]);
        for piece in value["pieces"].as_array().unwrap() {
            assert!(run.out.contains(piece["name"].as_str().unwrap()));
            assert!(!piece["words"].as_array().unwrap().is_empty());
        }
        assert!(run.out.contains(value["identity"].as_str().unwrap()));
    }
    let mixed = json(&["show", "walkers", "-o", "kinging=mixed", "--json"]);
    assert_ne!(mixed["identity"], listed[0]["identity"]);
}

#[test]
fn pieces_are_explained_from_the_compiled_rules() {
    let reach = |args: &[&str]| -> Vec<String> {
        let value = json(&[&["explain"], args, &["--json"]].concat());
        let mut cells: Vec<String> = ["quiet", "captures"]
            .iter()
            .flat_map(|what| value[what].as_array().unwrap().clone())
            .map(|cell| cell.as_str().unwrap().to_owned())
            .collect();
        cells.sort();
        cells.dedup();
        cells
    };
    // These cells come from the checks of the rules.
    assert_eq!(
        reach(&["walkers", "knight", "g7"]),
        ["e6", "e8", "f5", "f9", "h5", "h9", "i6", "i8"]
    );
    assert_eq!(reach(&["walkers", "K", "2222"]).len(), 16);
    assert_eq!(reach(&["walkers", "P", "2231"]).len(), 6);
    assert_eq!(reach(&["walkers", "P", "2212", "--black"]).len(), 6);
    assert_eq!(reach(&["chess", "P", "e2"]), ["d3", "e3", "e4", "f3"]);
    let run = self::run(&["explain", "chess", "pawn", "e2"]);
    assert!(run.out.contains("o only moves (2)") && run.out.contains("x only captures (2)"));
    for game in EIGHT {
        let value = json(&["show", game, "--json"]);
        for piece in value["pieces"].as_array().unwrap() {
            let run = self::run(&["explain", game, piece["letter"].as_str().unwrap()]);
            assert_eq!(run.code, 0, "{game} {piece}");
            assert!(
                run.out.contains('*') || run.out.contains('o'),
                "{}",
                run.out
            );
        }
    }
}

#[test]
fn definition_files_are_checked() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let directory = tempfile::tempdir().unwrap();
    let own = directory.path().join("own.toml");
    let text = std::fs::read_to_string(games.join("chess.toml")).unwrap();
    std::fs::write(&own, &text).unwrap();
    let own = own.to_str().unwrap();
    let run = self::run(&["check", own]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(
        run.out.contains("ok, chess, 6 pieces, 64 cells, identity "),
        "{}",
        run.out
    );
    assert!(!run.out.contains("warning"), "{}", run.out);
    // Other rules under the name of a shipped game.
    std::fs::write(own, text.replacen("FIDE", "Nobody", 1)).unwrap();
    let renamed = self::run(&["check", own]);
    assert_eq!(renamed.code, 0, "{}", renamed.out);
    let warning = "a game that comes with Hyperrook is named `chess`, too";
    assert!(renamed.out.contains(warning), "{}", renamed.out);
    std::fs::write(own, &text).unwrap();
    // The path of a file works like a name.
    assert_eq!(self::run(&["perft", own, "3"]).out, "8902\n");

    std::fs::write(own, text.replace("[pieces.N]", "[pieces.N]\nnmae = \"x\"")).unwrap();
    let run = self::run(&["check", own]);
    assert_eq!(run.code, 1);
    assert!(
        run.out.contains("own.toml:") && run.out.contains('^'),
        "{}",
        run.out
    );
    let run = self::run(&["check", own, "--json"]);
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.code, &value[0]["ok"]), (1, &false.into()));
    assert!(value[0]["faults"][0]["line"].as_u64().unwrap() > 1);
    let run = self::run(&["perft", own, "1"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains('^') && run.out.is_empty());
}

#[test]
fn a_plain_game_is_played_to_mate() {
    let run = run_in(
        None,
        &["play", "chess", "--plain", "--black", "human"],
        "f2f3\ne5\ng4\nd8h4\nundo\nQh4\nquit\n",
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("Black wins (checkmate)"), "{}", run.out);
}

#[test]
fn plain_play_has_its_commands() {
    let directory = tempfile::tempdir().unwrap();
    let script = "help\nmoves e2\nmoves\nattackers e4\nattackers zz\ne2e5\nhint\neval\nlines 2\nlines x\ne2e4\nflip\nboard\n\
                  save a.pgn\nsave a.pgn\nundo\nundo\nredo\nsave b.pgn\nload nosuch\nload a.pgn\n\
                  resign\ne7e5\n";
    let args = ["play", "chess", "--black", "human", "--time", "0.05"];
    let run = run_in(Some(directory.path()), &args, script);
    assert_eq!(run.code, 0, "{}", run.err);
    for part in [
        "2 moves: e2e3 e2e4",
        "20 moves: ",
        "White does not attack e4",
        "Write a cell such as",
        "e2e5: ",
        "The computer would play",
        "for White, without looking ahead",
        " for White, depth ",
        ", draw ",
        "Worth of each piece where it stands:",
        "  White: Ra1 ",
        ", Ph7 ",
        "Give a count from 1 to 500",
        "Saved to a.pgn",
        "There is no move to take back",
        "Not loaded: nosuch",
        "White wins (Black resigned)",
        "The game is over",
    ] {
        assert!(run.out.contains(part), "{part}\n{}", run.out);
    }
    // Only an unfinished game is continued.
    let run = run_in(Some(directory.path()), &["play", "--resume"], "");
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.err.contains("no unfinished game"), "{}", run.err);
    let run = run_in(Some(directory.path()), &args, "e2e4\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    let run = run_in(Some(directory.path()), &["play", "--resume"], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("White e4"), "{}", run.out);
    let args = ["play", "--load", "b.pgn"];
    let run = run_in(Some(directory.path()), &args, "save a.pgn\nsave! a.pgn\n");
    assert!(run.out.contains("a.pgn exists") && run.out.contains("Saved to a.pgn"));
}

/// A record of one's own game is opened with the definition beside it, or with a given one.
#[test]
fn records_of_own_games_are_opened() {
    let directory = tempfile::tempdir().unwrap();
    let cube = include_str!("../../../examples/games/cube.toml");
    std::fs::write(directory.path().join("cube.toml"), cube).unwrap();
    let run = |args: &[&str], input| run_in(Some(directory.path()), args, input);
    let human = ["--black", "human"];
    let played = run(
        &[&["play", "./cube.toml"][..], &human].concat(),
        "help\nsave a.pgn\nquit\n",
    );
    assert_eq!(played.code, 0, "{}", played.err);
    // The help has a legal move of this game.
    assert!(!played.out.contains("e2e4"), "{}", played.out);
    let record = std::fs::read_to_string(directory.path().join("a.pgn")).unwrap();
    assert!(record.contains("[Definition \"cube.toml\"]"), "{record}");
    let again = run(&["play", "--load", "a.pgn"], "");
    assert_eq!(again.code, 0, "{}", again.err);
    // A record of a match has no path.
    let plain = record.replace("[Definition \"cube.toml\"]\n", "");
    std::fs::write(directory.path().join("b.pgn"), plain).unwrap();
    let refused = run(&["play", "--load", "b.pgn"], "");
    assert_eq!(refused.code, 1, "{}", refused.err);
    assert!(
        refused
            .err
            .contains("`hyperrook play ./cube.toml --load b.pgn`"),
        "{}",
        refused.err
    );
    let given = run(&["play", "./cube.toml", "--load", "b.pgn"], "");
    assert_eq!(given.code, 0, "{}", given.err);
    let refused = run(&["play", "chess", "--load", "b.pgn"], "");
    assert_eq!(refused.code, 1, "{}", refused.out);
    assert!(refused.err.contains("b.pgn"), "{}", refused.err);
}

#[test]
fn plain_play_asks_for_a_game() {
    let run = run_in(None, &["play"], "nosuch\nraumschach\nquit\n");
    assert_eq!(run.code, 0);
    assert!(run.out.contains("There is no game “nosuch”"), "{}", run.out);
    assert!(run.out.contains("level A"), "{}", run.out);
    let run = run_in(None, &["play"], "");
    assert_eq!(run.code, 0);
}

#[test]
fn plain_play_refuses_words_that_a_command_does_not_have() {
    let input = "resign now\nundo x\nflip x\neval 3\nhint now\nmoves e5\nmoves e7\nboard\nquit\n";
    let run = run_in(None, &["play", "chess"], input);
    assert_eq!(run.code, 0, "{}", run.err);
    for part in [
        "resign stands alone: type resign, without “now”.",
        "undo stands alone",
        "flip stands alone",
        "eval stands alone",
        "hint stands alone",
        "There is no piece of yours on e5.",
        "There is no piece of yours on e7.",
        "White to move",
    ] {
        assert!(run.out.contains(part), "{part}\n{}", run.out);
    }
    for part in [
        "resigned",
        "The computer would play",
        "without looking ahead",
    ] {
        assert!(!run.out.contains(part), "{part}\n{}", run.out);
    }
}

#[test]
fn the_count_of_moves_is_told_until_the_game_ends() {
    let position = |halfmove: u32| format!("4k3/8/8/8/8/8/8/R3K3 w - - {halfmove} 90");
    for (halfmove, wanted) in [
        (
            50,
            "Draw after 25 more moves by each side without a capture or a pawn move",
        ),
        (
            99,
            "Draw after 1 more move by White without a capture or a pawn move",
        ),
    ] {
        let args = [
            "play",
            "chess",
            "--plain",
            "--position",
            &position(halfmove),
        ];
        let run = run_in(None, &args, "quit\n");
        assert!(run.out.contains(wanted), "{}{}", run.out, run.err);
    }
    let args = ["play", "chess", "--plain", "--position", &position(99)];
    let run = run_in(None, &args, "a1a2\nquit\n");
    let end = run.out.rsplit("Last move").next().unwrap();
    assert!(!end.contains("Draw after"), "{}{}", run.out, run.err);
}

#[test]
fn show_tells_of_castling_transformation_and_holds() {
    for (game, wanted) in [
        ("chess", "White's king may castle from e1 to g1"),
        ("gateway", "it becomes an emperor"),
        ("twoboards", "it holds that king"),
    ] {
        let run = run(&["show", game]);
        let ends = run.out.split("Promotion and ends").nth(1).unwrap();
        let words: Vec<&str> = ends.split_whitespace().collect();
        assert!(words.join(" ").contains(wanted), "{game}: {ends}");
    }
}

#[test]
fn check_says_what_to_do_with_other_things_than_files() {
    let found = run(&["check", "chess", "no-such-file.toml"]);
    assert_eq!(found.code, 1);
    for part in [
        "chess: `check` takes files; `chess` is a game that comes with the program: `hyperrook \
         show chess`",
        "no-such-file.toml: there is no such file or folder; check the path",
    ] {
        assert!(found.out.contains(part), "{part}\n{}", found.out);
    }
    if Path::new("/dev/zero").exists() {
        let run = run(&["check", "/dev/zero"]);
        assert_eq!(run.code, 1);
        assert!(run.out.contains("longer than 262144 bytes"), "{}", run.out);
    }
}

#[test]
fn check_warns_of_a_start_without_a_move() {
    let directory = tempfile::tempdir().unwrap();
    let text = |board: &str| {
        format!(
            "format = 1\nname = \"small\"\ntitle = \"Small\"\ncredit = \"A test\"\n\
             about = \"Few pieces.\"\n[board]\ndrawn = \"flat\"\nfiles = 4\nranks = 4\n\
             [charts.board]\naxes = [\"file\", \"rank, forward\"]\n[pieces.K]\n\
             name = \"king\"\nroyal = true\nmoves = \"K\"\n[pieces.Q]\nname = \"queen\"\n\
             moves = \"Q\"\n[start]\nboard = \"{board}\"\n"
        )
    };
    for (board, rest, how) in [
        (
            "3k/1q2/4/K3",
            "",
            "White, who moves first, is stalemated at the start",
        ),
        (
            "4/1k2/1q2/K3",
            "",
            "White, who moves first, is checkmated at the start",
        ),
        (
            "3k/4/4/K3",
            "",
            "the game is over at the start: it is a draw (bare royal pieces)",
        ),
        (
            "1k2/4/K3/3Q",
            "",
            "White, who moves first, can win with the first move: d1 to ",
        ),
        (
            "3k/1q2/4/K3",
            "[options.far]\nabout = \"x\"\nvalues = [false, true]\n\
             [[when]]\noptions = { far = false }\nset.start.board = \"3k/q3/4/2K1\"\n",
            "with far=true: White, who moves first, is stalemated at the start",
        ),
    ] {
        std::fs::write(directory.path().join("small.toml"), text(board) + rest).unwrap();
        let run = run_in(Some(directory.path()), &["check", "small.toml"], "");
        let wanted = format!("small.toml:19:2: {how}");
        assert!(run.out.contains(&wanted), "{}{}", run.out, run.err);
    }
}

#[test]
fn the_computer_plays_the_same_game_again() {
    let args = [
        "play", "sesqui", "--white", "basic1", "--black", "basic1", "--seed", "7",
    ];
    let (one, two) = (run_in(None, &args, ""), run_in(None, &args, ""));
    assert_eq!(one.code, 0, "{}", one.err);
    assert_eq!(one.out, two.out);
    assert!(
        one.out.contains("wins (") || one.out.contains("Draw ("),
        "{}",
        last_line(&one.out)
    );
}

#[test]
fn the_computer_captures_hanging_pieces() {
    let queen = "k7/8/8/3q4/4P3/8/8/K7 w - - 0 1";
    for seat in ["basic1", "basic2", "basic3", "8"] {
        let args = [
            "play",
            "chess",
            "--position",
            queen,
            "--white",
            seat,
            "--black",
            "human",
        ];
        let run = run_in(None, &args, "");
        assert!(run.out.contains("The computer plays e4d5"), "{}", run.out);
    }
    let mate = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
    let args = [
        "play",
        "chess",
        "--position",
        mate,
        "--white",
        "5",
        "--black",
        "human",
    ];
    assert!(
        run_in(None, &args, "")
            .out
            .contains("White wins (checkmate)")
    );
}

#[test]
fn levels_are_remembered_in_saved_games() {
    let directory = tempfile::tempdir().unwrap();
    let args = [
        "play", "chess", "--white", "human", "--black", "7", "--time", "0.05",
    ];
    let run = run_in(Some(directory.path()), &args, "e2e4\nsave a.pgn\n");
    assert_eq!(run.code, 0, "{}", run.err);
    let args = ["play", "--load", "a.pgn", "--time", "0.05"];
    let run = run_in(Some(directory.path()), &args, "");
    assert!(
        run.out.contains("White: you. Black: computer, level 7."),
        "{}",
        run.out
    );
    let run = run_in(Some(directory.path()), &["play", "--resume"], "");
    assert!(run.out.contains("Black: computer, level 7."), "{}", run.out);
}

#[test]
fn analysis_streams_lines() {
    let mate = "k7/8/K7/8/8/8/8/6R1 w - - 0 1";
    let run = self::run(&["analyse", "chess", "--position", mate, "--mate", "1"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("#1") && run.out.contains("best Rg8#"),
        "{}",
        run.out
    );
    let args = [
        "analyse", "chess", "--moves", "e4", "e7e5", "--depth", "3", "--lines", "2",
    ];
    let text = self::run(&args).out;
    assert!(text.contains("1) 2. ") && text.contains("2) 2. "), "{text}");
    let run = self::run(&[&args[..], &["--json"]].concat());
    let values: Vec<serde_json::Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, lines) = values.split_last().unwrap();
    assert!(last["best"].is_string() && last["nodes"].as_u64().unwrap() > 0);
    assert!(
        lines
            .iter()
            .any(|line| line["line"] == 2 && line["depth"] == 3)
    );
    for line in lines {
        assert!(line["score"]["centipawns"].is_i64() || line["score"]["mate"].is_i64());
        assert!(!line["moves"].as_array().unwrap().is_empty());
    }
    // For every game, with a limit of nodes.
    for (game, _) in hyperrook_rules::SHIPPED {
        let run = self::run(&["analyse", game, "--nodes", "2000", "--hash", "1"]);
        assert_eq!(run.code, 0, "{game}: {}", run.err);
        assert!(run.out.contains("\nbest "), "{game}: {}", run.out);
    }
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let run = self::run(&["analyse", "chess", "--position", mated]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("the game is over"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn analysis_continues_until_it_is_stopped() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("hyperrook"))
        .args(["analyse", "riftwalker"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The game, the position, the heading and the first line.
    for _ in 0..4 {
        lines.next().unwrap().unwrap();
    }
    let stop = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(stop.unwrap().success());
    let last = lines.last().unwrap().unwrap();
    assert!(last.starts_with("best "), "{last}");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn the_simple_opponent_speaks_uci() {
    let script = "uci\nsetoption name UCI_Variant value gateway\nposition startpos\ngo\nquit\n";
    let run = run_in(None, &["basic-uci", "--plies", "1"], script);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("uciok") && run.out.contains("bestmove "),
        "{}",
        run.out
    );
}

#[test]
fn the_bench_counts_the_same_each_time() {
    let count = || {
        let run = self::run(&[
            "bench",
            "sesqui",
            "gateway",
            "--depth",
            "4",
            "--without",
            "history",
        ]);
        assert_eq!(run.code, 0, "{}", run.err);
        let count = run
            .out
            .lines()
            .find(|line| line.starts_with("Nodes searched: "));
        count.expect("a count of nodes").to_owned()
    };
    assert_eq!(count(), count());
}

#[test]
fn the_bench_checks_its_counts() {
    let run = self::run(&["bench", "sesqui", "--moves", "--quick", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(value[0]["nodes"], value[0]["expected_nodes"]);
    assert!(value[0]["load_ms"].as_f64().unwrap() > 0.0);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_program_without_an_error() {
    use std::io::Read;
    use std::process::Stdio;
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("hyperrook"))
        .args(["show", "walkers", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut byte = [0];
    child.stdout.take().unwrap().read_exact(&mut byte).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn a_match_reports_errors_of_its_engines() {
    let engine = "cmd=/no/such/engine st=1";
    for (args, part) in [
        (&["--engine", engine][..], "was given 1 time"),
        (&["--engine", "cmd=x", "--engine", engine], "nothing limits"),
        (
            &["--engine", "color=red", "--engine", engine],
            "`color` is not a key",
        ),
        (
            &["--engine", engine, "--engine", engine, "--games", "3"],
            "even number",
        ),
        (
            &["--engine", engine, "--engine", engine, "--draw", "4"],
            "MOVE,COUNT,CP",
        ),
        (
            &["--engine", engine, "--engine", engine, "--sprt", "elo0=1"],
            "elo0 and elo1",
        ),
    ] {
        let run = run(&[&["match", "chess"], args].concat());
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.err.contains(part), "{args:?}: {}", run.err);
    }
    let run = run(&[
        "match", "chess", "--engine", engine, "--engine", engine, "--games", "2",
    ]);
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("engine 1: cannot run `/no/such/engine`"),
        "{}",
        run.err
    );
}

#[cfg(unix)]
#[test]
fn a_match_is_played_and_continued() {
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("engine.sh");
    // Knights move out and back: a draw by repetition. The number of moves is the number of words
    // after `position`, minus the words `startpos` and `moves`.
    let text = "while read -r word rest; do case $word in\n\
        uci) echo uciok;; isready) echo readyok;; quit) exit;;\n\
        position) set -- $rest; n=$(( $# > 1 ? $# - 2 : 0 ));;\n\
        go) case $((n % 4)) in 0) echo bestmove g1f3;; 1) echo bestmove g8f6;;\n\
          2) echo bestmove f3g1;; 3) echo bestmove f6g8;; esac;;\n\
        esac; done\n";
    std::fs::write(&script, text).unwrap();
    let engine = format!("cmd='sh {}' tc=60", script.display());
    let arguments = [
        "match",
        "chess",
        "--engine",
        &*format!("name=A {engine}"),
        "--engine",
        &*format!("name=B {engine}"),
        "--out",
        "m",
        "--games",
        "2",
        "--json",
    ];
    let first = run_in(Some(directory.path()), &arguments, "");
    assert_eq!(first.code, 0, "{}", first.err);
    let value: serde_json::Value = serde_json::from_str(&first.out).unwrap();
    assert_eq!(value["first"]["draws"], 2, "{value}");
    assert_eq!(value["terminations"]["rules"], 2);
    let records = std::fs::read_to_string(directory.path().join("m.pgn")).unwrap();
    assert!(
        records.contains("[White \"B\"]") && records.contains("repetition"),
        "{records}"
    );
    // Nothing is left to play, and other settings are refused.
    let again = run_in(Some(directory.path()), &arguments, "");
    assert_eq!(again.out, first.out);
    assert!(again.err.contains("going on: 2/2"), "{}", again.err);
    let other = run_in(
        Some(directory.path()),
        &[&arguments[..], &["--seed", "9"]].concat(),
        "",
    );
    assert_eq!(other.code, 1);
    assert!(other.err.contains("seed: was 1, is 9"), "{}", other.err);
}

#[cfg(unix)]
#[test]
fn a_match_whose_engine_cannot_start_again_prints_its_results() {
    let directory = tempfile::tempdir().unwrap();
    // It ends when it has to move, and starts only once.
    let text = "[ -e started ] && exit; : > started\n\
        while read -r word rest; do case $word in\n\
        uci) echo uciok;; isready) echo readyok;; go|quit) exit;; esac; done\n";
    std::fs::write(directory.path().join("once.sh"), text).unwrap();
    let text = text.split_once('\n').unwrap().1;
    std::fs::write(directory.path().join("other.sh"), text).unwrap();
    for json in [false, true] {
        let _ = std::fs::remove_file(directory.path().join("started"));
        let mut arguments = vec![
            "match",
            "chess",
            "--games",
            "4",
            "--each",
            "st=5",
            "--engine",
            "name=A cmd='sh once.sh'",
            "--engine",
            "name=B cmd='sh other.sh'",
        ];
        if json {
            arguments.push("--json");
        }
        let run = run_in(Some(directory.path()), &arguments, "");
        assert_eq!(run.code, 1, "{}", run.err);
        let error = last_line(&run.err);
        assert!(
            error.contains("engine 1: `sh once.sh` ended before"),
            "{error}"
        );
        if json {
            let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
            assert_eq!(
                (&value["games"], &value["first"]["losses"]),
                (&1.into(), &1.into())
            );
        } else {
            assert!(
                run.out.starts_with("A against B: +0 =0 -1 of 1 game\n"),
                "{}",
                run.out
            );
        }
    }
}

#[test]
fn the_folder_of_another_run_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir(directory.path().join("z")).unwrap();
    std::fs::write(directory.path().join("z/games.journal"), "").unwrap();
    for command in ["spsa", "values", "ladder", "first-moves"] {
        let arguments = [command, "sesqui", "--games", "32", "--out", "z"];
        let run = run_in(Some(directory.path()), &arguments, "");
        assert_eq!((run.code, &*run.out), (1, ""), "{command}: {}", run.err);
        assert!(
            run.err.contains("z holds another run (games.journal)"),
            "{command}: {}",
            run.err
        );
    }
}

#[test]
fn the_engine_speaks_uci_and_cecp() {
    let uci = run_in(
        None,
        &["uci"],
        "position startpos moves e2e4\nd\ngo depth 1\n",
    );
    assert_eq!(uci.code, 0, "{}", uci.err);
    assert!(uci.out.starts_with("8  r n b q k b n r"), "{}", uci.out);
    assert!(uci.out.contains("\nFen: rnbqkbnr/pppppppp/8/8/4P3/"));
    assert!(last_line(&uci.out).starts_with("bestmove "));
    let bench = run_in(None, &["uci"], "bench 1\nquit\n");
    assert_eq!(bench.code, 0, "{}", bench.err);
    let xboard = run_in(None, &["xboard"], "protover 2\nping 1\nquit\n");
    assert_eq!(xboard.code, 0, "{}", xboard.err);
    assert!(xboard.out.starts_with("feature done=0\n"));
    assert_eq!(last_line(&xboard.out), "pong 1");
}

#[test]
fn analyse_reports_the_verdict_of_endgame_tables() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let built = self::run(&["tables", "build", "chess", "KRK", "--tables", tables]);
    assert_eq!(built.code, 0, "{}", built.err);
    let analyse = |position: &str, more: &[&str]| {
        let mut args = vec!["analyse", "chess", "--tables", tables, "--depth", "1"];
        args.extend(["--position", position]);
        args.extend(more);
        self::run(&args)
    };
    let run = analyse("8/8/8/8/8/8/2R5/1k5K w - - 0 1", &[]);
    assert_eq!(run.code, 0, "{}", run.err);
    let (_, table) = run.out.split_once("endgame table: ").unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "White wins in 8 moves");
    assert_eq!(lines[1], "Re2      White wins in 8 moves");
    assert!(lines.last().unwrap().ends_with(" draw"), "{table}");
    let run = analyse("8/8/8/8/8/8/4R3/1k5K b - - 0 1", &[]);
    assert!(run.out.contains("(best defence)"), "{}", run.out);
    let run = analyse("8/8/8/8/8/8/2R5/1k5K w - - 0 1", &["--json"]);
    let last = run.out.lines().last().unwrap();
    let last: serde_json::Value = serde_json::from_str(last).unwrap();
    assert_eq!(last["table"]["result"], "White wins in 8 moves");
    // Too few plies are left of the fifty moves.
    let run = analyse("8/8/8/8/8/8/2R5/1k5K w - - 95 90", &[]);
    assert!(
        run.out.contains(" moves, a draw by the move count"),
        "{}",
        run.out
    );
    // No table has four pieces.
    let run = analyse("8/8/8/8/8/8/2R4R/1k5K w - - 0 1", &["--json"]);
    let last: serde_json::Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert_eq!(last["table"], serde_json::Value::Null);
}

#[test]
fn tables_say_what_the_move_count_makes_of_wins() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let shipped = hyperrook_rules::SHIPPED.iter();
    let (_, chess) = shipped
        .into_iter()
        .find(|(name, _)| *name == "chess")
        .unwrap();
    let path = folder.path().join("short.toml");
    std::fs::write(&path, chess.replace("moves = 50", "moves = 9")).unwrap();
    let game = path.to_str().unwrap();
    let run = |args: &[&str]| {
        let run = self::run(&[args, &["--tables", tables]].concat());
        assert_eq!(run.code, 0, "{args:?} {}", run.err);
        run.out
    };
    let report = run(&["tables", "report", game, "--pieces", "3"]);
    assert!(report.contains("The move count spoils wins: "), "{report}");
    let list = run(&["tables", "list", game]);
    let rook = list.lines().find(|line| line.starts_with("KRK")).unwrap();
    assert!(rook.contains("; the move count spoils "), "{rook}");
    let verify = run(&["tables", "verify", game, "KRK", "--every", "20"]);
    assert!(verify.contains("KRK, zeroing distances: "), "{verify}");
    // A win in 14 moves, and the limit is nine.
    let position = "8/8/8/8/8/2k5/8/K6R w - - 0 1";
    let probe = run(&["tables", "probe", game, "--position", position]);
    let verdict = "White to move: win in 14 moves, a draw by the move count";
    assert_eq!(probe.lines().next(), Some(verdict));
    let probe = run(&["tables", "probe", game, "--json", "--position", position]);
    let probe: serde_json::Value = serde_json::from_str(&probe).unwrap();
    assert_eq!(probe["found"]["count"], "spoiled");
    assert_eq!(probe["found"]["within_count"], false);
    // A table of an older version has no zeroing distances. Building brings them.
    let find = |file: &std::path::Path| file.join("KRK.zeroing").exists().then(|| file.to_owned());
    let folders = std::fs::read_dir(folder.path()).unwrap();
    let folder_of_game = folders
        .flatten()
        .find_map(|entry| find(&entry.path()))
        .unwrap();
    std::fs::remove_file(folder_of_game.join("KRK.zeroing")).unwrap();
    let probe = run(&["tables", "probe", game, "--position", position]);
    let verdict = "White to move: win in 14 moves (perhaps too long for the move count)";
    assert_eq!(probe.lines().next(), Some(verdict));
    assert!(run(&["tables", "list", game]).contains("; build it again to know which wins"));
    assert!(run(&["tables", "verify", game, "KRK"]).contains("KRK: no zeroing distances"));
    assert!(run(&["tables", "build", game, "KRK"]).starts_with("built KRK in "));
    assert!(folder_of_game.join("KRK.zeroing").exists());
}

/// A game on twelve cells and a folder with its tables of one piece against one.
struct Shove {
    folder: tempfile::TempDir,
    report: String,
}

impl Shove {
    fn new() -> Shove {
        let folder = tempfile::tempdir().unwrap();
        let text = include_str!("../../tables/tests/games/shove.toml");
        std::fs::write(folder.path().join("shove.toml"), text).unwrap();
        let mut shove = Shove {
            folder,
            report: String::new(),
        };
        let run = shove.run(&["report", "shove.toml", "--pieces", "4", "--also", "KRKP"]);
        assert_eq!(run.code, 0, "{}", run.err);
        shove.report = run.out;
        shove
    }

    fn run(&self, args: &[&str]) -> Run {
        let args = [&["tables"], args, &["--tables", "tables"]].concat();
        run_in(Some(self.folder.path()), &args, "")
    }

    /// The file of a table.
    fn file(&self, name: &str) -> std::path::PathBuf {
        let folders = std::fs::read_dir(self.folder.path().join("tables")).unwrap();
        let mut folders = folders.flatten().map(|folder| folder.path());
        folders.next().unwrap().join(name)
    }
}

#[test]
fn tables_answer_for_the_sides_that_were_asked_for() {
    let shove = Shove::new();
    let report = &shove.report;
    let rows: Vec<&str> = report
        .lines()
        .filter_map(|line| line.strip_prefix("| K")?.split(' ').next())
        .collect();
    let wanted = "PKS PKR PKP RKS RKR RKP SKS SKR SKP";
    assert_eq!(rows.join(" "), wanted, "{report}");
    assert!(
        report.contains("| KPKR | 3,216 | 23.8 % | 0.2 % | 3 |"),
        "{report}"
    );
    assert!(
        report.contains("| KRKP | 3,216 | 88.8 % | 50.1 % | 9 |"),
        "{report}"
    );
    let (_, spoiled) = report.split_once("spoils wins: ").unwrap();
    let spoiled = spoiled.lines().next().unwrap();
    let materials = spoiled
        .split(", ")
        .filter_map(|part| part.split(" in ").nth(1));
    assert_eq!(
        materials.collect::<Vec<_>>(),
        ["KPKS", "KPKR", "KRKS", "KSKS."]
    );
    let (_, section) = report.split_once("## KRKP").unwrap();
    let line = section.lines().nth(2).unwrap();
    assert!(
        line.starts_with("The longest win, Black to move: `"),
        "{line}"
    );
    assert!(
        report.contains(
            "A fortress (a draw although no piece of White is attacked), White to move: "
        )
    );
    let longest = shove.run(&["longest", "shove.toml", "KRKP"]).out;
    let first = "White wins in 9 moves, Black to move, a draw by the move count\n";
    assert!(longest.starts_with(first), "{longest}");
    assert!(
        longest.contains("\nBlack to move wins in 3 moves\n"),
        "{longest}"
    );
    let list = shove.run(&["list", "shove.toml"]).out;
    let line = list.lines().find(|line| line.starts_with("KPKR")).unwrap();
    assert!(line.contains("; longest win 9 moves;"), "{line}");
    let report = run(&["tables", "report", "chess", "--pieces", "3", "--tables"]
        .into_iter()
        .chain([shove.folder.path().to_str().unwrap()])
        .collect::<Vec<_>>());
    let (_, section) = report.out.split_once("## KQK\n").unwrap();
    let (section, _) = section.split_once("##").unwrap();
    assert!(
        section.ends_with("White to move always wins.\n\n"),
        "{section}"
    );
}

#[test]
fn tables_say_that_a_game_is_over_or_that_a_position_is_in_none() {
    let shove = Shove::new();
    let probe = |position: &str, more: &[&str]| {
        let args = ["probe", "shove.toml", "--position", position];
        shove.run(&[&args, more].concat())
    };
    let over = "3/1P1/K2/1rk w - 12 1";
    let run = probe(over, &[]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(
        run.err.contains("the game is over: draw (move count)"),
        "{}",
        run.err
    );
    let run = probe(over, &["--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let found: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["over"], "draw (move count)");
    assert_eq!(found["moves"], serde_json::json!([]));
    for more in [&[][..], &["--json"]] {
        let run = probe("rk1/1p1/1P1/SKR w - 0 1", more);
        assert_eq!(run.code, 1);
        assert!(
            run.err.contains("there is no table of KPRSKPR"),
            "{}",
            run.err
        );
        assert_eq!(run.out.contains("\"found\": null"), !more.is_empty());
    }
}

#[test]
fn verifying_tables_goes_on_after_damage() {
    let shove = Shove::new();
    let all = shove.run(&["verify", "shove.toml"]);
    assert_eq!(all.code, 0, "{}", all.out);
    assert_eq!(
        last_line(&all.out),
        "10 tables: 10 right, 0 wrong or damaged, 0 not checked"
    );
    let damage = |name: &str, at_end: bool| {
        let file = shove.file(name);
        let mut bytes = std::fs::read(&file).unwrap();
        let at = if at_end { bytes.len() - 40 } else { 30 };
        bytes[at] ^= 0xff;
        std::fs::write(&file, bytes).unwrap();
    };
    damage("KSK.table", false);
    damage("KRKR.table", true);
    let run = shove.run(&["verify", "shove.toml"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    let with = |words: &str| lines.iter().filter(|line| line.contains(words)).count();
    assert_eq!(
        with("KSK.table: the header is damaged; delete the file"),
        1,
        "{}",
        run.out
    );
    assert_eq!(
        with("KRKR.table: the hash of the file is wrong"),
        1,
        "{}",
        run.out
    );
    assert_eq!(
        with("KPKR: its entries are not checked: they need "),
        1,
        "{}",
        run.out
    );
    assert_eq!(with("KRK: "), 1, "{}", run.out);
    assert_eq!(
        lines.last(),
        Some(&"10 tables: 2 right, 2 wrong or damaged, 6 not checked")
    );
    // A file in the place of the folder.
    let args = [
        "tables",
        "build",
        "shove.toml",
        "KRK",
        "--tables",
        "shove.toml",
    ];
    let run = run_in(Some(shove.folder.path()), &args, "");
    assert_eq!(run.code, 1);
    assert!(
        run.err
            .contains("shove.toml is a file; name a folder with --tables"),
        "{}",
        run.err
    );
}

/// A game of one's own, on a board of five files.
fn own_game(folder: &Path) {
    let text = include_str!("../../lab/tests/games/mini.toml");
    std::fs::write(folder.join("mini.toml"), text).unwrap();
}

#[test]
fn first_moves_of_an_own_game_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    own_game(folder.path());
    let play = |more: &[&str]| {
        let args = ["first-moves", "mini.toml", "--games", "3", "--nodes", "10"];
        run_in(Some(folder.path()), &[&args, more].concat(), "")
    };
    let first = play(&["--threads", "2"]);
    assert_eq!(first.code, 0, "{}", first.err);
    assert!(first.err.contains(": 3 games of each"), "{}", first.err);
    let one = "first-moves mini.toml --games 1 --nodes 1 --out one";
    let one: Vec<&str> = one.split(' ').collect();
    let one = run_in(Some(folder.path()), &one, "");
    assert!(one.err.contains(": 1 game of each"), "{}", one.err);
    assert!(
        first.out.contains("| b1a3, d1e3 | knight | 3 |"),
        "{}",
        first.out
    );
    let report = folder.path().join("mini.first-moves/report.md");
    assert_eq!(std::fs::read_to_string(report).unwrap(), first.out);
    let again = play(&["--json"]);
    assert_eq!(again.code, 0, "{}", again.err);
    let report: serde_json::Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(report["moves"].as_array().unwrap().len(), 5);
    assert_eq!(report["kinds"].as_array().unwrap().len(), 2);
    let advice = "choose another place for the results with --out\n";
    let other = play(&["--seed", "2"]);
    assert_eq!(other.code, 1);
    assert!(other.err.contains("other settings"), "{}", other.err);
    assert!(other.err.ends_with(advice), "{}", other.err);
    let text = include_str!("../../lab/tests/games/mini.toml").replacen("\"N\"", "\"F\"", 1);
    std::fs::write(folder.path().join("mini.toml"), text).unwrap();
    let other = play(&[]);
    assert_eq!(other.code, 1);
    assert!(other.err.contains("other rules"), "{}", other.err);
    assert!(other.err.ends_with(advice), "{}", other.err);
}

#[test]
fn first_moves_that_do_not_exist_are_refused() {
    for (args, wanted) in [
        (&["--moves", "e2e4,e2e5"][..], "--moves e2e5: "),
        (&["--moves", "Nf3,x"], "--moves x: "),
        (&["--moves", ""], "--moves : "),
        (
            &["--piece", "X"],
            "--piece X: chess has no piece `X`; its pieces are",
        ),
        (
            &["--piece", "P,bishop"],
            "--piece bishop: no bishop can move first in chess; these can: pawn (P) and knight (N)",
        ),
        (&["--games", "0"], "write a number from 1 to 100000"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let args = [&["first-moves", "chess"], args].concat();
        let run = run_in(Some(folder.path()), &args, "");
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.err.contains(wanted), "{args:?}: {}", run.err);
        assert!(!folder.path().join("chess.first-moves").exists());
    }
}

/// The network of a run is a part of its engine, so that runs with different networks are not
/// added up.
#[test]
fn a_network_can_be_named_for_playtests() {
    let folder = tempfile::tempdir().unwrap();
    let program = |extra: &[&str]| {
        let out = folder.path().join(format!("run{}", extra.len()));
        let out = out.to_str().unwrap();
        let mut args = vec!["playtest", "sesqui", "--games", "2", "--nodes", "20"];
        args.extend(["--max-plies", "20", "--threads", "1", "--out", out]);
        args.extend(extra);
        let run = run(&args);
        assert_eq!(run.code, 0, "{}", run.err);
        let sums = std::fs::read_to_string(Path::new(out).join("sums.json")).unwrap();
        let sums: serde_json::Value = serde_json::from_str(&sums).unwrap();
        sums["program"].as_str().unwrap().to_owned()
    };
    assert_ne!(program(&[]), program(&["--network", "none"]));
    for (file, game) in [("sesqui", "chess"), ("chess", "sesqui")] {
        let network =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../network/networks/{file}.net"));
        let network = network.to_str().unwrap();
        let refused = run(&["play", game, "--plain", "--network", network]);
        assert_eq!(refused.code, 1, "{}", refused.err);
        assert!(refused.err.contains(&format!("the network is for {file}")));
    }
    let text = folder.path().join("text.net");
    std::fs::write(&text, [0xff, 0xfe, 0x00]).unwrap();
    let refused = run(&["values", "chess", "--network", text.to_str().unwrap()]);
    assert!(
        refused.err.contains("this is not a network"),
        "{}",
        refused.err
    );
}

/// A run, a comparison and a sum each have a folder: their reports have the same names.
#[test]
fn a_playtest_overwrites_no_other_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let playtest = |out: &str, extra: &[&str]| {
        let out = path(out);
        let mut args = vec!["playtest", "sesqui", "--max-plies", "10", "--threads", "1"];
        args.extend(["--random", "--out", &out]);
        args.extend(extra);
        run(&args)
    };
    let compare = ["--games", "2", "--against-option", "array=court"];
    let merge = |runs: &[&str], out: &str| {
        let runs: Vec<String> = runs.iter().map(|name| path(name)).collect();
        let out = path(out);
        let mut args = vec!["playtest", "sesqui", "--out", &out, "--merge"];
        args.extend(runs.iter().map(String::as_str));
        run(&args)
    };
    for (name, seed) in [("one", "1"), ("two", "2"), ("three", "3")] {
        let made = playtest(name, &["--games", "2", "--seed", seed]);
        assert_eq!(made.code, 0, "{}", made.err);
    }
    assert_eq!(playtest("both", &compare).code, 0);
    assert_eq!(merge(&["one", "two"], "sum").code, 0);
    for (refused, holds) in [
        (playtest("one", &compare), "a run"),
        (playtest("both", &["--games", "2"]), "a comparison"),
        (merge(&["one", "two"], "both"), "a comparison"),
        (merge(&["one", "two"], "three"), "a run"),
        (playtest("sum", &compare), "the sum of runs"),
        (merge(&["one", "three"], "sum"), "the sum of other runs"),
    ] {
        assert_eq!(refused.code, 1, "{}", refused.err);
        assert!(
            refused.err.contains(&format!("holds {holds}")),
            "{}",
            refused.err
        );
        assert!(
            refused.err.contains("choose another folder"),
            "{}",
            refused.err
        );
    }
    // A sum can grow, and a comparison go on.
    assert_eq!(merge(&["one", "two", "three"], "sum").code, 0);
    assert_eq!(playtest("both", &compare).code, 0);
}

#[test]
fn long_runs_say_why_they_cannot_use_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "text").unwrap();
    let out = file.join("run");
    let out = out.to_str().unwrap();
    for command in ["playtest", "values", "ladder", "first-moves", "spsa"] {
        let run = run(&[command, "chess", "--games", "2", "--out", out]);
        assert_eq!(run.code, 1, "{command}: {}", run.err);
        let why = "a part of the path is a file, not a folder";
        assert!(run.err.contains(why), "{command}: {}", run.err);
    }
}

#[test]
#[cfg(unix)]
fn files_without_an_end_are_refused() {
    for args in [
        &["perft", "--suite", "/dev/zero"][..],
        &["tune", "chess", "/dev/zero"],
        &["tune", "chess", "--weights", "/dev/zero", "/dev/null"],
        &["spsa", "chess", "--from", "/dev/zero"],
        &["playtest", "chess", "--merge", "/dev/zero", "--out", "out"],
        &["values", "chess", "--merge", "/dev/zero"],
        &[
            "puzzles",
            "chess",
            "--positions",
            "/dev/zero",
            "--out",
            "out",
        ],
        &["openings", "chess", "--out", "/dev/zero"],
        &[
            "match",
            "chess",
            "--engine",
            "cmd=x st=1",
            "--engine",
            "cmd=x st=1",
            "--openings",
            "/dev/zero",
        ],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let run = run_in(Some(folder.path()), args, "");
        assert_eq!(run.code, 1, "{args:?}: {}", run.err);
        assert!(
            run.err.contains("/dev/zero: this is a pipe or a device"),
            "{args:?}: {}",
            run.err
        );
    }
}

#[test]
fn weights_need_positions() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("empty"), "").unwrap();
    let run = run_in(Some(folder.path()), &["tune", "chess", "empty"], "");
    assert_eq!((run.code, &*run.out), (1, ""));
    assert!(run.err.contains("no positions"), "{}", run.err);
}

#[test]
fn records_are_checked_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Game \"mine\"]\n\n1. a3 *\n\n[White \"Cem\"]\n\n1. e5 *\n";
    std::fs::write(folder.path().join("games.pgn"), text).unwrap();
    let run = run_in(Some(folder.path()), &["records", "games.pgn"], "");
    assert_eq!(run.code, 1, "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    let first = "games.pgn, game 1: chess, Ann against Bob, 0-1 after 4 plies (checkmate)";
    assert_eq!(lines[0], first);
    assert!(
        lines[1].ends_with("as in `--game ./mine.toml`"),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].contains("in the record from line 10: move 1 of White, e5: the pawn on e2"),
        "{}",
        lines[2]
    );
    assert_eq!(lines[3], "3 games, 2 of them with a fault");
    // One line for each game, also if its start has several errors.
    let nameless = "[White \"\"]\n[Black \" \"]\n\n1. e4 *\n\n[FEN \"4k3/8/8/8/8/8/8/4K3 w HAha - 0 1\"]\n\n*\n";
    let run = run_in(None, &["records", "-"], nameless);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "-, game 1: chess, ? against ?, * after 1 ply");
    assert_eq!(lines.len(), 3, "{}", run.out);
    #[cfg(unix)]
    {
        // A pipe or a device is read like a file.
        let run = self::run(&["records", "/dev/null"]);
        assert_eq!((run.code, &*run.out), (0, "0 games\n"), "{}", run.err);
    }
    let run = run_in(Some(folder.path()), &["records", "."], "");
    assert!(run.err.contains("this is a folder"), "{}", run.err);
    let run = run_in(None, &["records", "-", "--json"], text);
    let first: serde_json::Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
    assert_eq!(first["moves"][3], "d8h4");
    assert_eq!(first["short"][3], "Qh4#");
    assert_eq!(
        (&first["status"], &first["result"]),
        (&"black wins".into(), &"0-1".into())
    );
    let last: serde_json::Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&last["number"], &last["line"], last["fault"].is_string()),
        (&3.into(), &10.into(), true)
    );
}

/// Files that break off, nest too deep, or state nonsense: every fault has a place, and the good
/// game at the end is found.
#[test]
fn records_of_hostile_files_are_refused_one_by_one() {
    let long = "x".repeat(9 << 20);
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(500);
    let faults = [
        (
            format!("1. e4 {}\n\n", "(1. d4 ".repeat(100_000)),
            "line 1, column 455: ",
        ),
        (format!("1. e4 {{{long}\n\n"), "longer than 8388608 bytes"),
        (
            format!("[Game \"{long}\"]\n\n*\n\n"),
            "longer than 8388608 bytes",
        ),
        (
            format!("[Game \"{}\"]\n\n*\n\n", &long[..1000]),
            "no shipped game is called `xx",
        ),
        (
            "[Variant \"King of the Hill\"]\n\n*\n\n".to_owned(),
            "--game ./king-of-the-hill.toml`",
        ),
        (
            "[Game \"sesqui\"]\n[Setup \"8/8 w - - 0 1\"]\n\n*\n\n".to_owned(),
            "a ring has no ranks",
        ),
        (
            "1. e4 e5 (1... c5\n".to_owned(),
            "line 1, column 10: this variation has no `)`",
        ),
        (
            "1. e4 {e5\n".to_owned(),
            "line 1, column 7: this comment has no `}`",
        ),
        ("1. e\u{0}4 *\n\n".to_owned(), "the character U+0000"),
    ];
    for (bad, wanted) in faults {
        let text = format!("{bad}[White \"Zoe\"]\n\n1. {shuffle}1/2-1/2\n");
        let run = run_in(None, &["records", "-"], &text);
        let lines: Vec<&str> = run.out.lines().collect();
        assert_eq!((run.code, lines.len()), (1, 3), "{}", run.err);
        assert!(
            lines[0].contains(wanted) && lines[0].len() < 400,
            "{}",
            lines[0]
        );
        assert_eq!(
            lines[1],
            "-, game 2: chess, Zoe against ?, 1/2-1/2 after 2000 plies (repetition)"
        );
    }
}

/// Two files in two folders can name different definitions by the same relative path.
#[test]
fn records_name_definitions_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    for (name, game) in [("a", "chess"), ("b", "shatranj")] {
        let inner = folder.path().join(name);
        std::fs::create_dir(&inner).unwrap();
        let place = if game == "chess" {
            "games"
        } else {
            "examples/games"
        };
        std::fs::copy(
            root().join(place).join(format!("{game}.toml")),
            inner.join("own.toml"),
        )
        .unwrap();
        let text = "[White \"\u{1b}[31m\"]\n[Definition \"own.toml\"]\n\n*\n";
        std::fs::write(inner.join("games.pgn"), text).unwrap();
    }
    let args = ["records", "a/games.pgn", "b/games.pgn"];
    let run = run_in(Some(folder.path()), &args, "");
    assert!(
        run.out.contains("a/games.pgn, game 1: chess,"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("b/games.pgn, game 1: shatranj,"),
        "{}",
        run.out
    );
    assert!(!run.out.contains('\u{1b}'), "{}", run.out);
}

#[test]
fn a_record_keeps_its_names_and_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        "[White \"Ann\"]\n[Black \"Bob\"]\n[Termination \"time forfeit\"]\n\n1. e4 {good} e5 0-1\n";
    std::fs::write(folder.path().join("a.pgn"), text).unwrap();
    let input = "save b.pgn\nquit\n";
    let args = ["play", "--load", "a.pgn", "--plain"];
    let run = run_in(Some(folder.path()), &args, input);
    assert!(run.out.contains("Black wins (time forfeit)"), "{}", run.out);
    assert!(
        run.out.contains("Comments, glyphs and variations"),
        "{}",
        run.out
    );
    let lost = "Saved to b.pgn, without the comments and variations that it was loaded with.";
    assert!(run.out.contains(lost), "{}", run.out);
    let saved = std::fs::read_to_string(folder.path().join("b.pgn")).unwrap();
    for part in [
        "[White \"Ann\"]",
        "[Black \"Bob\"]",
        "[Termination \"time forfeit\"]",
        "0-1",
    ] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    let drawn = text
        .replace("0-1", "1/2-1/2")
        .replace("time forfeit", "normal");
    std::fs::write(folder.path().join("a.pgn"), drawn).unwrap();
    let run = run_in(Some(folder.path()), &args, input);
    assert!(run.out.contains("Draw (agreed)"), "{}", run.out);
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All keys of a value, except those that are data themselves.
fn keys(value: &serde_json::Value, found: &mut std::collections::BTreeSet<String>) {
    match value {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                found.insert(key.clone());
                if !["tags", "terminations"].contains(&key.as_str()) {
                    keys(value, found);
                }
            }
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn every_key_of_the_json_is_documented() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bad.toml"), "format = 1\n").unwrap();
    std::fs::copy(
        root().join("games/chess.toml"),
        folder.path().join("good.toml"),
    )
    .unwrap();
    std::fs::write(folder.path().join("a.pgn"), "1. e4 e5 *\n").unwrap();
    own_game(folder.path());
    let built = run_in(
        Some(folder.path()),
        &["tables", "build", "chess", "KRK", "--tables", "t"],
        "",
    );
    assert_eq!(built.code, 0, "{}", built.err);
    let engine = format!("cmd='{} uci' nodes=20", env!("CARGO_BIN_EXE_hyperrook"));
    let mut found = std::collections::BTreeSet::new();
    for args in [
        &["games"][..],
        &["show", "gateway"],
        &["explain", "walkers", "N"],
        &["moves", "walkers"],
        &["perft", "chess", "1", "--divide"],
        &["check", "good.toml", "bad.toml"],
        &["records", "a.pgn"],
        &[
            "analyse",
            "chess",
            "--depth",
            "2",
            "--tables",
            "t",
            "--position",
            "8/8/8/8/8/2k5/8/K6R w - - 0 1",
        ],
        &[
            "analyse",
            "chess",
            "--depth",
            "2",
            "--position",
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        ],
        &["bench", "sesqui", "--depth", "2"],
        &["bench", "sesqui", "--moves", "--quick"],
        &["values", "mini.toml", "--games", "4", "--nodes", "10"],
        &[
            "ladder",
            "mini.toml",
            "--games",
            "4",
            "--from",
            "2",
            "--to",
            "4",
        ],
        &["first-moves", "mini.toml", "--games", "3", "--nodes", "10"],
        &[
            "match",
            "chess",
            "--games",
            "2",
            "--random-plies",
            "2",
            "--engine",
            &engine,
            "--engine",
            &engine,
        ],
        &["tables", "list", "chess", "--tables", "t"],
        &[
            "tables",
            "probe",
            "chess",
            "--tables",
            "t",
            "--position",
            "8/8/8/8/8/2k5/8/K6R w - - 0 1",
        ],
    ] {
        let run = run_in(Some(folder.path()), &[args, &["--json"]].concat(), "");
        let values = serde_json::Deserializer::from_str(&run.out).into_iter();
        let values: Vec<serde_json::Value> = values.map(Result::unwrap).collect();
        assert!(!values.is_empty(), "{args:?}: {}", run.err);
        for value in &values {
            keys(value, &mut found);
        }
    }
    let read = |page: &str| std::fs::read_to_string(root().join(page)).unwrap();
    let pages = read("docs/json.md") + &read("docs/texts.md");
    let missing: Vec<&String> = found
        .iter()
        .filter(|key| !pages.contains(&format!("`{key}`")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
