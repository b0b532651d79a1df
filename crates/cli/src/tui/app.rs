//! The full-screen program: the menu, the game and popups.

use super::board;
use super::game_screen::{GameScreen, MessageTone, ScreenAction};
use super::menu::{Menu, MenuChoice};
use super::panel;
use super::popup::{Popup, PopupResult};
use super::{line_editor, theme};
use crate::draw::AvailableSpace;
use crate::play::{self, GameSession, SaveResult};
use crate::{texts, words};
use hyperrook_geometry::Cell;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The state of the program.
#[derive(Debug)]
pub(super) struct TerminalApp {
    /// Whether the program should end.
    pub(super) quit: bool,
    /// The game on the screen.
    pub(super) game_screen: Option<GameScreen>,
    /// The popup on top of everything.
    pub(super) popup: Option<Popup>,
    menu: Menu,
    /// Whether the menu is shown instead of the game.
    in_menu: bool,
    /// The message of the menu.
    menu_message: Option<String>,
    /// How long the computer searches for a move.
    pub(super) move_time: Duration,
    seed: Option<u64>,
    /// Whether games are saved for `--resume`.
    autosave: bool,
    file: String,
}

impl TerminalApp {
    /// The program with a game, or with its menu.
    pub(super) fn new(session: Option<GameSession>, seed: Option<u64>) -> TerminalApp {
        let mut app = TerminalApp {
            quit: false,
            in_menu: session.is_none(),
            game_screen: None,
            popup: None,
            menu: Menu::new(),
            menu_message: None,
            move_time: Duration::from_secs(1),
            seed,
            autosave: true,
            file: "game.pgn".to_owned(),
        };
        if let Some(session) = session {
            app.put(session);
        }
        app.menu.can_resume = saved_game().is_some();
        app
    }

    fn put(&mut self, session: GameSession) {
        let mut game_screen = GameScreen::new(session);
        game_screen.autosave = self.autosave;
        if let Some(before) = &self.game_screen {
            game_screen.insight.shown = before.insight.shown;
        }
        if let Some(warning) = game_screen.session.warnings.first() {
            game_screen.message = Some((MessageTone::Alarm, warning.clone()));
        }
        self.game_screen = Some(game_screen);
        self.in_menu = false;
        self.menu_message = None;
    }

    /// Saves nothing to disk, for tests and pictures.
    pub(super) fn disable_autosave(&mut self) {
        self.autosave = false;
        self.menu.can_resume = false;
        if let Some(game_screen) = &mut self.game_screen {
            game_screen.autosave = false;
        }
    }

    /// Chooses the piece on a cell and shows attackers, for a picture.
    pub(super) fn prepare_picture(&mut self, cursor: Option<Cell>, attackers: bool) {
        self.disable_autosave();
        if let (Some(game_screen), Some(cell)) = (&mut self.game_screen, cursor) {
            game_screen.cursor = cell;
            game_screen.attackers = attackers;
            if !attackers {
                game_screen.activate(cell);
            }
        }
    }

    /// Whether the computer is searching for its move.
    pub(super) fn is_thinking(&self) -> bool {
        self.game_screen
            .as_ref()
            .is_some_and(GameScreen::is_thinking)
    }

    /// Handles the progress of the engine. Called at regular intervals.
    pub(super) fn tick(&mut self) {
        if let Some(game_screen) = self.game_screen.as_mut().filter(|_| !self.in_menu) {
            game_screen.tick();
        }
    }

    /// Handles a key.
    pub(super) fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            self.quit = true;
            return;
        }
        if let Some(popup) = &mut self.popup {
            // A command letter followed by a digit is a typed move: `n4`.
            let digit = matches!(key.code, KeyCode::Char(c) if c.is_ascii_digit());
            let pending = self
                .game_screen
                .as_ref()
                .is_some_and(GameScreen::is_letter_pending);
            if !(digit && pending && !self.in_menu) {
                let answer = popup.key(key);
                if let Some(game_screen) = &mut self.game_screen {
                    game_screen.confirm_letter();
                }
                self.answer(answer);
                return;
            }
            self.popup = None;
        }
        if self.in_menu {
            let digit = matches!(key.code, KeyCode::Char(c) if c.is_ascii_digit());
            if let Some(game_screen) = self
                .game_screen
                .as_mut()
                .filter(|t| digit && t.is_letter_pending())
            {
                self.in_menu = false;
                game_screen.key(key);
                return;
            }
            if let Some(game_screen) = &mut self.game_screen {
                game_screen.confirm_letter();
            }
            let menu_choice = self.menu.key(key);
            self.menu_choice(menu_choice);
            return;
        }
        let Some(game_screen) = &mut self.game_screen else {
            return;
        };
        let action = game_screen.key(key);
        self.action(action);
    }

    fn action(&mut self, action: ScreenAction) {
        match action {
            ScreenAction::None => {}
            ScreenAction::Quit => self.popup = Some(Popup::Quit),
            ScreenAction::Menu => {
                if let Some(game_screen) = &mut self.game_screen {
                    game_screen.cancel_search();
                }
                self.in_menu = true;
                self.menu.can_resume = self.autosave && saved_game().is_some();
            }
            ScreenAction::Help => self.popup = Some(self.help()),
            ScreenAction::Save => {
                self.popup = Some(Popup::Save {
                    line: line_editor::LineEditor::new(self.file.clone()),
                    exists: false,
                });
            }
            ScreenAction::Load => {
                self.popup = Some(Popup::Load(line_editor::LineEditor::new(self.file.clone())))
            }
            ScreenAction::Choose(moves) => {
                if let Some(game_screen) = &self.game_screen {
                    let definition = game_screen.session.position().game().definition();
                    self.popup = Some(Popup::choice(definition, moves));
                }
            }
        }
    }

    fn answer(&mut self, answer: PopupResult) {
        match answer {
            PopupResult::Stay => return,
            PopupResult::Close => {}
            PopupResult::Quit => self.quit = true,
            PopupResult::Make(mv) => {
                if let Some(game_screen) = &mut self.game_screen {
                    game_screen.make(mv);
                }
            }
            PopupResult::Save { path, sure } => {
                if !self.save(path, sure) {
                    return;
                }
            }
            PopupResult::Load(path) => self.load(&PathBuf::from(path)),
        }
        self.popup = None;
    }

    /// Saves the game. Returns whether the popup can close.
    fn save(&mut self, path: String, sure: bool) -> bool {
        let Some(game_screen) = self.game_screen.as_mut().filter(|_| !path.is_empty()) else {
            return true;
        };
        let saved = play::save_as(&mut game_screen.session, Path::new(&path), sure);
        game_screen.message = Some(match saved {
            Ok(SaveResult::Yes) => {
                let text = play::saved_words(&game_screen.session, &path);
                (MessageTone::News, text)
            }
            Ok(SaveResult::Exists) => {
                if let Some(Popup::Save { exists, .. }) = &mut self.popup {
                    *exists = true;
                }
                return false;
            }
            Err(failure) => (
                MessageTone::Alarm,
                words::quoted(&format!("Not saved: {failure}")),
            ),
        });
        self.file = path;
        true
    }

    /// The help, with a legal move as an example.
    fn help(&self) -> Popup {
        let shown = self.game_screen.as_ref().filter(|_| !self.in_menu);
        let example = shown.and_then(|screen| texts::example(screen.session.position()));
        Popup::Help(example.map_or("e2e4, Nf3".to_owned(), |(mv, short)| {
            format!("{mv}, {short}")
        }))
    }

    fn load(&mut self, path: &Path) {
        match play::load_record(path, None) {
            Ok(mut session) => {
                if let Some(before) = &self.game_screen {
                    session.follow(&before.session);
                }
                session.move_time = self.move_time;
                self.put(session);
            }
            Err(failure) => self.show_error(format!("Not loaded: {failure}")),
        }
    }

    fn show_error(&mut self, text: String) {
        let text = words::quoted(&text);
        match self.game_screen.as_mut().filter(|_| !self.in_menu) {
            Some(game_screen) => game_screen.message = Some((MessageTone::Alarm, text)),
            None => self.menu_message = Some(text),
        }
    }

    fn menu_choice(&mut self, menu_choice: MenuChoice) {
        match menu_choice {
            MenuChoice::None => {}
            MenuChoice::Start => match self.menu.session(self.seed) {
                Ok(mut session) => {
                    session.move_time = self.move_time;
                    self.put(session);
                }
                Err(error) => self.show_error(error),
            },
            MenuChoice::Resume => {
                if let Some(path) = saved_game() {
                    self.load(&path);
                }
            }
            MenuChoice::Load => self.action(ScreenAction::Load),
            MenuChoice::Back => match self.game_screen {
                Some(_) => self.in_menu = false,
                None => self.popup = Some(Popup::Quit),
            },
            MenuChoice::Help => self.popup = Some(self.help()),
            MenuChoice::Quit => self.popup = Some(Popup::Quit),
        }
    }

    /// Handles a click: moves the cursor to the cell and chooses it.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        if self.popup.is_some() || self.in_menu {
            return;
        }
        let Some(game_screen) = &mut self.game_screen else {
            return;
        };
        if mouse.kind == MouseEventKind::Down(MouseButton::Left)
            && let Some(cell) = game_screen.view.cell_at(mouse.column, mouse.row)
        {
            game_screen.cursor = cell;
            let action = game_screen.activate(cell);
            self.action(action);
        }
    }

    /// Draws the screen.
    pub(super) fn draw(&mut self, frame: &mut Frame) {
        let screen = frame.area();
        let buffer = frame.buffer_mut();
        if screen.width < 20 || screen.height < 8 {
            buffer.set_stringn(
                screen.x,
                screen.y,
                "Too small; enlarge the window",
                usize::from(screen.width),
                Style::new(),
            );
            return;
        }
        let rows = |y: u16, height: u16| Rect {
            y: screen.y + y,
            height,
            ..screen
        };
        let high = screen.height;
        match self.game_screen.as_mut().filter(|_| !self.in_menu) {
            Some(game_screen) => {
                draw_header(game_screen, rows(0, 1), buffer);
                draw_game_screen(game_screen, rows(1, high - 3), buffer);
                draw_message(game_screen, rows(high - 2, 1), buffer);
                let keys = "Enter choose/move  Tab next  type a move  a attackers  u undo  h hint  \
                            t engine lines  ? keys  q leave";
                let keys = if usize::from(screen.width) < keys.len() {
                    "Enter move  Tab next  a attackers  u undo  h hint  t lines  ? keys  q leave"
                } else {
                    keys
                };
                Line::styled(keys, theme::dim()).render(rows(high - 1, 1), buffer);
            }
            None => {
                let area = Rect {
                    x: screen.x + 1,
                    y: screen.y + 1,
                    width: screen.width - 2,
                    height: high - 3,
                };
                self.menu.draw(area, buffer);
                if let Some(message) = &self.menu_message {
                    Line::styled(message.clone(), Style::new().fg(theme::ALARM))
                        .render(rows(high - 2, 1), buffer);
                }
                Line::styled(self.menu.keys(), theme::dim()).render(rows(high - 1, 1), buffer);
            }
        }
        if let Some(popup) = &self.popup {
            popup.draw(screen, buffer);
        }
    }
}

/// The path of the game that was left last, if there is one.
fn saved_game() -> Option<PathBuf> {
    play::autosave_path().filter(|path| path.is_file())
}

fn draw_header(game_screen: &GameScreen, area: Rect, buffer: &mut Buffer) {
    let definition = game_screen.session.position().game().definition();
    let options: String = definition
        .changed_options()
        .map(|option| format!("  {}={}", option.name, option.value))
        .collect();
    Line::from(vec![
        Span::styled(definition.title().to_owned(), theme::heading()),
        Span::styled(options, theme::dim()),
    ])
    .render(area, buffer);
}

/// The minimum width of a panel beside the board. A board of 16 files with three columns each
/// leaves this much of 80.
const PANEL_WIDTH: u16 = 25;

/// The height of a panel below the board.
const PANEL_HEIGHT: u16 = 8;

/// Places the board and its panel side by side or one above the other, whichever shows more
/// of the board.
fn draw_game_screen(game_screen: &mut GameScreen, area: Rect, buffer: &mut Buffer) {
    let beside = PANEL_WIDTH.max(area.width / 4).min(area.width / 2);
    let below = PANEL_HEIGHT.max(area.height / 5).min(area.height / 2);
    let room = |width: u16, height: u16| AvailableSpace {
        width: usize::from(width),
        height: usize::from(height),
    };
    let right = board::layout(game_screen, room(area.width - beside - 1, area.height));
    let under = board::layout(game_screen, room(area.width, area.height - below));
    let seen = |layout: &crate::draw::SheetLayout, room: AvailableSpace| {
        let fits = layout.width <= room.width && layout.height <= room.height;
        (fits, layout.cell.width * layout.cell.height)
    };
    let is_right = seen(&right, room(area.width - beside - 1, area.height))
        >= seen(&under, room(area.width, area.height - below));
    let (layout, board_area, panel) = if is_right {
        // The panel gets the space that the board does not need, within limits.
        let needed = layout_width(&right).min(area.width - beside - 1);
        let spare = area.width - beside - 1 - needed;
        let beside = beside + spare.min(beside / 2);
        let board_area = Rect {
            width: area.width - beside - 1,
            ..area
        };
        // Align the tops of both.
        let down = (usize::from(area.height).saturating_sub(right.height) / 2) as u16;
        let panel = Rect {
            x: area.x + area.width - beside,
            y: area.y + down,
            width: beside,
            height: area.height - down,
        };
        (right, board_area, panel)
    } else {
        let board_area = Rect {
            height: area.height - below,
            ..area
        };
        let panel = Rect {
            y: area.y + area.height - below,
            height: below,
            ..area
        };
        (under, board_area, panel)
    };
    board::draw(game_screen, layout, board_area, buffer);
    panel::draw(game_screen, panel, buffer);
}

fn layout_width(layout: &crate::draw::SheetLayout) -> u16 {
    u16::try_from(layout.width).unwrap_or(u16::MAX)
}

fn draw_message(game_screen: &GameScreen, area: Rect, buffer: &mut Buffer) {
    let line = if let Some(typed) = &game_screen.line {
        let mut spans = vec![
            Span::styled("move: ", theme::heading()),
            Span::raw(format!("{}▏ ", typed.text)),
        ];
        match &game_screen.message {
            Some((_, text)) => {
                spans.push(Span::styled(text.clone(), Style::new().fg(theme::ALARM)));
            }
            None => spans.push(Span::styled(
                game_screen.completions(8).join(" "),
                theme::dim(),
            )),
        }
        Line::from(spans)
    } else if let Some((tone, text)) = &game_screen.message {
        let colour = match tone {
            MessageTone::News => theme::NEWS,
            MessageTone::Alarm => theme::ALARM,
        };
        Line::styled(text.clone(), Style::new().fg(colour))
    } else {
        Line::styled(game_screen.thinking().unwrap_or_default(), theme::dim())
    };
    line.render(area, buffer);
}
