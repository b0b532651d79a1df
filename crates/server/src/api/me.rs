//! The signed-in user: sessions, account, settings, tokens for bots.

use super::actions;
use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::{Body, Path};
use crate::app::App;
use crate::game::action::{ActionRequest, PlayerAction};
use crate::live::Command;
use crate::messages::types::User;
use crate::security::caller::{self, Caller};
use crate::security::scope::TokenScope;
use crate::security::{password, secret, sign_ins};
use crate::store::{Account, Store, StoreError, StoreResult, StoredToken};
use crate::time::{now_ms, rfc3339};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::ToSchema;

/// The largest settings of a user, in bytes.
const MAX_SETTINGS: usize = 16 * 1024;
/// The largest number of tokens of one user.
const MAX_TOKENS: usize = 20;
/// How many names are tried for a guest.
const GUEST_NAME_TRIES: usize = 5;

/// Your account and session.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct OwnAccount {
    /// The user; null if you are not signed in.
    #[schema(required = true)]
    user: Option<User>,
    /// Requests that change something and are signed in by cookie send this in the
    /// header `X-CSRF`. A new session has a new one: the answer that begins the
    /// session carries it in its own header `X-CSRF`.
    csrf: String,
    /// The stored settings of the user.
    #[schema(value_type = Object)]
    settings: Value,
}

/// A name and a password.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Credentials {
    /// 2 to 20 letters, digits, `-` and `_`.
    #[schema(min_length = 2, max_length = 20)]
    name: String,
    /// At least 8 characters.
    #[schema(min_length = 8, max_length = 200)]
    password: String,
}

/// Settings: any JSON, which the server does not interpret.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = Object)]
pub(crate) struct UserSettings(Value);

/// A change of password.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PasswordChange {
    /// The current password.
    #[schema(max_length = 200)]
    old: String,
    /// The new password.
    #[schema(min_length = 8, max_length = 200)]
    new: String,
}

/// The password, to confirm a request.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CurrentPassword {
    /// The current password. Guests have none, and leave it out.
    #[serde(default)]
    #[schema(max_length = 200)]
    password: Option<String>,
}

/// A token to create.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TokenRequest {
    /// What the token is for, in your own words.
    #[schema(min_length = 1, max_length = 60)]
    label: String,
    /// What the token may do; `play` and `read` if left out.
    #[serde(default = "usual_scopes")]
    scopes: Vec<TokenScope>,
}

fn usual_scopes() -> Vec<TokenScope> {
    TokenScope::DEFAULT.to_vec()
}

/// A new token.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewToken {
    /// The token's ID.
    id: String,
    /// The secret, for the header `Authorization: Bearer …`. It is shown only once.
    token: String,
}

/// A token, without its secret.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenInfo {
    /// The token's ID.
    id: String,
    /// What the token is for, in your own words.
    label: String,
    /// When it was created.
    created: String,
    /// What it may do.
    scopes: Vec<TokenScope>,
}

/// Get the signed-in user
#[utoipa::path(
    get, path = "/api/me", tag = "me", operation_id = "get_me",
    responses(
        (status = 200, description = "The signed-in user, if any, and the CSRF token", body = OwnAccount),
    ),
)]
pub(crate) async fn me(State(app): State<Arc<App>>, caller: Caller) -> ApiResult<Response> {
    let settings = match &caller.account {
        Some(account) => serde_json::from_str(&account.settings).map_err(StoreError::from)?,
        None => Value::Object(serde_json::Map::new()),
    };
    let user = match &caller.account {
        Some(account) => Some(crate::live::user(&app.games, account).await?),
        None => None,
    };
    let (secret, headers) = match caller.secret {
        Some(secret) => (secret, HeaderMap::new()),
        // The CSRF token belongs to a session, so a new browser gets one.
        None => {
            let secret = secret::secret();
            let headers = caller::session_headers(&app, &secret);
            (secret, headers)
        }
    };
    let me = OwnAccount {
        user,
        csrf: secret::csrf(&secret),
        settings,
    };
    Ok((headers, Json(me)).into_response())
}

/// Creates a guest with a session. The headers set its cookie.
async fn new_guest(app: &App, caller: &Caller) -> ApiResult<(Account, HeaderMap)> {
    app.limits.sign_in(caller.address)?;
    let address = app.games.address_hash(caller.address).await?;
    let account = add_guest(&app.store, &address, secret::id).await?;
    let headers = caller::begin_guest(app, caller, &account.id).await?;
    Ok((account, headers))
}

/// Stores a new guest, whose name and identity are made of new IDs. Names are short, so another
/// one is tried if somebody has it.
async fn add_guest(
    store: &Store,
    address: &str,
    new_id: impl Fn() -> String,
) -> StoreResult<Account> {
    let mut tries = 1;
    loop {
        let account = Account {
            id: new_id(),
            // Registered names have no spaces, so the two cannot be mistaken.
            name: format!("Guest {}", &new_id()[..6]),
            guest: true,
            password: None,
            settings: "{}".to_owned(),
            banned: false,
            created: now_ms(),
            address: address.to_owned(),
        };
        match store.add_account(account.clone()).await {
            Err(StoreError::Taken) if tries < GUEST_NAME_TRIES => tries += 1,
            added => return added.map(|()| account),
        }
    }
}

/// The signed-in user, or a new guest if nobody is signed in.
///
/// Check first what can be checked without a user, since guests cost work. After that send the
/// headers with any answer, also with an error: without its session nobody can use the guest.
/// [`settle_guest`] says which headers those are.
pub(crate) async fn user_or_guest(app: &App, caller: &Caller) -> ApiResult<(Account, HeaderMap)> {
    match &caller.account {
        Some(account) => Ok((account.clone(), HeaderMap::new())),
        None => new_guest(app, caller).await,
    }
}

/// The headers for the answer to a request after [`user_or_guest`]. If the request is refused, a
/// guest who was made for it is deleted, and there are none. Nobody has used its session yet.
pub(crate) async fn settle_guest<T>(
    app: &App,
    caller: &Caller,
    account: &Account,
    headers: HeaderMap,
    answer: &ApiResult<T>,
) -> HeaderMap {
    let is_refused = answer.as_ref().is_err_and(ApiError::is_refusal);
    if caller.account.is_some() || !is_refused {
        return headers;
    }
    match app.store.delete_new_guest(&account.id).await {
        Ok(true) => HeaderMap::new(),
        Ok(false) => headers,
        Err(error) => {
            tracing::warn!(%error, "a guest whose request was refused could not be deleted");
            headers
        }
    }
}

/// Become a guest
///
/// If you are signed in already, nothing changes, and the answer is your user.
#[utoipa::path(
    post, path = "/api/guest", tag = "me", operation_id = "become_guest",
    responses(
        (status = 200, description = "The guest", body = User),
        (status = 429, body = ErrorBody),
    ),
)]
pub(crate) async fn guest(State(app): State<Arc<App>>, caller: Caller) -> ApiResult<Response> {
    let (account, headers) = user_or_guest(&app, &caller).await?;
    let user = crate::live::user(&app.games, &account).await?;
    Ok((headers, Json(user)).into_response())
}

fn name_fault(name: &str) -> Option<&'static str> {
    let fine = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !(2..=20).contains(&name.len()) || !name.chars().all(fine) {
        return Some("A name has 2 to 20 letters, digits, hyphens and underscores.");
    }
    let folded = name.to_lowercase();
    is_reserved(&folded).then_some("This name is reserved. Choose another one.")
}

/// Whether a name, in small letters, could pass for the server, its operator or what the server
/// calls others.
fn is_reserved(folded: &str) -> bool {
    let name = folded.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let first_word = name.split(|c: char| !c.is_ascii_alphabetic()).next();
    let beginnings = ["admin", "hyperrook", "moderator"];
    // Longer words that begin with these are harmless: "supporter", "engineer".
    let words = [
        "deleted", "engine", "guest", "operator", "server", "support",
    ];
    beginnings
        .iter()
        .any(|beginning| name.starts_with(beginning))
        || first_word.is_some_and(|word| words.contains(&word))
}

/// Register
///
/// A guest who registers keeps their games.
#[utoipa::path(
    post, path = "/api/register", tag = "me", operation_id = "register",
    request_body = Credentials,
    responses(
        (status = 201, description = "The new user, who is now signed in", body = User),
        (status = 409, description = "The name is taken, or you are signed in already", body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn register(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(credentials): Body<Credentials>,
) -> ApiResult<Response> {
    let mut faults = Vec::new();
    faults.extend(name_fault(&credentials.name).map(|fault| ("name", fault.to_owned())));
    faults
        .extend(password::fault(&credentials.password).map(|fault| ("password", fault.to_owned())));
    if !faults.is_empty() {
        return Err(ApiError::fields(faults));
    }
    if caller
        .account
        .as_ref()
        .is_some_and(|account| !account.guest)
    {
        return Err(ApiError::conflict(
            "signed_in",
            "You are signed in already. Sign out first.",
        ));
    }
    app.limits.sign_in(caller.address)?;
    let store = &app.store;
    let name_taken = || ApiError::conflict("taken", "This name is taken. Choose another one.");
    // Profiles are found by ID or name: an ID is nobody else's name.
    let folded = credentials.name.to_lowercase();
    if secret::is_id(&folded) && store.account(&folded).await?.is_some() {
        return Err(name_taken());
    }
    let hash = password::hash_for(caller.address, credentials.password).await?;
    let taken = |error| match error {
        StoreError::Taken => name_taken(),
        other => other.into(),
    };
    let account = match &caller.account {
        Some(guest) => {
            let promoted = store.promote_guest(&guest.id, &credentials.name, &hash);
            if !promoted.await.map_err(taken)? {
                return Err(ApiError::conflict(
                    "signed_in",
                    "You have registered or deleted your account in another window. Reload the \
                     page, and sign in if you have chosen a name.",
                ));
            }
            app.games.renamed(&guest.id).await;
            Account {
                name: credentials.name,
                guest: false,
                ..guest.clone()
            }
        }
        None => {
            let account = Account {
                id: secret::id(),
                name: credentials.name,
                guest: false,
                password: Some(hash.clone()),
                settings: "{}".to_owned(),
                banned: false,
                created: now_ms(),
                address: app.games.address_hash(caller.address).await?,
            };
            let added = store.add_account(account.clone());
            added.await.map_err(taken)?;
            account
        }
    };
    let headers = caller::sign_in(&app, &caller, &account.id, &hash).await?;
    let headers = headers.ok_or_else(ApiError::sign_in)?;
    let user = crate::live::user(&app.games, &account).await?;
    Ok((StatusCode::CREATED, headers, Json(user)).into_response())
}

/// Sign in
#[utoipa::path(
    post, path = "/api/login", tag = "me", operation_id = "sign_in",
    request_body = Credentials,
    responses(
        (status = 200, description = "The user, who is now signed in", body = User),
        (status = 401, description = "The name or the password is wrong", body = ErrorBody),
        (status = 429, body = ErrorBody),
        (status = 403, description = "The account is closed, or the request came from another site", body = ErrorBody),
    ),
)]
pub(crate) async fn login(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(credentials): Body<Credentials>,
) -> ApiResult<Response> {
    // Attempts of others at the same address must not keep the owner of the account out.
    if caller.device.is_some() {
        app.limits.sign_in_known(caller.address)?;
    } else {
        app.limits.sign_in(caller.address)?;
    }
    let wrong = || ApiError::unauthorized("wrong", "The name or the password is wrong.");
    let closed = || {
        let message = "This account has been closed by an operator of the server.";
        ApiError::forbidden("banned", message)
    };
    if credentials.password.len() > 1024 || credentials.name.len() > 64 {
        return Err(wrong());
    }
    let account = app.store.account_named(&credentials.name).await?;
    let known = match &account {
        Some(account) => caller::knows_device(&app, &caller, &account.id).await?,
        None => false,
    };
    let name = &credentials.name;
    match &caller.device {
        Some(device) if known => app.limits.sign_in_again(name, &secret::hash(device))?,
        device => {
            if device.is_some() {
                app.limits.sign_in(caller.address)?;
            }
            let pause = sign_ins::pause(&app.store, name, now_ms()).await?;
            app.limits.sign_in_as(name, caller.address, pause)?;
        }
    }
    let kept = account
        .as_ref()
        .and_then(|account| account.password.clone());
    let right = password::verify(caller.address, credentials.password, kept.clone()).await?;
    sign_ins::note(&app.store, name, right, now_ms()).await?;
    let Some((account, kept)) = account.zip(kept).filter(|_| right) else {
        return Err(wrong());
    };
    if account.banned {
        return Err(closed());
    }
    let Some(headers) = caller::sign_in(&app, &caller, &account.id, &kept).await? else {
        // It has changed while the password was compared.
        let account = app.store.account(&account.id).await?;
        let is_banned = account.is_some_and(|account| account.banned);
        return Err(if is_banned { closed() } else { wrong() });
    };
    let user = crate::live::user(&app.games, &account).await?;
    Ok((headers, Json(user)).into_response())
}

/// Sign out
#[utoipa::path(
    post, path = "/api/logout", tag = "me", operation_id = "sign_out",
    responses((status = 204, description = "Signed out")),
)]
pub(crate) async fn logout(State(app): State<Arc<App>>, caller: Caller) -> ApiResult<Response> {
    if let Some(secret) = &caller.secret {
        let hash = secret::hash(secret);
        app.store.end_session(&hash).await?;
        app.games.hub.close_sockets_with(&hash);
    }
    // Whoever uses this browser next begins with a session of their own.
    let headers = caller::session_headers(&app, &secret::secret());
    Ok((StatusCode::NO_CONTENT, headers).into_response())
}

/// Sign out everywhere
///
/// Ends every session of the user. Tokens stay valid.
#[utoipa::path(
    post, path = "/api/logout-everywhere", tag = "me", operation_id = "sign_out_everywhere",
    responses((status = 204, description = "All sessions have ended")),
)]
pub(crate) async fn logout_everywhere(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> ApiResult<Response> {
    let account = caller.need()?;
    app.store.end_sessions(&account.id, now_ms()).await?;
    app.games.hub.close_sockets_of(&account.id);
    let headers = caller::session_headers(&app, &secret::secret());
    Ok((StatusCode::NO_CONTENT, headers).into_response())
}

async fn check_password(app: &App, caller: &Caller, password: String) -> ApiResult<Account> {
    let account = caller.need_registered()?;
    // Only somebody with the session can try, so wrong passwords elsewhere do not count.
    app.limits.sign_in_known(caller.address)?;
    app.limits
        .password_in(caller.credential.as_deref().unwrap_or_default())?;
    let kept = account.password.clone();
    if password.len() > 1024 || !password::verify(caller.address, password, kept).await? {
        return Err(wrong_password());
    }
    Ok(account.clone())
}

fn wrong_password() -> ApiError {
    ApiError::forbidden("wrong", "The password is wrong.")
}

/// Change the password
///
/// All other sessions end.
#[utoipa::path(
    post, path = "/api/password", tag = "me", operation_id = "change_password",
    request_body = PasswordChange,
    responses(
        (status = 204, description = "The password has changed"),
        (status = 403, description = "The current password is wrong, or the user is a guest", body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn change_password(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(body): Body<PasswordChange>,
) -> ApiResult<Response> {
    if let Some(fault) = password::fault(&body.new) {
        return Err(ApiError::field("new", fault));
    }
    let account = check_password(&app, &caller, body.old).await?;
    let hash = password::hash_for(caller.address, body.new).await?;
    // Whoever knew the old password may have signed in somewhere, or be changing it, too.
    let old = account.password.as_deref();
    if !app.store.change_password(&account.id, &hash, old).await? {
        return Err(wrong_password());
    }
    app.games.hub.close_sockets_of(&account.id);
    let headers = caller::sign_in(&app, &caller, &account.id, &hash).await?;
    let headers = headers.ok_or_else(ApiError::sign_in)?;
    Ok((StatusCode::NO_CONTENT, headers).into_response())
}

/// Delete the account
///
/// Games in progress are resigned, those that have not begun aborted. Finished games stay, without the name. Guests can delete
/// themselves, too, and give no password.
#[utoipa::path(
    delete, path = "/api/me", tag = "me", operation_id = "delete_account",
    request_body = CurrentPassword,
    responses(
        (status = 204, description = "The account is deleted"),
        (status = 403, description = "The password is wrong", body = ErrorBody),
    ),
)]
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(body): Body<CurrentPassword>,
) -> ApiResult<Response> {
    let account = if caller.need()?.guest {
        caller.need()?.clone()
    } else {
        check_password(&app, &caller, body.password.unwrap_or_default()).await?
    };
    leave_games(&app, &account.id, caller.address).await?;
    app.store.delete_account(&account.id).await?;
    // A seek may have been accepted meanwhile. From now on no game begins.
    if leave_games(&app, &account.id, caller.address).await? > 0 {
        app.store.delete_account(&account.id).await?;
    }
    app.games.renamed(&account.id).await;
    app.games.hub.close_sockets_of(&account.id);
    app.games.note_lobby_change();
    let headers = caller::session_headers(&app, &secret::secret());
    Ok((StatusCode::NO_CONTENT, headers).into_response())
}

/// Ends the unfinished games of a user, all that can be, also if one cannot. Returns how many
/// there were.
async fn leave_games(app: &Arc<App>, user: &str, address: IpAddr) -> ApiResult<usize> {
    let games = app.store.unfinished_of(user).await?;
    let mut failed = None;
    for id in &games {
        if let Err(error) = leave_game(app, user, id, address).await {
            failed = Some(error);
        }
    }
    match failed {
        Some(error) => Err(error),
        None => Ok(games.len()),
    }
}

async fn leave_game(app: &Arc<App>, user: &str, game: &str, address: IpAddr) -> ApiResult<()> {
    // Where a game can be aborted, that is counted as if the player had done it.
    let abort = ActionRequest {
        user: user.to_owned(),
        key: None,
        action: PlayerAction::Abort {},
        lag_limit_ms: 0,
        no_new_game: None,
    };
    // It is ended for the server, which loads it whatever else is loaded for the address.
    app.games.wake(game).await;
    actions::act(app, game, abort, address).await?;
    let leave = |reply| Command::PlayerLeft(user.to_owned(), reply);
    Ok(app.games.ask(game, leave).await??)
}

/// Get the settings
#[utoipa::path(
    get, path = "/api/me/settings", tag = "me", operation_id = "get_settings",
    responses(
        (status = 200, description = "The settings, as they were last stored", body = Object),
        (status = 401, body = ErrorBody),
    ),
)]
pub(crate) async fn settings(caller: Caller) -> ApiResult<Json<Value>> {
    let account = caller.need()?;
    let value = serde_json::from_str(&account.settings).map_err(StoreError::from)?;
    Ok(Json(value))
}

/// Store the settings
///
/// Any JSON object of at most 16 KiB. The server does not interpret it.
#[utoipa::path(
    put, path = "/api/me/settings", tag = "me", operation_id = "put_settings",
    request_body = Object,
    responses(
        (status = 204, description = "The settings are stored"),
        (status = 401, body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn set_settings(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(UserSettings(value)): Body<UserSettings>,
) -> ApiResult<StatusCode> {
    let account = caller.need()?;
    let text = value.to_string();
    if !value.is_object() || text.len() > MAX_SETTINGS {
        let message = "Settings are a JSON object of at most 16 KiB.";
        return Err(ApiError::invalid("settings", message));
    }
    app.store.set_settings(&account.id, &text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create a token for a bot
///
/// Only registered users have tokens, at most 20.
#[utoipa::path(
    post, path = "/api/me/tokens", tag = "me", operation_id = "create_token",
    request_body = TokenRequest,
    responses(
        (status = 201, description = "The token. Its secret is shown only in this answer", body = NewToken),
        (status = 403, description = "The user is a guest", body = ErrorBody),
    ),
)]
pub(crate) async fn add_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(body): Body<TokenRequest>,
) -> ApiResult<(StatusCode, Json<NewToken>)> {
    let account = caller.need_registered()?;
    let label = body.label.trim();
    if label.is_empty() || label.chars().count() > 60 || label.contains(char::is_control) {
        return Err(ApiError::field("label", "A label has 1 to 60 characters."));
    }
    if body.scopes.is_empty() {
        return Err(ApiError::field("scopes", "A token has at least one scope."));
    }
    // A token cannot create one that may do more than itself.
    for scope in &body.scopes {
        caller.may(*scope)?;
    }
    let token = secret::secret();
    let row = StoredToken {
        id: secret::id(),
        label: label.to_owned(),
        created: now_ms(),
        scopes: TokenScope::write(&body.scopes),
    };
    let id = row.id.clone();
    let hash = secret::hash(&token);
    let store = &app.store;
    if !store.add_token(&account.id, &hash, row, MAX_TOKENS).await? {
        return Err(ApiError::conflict(
            "too_many",
            "You have 20 tokens already. Delete one first.",
        ));
    }
    Ok((StatusCode::CREATED, Json(NewToken { id, token })))
}

/// List the tokens
#[utoipa::path(
    get, path = "/api/me/tokens", tag = "me", operation_id = "list_tokens",
    responses(
        (status = 200, description = "The tokens, without their secrets", body = [TokenInfo]),
        (status = 403, description = "The user is a guest", body = ErrorBody),
    ),
)]
pub(crate) async fn tokens(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> ApiResult<Json<Vec<TokenInfo>>> {
    let account = caller.need_registered()?;
    let rows = app.store.tokens(&account.id).await?;
    let token = |row: StoredToken| TokenInfo {
        id: row.id,
        label: row.label,
        created: rfc3339(row.created),
        scopes: TokenScope::read(&row.scopes),
    };
    Ok(Json(rows.into_iter().map(token).collect()))
}

/// Revoke a token
///
/// Requests and sockets that use it end at once.
#[utoipa::path(
    delete, path = "/api/me/tokens/{id}", tag = "me", operation_id = "revoke_token",
    params(("id" = String, Path, description = "The token's ID")),
    responses(
        (status = 204, description = "The token is no longer valid"),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn remove_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<StatusCode> {
    let account = caller.need_registered()?;
    let removed = app.store.remove_token(&account.id, &id).await?;
    let hash = removed.ok_or_else(|| ApiError::not_found("You have no token with this ID."))?;
    app.games.hub.close_sockets_with(&hash);
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test(flavor = "multi_thread")]
    async fn a_guest_whose_name_is_taken_gets_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_folder(folder.path()).await.unwrap();
        let made = AtomicUsize::new(0);
        // Identities and names by turns; the first three names are equal.
        let new_id = || match made.fetch_add(1, Ordering::Relaxed) {
            1 | 3 | 5 => "abcdefghijkm".to_owned(),
            _ => secret::id(),
        };
        let first = add_guest(&store, "there", new_id).await.unwrap();
        assert_eq!(first.name, "Guest abcdef");
        let second = add_guest(&store, "there", new_id).await.unwrap();
        assert_ne!(second.name, first.name);
        assert_eq!(made.load(Ordering::Relaxed), 8);
        assert_eq!(store.account(&second.id).await.unwrap(), Some(second));
        // But not for ever.
        let same = || "abcdefghijkm".to_owned();
        let error = add_guest(&store, "there", same).await.unwrap_err();
        assert!(matches!(error, StoreError::Taken), "{error}");
        store.close().await;
    }
}
