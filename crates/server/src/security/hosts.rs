//! Under which names people reach the server. A page of another site can have its own
//! name lead to this server's address (DNS rebinding), so that `Origin` and `Host` agree.

use crate::settings::Settings;
use axum::http::{Extensions, HeaderMap, header};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The address of this machine to which a client has connected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalAddress(pub(crate) IpAddr);

/// Whether the server is reached under this origin of a page: `http://127.0.0.1:8640`.
/// `host` is the header `Host` of the request.
///
/// With a `public_url` only that origin is accepted. Otherwise the origin must be equal to the
/// host, and the host must be an address, `localhost` or one of `hosts`. Names of other sites
/// are not among these.
pub(crate) fn is_own(settings: &Settings, origin: &str, host: Option<&str>) -> bool {
    if let Some(url) = &settings.public_url {
        return url.trim_end_matches('/').eq_ignore_ascii_case(origin);
    }
    let authority = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    let Some(authority) = authority.filter(|authority| host == Some(*authority)) else {
        return false;
    };
    let name = without_port(authority);
    address(name).is_some()
        || name.eq_ignore_ascii_case("localhost")
        || is_named(settings, authority)
}

/// The origin under which a request reaches the server, from its headers and its connection.
pub(crate) fn origin_of(
    settings: &Settings,
    headers: &HeaderMap,
    extensions: &Extensions,
) -> Option<String> {
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    let local = extensions.get::<LocalAddress>();
    own_origin(settings, host, local.map(|local| local.0))
}

/// The origin under which a request reaches the server, for links that others follow.
/// `local` is the address of this machine to which the client has connected: an address in
/// `Host` that is another one would lead others elsewhere.
fn own_origin(settings: &Settings, host: Option<&str>, local: Option<IpAddr>) -> Option<String> {
    if let Some(url) = &settings.public_url {
        return Some(url.trim_end_matches('/').to_owned());
    }
    let host = host?;
    let origin = format!("http://{host}");
    let is_elsewhere = address(without_port(host)).is_some_and(|address| {
        !address.is_loopback() && local.map(|local| local.to_canonical()) != Some(address)
    });
    (is_own(settings, &origin, Some(host)) && !is_elsewhere || is_named(settings, host))
        .then_some(origin)
}

fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((name, port)) if is_port(port) => name,
        _ => authority,
    }
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok()
}

fn address(name: &str) -> Option<IpAddr> {
    let v6 = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    match v6 {
        Some(v6) => v6.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        None => name.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
    }
}

/// Whether an authority is among the hosts of the settings.
fn is_named(settings: &Settings, authority: &str) -> bool {
    let name = without_port(authority);
    let known =
        |known: &String| known.eq_ignore_ascii_case(authority) || known.eq_ignore_ascii_case(name);
    settings.hosts.iter().any(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(settings: &Settings, origin: &str) -> bool {
        let host = origin.split_once("://").map(|(_, host)| host);
        is_own(settings, origin, host)
    }

    #[test]
    fn a_name_of_somebody_else_is_not_ours() {
        let settings = Settings {
            hosts: vec!["chess.lan".into(), "other.lan:99".into()],
            ..Settings::default()
        };
        for origin in [
            "http://127.0.0.1:8640",
            "http://localhost:8640",
            "http://LocalHost",
            "http://192.168.1.7:8640",
            "http://[::1]:8640",
            "http://[fe80::1]",
            "http://chess.lan:8640",
            "https://Chess.Lan",
            "http://other.lan:99",
        ] {
            assert!(own(&settings, origin), "{origin}");
        }
        for origin in [
            "http://evil.example:8640",
            "http://localhost.evil.example",
            "http://127.0.0.1.evil.example",
            "http://other.lan:98",
            "http://::1",
            "http://",
            "http://localhost:",
            "http://localhost:65536",
            "http://localhost:+80",
            "http://127.0.0.1:999999",
            "ftp://127.0.0.1",
            "null",
        ] {
            assert!(!own(&settings, origin), "{origin}");
        }
        assert!(!is_own(
            &settings,
            "http://127.0.0.1:8640",
            Some("127.0.0.1")
        ));
        assert!(!is_own(&settings, "http://127.0.0.1:8640", None));
    }

    #[test]
    fn links_have_the_public_url_or_a_host_of_ours() {
        let mut settings = Settings::default();
        let local = Some(IpAddr::from([192, 168, 1, 7]));
        for ours in [
            "127.0.0.1:8640",
            "[::1]:8640",
            "localhost",
            "192.168.1.7:8640",
        ] {
            let origin = own_origin(&settings, Some(ours), local);
            assert_eq!(origin, Some(format!("http://{ours}")));
        }
        for others in [
            "evil.example",
            "203.0.113.9",
            "192.168.1.8:8640",
            "[2001:db8::1]",
        ] {
            assert_eq!(own_origin(&settings, Some(others), local), None, "{others}");
        }
        assert_eq!(own_origin(&settings, Some("192.168.1.7"), None), None);
        assert_eq!(own_origin(&settings, None, local), None);
        settings.hosts = vec!["203.0.113.9".into()];
        assert!(own_origin(&settings, Some("203.0.113.9:80"), local).is_some());
        settings.public_url = Some("https://play.example.org/".into());
        let origin = own_origin(&settings, Some("evil.example"), local);
        assert_eq!(origin.as_deref(), Some("https://play.example.org"));
    }

    #[test]
    fn with_a_public_url_there_is_no_other() {
        let settings = Settings {
            public_url: Some("https://play.example.org/".into()),
            hosts: vec!["chess.lan".into()],
            ..Settings::default()
        };
        let host = Some("127.0.0.1:8640");
        assert!(is_own(&settings, "https://play.example.org", host));
        assert!(!is_own(&settings, "http://play.example.org", host));
        assert!(!own(&settings, "http://127.0.0.1:8640"));
        assert!(!own(&settings, "http://chess.lan"));
    }
}
