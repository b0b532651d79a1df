//! Who makes a request.

use super::secret;
use crate::api::error::ApiError;
use crate::app::App;
use crate::store::{Account, StoreError};
use crate::time::now_ms;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts};
use axum::middleware::Next;
use axum::response::Response;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

/// The cookie with the secret of a session.
pub(crate) const COOKIE: &str = "hyperrook_session";
/// How long a session lasts, in ms.
const SESSION_MS: i64 = 30 * 86_400_000;
/// The header that says the token against forged requests.
pub(crate) const CSRF: &str = "x-csrf";

/// Who makes a request, as far as it is known.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// The person, if the request has a session or a token.
    pub(crate) account: Option<Account>,
    /// Whether it has a token, and so comes from a program and not from a page.
    pub(crate) by_token: bool,
    /// The secret in the cookie, whether or not there is a session with it.
    pub(crate) secret: Option<String>,
    /// The hash of the secret or token by which the person is known.
    pub(crate) credential: Option<String>,
    /// Where it comes from.
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
                "Only registered people can do that.",
            ));
        }
        Ok(account)
    }

    /// The person's identity, if known.
    pub(crate) fn user(&self) -> Option<&str> {
        self.account.as_ref().map(|account| &*account.id)
    }
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let all = headers.get_all(header::COOKIE).iter();
    let pairs = all
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'));
    let mut named = pairs.filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = named.find(|(name, _)| *name == COOKIE)?;
    secret::is_secret(value).then(|| value.to_owned())
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::trim)
}

/// The address by which somebody is counted: of IPv6 the first half, since everybody
/// has the other half to choose from.
fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from(network))
        }
        v4 => v4,
    }
}

fn address(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip());
    if !app.settings.behind_proxy {
        return peer;
    }
    // The proxy adds the address that it sees at the end.
    let said = request
        .headers()
        .get_all("x-forwarded-for")
        .iter()
        .next_back();
    let last = said
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.rsplit(',').next())
        .and_then(|text| text.trim().parse().ok());
    last.unwrap_or(peer)
}

/// Finds out who makes a request and counts it.
pub(crate) async fn find(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let address = counted(address(&app, &request));
    app.limits.request(address)?;
    if request.uri().to_string().contains("%00") {
        let message = "There is no NUL in any address.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "request", message));
    }
    let headers = request.headers();
    let secret = cookie(headers);
    let store = &app.store;
    let mut by_token = false;
    let mut credential = None;
    let account = if let Some(token) = bearer(headers) {
        by_token = true;
        let hash = credential.insert(secret::hash(token));
        let owner = store.token_owner(hash).await?;
        Some(owner.ok_or_else(|| ApiError::unauthorized("token", "The token is not valid."))?)
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
    request.extensions_mut().insert(Caller {
        credential: credential.filter(|_| account.is_some()),
        account,
        by_token,
        secret,
        address,
    });
    Ok(next.run(request).await)
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, ApiError> {
        let caller = parts.extensions.get::<Caller>().cloned();
        caller.ok_or_else(|| ApiError::internal("no caller"))
    }
}

/// The headers that give a browser a secret, with the token that goes with it.
pub(crate) fn give(app: &App, secret: &str) -> HeaderMap {
    let secure = if app.settings.is_https() {
        "; Secure"
    } else {
        ""
    };
    let age = SESSION_MS / 1000;
    let cookie =
        format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    let mut headers = HeaderMap::new();
    if let (Ok(cookie), Ok(csrf)) = (
        HeaderValue::from_str(&cookie),
        HeaderValue::from_str(&secret::csrf(secret)),
    ) {
        headers.insert(header::SET_COOKIE, cookie);
        headers.insert(CSRF, csrf);
    }
    headers
}

/// Begins a session with a new secret, whatever the browser had before: nobody
/// can plant one. The old session ends.
pub(crate) async fn begin(app: &App, caller: &Caller, user: &str) -> Result<HeaderMap, ApiError> {
    let secret = secret::secret();
    let now = now_ms();
    let old = caller.secret.as_deref().map(secret::hash);
    let hash = secret::hash(&secret);
    let store = &app.store;
    store
        .begin_session(hash, user.to_owned(), now, now + SESSION_MS, old.clone())
        .await?;
    if let Some(old) = old {
        app.games.hub.close_sockets_with(&old);
    }
    Ok(give(app, &secret))
}

/// Whether a session or token, by its hash, still lets somebody in.
pub(crate) async fn still_lets_in(app: &App, credential: &str) -> Result<bool, StoreError> {
    let store = &app.store;
    let session = store.session(credential, now_ms()).await?;
    let account = match session {
        Some(account) => Some(account),
        None => store.token_owner(credential).await?,
    };
    Ok(account.is_some_and(|account| !account.banned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_counts_as_one() {
        let counted = |text: &str| counted(text.parse().unwrap()).to_string();
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(counted("2001:db8:1:2::1"), "2001:db8:1:2::");
        assert_eq!(counted("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(counted("192.0.2.7"), "192.0.2.7");
    }
}
