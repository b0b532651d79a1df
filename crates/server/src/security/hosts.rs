//! Under which names people reach the server. A page of another site can have its own
//! name lead to this server's address (DNS rebinding), so that `Origin` and `Host` agree.

use crate::settings::Settings;
use std::net::{Ipv4Addr, Ipv6Addr};

/// Whether the server is reached under this origin of a page: `http://127.0.0.1:8640`.
/// `host` is the header `Host` of the request.
///
/// With a `public_url` only that one is right. Otherwise the origin must be the host, and
/// the host an address, `localhost` or one of `hosts`: a name of somebody else is none
/// of these.
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
    let known =
        |known: &String| known.eq_ignore_ascii_case(authority) || known.eq_ignore_ascii_case(name);
    is_address(name) || name.eq_ignore_ascii_case("localhost") || settings.hosts.iter().any(known)
}

/// The origin under which a request reaches the server, for links that others follow.
pub(crate) fn own_origin(settings: &Settings, host: Option<&str>) -> Option<String> {
    if let Some(url) = &settings.public_url {
        return Some(url.trim_end_matches('/').to_owned());
    }
    let origin = format!("http://{}", host?);
    is_own(settings, &origin, host).then_some(origin)
}

fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => authority,
    }
}

fn is_address(name: &str) -> bool {
    let v6 = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    match v6 {
        Some(v6) => v6.parse::<Ipv6Addr>().is_ok(),
        None => name.parse::<Ipv4Addr>().is_ok(),
    }
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
        let origin = own_origin(&settings, Some("127.0.0.1:8640"));
        assert_eq!(origin.as_deref(), Some("http://127.0.0.1:8640"));
        assert_eq!(own_origin(&settings, Some("evil.example")), None);
        assert_eq!(own_origin(&settings, None), None);
        settings.public_url = Some("https://play.example.org/".into());
        let origin = own_origin(&settings, Some("evil.example"));
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
