//! Tests of full-screen play: what is drawn, and what keys do.

use super::app::TerminalApp;
use super::popup::Popup;
use crate::load;
use crate::play::GameSession;
use crate::player_spec::PlayerSpec;
use hyperrook_rules::SHIPPED;
use hyperrook_search::{Bound, ChancesModel, Info, Score};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A game between two people, with options, from a position.
fn session(game: &str, options: &[(&str, &str)], position: &str) -> GameSession {
    let options: Vec<(String, String)> = options
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let loaded = load::load(game, &options).unwrap();
    let start = load::position(&loaded.game, position).unwrap();
    let mut session = GameSession::new(loaded, start);
    session.players = [PlayerSpec::Human; 2];
    session
}

fn app_of(session: GameSession) -> TerminalApp {
    let mut app = TerminalApp::new(Some(session), Some(1));
    app.disable_autosave();
    // Some keys depend on where the cells were drawn.
    draw(&mut app, (80, 24));
    app
}

fn app(game: &str) -> TerminalApp {
    app_of(session(game, &[], "startpos"))
}

fn draw(app: &mut TerminalApp, size: (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let row: String = (0..buffer.area.width)
            .map(|x| buffer[(x, y)].symbol())
            .collect();
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

fn screen(app: &mut TerminalApp) -> String {
    text(&draw(app, (80, 24)))
}

fn press(app: &mut TerminalApp, code: KeyCode) {
    app.key(KeyEvent::new(code, KeyModifiers::NONE));
}

fn type_in(app: &mut TerminalApp, keys: &str) {
    for c in keys.chars() {
        let code = match c {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            '\u{1b}' => KeyCode::Esc,
            c => KeyCode::Char(c),
        };
        press(app, code);
    }
}

/// The moves of the game in short notation.
fn moves(app: &TerminalApp) -> Vec<String> {
    app.game_screen.as_ref().unwrap().session.shorts().to_vec()
}

fn cursor(app: &TerminalApp) -> String {
    let game_screen = app.game_screen.as_ref().unwrap();
    game_screen
        .session
        .position()
        .game()
        .board()
        .name(game_screen.cursor)
}

fn put_cursor(app: &mut TerminalApp, name: &str) {
    let game_screen = app.game_screen.as_mut().unwrap();
    game_screen.cursor = game_screen
        .session
        .position()
        .game()
        .board()
        .cell(name)
        .unwrap();
}

/// Compares a text with a file. `UPDATE_SNAPSHOTS=1` writes the file.
fn snapshot(name: &str, found: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens");
    let path = path.join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, found).unwrap();
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        wanted == found,
        "{} is not as drawn now (UPDATE_SNAPSHOTS=1 writes it):\n{found}",
        path.display()
    );
}

#[test]
fn every_game_is_drawn() {
    for (game, _) in SHIPPED {
        for size in [(80, 24), (160, 50)] {
            let mut app = app(game);
            // Choose a piece, to show its destinations.
            draw(&mut app, size);
            type_in(&mut app, "\t\n");
            let drawn = text(&draw(&mut app, size));
            snapshot(&format!("{game}-{}x{}", size.0, size.1), &drawn);
        }
    }
}

#[test]
fn the_menu_and_popups_are_drawn() {
    let mut menu = TerminalApp::new(None, Some(1));
    menu.disable_autosave();
    snapshot("menu-80x24", &screen(&mut menu));
    type_in(&mut menu, "\t");
    snapshot("menu-160x50", &text(&draw(&mut menu, (160, 50))));
    let mut app = app("chess");
    type_in(&mut app, "?");
    snapshot("help-80x24", &screen(&mut app));
}

#[test]
fn screens_of_any_size_are_drawn() {
    for (game, _) in SHIPPED {
        let mut app = app(game);
        for size in [(1, 1), (20, 8), (30, 12), (40, 60), (200, 9), (300, 120)] {
            draw(&mut app, size);
            for code in [KeyCode::Up, KeyCode::Left, KeyCode::PageUp, KeyCode::End] {
                press(&mut app, code);
                draw(&mut app, size);
            }
            type_in(&mut app, "?");
            draw(&mut app, size);
            type_in(&mut app, "\u{1b}");
        }
    }
}

#[test]
fn the_cursor_is_always_visible() {
    for (game, _) in SHIPPED {
        let mut app = app(game);
        let board = app
            .game_screen
            .as_ref()
            .unwrap()
            .session
            .position()
            .game()
            .board()
            .clone();
        for cell in board.cells() {
            app.game_screen.as_mut().unwrap().cursor = cell;
            let drawn = screen(&mut app);
            let marked = drawn.contains('[') && drawn.contains(']') || drawn.contains('>');
            let view = &app.game_screen.as_ref().unwrap().view;
            let seen = (0..24).any(|y| (0..80).any(|x| view.cell_at(x, y) == Some(cell)));
            assert!(marked && seen, "{game} {}", board.name(cell));
        }
    }
}

#[test]
fn arrows_reach_every_cell() {
    for (game, _) in SHIPPED {
        let mut app = app(game);
        let cells = app
            .game_screen
            .as_ref()
            .unwrap()
            .session
            .position()
            .game()
            .board()
            .len();
        let mut seen = hyperrook_geometry::CellSet::EMPTY;
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..40_000 {
            let keys = [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down];
            press(&mut app, keys[random.usize(..4)]);
            seen.insert(app.game_screen.as_ref().unwrap().cursor);
        }
        assert_eq!(seen.count() as usize, cells, "{game}");
    }
}

#[test]
fn shift_goes_to_the_next_board() {
    let mut app = app("gateway");
    put_cursor(&mut app, "vb1");
    let shift = |app: &mut TerminalApp, code| app.key(KeyEvent::new(code, KeyModifiers::SHIFT));
    shift(&mut app, KeyCode::Right);
    assert_eq!(cursor(&app), "wb1");
    shift(&mut app, KeyCode::Left);
    shift(&mut app, KeyCode::Left);
    assert_eq!(cursor(&app), "zb1");
    let mut app = self::app("twoboards");
    put_cursor(&mut app, "b2");
    shift(&mut app, KeyCode::Up);
    assert_eq!(cursor(&app), "b6");
    shift(&mut app, KeyCode::Left);
    assert_eq!(cursor(&app), "n6");
    let mut app = self::app("sesqui");
    put_cursor(&mut app, "h2");
    shift(&mut app, KeyCode::Right);
    assert_eq!(cursor(&app), "a2");
}

#[test]
fn a_piece_is_moved_with_arrows_and_enter() {
    let mut app = app("chess");
    put_cursor(&mut app, "e2");
    press(&mut app, KeyCode::Enter);
    let drawn = screen(&mut app);
    assert!(drawn.contains("pawn e2 chosen: · 2 ×0"), "{drawn}");
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Enter);
    assert_eq!(moves(&app), ["e4"]);
}

#[test]
fn moves_can_be_typed_in_any_notation() {
    let mut app = app("chess");
    type_in(&mut app, "e2e4\n:e5\nNf3\nb8c6\n");
    assert_eq!(moves(&app), ["e4", "e5", "Nf3", "Nc6"]);
    let mut app = self::app("walkers");
    type_in(&mut app, "21122122\n");
    assert_eq!(moves(&app).len(), 1, "{}", screen(&mut app));
}

#[test]
fn typed_moves_may_begin_with_the_letters_of_commands() {
    let mut app = app("chess");
    // The keys a, f and h show attackers, turn the board and ask for a hint.
    type_in(&mut app, "a2a3\nf7f6\nh2h3\n");
    assert_eq!(moves(&app), ["a3", "f6", "h3"]);
    let game_screen = app.game_screen.as_ref().unwrap();
    assert!(!game_screen.attackers && !game_screen.flipped && !game_screen.is_thinking());
    // The keys n and l open the menu and a popup.
    let mut app = self::app("twoboards");
    type_in(&mut app, "n5n6\nn12n11\n");
    assert_eq!(moves(&app).len(), 2, "{}", screen(&mut app));
    let mut app = self::app("hyperchess");
    type_in(&mut app, "l");
    assert!(matches!(app.popup, Some(Popup::Load(_))));
    type_in(&mut app, "5");
    assert!(app.popup.is_none());
    assert_eq!(
        app.game_screen
            .as_ref()
            .unwrap()
            .line
            .as_ref()
            .unwrap()
            .text,
        "l5"
    );
}

#[test]
fn worths_are_shown_in_place_of_letters() {
    let mut app = app("chess");
    assert!(!screen(&mut app).contains("worth"));
    type_in(&mut app, "v");
    // The cursor is on the king, which has no worth; the first white row begins with a rook.
    let drawn = screen(&mut app);
    let row = drawn.lines().find(|line| line.contains("K")).unwrap();
    assert!(
        row.chars().filter(char::is_ascii_digit).count() >= 7,
        "{row}"
    );
    type_in(&mut app, "v");
    assert!(screen(&mut app).contains("R"), "letters again");
}

#[test]
fn refused_moves_show_the_reason() {
    let mut app = app("chess");
    type_in(&mut app, "e2e5\n");
    let drawn = screen(&mut app);
    assert!(drawn.contains("move: e2e5"), "{drawn}");
    let message = app.game_screen.as_ref().unwrap().message.clone().unwrap().1;
    assert!(
        message.contains("pawn") && message.contains("e5"),
        "{message}"
    );
    // The line can be corrected.
    press(&mut app, KeyCode::Backspace);
    type_in(&mut app, "4\n");
    assert_eq!(moves(&app), ["e4"]);
    put_cursor(&mut app, "e4");
    press(&mut app, KeyCode::Enter);
    let message = app.game_screen.as_ref().unwrap().message.clone().unwrap().1;
    assert!(message.contains("White's"), "{message}");
}

#[test]
fn promotions_are_chosen_in_a_popup() {
    let mut app = app_of(session("chess", &[], "8/P6k/8/8/8/8/8/K7 w - - 0 1"));
    put_cursor(&mut app, "a7");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Enter);
    let drawn = screen(&mut app);
    assert!(
        drawn.contains("It becomes") && drawn.contains("Knight"),
        "{drawn}"
    );
    type_in(&mut app, "n");
    assert_eq!(moves(&app), ["a8=N"]);
}

#[test]
fn a_piece_of_several_cells_is_moved_by_any_of_them() {
    let mut app = app_of(session(
        "gateway",
        &[],
        "4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|KKKK/4/4/*2*/*2*/*2*/*2*/4/4/4|\
         4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/r1e1 w - 0 1",
    ));
    put_cursor(&mut app, "xc10");
    press(&mut app, KeyCode::Enter);
    let drawn = screen(&mut app);
    assert_eq!(
        drawn.matches("<K>").count() + drawn.matches("[K]").count(),
        4,
        "{drawn}"
    );
    put_cursor(&mut app, "xd9");
    press(&mut app, KeyCode::Enter);
    assert_eq!(moves(&app).len(), 1, "{}", screen(&mut app));
}

#[test]
fn attackers_are_shown() {
    let mut app = app_of(session("chess", &[], "k7/8/8/3p4/4P3/8/8/K2R4 w - - 0 1"));
    put_cursor(&mut app, "d5");
    type_in(&mut app, "a");
    let drawn = screen(&mut app);
    assert!(drawn.contains("White attacks d5 with"), "{drawn}");
    assert!(drawn.contains("Black does not defend d5"), "{drawn}");
    assert!(drawn.contains("+ P +") || drawn.contains("+P+"), "{drawn}");
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let mut app = app("chess");
    type_in(&mut app, "e2e4\ne7e5\nuu");
    assert!(moves(&app).is_empty());
    type_in(&mut app, "r");
    assert_eq!(moves(&app), ["e4"]);
    type_in(&mut app, "ruu");
    type_in(&mut app, "u");
    let message = app.game_screen.as_ref().unwrap().message.clone().unwrap().1;
    assert!(message.contains("no move"), "{message}");
}

#[test]
fn the_end_of_the_game_is_shown() {
    let mut app = app("chess");
    type_in(&mut app, "f2f3\ne7e5\ng2g4\nd8h4\n");
    let drawn = screen(&mut app);
    assert!(drawn.contains("Black wins (checkmate)"), "{drawn}");
    type_in(&mut app, "e2e4\n");
    assert_eq!(moves(&app).len(), 4);
    type_in(&mut app, "\u{1b}u");
    assert_eq!(moves(&app).len(), 3);
}

#[test]
fn the_computer_answers_and_can_be_stopped() {
    let mut session = session("chess", &[], "startpos");
    session.players[1] = PlayerSpec::Computer { level: 8 };
    session.move_time = Duration::from_millis(20);
    let mut app = app_of(session);
    type_in(&mut app, "e2e4\n");
    let begun = Instant::now();
    while moves(&app).len() < 2 && begun.elapsed() < Duration::from_secs(20) {
        app.tick();
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(moves(&app).len(), 2);
    // One key takes back the moves of the computer and of the person.
    type_in(&mut app, "u");
    assert!(moves(&app).is_empty());
    type_in(&mut app, "d2d4\n");
    app.tick();
    assert!(app.is_thinking());
    type_in(&mut app, "u");
    assert!(!app.is_thinking());
}

#[test]
fn a_hint_chooses_a_piece() {
    let mut app = app_of(session("chess", &[], "k7/8/8/3q4/4P3/8/8/K7 w - - 0 1"));
    type_in(&mut app, "h");
    let begun = Instant::now();
    while app.is_thinking() && begun.elapsed() < Duration::from_secs(20) {
        app.tick();
        std::thread::sleep(Duration::from_millis(5));
    }
    let drawn = screen(&mut app);
    assert!(drawn.contains("The computer would play exd5"), "{drawn}");
}

/// The information about a line from the position on the screen.
fn info(app: &TerminalApp, line: usize, score: Score, moves: &str) -> Info {
    let mut position = app.game_screen.as_ref().unwrap().session.position().clone();
    let moves = moves.split(' ').map(|text| {
        let mv = crate::texts::read_move(&position, text).unwrap();
        position.play(mv).unwrap();
        mv
    });
    Info {
        line,
        depth_plies: 12,
        selective_depth_plies: 20,
        score,
        chances: ChancesModel::default().of(score),
        bound: Bound::Exact,
        nodes: 1000,
        time: Duration::from_millis(10),
        hash_permille: 0,
        moves: moves.collect(),
    }
}

/// Passes a line to the game, like a line that the engine has found.
fn pass_line(app: &mut TerminalApp, line: usize, score: Score, moves: &str) {
    let info = info(app, line, score, moves);
    let game_screen = app.game_screen.as_mut().unwrap();
    let position = game_screen.session.position().clone();
    game_screen.insight.add_line(&position, &info);
}

#[test]
fn lines_and_the_bar_are_drawn() {
    for size in [(80, 24), (160, 50)] {
        let mut app = app("chess");
        type_in(&mut app, "e2e4\ntt=");
        pass_line(
            &mut app,
            1,
            Score::Centipawns(-35),
            "c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6",
        );
        pass_line(
            &mut app,
            2,
            Score::Centipawns(-41),
            "e7e5 g1f3 b8c6 f1b5 a7a6",
        );
        let drawn = text(&draw(&mut app, size));
        snapshot(&format!("insight-{}x{}", size.0, size.1), &drawn);
    }
    // Show the panel below the board.
    let mut app = app("gateway");
    type_in(&mut app, "ttt=");
    let moves: Vec<String> = app.game_screen.as_ref().unwrap().session.moves()[..3]
        .iter()
        .map(|&mv| {
            crate::texts::format_move(app.game_screen.as_ref().unwrap().session.position(), mv)
        })
        .collect();
    pass_line(&mut app, 1, Score::Mate(4), &moves[0]);
    pass_line(&mut app, 2, Score::Centipawns(1234), &moves[1]);
    pass_line(&mut app, 3, Score::Mate(-1), &moves[2]);
    snapshot("insight-gateway-80x24", &screen(&mut app));
    // Switch from three lines to none, then turn off the bar.
    type_in(&mut app, "t=");
    assert_eq!(screen(&mut app), screen(&mut self::app("gateway")));
}

#[test]
fn engine_lines_follow_the_game() {
    let mut app = app("chess");
    type_in(&mut app, "t=");
    assert!(screen(&mut app).contains("no line yet"));
    pass_line(&mut app, 1, Score::Centipawns(20), "d2d4 d7d5");
    // A line is hidden while a better one is missing, or if there are too many.
    pass_line(&mut app, 3, Score::Centipawns(10), "c2c4");
    assert!(
        screen(&mut app).contains("+0.20 d12 d4 d5"),
        "{}",
        screen(&mut app)
    );
    type_in(&mut app, "d2d4\n");
    let drawn = screen(&mut app);
    assert!(
        drawn.contains("no line yet") && drawn.contains("+0.20"),
        "{drawn}"
    );
    pass_line(&mut app, 1, Score::Mate(2), "d7d5 c2c4");
    assert!(
        screen(&mut app).contains("#-2 d12 d5 c4"),
        "{}",
        screen(&mut app)
    );
    // A `t` that does not begin a move switches lines. Letters within a move do not.
    type_in(&mut app, "u");
    assert_eq!(app.game_screen.as_ref().unwrap().insight.shown.lines, 1);
}

#[test]
fn the_engine_searches_in_the_background() {
    let mut app = app("gateway");
    type_in(&mut app, "tt");
    let begun = Instant::now();
    while screen(&mut app).contains("no line yet") && begun.elapsed() < Duration::from_secs(20) {
        app.tick();
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(screen(&mut app).contains("2. "), "{}", screen(&mut app));
    assert!(app.is_thinking());
    let begun = Instant::now();
    let first = app.game_screen.as_ref().unwrap().session.moves()[0];
    app.game_screen.as_mut().unwrap().make(first);
    assert!(!app.is_thinking() && begun.elapsed() < Duration::from_secs(1));
    app.tick();
    assert!(app.is_thinking());
    // There is no search while the menu is open, or if no results are shown.
    type_in(&mut app, "n");
    assert!(!app.is_thinking());
    type_in(&mut app, "\u{1b}tt");
    app.tick();
    assert!(!app.is_thinking());
}

#[test]
fn games_are_saved_and_loaded() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("g.pgn");
    let clear = |app: &mut TerminalApp| {
        app.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
    };
    let mut app = app("raumschach");
    let first = app.game_screen.as_ref().unwrap().session.moves()[0];
    app.game_screen.as_mut().unwrap().make(first);
    type_in(&mut app, "s");
    clear(&mut app);
    type_in(&mut app, &format!("{}\n", path.display()));
    assert!(
        screen(&mut app).contains("Saved to"),
        "{}",
        screen(&mut app)
    );
    let mut other = self::app("chess");
    // The file of another game is not replaced without confirmation.
    type_in(&mut other, "s");
    clear(&mut other);
    type_in(&mut other, &format!("{}\n", path.display()));
    assert!(screen(&mut other).contains("The file exists already"));
    type_in(&mut other, "\u{1b}l");
    clear(&mut other);
    type_in(&mut other, &format!("{}\n", path.display()));
    assert_eq!(moves(&other), moves(&app));
    type_in(&mut other, "lx\n");
    assert!(
        screen(&mut other).contains("Not loaded"),
        "{}",
        screen(&mut other)
    );
}

#[test]
fn the_menu_sets_options_and_starts_games() {
    let mut app = TerminalApp::new(None, Some(1));
    app.disable_autosave();
    // Change the second setting of the first game to its first value after the default.
    press(&mut app, KeyCode::Tab);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Right);
    press(&mut app, KeyCode::Enter);
    let session = &app.game_screen.as_ref().unwrap().session;
    let changed: Vec<_> = session.loaded.game.definition().changed_options().collect();
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0].value, changed[0].values[1]);
    // The menu comes back, and Escape returns to the game.
    draw(&mut app, (80, 24));
    type_in(&mut app, "n\u{1b}");
    assert!(screen(&mut app).contains("Walkers"));
    type_in(&mut app, "q");
    assert!(screen(&mut app).contains("Leave?"));
    type_in(&mut app, "y");
    assert!(app.quit);
}

#[test]
fn clicks_choose_and_move() {
    let mut app = app("chess");
    let at = |app: &TerminalApp, name: &str| {
        let game_screen = app.game_screen.as_ref().unwrap();
        let cell = game_screen.session.position().game().board().cell(name);
        let all = (0..24).flat_map(|y| (0..80).map(move |x| (x, y)));
        let mut all = all.filter(|&(x, y)| game_screen.view.cell_at(x, y) == cell);
        all.next().unwrap()
    };
    for name in ["g1", "f3"] {
        let (column, row) = at(&app, name);
        app.mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        });
    }
    assert_eq!(moves(&app), ["Nf3"]);
}

#[test]
fn the_board_turns_round() {
    for (game, _) in SHIPPED {
        let mut app = app(game);
        let game_screen = app.game_screen.as_ref().unwrap();
        let before = game_screen.view.layout.clone().unwrap();
        type_in(&mut app, "f");
        draw(&mut app, (80, 24));
        let game_screen = app.game_screen.as_ref().unwrap();
        let after = game_screen.view.layout.clone().unwrap();
        assert_ne!(before.corners, after.corners, "{game}");
    }
}
