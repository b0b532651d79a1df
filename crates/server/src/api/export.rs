//! Everything that is stored about a person, as one file.

use super::error::{ApiResult, ErrorBody};
use crate::app::App;
use crate::security::caller::Caller;
use crate::store::{Account, FIRST_PAGE, GameFilter};
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
/// definitions, analyses, and the records of all games, as JSON. Games come as a stream,
/// because there may be many.
#[utoipa::path(
    get, path = "/api/me/export", tag = "me", operation_id = "export_account",
    responses(
        (status = 200, description = "What is stored", body = Object),
        (status = 401, body = ErrorBody),
    ),
)]
pub(crate) async fn export(State(app): State<Arc<App>>, caller: Caller) -> ApiResult<Response> {
    app.limits.heavy(caller.address)?;
    let account = caller.need()?.clone();
    let about = about(&app, &account).await?;
    let mut head = serde_json::to_string(&about).unwrap_or_default();
    // The games are the last field.
    head.pop();
    head.push_str(",\"games\":[");
    let export = Export {
        app,
        user: account.id,
        head: Some(head),
        page: VecDeque::new(),
        before: (FIRST_PAGE.0, FIRST_PAGE.1.to_owned()),
        first: true,
        ended: false,
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

/// What is stored, but for the games.
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
    let published = store.published_by(user).await?;
    let definitions = store.definitions_by(user).await?.into_iter();
    let definitions: Vec<Value> = definitions
        .map(|definition| {
            json!({
                "definition": definition.hash, "name": definition.name,
                "text": definition.text, "published": published.contains(&definition.hash),
            })
        })
        .collect();
    let analyses = store.analyses_of(user).await?.into_iter();
    let analyses: Vec<Value> = analyses
        .map(|(id, tree, created)| {
            let tree: Value = serde_json::from_str(&tree).unwrap_or(Value::String(tree));
            json!({"id": id, "tree": tree, "created": rfc3339(created)})
        })
        .collect();
    let reports = store.reports_of(user).await?.into_iter();
    let reports: Vec<Value> = reports
        .map(|(subject, asked, done)| {
            json!({"of": subject, "asked": rfc3339(asked), "done": done != 0})
        })
        .collect();
    let playtests = store.playtests_of(user, i64::MAX).await?.into_iter();
    let mut played = Vec::new();
    for playtest in playtests {
        let sums = store.playtest_sums(&playtest.id).await?;
        let sums = sums.and_then(|sums| serde_json::from_str::<Value>(&sums).ok());
        played.push(json!({
            "id": playtest.id, "definition": playtest.definition, "options": playtest.options,
            "asked": rfc3339(playtest.created), "sums": sums,
        }));
    }
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
        "definitions": definitions,
        "analyses": analyses,
        "reports": reports,
        "playtests": played,
        "progress": progress,
    }))
}

/// An export that is being sent.
struct Export {
    app: Arc<App>,
    user: String,
    /// What comes before the games.
    head: Option<String>,
    /// The games of this page that have not been sent yet.
    page: VecDeque<String>,
    /// The last game of this page.
    before: (i64, String),
    first: bool,
    ended: bool,
}

impl Export {
    /// The next part of the text.
    async fn next(&mut self) -> Option<std::io::Result<String>> {
        if let Some(head) = self.head.take() {
            return Some(Ok(head));
        }
        if self.ended {
            return None;
        }
        if self.page.is_empty()
            && let Err(error) = self.read_page().await
        {
            self.ended = true;
            return Some(Err(std::io::Error::other(error)));
        }
        let Some(id) = self.page.pop_front() else {
            self.ended = true;
            return Some(Ok("]}\n".to_owned()));
        };
        let record = match crate::live::record_of(&self.app.games, &id).await {
            Ok(record) => Value::String(record),
            Err(error) => {
                tracing::error!(game = id, %error, "a record could not be made");
                Value::Null
            }
        };
        let comma = if std::mem::take(&mut self.first) {
            ""
        } else {
            ","
        };
        let game = json!({"id": id, "record": record});
        Some(Ok(format!("{comma}\n{game}")))
    }

    async fn read_page(&mut self) -> crate::store::StoreResult<()> {
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
