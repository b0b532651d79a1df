//! Who makes a request: a signed-in user, a guest, a bot, or nobody yet.

use super::hosts;
use super::network::counted;
use super::scope::TokenScope;
use super::secret;
use crate::api::error::ApiError;
use crate::app::App;
use crate::store::{Account, NewSession, StoreError};
use crate::time::now_ms;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Uri, header, request::Parts};
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use axum_extra::headers::HeaderMapExt;
use axum_extra::headers::authorization::{Authorization, Bearer};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// The cookie with the secret of a session.
pub(crate) const COOKIE: &str = "hyperrook_session";
/// The cookie with the secret of a browser in which somebody has signed in.
const DEVICE_COOKIE: &str = "hyperrook_device";
/// How long a browser is known.
const DEVICE: Duration = Duration::from_secs(365 * 86_400);
/// How long a session lasts.
const SESSION: Duration = Duration::from_secs(30 * 86_400);
/// The header with the token against forged requests.
pub(crate) const CSRF: &str = "x-csrf";

/// Who makes a request.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// The person, if the request has a session or a token.
    pub(crate) account: Option<Account>,
    /// Whether the request has a token: it comes from a program and not from a page.
    pub(crate) by_token: bool,
    /// The secret in the cookie, whether or not there is a session with it.
    pub(crate) secret: Option<String>,
    /// What the token may do; `None` without a token.
    pub(crate) scopes: Option<Vec<TokenScope>>,
    /// The secret of the browser, if somebody has signed in there before.
    pub(crate) device: Option<String>,
    /// The hash of the session's secret or of the token.
    pub(crate) credential: Option<String>,
    /// The address that it comes from.
    pub(crate) address: IpAddr,
}

impl Caller {
    /// The person.
    pub(crate) fn need(&self) -> Result<&Account, ApiError> {
        self.account.as_ref().ok_or_else(ApiError::sign_in)
    }

    /// The registered person.
    pub(crate) fn need_registered(&self) -> Result<&Account, ApiError> {
        let account = self.need()?;
        if account.guest {
            return Err(ApiError::forbidden(
                "guest",
                "Only registered users can do this. Register or sign in first.",
            ));
        }
        Ok(account)
    }

    /// Refuses a token that may not do something.
    pub(crate) fn may(&self, scope: TokenScope) -> Result<(), ApiError> {
        match &self.scopes {
            Some(scopes) if !scopes.contains(&scope) => {
                let message = format!(
                    "This token may not do that: it has no scope `{}`.",
                    scope.name()
                );
                Err(ApiError::forbidden("scope", &message))
            }
            _ => Ok(()),
        }
    }

    /// The person's identity, if known.
    pub(crate) fn user(&self) -> Option<&str> {
        self.account.as_ref().map(|account| &*account.id)
    }
}

/// The secret in a cookie.
fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let jar = CookieJar::from_headers(headers);
    let value = jar.get(name)?.value();
    secret::is_secret(value).then(|| value.to_owned())
}

/// The token of a bot.
fn bearer(headers: &HeaderMap) -> Option<String> {
    let authorization = headers.typed_get::<Authorization<Bearer>>()?;
    Some(authorization.token().to_owned())
}

/// The address that a request comes from.
pub(crate) fn address(app: &App, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip());
    if !app.settings.behind_proxy {
        return peer;
    }
    // The proxy appends the address that it sees.
    let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
    let last = forwarded
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.rsplit(',').next())
        .and_then(|text| forwarded_address(text.trim()));
    last.unwrap_or(peer)
}

/// An address as proxies write it: alone, with a port, or in brackets.
fn forwarded_address(text: &str) -> Option<IpAddr> {
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let alone = text.parse().ok();
    let with_port = || Some(text.parse::<SocketAddr>().ok()?.ip());
    alone.or_else(with_port).or_else(bare)
}

/// Counts a request and finds out who makes it.
pub(crate) async fn find(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let (headers, extensions) = (request.headers(), request.extensions());
    let address = address(&app, headers, extensions);
    let caller = identify(&app, counted(address), request.uri(), headers).await?;
    request.extensions_mut().insert(caller);
    Ok(next.run(request).await)
}

/// Who makes a request, which is counted.
async fn identify(
    app: &App,
    address: IpAddr,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Caller, ApiError> {
    app.limits.request(address)?;
    if uri.to_string().contains("%00") {
        let message = "The address contains a NUL character (%00).";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "request", message));
    }
    let secret = cookie(headers, COOKIE);
    let device = cookie(headers, DEVICE_COOKIE);
    let store = &app.store;
    let mut by_token = false;
    let mut scopes = None;
    let mut credential = None;
    let account = if let Some(token) = bearer(headers) {
        by_token = true;
        let hash = credential.insert(secret::hash(&token));
        let owner = store.token_owner(hash).await?;
        let (account, allowed) = owner.ok_or_else(|| {
            ApiError::unauthorized(
                "token",
                "This token is not valid. It may have been deleted.",
            )
        })?;
        scopes = Some(TokenScope::read(&allowed));
        Some(account)
    } else {
        match &secret {
            Some(secret) => {
                let hash = credential.insert(secret::hash(secret));
                store.session(hash, now_ms()).await?
            }
            None => None,
        }
    };
    let account = account.filter(|account| !account.banned);
    Ok(Caller {
        credential: credential.filter(|_| account.is_some()),
        account,
        by_token,
        scopes,
        device,
        secret,
        address,
    })
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, ApiError> {
        let caller = parts.extensions.get::<Caller>().cloned();
        caller.ok_or_else(|| ApiError::internal("no caller"))
    }
}

/// The origin under which a request reaches the server, for links that others follow; `None` if that
/// is not known for certain.
pub(crate) struct OwnOrigin(pub(crate) Option<String>);

impl FromRequestParts<Arc<App>> for OwnOrigin {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<OwnOrigin, Infallible> {
        let origin = hosts::origin_of(&app.settings, &parts.headers, &parts.extensions);
        Ok(OwnOrigin(origin))
    }
}

/// The headers that give a browser a secret, and the token that goes with it.
pub(crate) fn session_headers(app: &App, secret: &str) -> HeaderMap {
    let cookie = cookie_with(app, COOKIE, secret, SESSION);
    let mut headers = HeaderMap::new();
    if let (Ok(cookie), Ok(csrf)) = (
        HeaderValue::from_str(&cookie.to_string()),
        HeaderValue::from_str(&secret::csrf(secret)),
    ) {
        headers.insert(header::SET_COOKIE, cookie);
        headers.insert(CSRF, csrf);
    }
    headers
}

fn cookie_with<'c>(app: &App, name: &'static str, secret: &'c str, lasts: Duration) -> Cookie<'c> {
    Cookie::build((name, secret))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(app.settings.is_https())
        .max_age(lasts.try_into().unwrap_or_default())
        .build()
}

/// Whether the browser is one in which a person has signed in before.
pub(crate) async fn knows_device(
    app: &App,
    caller: &Caller,
    user: &str,
) -> Result<bool, StoreError> {
    match &caller.device {
        Some(device) => app.store.is_device_of(&secret::hash(device), user).await,
        None => Ok(false),
    }
}

/// Begins the session of a new guest.
pub(crate) async fn begin_guest(
    app: &App,
    caller: &Caller,
    user: &str,
) -> Result<HeaderMap, StoreError> {
    let (new, secret) = new_session(caller, user);
    begin(app, new).await?;
    Ok(session_headers(app, &secret))
}

/// Begins the session of a person whose password was compared with a stored hash, and notes that
/// they have signed in with this browser. A browser that is not known as the person's gets a new
/// secret, so that nobody can plant one. Returns the headers; none if the person has another
/// password meanwhile, or is deleted or banned.
pub(crate) async fn sign_in(
    app: &App,
    caller: &Caller,
    user: &str,
    password: &str,
) -> Result<Option<HeaderMap>, StoreError> {
    let known = knows_device(app, caller, user).await?;
    let device = match &caller.device {
        Some(device) if known => device.clone(),
        _ => secret::secret(),
    };
    let (new, secret) = new_session(caller, user);
    let new = NewSession {
        password: Some(password.to_owned()),
        device: Some(secret::hash(&device)),
        ..new
    };
    match begin(app, new).await {
        Ok(true) => {}
        Ok(false) | Err(StoreError::PersonLeft) => return Ok(None),
        Err(error) => return Err(error),
    }
    let mut headers = session_headers(app, &secret);
    let cookie = cookie_with(app, DEVICE_COOKIE, &device, DEVICE);
    if let Ok(cookie) = HeaderValue::from_str(&cookie.to_string()) {
        headers.append(header::SET_COOKIE, cookie);
    }
    Ok(Some(headers))
}

/// A session with its secret. That is new, whatever the browser had before, so that nobody can
/// plant one. The old session ends.
fn new_session(caller: &Caller, user: &str) -> (NewSession, String) {
    let secret = secret::secret();
    let now = now_ms();
    let new = NewSession {
        hash: secret::hash(&secret),
        user: user.to_owned(),
        password: None,
        created: now,
        expires: now + SESSION.as_millis() as i64,
        instead_of: caller.secret.as_deref().map(secret::hash),
        device: None,
    };
    (new, secret)
}

async fn begin(app: &App, new: NewSession) -> Result<bool, StoreError> {
    let old = new.instead_of.clone();
    let has_begun = app.store.begin_session(new).await?;
    if let Some(old) = old
        && has_begun
    {
        app.games.hub.close_sockets_with(&old);
    }
    Ok(has_begun)
}

/// Whether a session or token, by its hash, still lets somebody in.
pub(crate) async fn still_lets_in(app: &App, credential: &str) -> Result<bool, StoreError> {
    let store = &app.store;
    let session = store.session(credential, now_ms()).await?;
    let account = match session {
        Some(account) => Some(account),
        None => store.token_owner(credential).await?.map(|(owner, _)| owner),
    };
    Ok(account.is_some_and(|account| !account.banned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_write_addresses_in_several_ways() {
        for (text, address) in [
            ("192.0.2.7", Some("192.0.2.7")),
            ("192.0.2.7:443", Some("192.0.2.7")),
            ("2001:db8::1", Some("2001:db8::1")),
            ("[2001:db8::1]", Some("2001:db8::1")),
            ("[2001:db8::1]:443", Some("2001:db8::1")),
            ("unknown", None),
            ("", None),
        ] {
            let found = forwarded_address(text).map(|found| found.to_string());
            assert_eq!(found.as_deref(), address, "{text}");
        }
    }
}
