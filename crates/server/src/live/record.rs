//! Records of games.

use super::live_game::{LiveGame, LoadError, player};
use super::registry::GameRegistry;
use super::types::Clock;
use crate::time::rfc3339;
use hyperrook_notation::record::{GameResult, MoveStyle, Record, Tags, format_record};
use hyperrook_view::types::{GameResult as Shown, Side};
use std::sync::Arc;

/// The record of a game.
pub async fn record_of(live: &Arc<GameRegistry>, id: &str) -> Result<String, LoadError> {
    let game = LiveGame::load(&live.store, &live.catalogue, id).await?;
    let mut tags = Tags::roster();
    // All these names are good ones.
    let mut set = |name: &str, value: &str| {
        let _ = tags.set(name, value);
    };
    let row = &game.row;
    set(
        "Event",
        if row.rated {
            "Rated game"
        } else {
            "Casual game"
        },
    );
    set("Site", &format!("/play/{}", row.id));
    let date = rfc3339(row.created);
    set("Date", &date[..10].replace('-', "."));
    for (name, side) in [("White", Side::White), ("Black", Side::Black)] {
        let player = player(&live.store, row.seat(side), &row.game.name).await?;
        set(
            name,
            &player.map_or_else(|| "?".to_owned(), |player| player.name),
        );
    }
    let control = match game.clock {
        Clock::None => "-".to_owned(),
        Clock::Live {
            initial_ms,
            increment_ms,
        } => format!("{}+{}", initial_ms / 1000, increment_ms / 1000),
        Clock::Days { days } => format!("1/{}", days * 86_400),
    };
    set("TimeControl", &control);
    // A game of the program needs none: everybody has it.
    if row.game.definition.is_some() || !live.catalogue.is_shipped(&row.definition) {
        set("Definition", &row.definition);
    }
    if let Some(outcome) = &row.outcome {
        set("Termination", &outcome.text);
    }
    let result = match row.outcome.as_ref().map(|outcome| outcome.result) {
        Some(Shown::White) => GameResult::WhiteWins,
        Some(Shown::Black) => GameResult::BlackWins,
        Some(Shown::Draw) => GameResult::Draw,
        Some(Shown::None) | None => GameResult::Open,
    };
    let record = Record::of(&game.history, tags, result, MoveStyle::Short);
    format_record(&record).map_err(|error| LoadError::Broken(error.to_string()))
}
