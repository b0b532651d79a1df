//! A game in memory.

use super::clock;
use super::conditional;
use super::types::{Clock, GameState, MoveMade, Offer, Player, PlayerKind, Rematch};
use crate::catalogue::{Catalogue, CatalogueError, CompiledGame};
use crate::store::{GameStatus, Seat, Store, StoreError, StoredGame};
use crate::time::rfc3339;
use hyperrook_notation::moves::parse_move;
use hyperrook_notation::position::parse_position;
use hyperrook_rules::History;
use hyperrook_view::types::{Side, View};
use std::collections::HashMap;
use std::sync::Arc;
use thiserror::Error;

/// Why a game cannot be had.
#[derive(Debug, Error)]
pub enum LoadError {
    /// There is none of this identity.
    #[error("there is no such game")]
    Unknown,
    /// What is kept of it does not fit together.
    #[error("the game cannot be read: {0}")]
    Broken(String),
    /// Its rules cannot be had.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayedMove {
    pub(crate) text: String,
    pub(crate) short: String,
    pub(crate) at: i64,
    pub(crate) spent_ms: i64,
}

impl PlayedMove {
    pub(crate) fn shown(&self) -> MoveMade {
        MoveMade {
            text: self.text.clone(),
            short: self.short.clone(),
            at: rfc3339(self.at),
            spent_ms: self.spent_ms,
        }
    }
}

/// A game with everything that is needed to go on with it.
#[derive(Debug)]
pub(crate) struct LiveGame {
    /// As it is kept.
    pub(crate) row: StoredGame,
    /// Its time control.
    pub(crate) clock: Clock,
    /// Its rules.
    pub(crate) compiled: CompiledGame,
    /// The moves that stand.
    pub(crate) history: History,
    /// The same as texts.
    pub(crate) moves: Vec<PlayedMove>,
    /// The position as clients see it.
    pub(crate) view: Arc<View>,
    /// The players as others see them, without whether they are there.
    pub(crate) players: [Option<Player>; 2],
    /// The numbers answered to keys, by player and key.
    pub(crate) answers: HashMap<(String, String), i64>,
}

/// The place of a side in arrays.
pub(crate) fn index(side: Side) -> usize {
    match side {
        Side::White => 0,
        Side::Black => 1,
    }
}

impl LiveGame {
    /// Reads a game from the store and plays its moves.
    pub(crate) async fn load(
        store: &Store,
        catalogue: &Catalogue,
        id: &str,
    ) -> Result<LiveGame, LoadError> {
        let row = store.game(id).await?.ok_or(LoadError::Unknown)?;
        let compiled = catalogue.get_kept(&row.game, &row.definition).await?;
        let broken = |error: String| LoadError::Broken(error);
        let clock = serde_json::from_str(&row.clock).map_err(|error| broken(error.to_string()))?;
        let start = match &row.start {
            None => compiled.game.start(),
            Some(text) => {
                parse_position(&compiled.game, text).map_err(|error| broken(error.to_string()))?
            }
        };
        let mut history = History::new(start);
        let mut moves: Vec<PlayedMove> = Vec::new();
        for entry in store.log(id, 0).await? {
            if let Some(to) = entry.takeback_to {
                let to = usize::try_from(to).unwrap_or(0);
                while moves.len() > to {
                    moves.pop();
                    history.undo();
                }
                continue;
            }
            let mv = parse_move(history.position(), &entry.mv)
                .map_err(|error| broken(error.to_string()))?;
            history
                .play(mv)
                .map_err(|error| broken(error.to_string()))?;
            moves.push(PlayedMove {
                text: entry.mv,
                short: entry.short,
                at: entry.at,
                spent_ms: entry.spent_ms,
            });
        }
        let answers = store.answers(id).await?;
        let view = Arc::new(hyperrook_view::view(&history));
        let mut game = LiveGame {
            row,
            clock,
            compiled,
            history,
            moves,
            view,
            players: [None, None],
            answers: answers
                .into_iter()
                .map(|(player, key, seq)| ((player, key), seq))
                .collect(),
        };
        game.find_players(store).await?;
        Ok(game)
    }

    /// Looks the players' names and ratings up.
    pub(crate) async fn find_players(&mut self, store: &Store) -> Result<(), StoreError> {
        for side in [Side::White, Side::Black] {
            let seat = self.row.seat(side).clone();
            self.players[index(side)] = player(store, &seat, &self.row.game.name).await?;
        }
        Ok(())
    }

    /// The engine's level at a side.
    pub(crate) fn level(&self, side: Side) -> Option<u8> {
        match self.row.seat(side) {
            Seat::Engine(level) => Some(*level),
            _ => None,
        }
    }

    /// Whether the engine plays at all.
    pub(crate) fn has_engine(&self) -> bool {
        [Side::White, Side::Black]
            .iter()
            .any(|&side| self.level(side).is_some())
    }

    /// All about the game, as a person sees it. `online` says of each side
    /// whether its player is there.
    pub(crate) fn state(
        &self,
        user: Option<&str>,
        online: [bool; 2],
        watchers: usize,
        now: i64,
    ) -> GameState {
        let you = user.and_then(|user| self.row.side_of(user));
        let player = |side: Side| {
            let player = self.players[index(side)].clone()?;
            let engine = player.kind == PlayerKind::Engine;
            let online = engine || online[index(side)];
            Some(Player { online, ..player })
        };
        GameState {
            id: self.row.id.clone(),
            game: self.row.game.clone(),
            title: self.row.title.clone(),
            white: player(Side::White),
            black: player(Side::Black),
            clock: self.clock,
            rated: self.row.rated,
            you,
            seq: self.row.seq,
            start: self.row.start.clone(),
            view: self.shown_view(),
            moves: self.moves.iter().map(PlayedMove::shown).collect(),
            clocks: clock::shown(&self.row, self.clock, now),
            offer: Offer {
                draw: self.row.extra.draw,
                takeback: self.row.extra.takeback,
            },
            outcome: self.row.outcome.clone(),
            rematch: Rematch {
                offered: self.row.extra.rematch,
                id: self.row.extra.rematch_id.clone(),
            },
            watchers,
            conditional: you.and_then(|side| conditional::tree(self, side)),
        }
    }

    /// The position as clients see it. Once a game is over there are no moves,
    /// whatever ended it.
    pub(crate) fn shown_view(&self) -> View {
        let mut view = View::clone(&self.view);
        if self.row.state == GameStatus::Over {
            view.moves.clear();
            view.outcome = self.row.outcome.clone();
        }
        view
    }
}

/// A player as others see them.
pub(crate) async fn player(
    store: &Store,
    seat: &Seat,
    game: &str,
) -> Result<Option<Player>, StoreError> {
    Ok(match seat {
        Seat::Empty => None,
        Seat::Engine(level) => Some(Player {
            kind: PlayerKind::Engine,
            name: format!("Engine level {level}"),
            user: None,
            rating: None,
            level: Some(*level),
            online: true,
        }),
        Seat::Person(id) => {
            let name = store.name_of(id).await?;
            let rating = store.rating(id, game).await?;
            Some(Player {
                kind: PlayerKind::Person,
                name: name.map_or_else(|| "somebody".to_owned(), |(name, _)| name),
                user: Some(id.clone()),
                rating: rating.map(|rating| rating.rating.round() as i64),
                level: None,
                online: false,
            })
        }
    })
}
