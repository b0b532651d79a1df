//! Rows of the tables of games and moves, and the JSON in them.

use super::error::{StoreError, StoreResult};
use crate::game::change::LogEntry;
use crate::game::model::{ConditionalMoves, GameStatus, Offers, Seat, StoredGame};
use crate::game::outcome::GameOutcome;
use crate::game::rules::{DrawingKind, RulesRef};
use crate::game::time_control::Clock;
use hyperrook_explain::EndReason;
use hyperrook_rules::Side;
use serde::de::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, FromRow};

/// The columns of [`GameRow`], in the order in which games are inserted: first those of
/// `changing_columns!()`.
macro_rules! columns {
    () => {
        "white_user, white_level, black_user, black_level, state, outcome, seq, log, position, \
         last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, updated, \
         version, id, game, definition, title, layout_kind, start, clock, rated, created, \
         owner_epoch"
    };
}
pub(super) use columns;

/// The columns that change while a game is played, in the order of
/// [`GameRow::bind_changing`].
macro_rules! changing_columns {
    () => {
        "white_user, white_level, black_user, black_level, state, outcome, seq, log, position, \
         last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, updated, \
         version"
    };
}
pub(super) use changing_columns;

/// Those that change with each move, in the order of [`GameRow::bind_playing`]. SQLite writes
/// every index that has a column which is set, although its value stays.
macro_rules! playing_columns {
    () => {
        "seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, \
         deadline, extra, updated, version"
    };
}
pub(super) use playing_columns;

/// A row of the table `games`.
#[derive(Clone, Debug, FromRow)]
pub(super) struct GameRow {
    pub(super) id: String,
    pub(super) game: String,
    pub(super) definition: String,
    pub(super) title: String,
    pub(super) layout_kind: String,
    pub(super) start: Option<String>,
    pub(super) white_user: Option<String>,
    pub(super) white_level: Option<i64>,
    pub(super) black_user: Option<String>,
    pub(super) black_level: Option<i64>,
    pub(super) clock: String,
    pub(super) rated: i64,
    pub(super) state: String,
    pub(super) outcome: Option<String>,
    pub(super) seq: i64,
    pub(super) log: i64,
    pub(super) position: String,
    pub(super) last_from: Option<i64>,
    pub(super) last_to: Option<i64>,
    pub(super) turn: String,
    pub(super) white_ms: i64,
    pub(super) black_ms: i64,
    pub(super) running_since: Option<i64>,
    pub(super) deadline: Option<i64>,
    pub(super) extra: String,
    pub(super) created: i64,
    pub(super) updated: i64,
    pub(super) version: i64,
    pub(super) owner_epoch: i64,
}

/// A query that writes.
type Write = Query<'static, Any, AnyArguments>;

impl GameRow {
    /// Binds the columns that change while a game is played to the first parameters of a
    /// query.
    pub(super) fn bind_changing(&self, query: Write) -> Write {
        let query = query
            .bind(self.white_user.clone())
            .bind(self.white_level)
            .bind(self.black_user.clone())
            .bind(self.black_level)
            .bind(self.state.clone())
            .bind(self.outcome.clone());
        self.bind_playing(query)
    }

    /// Binds what changes with each move.
    pub(super) fn bind_playing(&self, query: Write) -> Write {
        query
            .bind(self.seq)
            .bind(self.log)
            .bind(self.position.clone())
            .bind(self.last_from)
            .bind(self.last_to)
            .bind(self.turn.clone())
            .bind(self.white_ms)
            .bind(self.black_ms)
            .bind(self.running_since)
            .bind(self.deadline)
            .bind(self.extra.clone())
            .bind(self.updated)
            .bind(self.version)
    }
}

/// The JSON of the column `extra`.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct ExtraJson {
    draw: Option<SideJson>,
    takeback: Option<SideJson>,
    rematch: Option<SideJson>,
    rematch_id: Option<String>,
    /// Left out if nothing was refused.
    #[serde(skip_serializing_if = "is_unset")]
    draw_refused: [bool; 2],
    #[serde(skip_serializing_if = "is_unset")]
    takeback_refused: [bool; 2],
    /// Databases written before version 0.1.0 call it `plans`.
    #[serde(alias = "plans")]
    conditional: [Option<ConditionalJson>; 2],
}

fn is_unset(flags: &[bool; 2]) -> bool {
    flags == &[false; 2]
}

#[derive(Debug, Serialize, Deserialize)]
struct ConditionalJson {
    seq: i64,
    lines: Vec<Vec<String>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SideJson {
    White,
    Black,
}

impl From<Side> for SideJson {
    fn from(side: Side) -> SideJson {
        match side {
            Side::White => SideJson::White,
            Side::Black => SideJson::Black,
        }
    }
}

impl From<SideJson> for Side {
    fn from(side: SideJson) -> Side {
        match side {
            SideJson::White => Side::White,
            SideJson::Black => Side::Black,
        }
    }
}

/// The JSON of the column `outcome`.
#[derive(Debug, Serialize, Deserialize)]
struct OutcomeJson {
    /// As at the end of a record.
    result: String,
    #[serde(serialize_with = "write_reason")]
    reason: EndReason,
    text: String,
}

/// Writes the words that nodes of older versions know: during an upgrade both versions run on
/// one database. Both words are read, so a later version can write the ones that clients see.
fn write_reason<S: Serializer>(reason: &EndReason, serializer: S) -> Result<S::Ok, S::Error> {
    match reason {
        EndReason::Baring => serializer.serialize_str("bared"),
        EndReason::MoveCount => serializer.serialize_str("fifty moves"),
        other => other.serialize(serializer),
    }
}

impl From<GameOutcome> for OutcomeJson {
    fn from(outcome: GameOutcome) -> OutcomeJson {
        OutcomeJson {
            result: outcome.result.text().to_owned(),
            reason: outcome.reason,
            text: outcome.sentence,
        }
    }
}

impl TryFrom<OutcomeJson> for GameOutcome {
    type Error = StoreError;

    fn try_from(json: OutcomeJson) -> StoreResult<GameOutcome> {
        Ok(GameOutcome {
            result: json.result.parse().map_err(serde_json::Error::custom)?,
            reason: json.reason,
            sentence: json.text,
        })
    }
}

fn seat(person: Option<String>, level: Option<i64>) -> Seat {
    match (person, level) {
        (Some(id), _) => Seat::Person(id),
        (None, Some(level)) => Seat::Engine(u8::try_from(level).unwrap_or(1)),
        (None, None) => Seat::Empty,
    }
}

fn seat_columns(seat: &Seat) -> (Option<String>, Option<i64>) {
    (
        seat.person().map(str::to_owned),
        seat.level().map(i64::from),
    )
}

fn status_text(status: GameStatus) -> &'static str {
    match status {
        GameStatus::Open => "open",
        GameStatus::Active => "active",
        GameStatus::Over => "over",
    }
}

fn drawing_text(drawing: DrawingKind) -> &'static str {
    match drawing {
        DrawingKind::Flat => "grid",
        DrawingKind::Stack => "stack",
        DrawingKind::Ring => "ring",
        DrawingKind::Hex => "hex",
    }
}

impl TryFrom<GameRow> for StoredGame {
    type Error = StoreError;

    fn try_from(row: GameRow) -> StoreResult<StoredGame> {
        let extra: ExtraJson = serde_json::from_str(&row.extra)?;
        let outcome: Option<OutcomeJson> = row
            .outcome
            .as_deref()
            .map(serde_json::from_str)
            .transpose()?;
        let game: RulesRef = serde_json::from_str(&row.game)?;
        let clock: Clock = serde_json::from_str(&row.clock)?;
        Ok(StoredGame {
            id: row.id,
            game,
            definition: row.definition,
            title: row.title,
            drawing: match &*row.layout_kind {
                "stack" => DrawingKind::Stack,
                "ring" => DrawingKind::Ring,
                "hex" => DrawingKind::Hex,
                _ => DrawingKind::Flat,
            },
            start: row.start,
            white: seat(row.white_user, row.white_level),
            black: seat(row.black_user, row.black_level),
            clock,
            rated: row.rated != 0,
            status: match &*row.state {
                "open" => GameStatus::Open,
                "active" => GameStatus::Active,
                _ => GameStatus::Over,
            },
            outcome: outcome.map(GameOutcome::try_from).transpose()?,
            seq: row.seq,
            log: row.log,
            position: row.position,
            last: row.last_from.zip(row.last_to),
            turn: if row.turn == "black" {
                Side::Black
            } else {
                Side::White
            },
            white_ms: row.white_ms,
            black_ms: row.black_ms,
            running_since: row.running_since,
            deadline: row.deadline,
            offers: Offers {
                draw: extra.draw.map(Side::from),
                takeback: extra.takeback.map(Side::from),
                rematch: extra.rematch.map(Side::from),
                draw_refused: extra.draw_refused,
                takeback_refused: extra.takeback_refused,
            },
            rematch_id: extra.rematch_id,
            conditional: extra.conditional.map(|conditional| {
                conditional.map(|json| ConditionalMoves {
                    seq: json.seq,
                    lines: json.lines,
                })
            }),
            created: row.created,
            updated: row.updated,
            version: row.version,
            epoch: row.owner_epoch,
        })
    }
}

impl TryFrom<StoredGame> for GameRow {
    type Error = StoreError;

    fn try_from(game: StoredGame) -> StoreResult<GameRow> {
        let (white_user, white_level) = seat_columns(&game.white);
        let (black_user, black_level) = seat_columns(&game.black);
        let extra = ExtraJson {
            draw: game.offers.draw.map(SideJson::from),
            takeback: game.offers.takeback.map(SideJson::from),
            rematch: game.offers.rematch.map(SideJson::from),
            draw_refused: game.offers.draw_refused,
            takeback_refused: game.offers.takeback_refused,
            rematch_id: game.rematch_id,
            conditional: game.conditional.map(|conditional| {
                conditional.map(|moves| ConditionalJson {
                    seq: moves.seq,
                    lines: moves.lines,
                })
            }),
        };
        let outcome = game.outcome.map(OutcomeJson::from);
        let outcome = outcome.as_ref().map(serde_json::to_string);
        Ok(GameRow {
            id: game.id,
            game: serde_json::to_string(&game.game)?,
            definition: game.definition,
            title: game.title,
            layout_kind: drawing_text(game.drawing).to_owned(),
            start: game.start,
            white_user,
            white_level,
            black_user,
            black_level,
            clock: serde_json::to_string(&game.clock)?,
            rated: i64::from(game.rated),
            state: status_text(game.status).to_owned(),
            outcome: outcome.transpose()?,
            seq: game.seq,
            log: game.log,
            position: game.position,
            last_from: game.last.map(|last| last.0),
            last_to: game.last.map(|last| last.1),
            turn: match game.turn {
                Side::White => "white",
                Side::Black => "black",
            }
            .to_owned(),
            white_ms: game.white_ms,
            black_ms: game.black_ms,
            running_since: game.running_since,
            deadline: game.deadline,
            extra: serde_json::to_string(&extra)?,
            created: game.created,
            updated: game.updated,
            version: game.version,
            owner_epoch: game.epoch,
        })
    }
}

/// A row of the table `moves`.
#[derive(Clone, Debug, FromRow)]
pub(super) struct LogRow {
    pub(super) seq: i64,
    pub(super) kind: String,
    #[sqlx(rename = "move")]
    pub(super) mv: String,
    pub(super) short: String,
    pub(super) at: i64,
    pub(super) spent_ms: i64,
    pub(super) white_ms: i64,
    pub(super) black_ms: i64,
}

impl From<LogRow> for LogEntry {
    fn from(row: LogRow) -> LogEntry {
        let takeback = row.kind == "takeback";
        LogEntry {
            log: row.seq,
            takeback_to: takeback.then(|| row.mv.parse().unwrap_or(0)),
            mv: row.mv,
            short: row.short,
            at: row.at,
            spent_ms: row.spent_ms,
            white_ms: row.white_ms,
            black_ms: row.black_ms,
        }
    }
}

impl From<LogEntry> for LogRow {
    fn from(entry: LogEntry) -> LogRow {
        let (kind, mv) = match entry.takeback_to {
            None => ("move", entry.mv),
            Some(to) => ("takeback", to.to_string()),
        };
        LogRow {
            seq: entry.log,
            kind: kind.to_owned(),
            mv,
            short: entry.short,
            at: entry.at,
            spent_ms: entry.spent_ms,
            white_ms: entry.white_ms,
            black_ms: entry.black_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_inserted_with_the_changing_columns_first() {
        assert!(columns!().starts_with(concat!(changing_columns!(), ", ")));
    }

    #[test]
    fn conditional_moves_of_old_databases_are_read() {
        let old = r#"{"draw":null,"takeback":"black","rematch":null,"rematch_id":null,
            "plans":[null,{"seq":3,"lines":[["e2e4","e7e5"]]}],"taken_back":false,"seed":0}"#;
        let extra: ExtraJson = serde_json::from_str(old).unwrap();
        assert_eq!(extra.takeback, Some(SideJson::Black));
        let [white, black] = extra.conditional;
        assert!(white.is_none());
        assert_eq!(black.unwrap().lines, [["e2e4", "e7e5"]]);
        // New rows are written with the present name.
        let written = serde_json::to_string(&ExtraJson::default()).unwrap();
        assert!(written.contains("conditional") && !written.contains("plans"));
    }

    /// Nodes of other versions read it.
    #[test]
    fn the_json_of_an_outcome_stays_what_it_is() {
        let reasons = [
            (EndReason::Checkmate, "checkmate"),
            (EndReason::Stalemate, "stalemate"),
            (EndReason::Baring, "bared"),
            (EndReason::Repetition, "repetition"),
            (EndReason::MoveCount, "fifty moves"),
            (EndReason::DeadPosition, "dead position"),
            (EndReason::Resignation, "resignation"),
            (EndReason::Time, "time"),
            (EndReason::Agreement, "agreement"),
            (EndReason::Aborted, "aborted"),
        ];
        for (reason, word) in reasons {
            for result in ["1-0", "0-1", "1/2-1/2", "*"] {
                let outcome = GameOutcome {
                    result: result.parse().unwrap(),
                    reason,
                    sentence: "Why.".to_owned(),
                };
                let json = OutcomeJson::from(outcome.clone());
                let json = serde_json::to_string(&json).unwrap();
                let expected =
                    format!(r#"{{"result":"{result}","reason":"{word}","text":"Why."}}"#);
                assert_eq!(json, expected);
                let read: OutcomeJson = serde_json::from_str(&json).unwrap();
                assert_eq!(GameOutcome::try_from(read).unwrap(), outcome);
            }
        }
        // The words that clients see are read, too.
        for (word, reason) in [
            ("baring", EndReason::Baring),
            ("move count", EndReason::MoveCount),
        ] {
            let json = format!(r#"{{"result":"1/2-1/2","reason":"{word}","text":"Why."}}"#);
            let read: OutcomeJson = serde_json::from_str(&json).unwrap();
            assert_eq!(read.reason, reason);
        }
        let read: OutcomeJson =
            serde_json::from_str(r#"{"result":"2-0","reason":"time","text":""}"#).unwrap();
        let error = GameOutcome::try_from(read).unwrap_err().to_string();
        assert!(error.contains("a result is"), "{error}");
    }

    #[test]
    fn the_json_of_offers_and_rules_stays_what_it_is() {
        let extra = ExtraJson {
            draw: Some(Side::White.into()),
            takeback: Some(Side::Black.into()),
            ..ExtraJson::default()
        };
        assert_eq!(
            serde_json::to_string(&extra).unwrap(),
            r#"{"draw":"white","takeback":"black","rematch":null,"rematch_id":null,"conditional":[null,null]}"#
        );
        let mut rules = RulesRef {
            name: "walkers".into(),
            ..RulesRef::default()
        };
        let json = |rules: &RulesRef| serde_json::to_string(rules).unwrap();
        assert_eq!(json(&rules), r#"{"name":"walkers"}"#);
        rules.options.insert("array".into(), "b".into());
        rules.definition = Some("0f".into());
        let written = json(&rules);
        assert_eq!(
            written,
            r#"{"name":"walkers","options":{"array":"b"},"definition":"0f"}"#
        );
        assert_eq!(serde_json::from_str::<RulesRef>(&written).unwrap(), rules);
    }
}
