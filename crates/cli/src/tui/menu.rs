//! The menu: choose a game, its options and the players.

use super::theme;
use crate::draw::{self, AvailableSpace, Scene, paint};
use crate::load;
use crate::play::GameSession;
use crate::player_spec::PlayerSpec;
use crate::words;
use hyperrook_rules::{Definition, GameFile, OptionValue, Piece, SHIPPED, Side};
use hyperrook_search::Strength;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

/// The player's choice in the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MenuChoice {
    /// Nothing yet.
    None,
    /// Start a new game.
    Start,
    /// Continue the game that was left last.
    Resume,
    /// Load a file.
    Load,
    /// Return to the game on the screen.
    Back,
    /// Show the keys.
    Help,
    /// Leave the program.
    Quit,
}

/// A game with its settings.
#[derive(Debug)]
struct MenuEntry {
    file: GameFile,
    /// The definition with the chosen options.
    definition: Definition,
    /// The value of each option.
    values: Vec<String>,
}

/// The menu.
#[derive(Debug)]
pub(super) struct Menu {
    entries: Vec<MenuEntry>,
    /// The index of the chosen game.
    at: usize,
    /// The index of the chosen setting; `None` while the list of games is active.
    setting: Option<usize>,
    players: [PlayerSpec; 2],
    /// Whether there is a game to continue.
    pub(super) can_resume: bool,
}

impl Menu {
    /// The menu with the shipped games.
    pub(super) fn new() -> Menu {
        let file = |&(name, _): &(&str, &str)| {
            let file = GameFile::shipped(name)?;
            let definition = file.define(&[]).ok()?;
            let values = definition
                .options()
                .iter()
                .map(|o| o.value.clone())
                .collect();
            Some(MenuEntry {
                file,
                definition,
                values,
            })
        };
        Menu {
            entries: SHIPPED.iter().filter_map(file).collect(),
            at: 0,
            setting: None,
            players: [PlayerSpec::Human, PlayerSpec::OPPONENT],
            can_resume: false,
        }
    }

    fn entry(&self) -> &MenuEntry {
        &self.entries[self.at]
    }

    /// The number of settings: the options, and a player for each side.
    fn settings(&self) -> usize {
        self.entry().values.len() + 2
    }

    /// A session of the chosen game.
    pub(super) fn session(&self, seed: Option<u64>) -> Result<GameSession, String> {
        let entry = self.entry();
        let options: Vec<(String, String)> = entry
            .definition
            .options()
            .iter()
            .zip(&entry.values)
            .map(|(option, value)| (option.name.clone(), value.clone()))
            .collect();
        let loaded = load::load(entry.file.name(), &options).map_err(|error| error.to_string())?;
        let start = loaded.game.start();
        let mut session = GameSession::new(loaded, start);
        session.players = self.players;
        session.seed = seed.unwrap_or(session.seed);
        Ok(session)
    }

    /// Handles a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> MenuChoice {
        match key.code {
            KeyCode::Enter => return MenuChoice::Start,
            KeyCode::Esc => match self.setting {
                Some(_) => self.setting = None,
                None => return MenuChoice::Back,
            },
            KeyCode::Char('r') if self.can_resume => return MenuChoice::Resume,
            KeyCode::Char('l') => return MenuChoice::Load,
            KeyCode::Char('?') => return MenuChoice::Help,
            KeyCode::Char('q') => return MenuChoice::Quit,
            KeyCode::Tab | KeyCode::BackTab => {
                self.setting = match self.setting {
                    None => Some(0),
                    Some(_) => None,
                };
            }
            KeyCode::Up => self.go(false),
            KeyCode::Down => self.go(true),
            KeyCode::Right | KeyCode::Char(' ' | '+') => match self.setting {
                None => self.setting = Some(0),
                Some(setting) => self.next_setting(setting, true),
            },
            KeyCode::Left | KeyCode::Char('-') => {
                if let Some(setting) = self.setting {
                    self.next_setting(setting, false);
                }
            }
            _ => {}
        }
        MenuChoice::None
    }

    fn go(&mut self, down: bool) {
        let step = |at: usize, len: usize| {
            if down {
                (at + 1) % len
            } else {
                (at + len - 1) % len
            }
        };
        match self.setting {
            None => self.at = step(self.at, self.entries.len()),
            Some(setting) => self.setting = Some(step(setting, self.settings())),
        }
    }

    /// Changes a setting to its next or previous value.
    fn next_setting(&mut self, setting: usize, on: bool) {
        let step = |at: usize, len: usize| {
            if on {
                (at + 1) % len
            } else {
                (at + len - 1) % len
            }
        };
        let entry = &mut self.entries[self.at];
        if let Some(value) = entry.values.get_mut(setting) {
            let values = &entry.definition.options()[setting].values;
            let at = values.iter().position(|v| v == value).unwrap_or(0);
            *value = values[step(at, values.len())].clone();
            let options: Vec<(&str, &str)> = entry
                .definition
                .options()
                .iter()
                .zip(&entry.values)
                .map(|(option, value)| (option.name.as_str(), value.as_str()))
                .collect();
            if let Ok(definition) = entry.file.define(&options) {
                entry.definition = definition;
            }
            return;
        }
        let player_spec = &mut self.players[setting - entry.values.len()];
        let mut all = vec![PlayerSpec::Human];
        all.extend(Strength::LEVELS.map(|level| PlayerSpec::Computer { level }));
        let at = all
            .iter()
            .position(|other| other == player_spec)
            .unwrap_or(0);
        *player_spec = all[step(at, all.len())];
    }

    /// Draws the menu.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let titles = self
            .entries
            .iter()
            .map(|e| e.definition.title().chars().count());
        let list_width = titles.max().unwrap_or(0) as u16 + 4;
        let mut lines = vec![
            Line::styled("HYPERROOK", theme::heading()),
            Line::styled("chess on boards of any dimension", theme::dim()),
            Line::raw(""),
        ];
        for (i, entry) in self.entries.iter().enumerate() {
            let style = match (i == self.at, self.setting) {
                (true, None) => theme::chosen(),
                (true, Some(_)) => Style::new().add_modifier(Modifier::BOLD),
                _ => Style::new(),
            };
            let sign = if i == self.at { '▸' } else { ' ' };
            let width = usize::from(list_width) - 3;
            let text = format!("{sign} {:<width$}", entry.definition.title());
            lines.push(Line::styled(text, style));
        }
        Paragraph::new(lines).render(area, buffer);
        let right = Rect {
            x: area.x + list_width.max(34).min(area.width),
            width: area.width.saturating_sub(list_width.max(34)),
            ..area
        };
        let lines = self.details(usize::from(right.width));
        let used = (lines.len() as u16).min(right.height);
        Paragraph::new(lines).render(right, buffer);
        let below = Rect {
            y: right.y + used + 1,
            height: right.height.saturating_sub(used + 1),
            ..right
        };
        preview(&self.entry().definition, below, buffer);
    }

    fn details(&self, width: usize) -> Vec<Line<'static>> {
        let entry = self.entry();
        let game = &entry.definition;
        let mut lines = vec![Line::styled(game.title().to_owned(), theme::heading())];
        for line in words::wrap(game.about(), width) {
            lines.push(Line::raw(line));
        }
        for line in words::wrap(game.credit(), width) {
            lines.push(Line::styled(line, theme::dim()));
        }
        lines.push(Line::raw(""));
        let setting = |i: usize, name: &str, value: String| {
            let style = if self.setting == Some(i) {
                theme::chosen()
            } else {
                Style::new()
            };
            Line::styled(format!("{name:<20} ‹ {value} ›"), style)
        };
        for (i, (option, value)) in game.options().iter().zip(&entry.values).enumerate() {
            lines.push(setting(
                i,
                &OptionValue::in_words(&option.name),
                OptionValue::in_words(value),
            ));
            if self.setting == Some(i) {
                for line in words::wrap(&option.about, width.saturating_sub(2)) {
                    lines.push(Line::styled(format!("  {line}"), theme::dim()));
                }
            }
        }
        for side in Side::BOTH {
            lines.push(setting(
                entry.values.len() + side.index(),
                &side.to_string(),
                self.players[side.index()].about(),
            ));
        }
        lines
    }

    /// The help line with the keys of the menu.
    pub(super) fn keys(&self) -> String {
        let resume = if self.can_resume { "r resume  " } else { "" };
        let settings = match self.setting {
            None => "↑↓ game  Tab settings",
            Some(_) => "↑↓ setting  ←→ change  Tab games",
        };
        format!("Enter play  {settings}  {resume}l load  ? keys  q leave")
    }
}

/// Draws the starting position, if it fits.
fn preview(definition: &Definition, area: Rect, buffer: &mut Buffer) {
    let room = AvailableSpace {
        width: usize::from(area.width),
        height: usize::from(area.height),
    };
    let anchor = draw::anchor(definition, Side::White);
    let layout = draw::fit(definition.board(), false, anchor, room);
    if layout.width > room.width || layout.height > room.height {
        return;
    }
    let letter = |piece: Piece| (draw::letter(definition, piece), piece.side);
    let letters = definition
        .start()
        .pieces
        .iter()
        .map(|piece| piece.map(letter));
    let sheet = paint(&layout, definition.board(), &Scene::new(letters.collect()));
    for y in 0..layout.height {
        for x in 0..layout.width {
            if let Some(spot) = sheet.get(x, y) {
                buffer[(area.x + x as u16, area.y + y as u16)]
                    .set_char(spot.ch)
                    .set_style(theme::style(spot));
            }
        }
    }
}
