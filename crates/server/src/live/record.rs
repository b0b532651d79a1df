//! Records of games.

use super::load::{LoadError, UnplayedGame};
use super::present::player;
use super::registry::GameRegistry;
use crate::game::model::StoredGame;
use crate::game::time_control::Clock;
use crate::security::work_queue::WorkQueue;
use crate::time::rfc3339;
use hyperrook_notation::record::{GameResult, MoveStyle, Record, Tags, format_record};
use hyperrook_rules::Side;
use std::net::IpAddr;
use std::time::Duration;

/// Who asks for a record.
#[derive(Clone, Debug)]
pub(crate) struct RecordRequest {
    /// The address that the request comes from.
    address: IpAddr,
    /// The origin under which they reach the server, for the address of the game.
    origin: Option<String>,
}

impl RecordRequest {
    pub(crate) fn new(address: IpAddr, origin: Option<String>) -> RecordRequest {
        RecordRequest { address, origin }
    }
}

/// The record of a game. A long game keeps a core busy for a while, so this waits for a turn
/// among the questions.
pub(crate) async fn record_of(
    games: &GameRegistry,
    questions: &WorkQueue,
    id: &str,
    request: &RecordRequest,
) -> Result<String, LoadError> {
    // Whoever plays it.
    let address = request.address;
    let game = UnplayedGame::read_copy(&games.store, &games.catalogue, id, address).await?;
    let tags = tags(games, game.stored(), request.origin.as_deref()).await?;
    let written = questions.run(address, move || write(game, tags));
    written.await?
}

/// The record of a game, however long it takes until it can be made. For a list of records, which
/// must not lack one because the server is busy.
pub(crate) async fn record_in_time(
    games: &GameRegistry,
    questions: &WorkQueue,
    id: &str,
    request: &RecordRequest,
) -> Result<String, LoadError> {
    loop {
        let record = record_of(games, questions, id, request).await;
        let Some(retry_s) = record.as_ref().err().and_then(LoadError::retry_s) else {
            return record;
        };
        tokio::time::sleep(Duration::from_secs(retry_s)).await;
    }
}

fn write(game: UnplayedGame, tags: Tags) -> Result<String, LoadError> {
    let game = game.play()?;
    let outcome = game.stored().outcome.as_ref();
    let result = outcome.map_or(GameResult::Open, |outcome| outcome.result);
    let record = Record::of(game.history(), tags, result, MoveStyle::Short);
    format_record(&record).map_err(|error| LoadError::Record(error.to_string()))
}

async fn tags(
    games: &GameRegistry,
    stored: &StoredGame,
    origin: Option<&str>,
) -> Result<Tags, LoadError> {
    let mut tags = Tags::roster();
    // These names are all valid.
    let mut set = |name: &str, value: &str| {
        let _ = tags.set(name, value);
    };
    set(
        "Event",
        if stored.rated {
            "Rated game"
        } else {
            "Casual game"
        },
    );
    // Without a known origin, where the game is on its server.
    set(
        "Site",
        &format!("{}/play/{}", origin.unwrap_or(""), stored.id),
    );
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
    Ok(tags)
}
