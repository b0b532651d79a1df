//! Popups over the board: help, a choice of moves, the name of a file.

use super::line_editor::{EditResult, LineEditor};
use super::theme;
use crate::words;
use hyperrook_rules::{Definition, Move};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Widget};

/// A popup.
#[derive(Debug)]
pub(super) enum Popup {
    /// The list of keys.
    /// With a move as an example of what to type.
    Help(String),
    /// A confirmation before leaving.
    Quit,
    /// A choice between several moves with the same origin and destination.
    Choice {
        /// The moves.
        moves: Vec<Move>,
        /// The name of each move.
        names: Vec<String>,
        /// The letter that chooses each move.
        letters: Vec<char>,
        /// The index of the move that Enter chooses.
        at: usize,
    },
    /// The name of a file to save to.
    Save {
        /// The name.
        line: LineEditor,
        /// Whether the file exists and the player has been told.
        exists: bool,
    },
    /// The name of a file to load.
    Load(LineEditor),
}

/// The result of a key in a popup.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PopupResult {
    /// The popup stays open.
    Stay,
    /// The popup closes.
    Close,
    /// Leave the program.
    Quit,
    /// Make a move.
    Make(Move),
    /// Save to a file.
    Save {
        /// The name of the file.
        path: String,
        /// Whether to replace an existing file.
        sure: bool,
    },
    /// Load a file.
    Load(String),
}

/// The keys that choose a move.
const HELP_KEYS: &str = "\
arrows      move the cursor
shift+arrow next board, block or sector
Tab         next piece that can move, or next
            cell the chosen piece can reach
Enter       choose a piece; move it there
Esc         cancel";

/// What follows after how to type a move.
const HELP: &str = "\
a           who attacks, who defends (+ =)
u  r        undo, redo a move
h           a hint
t           engine: show 1 to 3 lines, none
=           who is better, as a bar
v           what the pieces are worth, in pawns
f           flip the board
s  l        save, load
n           menu: another game
:resign     give up
q           leave; the game is saved
Signs: <K> chosen  · can go  ×k× captures
!K! in check  +K+ attacks  =K= defends
^K^ a piece promotes here";

impl Popup {
    /// A popup for moves that differ in their promotion.
    pub(super) fn choice(definition: &Definition, moves: Vec<Move>) -> Popup {
        let mut names = Vec::new();
        let mut letters = Vec::new();
        for mv in &moves {
            match mv.promotion() {
                Some(kind) => {
                    let piece = definition.piece(kind);
                    names.push(words::capital(&piece.name));
                    letters.push(piece.letter);
                }
                None => {
                    names.push("Stay as it is".to_owned());
                    letters.push('-');
                }
            }
        }
        Popup::Choice {
            moves,
            names,
            letters,
            at: 0,
        }
    }

    /// Handles a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> PopupResult {
        match self {
            Popup::Help(_) => PopupResult::Close,
            Popup::Quit => match key.code {
                KeyCode::Char('y' | 'q') | KeyCode::Enter => PopupResult::Quit,
                KeyCode::Char('n') | KeyCode::Esc => PopupResult::Close,
                _ => PopupResult::Stay,
            },
            Popup::Choice {
                moves, letters, at, ..
            } => {
                let last = moves.len() - 1;
                match key.code {
                    KeyCode::Esc => return PopupResult::Close,
                    KeyCode::Enter | KeyCode::Char(' ') => return PopupResult::Make(moves[*at]),
                    KeyCode::Up | KeyCode::Left => *at = at.checked_sub(1).unwrap_or(last),
                    KeyCode::Down | KeyCode::Right | KeyCode::Tab => {
                        *at = if *at == last { 0 } else { *at + 1 };
                    }
                    KeyCode::Char(c) => {
                        let c = c.to_ascii_uppercase();
                        if let Some(i) = letters.iter().position(|letter| *letter == c) {
                            return PopupResult::Make(moves[i]);
                        }
                    }
                    _ => {}
                }
                PopupResult::Stay
            }
            Popup::Save { line, exists } => match line.key(key) {
                EditResult::Editing => {
                    *exists = false;
                    PopupResult::Stay
                }
                EditResult::Cancelled => PopupResult::Close,
                EditResult::Entered => PopupResult::Save {
                    path: line.text.trim().to_owned(),
                    sure: *exists,
                },
            },
            Popup::Load(line) => match line.key(key) {
                EditResult::Editing => PopupResult::Stay,
                EditResult::Cancelled => PopupResult::Close,
                EditResult::Entered => PopupResult::Load(line.text.trim().to_owned()),
            },
        }
    }

    /// Draws the popup in the middle of the screen.
    pub(super) fn draw(&self, screen: Rect, buffer: &mut Buffer) {
        let (title, lines): (&str, Vec<Line>) = match self {
            Popup::Help(example) => {
                let typed = Line::raw(format!("{example:<11} just type a move (or : first)"));
                let lines = HELP_KEYS.lines().map(Line::raw);
                let rest = HELP.lines().map(Line::raw);
                ("Keys", lines.chain([typed]).chain(rest).collect())
            }
            Popup::Quit => (
                "Leave?",
                vec![
                    Line::raw("The game is saved. To continue it:"),
                    Line::raw("    hyperrook play --resume"),
                    Line::raw(""),
                    Line::styled("y leave   n stay", theme::heading()),
                ],
            ),
            Popup::Choice {
                names, letters, at, ..
            } => {
                let rows = names.iter().zip(letters).enumerate();
                let rows = rows.map(|(i, (name, letter))| {
                    let style = if i == *at {
                        theme::chosen()
                    } else {
                        Style::new()
                    };
                    Line::styled(format!(" {letter}  {name:<20}"), style)
                });
                ("It becomes", rows.collect())
            }
            Popup::Save {
                line,
                exists: false,
            } => ("Save to file", prompt(line, "save")),
            Popup::Save { line, exists: true } => {
                ("The file exists already", prompt(line, "replace it"))
            }
            Popup::Load(line) => ("Load file", prompt(line, "load")),
        };
        let width = lines.iter().map(Line::width).max().unwrap_or(0).max(24) as u16 + 4;
        let height = lines.len() as u16 + 2;
        let width = width.min(screen.width);
        let height = height.min(screen.height);
        let area = Rect {
            x: screen.x + (screen.width - width) / 2,
            y: screen.y + (screen.height - height) / 2,
            width,
            height,
        };
        Clear.render(area, buffer);
        let block = Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(theme::heading())
            .title(format!(" {title} "));
        let inner = block.inner(area);
        block.render(area, buffer);
        let inner = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        Paragraph::new(lines).render(inner, buffer);
    }
}

fn prompt(line: &LineEditor, what: &str) -> Vec<Line<'static>> {
    vec![
        Line::raw(format!("{:<40}", format!("{}▏", line.text))),
        Line::styled(format!("Enter: {what}   Esc: not now"), theme::dim()),
    ]
}
