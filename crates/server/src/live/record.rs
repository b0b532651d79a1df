//! Records of games.

use super::load::{LoadError, load_copy};
use super::present::player;
use super::registry::GameRegistry;
use crate::game::time_control::Clock;
use crate::time::rfc3339;
use hyperrook_notation::record::{GameResult, MoveStyle, Record, Tags, format_record};
use hyperrook_rules::Side;

/// The record of a game.
pub(crate) async fn record_of(games: &GameRegistry, id: &str) -> Result<String, LoadError> {
    // Whoever plays it.
    let game = load_copy(&games.store, &games.catalogue, id).await?;
    let mut tags = Tags::roster();
    // These names are all valid.
    let mut set = |name: &str, value: &str| {
        let _ = tags.set(name, value);
    };
    let stored = game.stored();
    set(
        "Event",
        if stored.rated {
            "Rated game"
        } else {
            "Casual game"
        },
    );
    set("Site", &format!("/play/{}", stored.id));
    let date = rfc3339(stored.created);
    set("Date", &date[..10].replace('-', "."));
    for (name, side) in [("White", Side::White), ("Black", Side::Black)] {
        let player = player(&games.store, stored.seat(side), &stored.game.name).await?;
        set(
            name,
            &player.map_or_else(|| "?".to_owned(), |player| player.name),
        );
    }
    let control = match stored.clock {
        Clock::None => "-".to_owned(),
        Clock::Live {
            initial_ms,
            increment_ms,
        } => format!("{}+{}", initial_ms / 1000, increment_ms / 1000),
        Clock::Days { days } => format!("1/{}", days * 86_400),
    };
    set("TimeControl", &control);
    // Everybody has the definitions that come with the program.
    if stored.game.definition.is_some() || !games.catalogue.is_shipped(&stored.definition) {
        set("Definition", &stored.definition);
    }
    if let Some(outcome) = &stored.outcome {
        set("Termination", &outcome.sentence);
    }
    let outcome = stored.outcome.as_ref();
    let result = outcome.map_or(GameResult::Open, |outcome| outcome.result);
    let record = Record::of(game.history(), tags, result, MoveStyle::Short);
    format_record(&record).map_err(|error| LoadError::Record(error.to_string()))
}
