//! Everything that is stored about a person, as one file.

use super::error::{ApiError, ApiResult, ErrorBody};
use crate::app::App;
use crate::live::RecordRequest;
use crate::security::caller::{Caller, OwnOrigin};
use crate::security::exports::ExportTurn;
use crate::store::{Account, FIRST_PAGE, GameFilter, StoreResult, StoredPlaytest};
use crate::time::{now_ms, rfc3339};
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;

/// How many games are read at once.
const PAGE: i64 = 50;

/// Download all that is stored about you
///
/// The account, its sessions and tokens without their secrets, settings, ratings, seeks,
/// definitions, analyses, playtests, and the records of all games, as a stream of JSON. At most
/// two downloads from one address run at the same time.
#[utoipa::path(
    get, path = "/api/me/export", tag = "me", operation_id = "export_account",
    responses(
        (status = 200, description = "What is stored", body = Object),
        (status = 401, body = ErrorBody),
    ),
)]
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    caller: Caller,
    OwnOrigin(origin): OwnOrigin,
) -> ApiResult<Response> {
    app.limits.heavy(caller.address)?;
    let turn = app.exports.begin(caller.address).ok_or_else(|| {
        ApiError::busy(
            "Your data is being downloaded already. Wait until that ends.",
            10,
        )
    })?;
    let account = caller.need()?.clone();
    let parts = parts(&app, &account).await?;
    let export = Export {
        app,
        request: RecordRequest::new(caller.address, origin),
        user: account.id,
        parts,
        page: VecDeque::new(),
        before: (FIRST_PAGE.0, FIRST_PAGE.1.to_owned()),
        is_first: true,
        _turn: turn,
    };
    let parts = stream::unfold(export, |mut export| async move {
        let part = export.next().await?;
        Some((part, export))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"hyperrook-account.json\"",
        ),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// The text, in parts. Parts that can be large are only named, and read when their turn comes.
async fn parts(app: &App, account: &Account) -> ApiResult<VecDeque<ExportPart>> {
    let (store, user) = (&app.store, &*account.id);
    let mut head = serde_json::to_string(&about(app, account).await?).unwrap_or_default();
    // More fields follow.
    head.pop();
    let published = store.published_by(user).await?;
    let definitions = store.definition_hashes_by(user).await?.into_iter();
    let definitions = definitions.map(|hash| {
        let is_published = published.contains(&hash);
        ExportPart::Definition { hash, is_published }
    });
    let analyses = store.analysis_ids_of(user).await?.into_iter();
    let analyses = analyses.map(|(id, created)| ExportPart::Analysis { id, created });
    let playtests = store.playtests_of(user, i64::MAX).await?.into_iter();
    let playtests = playtests.map(|playtest| ExportPart::Playtest(Box::new(playtest)));
    let text = |text: &str| ExportPart::Text(text.to_owned());
    let mut parts = VecDeque::from([ExportPart::Text(head), text(",\"definitions\":[")]);
    parts.extend(definitions);
    parts.push_back(text("],\"analyses\":["));
    parts.extend(analyses);
    parts.push_back(text("],\"playtests\":["));
    parts.extend(playtests);
    parts.push_back(text("],\"games\":["));
    parts.push_back(ExportPart::Games);
    parts.push_back(text("]}\n"));
    Ok(parts)
}

/// What is stored, but for definitions, analyses, playtests and games.
async fn about(app: &App, account: &Account) -> ApiResult<Value> {
    let (store, user) = (&app.store, &*account.id);
    let settings: Value = serde_json::from_str(&account.settings).unwrap_or(Value::Null);
    let sessions = store.sessions_of(user).await?.into_iter();
    let sessions: Vec<Value> = sessions
        .map(|(created, expires)| json!({"created": rfc3339(created), "expires": rfc3339(expires)}))
        .collect();
    let tokens = store.tokens(user).await?.into_iter();
    let tokens: Vec<Value> = tokens
        .map(|token| {
            json!({
                "id": token.id, "label": token.label, "scopes": token.scopes,
                "created": rfc3339(token.created),
            })
        })
        .collect();
    let ratings = store.ratings(user).await?.into_iter();
    let ratings: Vec<Value> = ratings
        .map(|rating| {
            json!({
                "game": rating.game, "rating": rating.rating, "deviation": rating.deviation,
                "games": rating.games,
            })
        })
        .collect();
    let past_ratings = store.all_past_ratings(user).await?.into_iter();
    let past_ratings: Vec<Value> = past_ratings
        .map(|past| {
            json!({
                "game": past.game, "games": past.games, "rating": past.rating,
                "at": rfc3339(past.at),
            })
        })
        .collect();
    let seeks = store.seeks_of(user).await?.into_iter();
    let seeks: Vec<Value> = seeks
        .map(|seek| {
            json!({
                "id": seek.id, "game": seek.new_game, "created": rfc3339(seek.created),
                "expires": rfc3339(seek.expires),
            })
        })
        .collect();
    let reports = store.reports_of(user).await?.into_iter();
    let reports: Vec<Value> = reports
        .map(|(subject, asked, done)| {
            json!({"of": subject, "asked": rfc3339(asked), "done": done != 0})
        })
        .collect();
    let progress = store.progress(user, i64::MAX).await?.into_iter();
    let progress: Vec<Value> = progress
        .map(|row| {
            json!({
                "item": row.item, "first_try": row.first_try != 0, "done": rfc3339(row.done),
            })
        })
        .collect();
    let browsers = store.devices_of(user).await?.into_iter();
    let browsers: Vec<String> = browsers.map(rfc3339).collect();
    Ok(json!({
        "exported": rfc3339(now_ms()),
        "user": {
            "id": account.id, "name": account.name, "guest": account.guest,
            "created": rfc3339(account.created), "has_password": account.password.is_some(),
        },
        "settings": settings,
        "sessions": sessions,
        "browsers_last_used": browsers,
        "tokens": tokens,
        "ratings": ratings,
        "past_ratings": past_ratings,
        "seeks": seeks,
        "reports": reports,
        "progress": progress,
    }))
}

/// A part of an export.
enum ExportPart {
    /// Text between the others.
    Text(String),
    Definition {
        hash: String,
        is_published: bool,
    },
    Analysis {
        id: String,
        created: i64,
    },
    Playtest(Box<StoredPlaytest>),
    /// All games, page by page.
    Games,
    Game(String),
}

/// An export that is being sent. It is made while the client reads it, so one that reads
/// slowly takes no memory.
struct Export {
    app: Arc<App>,
    request: RecordRequest,
    user: String,
    parts: VecDeque<ExportPart>,
    /// The games of this page that have not been sent yet.
    page: VecDeque<String>,
    /// The last game of this page.
    before: (i64, String),
    /// Whether nothing of the present list has been sent.
    is_first: bool,
    _turn: ExportTurn,
}

impl Export {
    /// The next part of the text.
    async fn next(&mut self) -> Option<std::io::Result<String>> {
        loop {
            let read = match self.parts.pop_front()? {
                ExportPart::Text(text) => {
                    self.is_first = true;
                    return Some(Ok(text));
                }
                part => self.read(part).await,
            };
            match read {
                // It was deleted meanwhile, or is a list whose items follow.
                Ok(None) => {}
                Ok(Some(item)) => {
                    let is_first = std::mem::take(&mut self.is_first);
                    let comma = if is_first { "" } else { "," };
                    return Some(Ok(format!("{comma}\n{item}")));
                }
                Err(error) => {
                    self.parts.clear();
                    return Some(Err(std::io::Error::other(error)));
                }
            }
        }
    }

    async fn read(&mut self, part: ExportPart) -> StoreResult<Option<Value>> {
        let store = &self.app.store;
        Ok(match part {
            ExportPart::Text(text) => Some(Value::String(text)),
            ExportPart::Definition { hash, is_published } => {
                store.definition(&hash).await?.map(|definition| {
                    json!({
                        "definition": definition.hash, "name": definition.name,
                        "text": definition.text, "published": is_published,
                    })
                })
            }
            ExportPart::Analysis { id, created } => store.analysis(&id).await?.map(|tree| {
                let tree: Value = serde_json::from_str(&tree).unwrap_or(Value::String(tree));
                json!({"id": id, "tree": tree, "created": rfc3339(created)})
            }),
            ExportPart::Playtest(playtest) => {
                let sums = store.playtest_sums(&playtest.id).await?;
                let sums = sums.and_then(|sums| serde_json::from_str::<Value>(&sums).ok());
                Some(json!({
                    "id": playtest.id, "definition": playtest.definition,
                    "options": playtest.options, "asked": rfc3339(playtest.created), "sums": sums,
                }))
            }
            ExportPart::Games => {
                self.read_page().await?;
                if let Some(id) = self.page.pop_front() {
                    self.parts.push_front(ExportPart::Games);
                    self.parts.push_front(ExportPart::Game(id));
                }
                None
            }
            ExportPart::Game(id) => {
                let (games, questions) = (&self.app.games, &self.app.questions);
                let record = crate::live::record_in_time(games, questions, &id, &self.request);
                Some(match record.await {
                    Ok(record) => json!({"id": id, "record": record}),
                    Err(error) => {
                        tracing::error!(game = id, %error, "a record could not be made");
                        json!({"id": id, "record": null})
                    }
                })
            }
        })
    }

    /// Reads the next page of games, if this one has been sent.
    async fn read_page(&mut self) -> StoreResult<()> {
        if !self.page.is_empty() {
            return Ok(());
        }
        let before = (self.before.0, &*self.before.1);
        let store = &self.app.store;
        let games = store
            .games_of(&self.user, GameFilter::All, before, PAGE)
            .await?;
        if let Some(last) = games.last() {
            self.before = (last.updated, last.id.clone());
        }
        self.page.extend(games.into_iter().map(|game| game.id));
        Ok(())
    }
}
