//! A live game as clients see it. This is derived from the game, last of all: nothing
//! else depends on it.

use crate::game::live_game::{LiveGame, PlayedMove};
use crate::game::model::{Seat, StoredGame};
use crate::game::time_control::Clock;
use crate::messages::server::{self, MoveMessage};
use crate::messages::types::{
    Clocks, GameHeader, GameState, MoveMade, OpenOffers, Player, PlayerKind, Rematch,
};
use crate::store::{Store, StoreResult};
use crate::text::shown_title;
use crate::time::rfc3339;
use axum::extract::ws::Utf8Bytes;
use hyperrook_notation::moves::parse_move;
use hyperrook_notation::short::format_short;
use hyperrook_rules::Side;
use hyperrook_view::types::{ExplainedOutcome, MoveTree, PositionView, TreeNode};
use std::sync::atomic::{AtomicU64, Ordering};

/// A live game, with what clients see of its position and players.
#[derive(Debug)]
pub(super) struct PresentedGame {
    game: LiveGame,
    /// The position as clients see it.
    view: PositionView,
    /// The players, without whether they are connected.
    players: [Option<Player>; 2],
    /// Another number after each change, and never that of another game.
    version: u64,
}

/// A number that no other version has.
fn next_version() -> u64 {
    static VERSIONS: AtomicU64 = AtomicU64::new(0);
    VERSIONS.fetch_add(1, Ordering::Relaxed)
}

impl PresentedGame {
    /// Adds what clients see to a game.
    pub(super) async fn new(store: &Store, game: LiveGame) -> StoreResult<PresentedGame> {
        let mut presented = PresentedGame {
            view: hyperrook_view::view(game.history()),
            game,
            players: [None, None],
            version: next_version(),
        };
        presented.find_players(store).await?;
        Ok(presented)
    }

    /// The game.
    pub(super) fn game(&self) -> &LiveGame {
        &self.game
    }

    /// The game, to change it; [`PresentedGame::update_view`] is due when its position
    /// has changed.
    pub(super) fn game_mut(&mut self) -> &mut LiveGame {
        self.version = next_version();
        &mut self.game
    }

    /// Derives the view from the game's position.
    pub(super) fn update_view(&mut self) {
        self.view = hyperrook_view::view(self.game.history());
        self.version = next_version();
    }

    /// The number of what clients see: as long as it is the same, they see the same.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Looks up the players' names and ratings.
    pub(super) async fn find_players(&mut self, store: &Store) -> StoreResult<()> {
        self.version = next_version();
        for side in Side::BOTH {
            let stored = self.game.stored();
            let seat = stored.seat(side).clone();
            let rules = stored.game.name.clone();
            self.players[side.index()] = player(store, &seat, &rules).await?;
        }
        Ok(())
    }

    /// The whole state, as a person sees it. `online` says of each side whether its
    /// player is connected.
    pub(super) fn state(
        &self,
        user: Option<&str>,
        online: [bool; 2],
        watchers: usize,
        now: i64,
    ) -> GameState {
        let stored = self.game.stored();
        let you = user.and_then(|user| stored.side_of(user));
        let player = |side: Side| {
            let player = self.players[side.index()].clone()?;
            let online = self.is_online(side, online);
            Some(Player { online, ..player })
        };
        let players = [player(Side::White), player(Side::Black)];
        GameState {
            header: header(stored, players, you),
            start: stored.start.clone(),
            view: self.view(),
            moves: self.game.moves().iter().map(move_made).collect(),
            clocks: clocks(stored, now),
            offer: OpenOffers {
                draw: stored.offers.draw.map(Into::into),
                takeback: stored.offers.takeback.map(Into::into),
            },
            rematch: Rematch {
                offered: stored.offers.rematch.map(Into::into),
                id: stored.rematch_id.clone(),
            },
            watchers,
            conditional: you.and_then(|side| conditional_tree(&self.game, side)),
        }
    }

    /// Whether the player of a side is connected; `online` says so of people.
    fn is_online(&self, side: Side, online: [bool; 2]) -> bool {
        let player = self.players[side.index()].as_ref();
        player.is_some_and(|player| player.kind == PlayerKind::Engine || online[side.index()])
    }

    /// The message that tells who follows the game.
    pub(super) fn presence(&self, online: [bool; 2], watchers: usize) -> Utf8Bytes {
        let online = Side::BOTH.map(|side| self.is_online(side, online));
        server::presence(&self.game.stored().id, online, watchers)
    }

    /// The message that tells of the last move, if there is one.
    pub(super) fn last_move(&self, now: i64) -> Option<Utf8Bytes> {
        let stored = self.game.stored();
        let last = self.game.moves().last()?;
        Some(server::move_made(&MoveMessage {
            id: &stored.id,
            seq: stored.seq,
            made: move_made(last),
            view: self.view(),
            clocks: clocks(stored, now),
            outcome: stored.outcome.as_ref().map(ExplainedOutcome::from),
        }))
    }

    /// The position as clients see it. Once a game is over there are no moves, whatever
    /// ended it.
    fn view(&self) -> PositionView {
        let mut view = self.view.clone();
        if self.game.is_over() {
            view.moves.clear();
            let outcome = self.game.stored().outcome.as_ref();
            view.outcome = outcome.map(ExplainedOutcome::from);
        }
        view
    }
}

/// What states and lists show of a game. `you` is the viewer's side.
pub(super) fn header(
    stored: &StoredGame,
    [white, black]: [Option<Player>; 2],
    you: Option<Side>,
) -> GameHeader {
    GameHeader {
        id: stored.id.clone(),
        game: stored.game.clone().into(),
        title: shown_title(&stored.title),
        white,
        black,
        clock: stored.clock,
        rated: stored.rated,
        you: you.map(Into::into),
        seq: stored.seq,
        outcome: stored.outcome.as_ref().map(ExplainedOutcome::from),
    }
}

fn move_made(played: &PlayedMove) -> MoveMade {
    MoveMade {
        text: played.text.clone(),
        short: played.short.clone(),
        at: rfc3339(played.at),
        spent_ms: played.spent_ms,
    }
}

/// The clocks as clients see them.
fn clocks(stored: &StoredGame, now: i64) -> Option<Clocks> {
    if stored.clock == Clock::None {
        return None;
    }
    Some(Clocks {
        white_ms: stored.remaining_ms(Side::White, now),
        black_ms: stored.remaining_ms(Side::Black, now),
        running: stored.clock_runs().then(|| stored.turn.into()),
        as_of: rfc3339(now),
    })
}

/// The conditional moves of a side, as a tree of moves from the present position.
fn conditional_tree(game: &LiveGame, side: Side) -> Option<MoveTree> {
    let stored = game.stored();
    let conditional = stored.conditional[side.index()].as_ref()?;
    if conditional.seq != stored.seq {
        return None;
    }
    let mut nodes: Vec<TreeNode> = Vec::new();
    for line in &conditional.lines {
        let mut parent = None;
        let mut position = game.history().position().clone();
        for text in line {
            let mv = parse_move(&position, text).ok()?;
            let known = nodes
                .iter()
                .find(|node| node.parent == parent && node.mv == *text);
            parent = match known {
                Some(node) => Some(node.id),
                None => {
                    let id = u32::try_from(nodes.len() + 1).unwrap_or(u32::MAX);
                    nodes.push(TreeNode {
                        id,
                        parent,
                        mv: text.clone(),
                        short: format_short(&position, mv),
                        comment: String::new(),
                        nags: Vec::new(),
                    });
                    Some(id)
                }
            };
            position = position.after(mv).ok()?;
        }
    }
    Some(MoveTree {
        game: stored.game.clone().into(),
        tags: Vec::new(),
        start: Some(stored.position.clone()),
        comment: String::new(),
        nodes,
    })
}

/// A player as others see them. `rules` is the name of the rules, for the rating.
pub(super) async fn player(store: &Store, seat: &Seat, rules: &str) -> StoreResult<Option<Player>> {
    let Seat::Person(id) = seat else {
        return Ok(player_of(seat, None, None));
    };
    let name = store.name_of(id).await?;
    let rating = store.rating(id, rules).await?;
    let rating = rating.map(|rating| rating.rating);
    Ok(player_of(seat, name.map(|(name, _)| name), rating))
}

/// A player of a name and a rating, as others see them.
pub(super) fn player_of(seat: &Seat, name: Option<String>, rating: Option<f64>) -> Option<Player> {
    match seat {
        Seat::Empty => None,
        Seat::Engine(level) => Some(Player {
            kind: PlayerKind::Engine,
            name: format!("Computer, level {level}"),
            user: None,
            rating: None,
            level: Some(*level),
            online: true,
        }),
        Seat::Person(id) => Some(Player {
            kind: PlayerKind::Person,
            name: name.unwrap_or_else(|| "Unknown user".to_owned()),
            user: Some(id.clone()),
            rating: rating.map(|rating| rating.round() as i64),
            level: None,
            online: false,
        }),
    }
}
