//! Settings: flags before environment before file before defaults.
//! `docs/server.md` lists them all.

use crate::cluster::subjects::is_prefix;
use axum::http::Uri;
use figment::Figment;
use figment::error::{Actual, Kind};
use figment::providers::{Env, Format, Serialized, Toml};
use hyperrook_search::TablesSource;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use thiserror::Error;
use tracing_subscriber::EnvFilter;

/// The settings cannot be read.
#[derive(Debug, Error)]
#[error("settings: {}", faults(.0))]
pub struct SettingsError(#[from] Box<figment::Error>);

/// How to write an address to listen on.
pub const HOST_HELP: &str = "write an IP address, such as 127.0.0.1 or 0.0.0.0";

/// What the names of variables in the environment begin with.
const ENVIRONMENT: &str = "HYPERROOK_";

/// The variables in the environment that are empty, without what all begin with. Compose and
/// shell scripts write those that nobody has set in this way, so they count as unset.
fn empty_variables() -> Vec<String> {
    let empty = std::env::vars_os().filter(|(_, value)| value.is_empty());
    let names = empty.filter_map(|(name, _)| name.into_string().ok());
    names
        .filter_map(|name| name.strip_prefix(ENVIRONMENT).map(str::to_lowercase))
        .collect()
}

/// What is wrong with settings, for people who do not know the program.
fn faults(errors: &figment::Error) -> String {
    let faults: Vec<String> = errors
        .clone()
        .into_iter()
        .map(|error| fault(&error))
        .collect();
    faults.join("\n")
}

fn fault(error: &figment::Error) -> String {
    let metadata = error.metadata.as_ref();
    let is_in_environment = metadata.is_some_and(|it| it.name.contains("environment"));
    let name = error.path.join(".");
    let shown = if is_in_environment {
        format!("{ENVIRONMENT}{}", error.path.join("__").to_uppercase())
    } else {
        name.clone()
    };
    let text = match &error.kind {
        Kind::InvalidType(_, expected) if expected == "a sequence" && is_in_environment => {
            format!("write a list: {shown}='[\"first\", \"second\"]'")
        }
        Kind::InvalidType(found, expected) | Kind::InvalidValue(found, expected) => {
            format!("{} is not {}", value(found), kind(expected))
        }
        Kind::UnknownVariant(found, known) => {
            format!(
                "\"{found}\" is not possible. Choose one of: {}",
                known.join(", ")
            )
        }
        Kind::UnknownField(found, known) => {
            format!(
                "there is no setting `{found}` here. There are: {}",
                known.join(", ")
            )
        }
        _ if name == "host" => HOST_HELP.to_owned(),
        other => other.to_string(),
    };
    let place = match metadata.and_then(|it| it.source.as_ref()) {
        Some(source) => format!(" (in {source})"),
        None if is_in_environment && name.is_empty() => " (in the environment)".to_owned(),
        None => String::new(),
    };
    if name.is_empty() {
        format!("{text}{place}")
    } else {
        format!("`{shown}`: {text}{place}")
    }
}

/// A value as it is written.
fn value(found: &Actual) -> String {
    match found {
        Actual::Str(text) => format!("{text:?}"),
        Actual::Unsigned(number) => number.to_string(),
        Actual::Signed(number) => number.to_string(),
        Actual::Float(number) => number.to_string(),
        Actual::Bool(value) => value.to_string(),
        Actual::Seq => "a list".to_owned(),
        Actual::Map => "a table".to_owned(),
        other => other.to_string(),
    }
}

/// What a value must be.
fn kind(expected: &str) -> &str {
    match expected {
        "u16" => "a whole number from 0 to 65535",
        "u8" | "u32" | "u64" | "usize" | "i64" => "a whole number that is not negative",
        "a boolean" => "`true` or `false`",
        "a string" | "path string" => "a text in quotes",
        "a sequence" => "a list, such as [\"first\", \"second\"]",
        "struct NatsSettings" | "struct LimitSettings" => "a table",
        "IP address" => "an IP address, such as 127.0.0.1 or 0.0.0.0",
        other => other,
    }
}

/// The shortest lease, in ms: a slow disk must not end it.
const MIN_LEASE_MS: u64 = 1000;
/// The longest lease, in ms: after a crash nobody can play until it ends.
const MAX_LEASE_MS: u64 = 300_000;

/// The maximum number of threads of one purpose.
const MAX_THREADS: usize = 1024;
/// The maximum size of the hash table of a thread, in MiB.
const MAX_HASH_MIB: usize = 65_536;

/// All settings of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port to listen on; 0 for any that is free.
    pub port: u16,
    /// The folder of the database.
    pub data: PathBuf,
    /// The URL of a PostgreSQL database, instead of the one in the folder.
    pub database: Option<String>,
    /// NATS, by which several nodes on one PostgreSQL reach each other. Without it the
    /// server is alone on its database.
    pub nats: Option<NatsSettings>,
    /// A folder of definitions that can be played, in addition to the shipped ones.
    pub games: Option<PathBuf>,
    /// The URL that users see, if there is a proxy: `https://play.example.org`.
    pub public_url: Option<String>,
    /// Other names under which people reach the server: `chess.lan`, `chess.lan:8640`.
    /// Only used without `public_url`.
    pub hosts: Vec<String>,
    /// Whether requests come through a proxy that gives the client's address in
    /// `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Threads that find the engine's moves.
    pub engine_threads: usize,
    /// Threads that analyse.
    pub analysis_threads: usize,
    /// The longest analysis, in seconds.
    pub analysis_seconds: u64,
    /// MiB of hash table for each thread.
    pub hash_mib: usize,
    /// The folder of endgame tables, instead of `tables` in the folder of the SQLite database.
    pub tables: Option<PathBuf>,
    /// The longest that the engine thinks about a move, in ms.
    pub engine_move_ms: u64,
    /// How long this server's lease on the games of the database lasts, in ms. It is
    /// renewed twice a second, or 20 times in a shorter lease.
    pub lease_ms: u64,
    /// The format of the log: `text` or `json`.
    pub log_format: LogFormat,
    /// Threads that play playtests of people's definitions; 0 if this process plays none.
    pub playtest_threads: usize,
    /// The games of a playtest.
    pub playtest_games: u64,
    /// The nodes that the engine searches for each of their moves.
    pub playtest_nodes: u64,
    /// The longest time that a playtest may have, in seconds.
    pub playtest_seconds: u64,
    /// What is logged, as a filter of `tracing`: `info`, `hyperrook_server=debug`.
    pub log: String,
    /// Limits of requests, sockets and games.
    pub limits: LimitSettings,
}

/// How NATS is reached.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NatsSettings {
    /// The addresses of its servers, joined by commas: `nats://host:4222`,
    /// `tls://host:4222`.
    pub url: String,
    /// What all subjects begin with. Two installations on one NATS need two prefixes.
    pub prefix: String,
    /// A user of NATS, with a password.
    pub user: Option<String>,
    /// The password of the user.
    pub password: Option<String>,
    /// A token, instead of a user.
    pub token: Option<String>,
    /// Whether only encrypted connections will do.
    pub tls: bool,
    /// A file with the certificates that vouch for NATS, if the system's do not.
    pub root_ca: Option<PathBuf>,
    /// A file with the certificate by which this server proves who it is.
    pub client_certificate: Option<PathBuf>,
    /// The file with the key of that certificate.
    pub client_key: Option<PathBuf>,
}

impl Default for NatsSettings {
    fn default() -> NatsSettings {
        NatsSettings {
            url: "nats://127.0.0.1:4222".to_owned(),
            prefix: "hyperrook".to_owned(),
            user: None,
            password: None,
            token: None,
            tls: false,
            root_ca: None,
            client_certificate: None,
            client_key: None,
        }
    }
}

impl std::fmt::Debug for NatsSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Logs must not have passwords; the address may have one, too.
        f.debug_struct("NatsSettings")
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}

impl NatsSettings {
    /// What is wrong with the settings.
    fn fault(&self) -> Option<&'static str> {
        if self.url.split(',').any(|address| address.trim().is_empty()) {
            Some("`nats.url` (or `--nats`): write an address, such as `nats://nats.lan:4222`")
        } else if !is_prefix(&self.prefix) {
            Some("`nats.prefix`: words of letters, digits, `-` and `_`, joined by dots")
        } else if self.user.is_some() != self.password.is_some() {
            Some("`nats.user` and `nats.password` go together")
        } else if self.token.is_some() && self.user.is_some() {
            Some("`nats.token`: either a token or a user")
        } else if self.client_certificate.is_some() != self.client_key.is_some() {
            Some("`nats.client_certificate` and `nats.client_key` go together")
        } else {
            None
        }
    }
}

/// A format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: an object a line.
    Json,
}

/// Limits of requests, sockets and games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitSettings {
    /// Requests a second by address; four times as many at once.
    pub requests_per_second: u32,
    /// Requests that take much work: definitions, exercises, pictures.
    pub heavy_requests_per_second: u32,
    /// Attempts to sign in or register a minute, by address and by name.
    pub sign_ins_per_minute: u32,
    /// Changes a second by user.
    pub writes_per_second: u32,
    /// Open connections in all, sockets among them.
    pub connections: usize,
    /// Open connections by address, sockets among them.
    pub connections_per_address: usize,
    /// Sockets by address.
    pub sockets_per_address: usize,
    /// Messages a second by socket; three times as many at once.
    pub messages_per_second: u32,
    /// Games that one socket can watch.
    pub watched_per_socket: usize,
    /// The memory that games may take that are loaded for clients, in MiB.
    pub loaded_mib: usize,
    /// The memory that games may take that are loaded for one address, in MiB.
    pub loaded_mib_per_address: usize,
    /// Games that one person can play at once.
    pub games_per_user: usize,
    /// Games a minute that one address can begin or accept.
    pub games_per_minute: u32,
    /// Seeks that one registered person can have in the lobby.
    pub seeks_per_user: usize,
    /// Seeks that one guest can have in the lobby.
    pub seeks_per_guest: usize,
    /// Seeks that can be in the lobby from one address.
    pub seeks_per_address: usize,
    /// Definitions that one person can have kept.
    pub definitions_per_user: usize,
    /// Playtests that one person can have played at the same time.
    pub playtests_at_once: usize,
    /// Playtests that one person can ask for in a day.
    pub playtests_per_day: usize,
    /// Playtests that one person can have kept.
    pub playtests_per_user: usize,
}

impl Default for LimitSettings {
    fn default() -> LimitSettings {
        LimitSettings {
            requests_per_second: 50,
            heavy_requests_per_second: 4,
            sign_ins_per_minute: 10,
            writes_per_second: 10,
            connections: 10_000,
            connections_per_address: 256,
            sockets_per_address: 200,
            messages_per_second: 20,
            watched_per_socket: 64,
            loaded_mib: 1024,
            loaded_mib_per_address: 256,
            games_per_user: 200,
            games_per_minute: 60,
            seeks_per_user: 10,
            seeks_per_guest: 3,
            seeks_per_address: 20,
            definitions_per_user: 100,
            playtests_at_once: 2,
            playtests_per_day: 20,
            playtests_per_user: 50,
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8640,
            data: PathBuf::from("hyperrook-data"),
            database: None,
            nats: None,
            games: None,
            public_url: None,
            hosts: Vec::new(),
            behind_proxy: false,
            engine_threads: cores.div_ceil(2),
            analysis_threads: cores.div_ceil(2),
            analysis_seconds: 30,
            hash_mib: 16,
            tables: None,
            engine_move_ms: 3000,
            lease_ms: 10_000,
            playtest_threads: 1,
            playtest_games: 200,
            playtest_nodes: 1000,
            playtest_seconds: 240,
            log_format: LogFormat::Text,
            log: "info,sqlx=warn".to_owned(),
            limits: LimitSettings::default(),
        }
    }
}

impl Settings {
    /// The settings from the defaults, a file, and the environment
    /// (`HYPERROOK_PORT`, `HYPERROOK_LIMITS__WRITES_PER_SECOND`).
    pub fn load(file: Option<&Path>) -> Result<Settings, SettingsError> {
        let mut figment = Figment::from(Serialized::defaults(Settings::default()));
        if let Some(file) = file {
            figment = figment.merge(Toml::file_exact(file));
        }
        let unset = empty_variables();
        let mut unset: Vec<&str> = unset.iter().map(String::as_str).collect();
        // Other parts of the program read variables of their own.
        unset.push("config");
        let environment = Env::prefixed(ENVIRONMENT).ignore(&unset).split("__");
        let figment = figment.merge(environment);
        Settings::extract(&figment)
    }

    fn extract(figment: &Figment) -> Result<Settings, SettingsError> {
        let settings: Settings = figment.extract().map_err(Box::new)?;
        settings.check()?;
        Ok(settings)
    }

    /// Checks what the types of the settings do not say. [`Settings::load`] does so too, except
    /// for what the command line can still change.
    ///
    /// # Errors
    /// If settings contradict each other.
    pub fn check(&self) -> Result<(), SettingsError> {
        let wrong = |text: String| Err(Box::new(figment::Error::from(text)).into());
        if self.lease_ms < MIN_LEASE_MS {
            return wrong(format!(
                "`lease_ms`: a lease lasts at least {MIN_LEASE_MS} ms"
            ));
        }
        if self.lease_ms > MAX_LEASE_MS {
            return wrong(format!(
                "`lease_ms`: a lease lasts at most {MAX_LEASE_MS} ms (5 minutes)"
            ));
        }
        if let Some(url) = &self.public_url
            && !is_origin(url)
        {
            return wrong(format!(
                "`public_url`: `{url}` is not an address without a path, such as \
                 `https://play.example.org`"
            ));
        }
        let is_no_name = |host: &&String| host.is_empty() || host.contains(['/', '*', ',', ' ']);
        if let Some(host) = self.hosts.iter().find(is_no_name) {
            return wrong(format!(
                "`hosts`: `{host}` is not a name, such as `chess.lan` or `chess.lan:8640`. \
                 Write each name by itself"
            ));
        }
        for (name, number) in self.threads() {
            if number > MAX_THREADS {
                return wrong(format!("`{name}`: {number} is more than {MAX_THREADS}"));
            }
        }
        for (name, number) in self.positive() {
            if number == 0 {
                return wrong(format!("`{name}`: the least is 1"));
            }
        }
        if self.hash_mib > MAX_HASH_MIB {
            return wrong(format!("`hash_mib`: the most is {MAX_HASH_MIB}"));
        }
        if let Some(fault) = self.nats.as_ref().and_then(NatsSettings::fault) {
            return wrong(fault.to_owned());
        }
        if let Err(error) = EnvFilter::try_new(&self.log) {
            return wrong(format!("`log`: {error}"));
        }
        Ok(())
    }

    /// Numbers of threads.
    fn threads(&self) -> [(&'static str, usize); 3] {
        [
            ("engine_threads", self.engine_threads),
            ("analysis_threads", self.analysis_threads),
            ("playtest_threads", self.playtest_threads),
        ]
    }

    /// Numbers with which the server could not work if they were 0.
    fn positive(&self) -> [(&'static str, u64); 18] {
        let limits = &self.limits;
        let rate = u64::from;
        let count = |number: usize| number as u64;
        [
            ("analysis_seconds", self.analysis_seconds),
            ("hash_mib", count(self.hash_mib)),
            ("engine_move_ms", self.engine_move_ms),
            ("playtest_games", self.playtest_games),
            ("playtest_nodes", self.playtest_nodes),
            ("playtest_seconds", self.playtest_seconds),
            (
                "limits.requests_per_second",
                rate(limits.requests_per_second),
            ),
            (
                "limits.heavy_requests_per_second",
                rate(limits.heavy_requests_per_second),
            ),
            (
                "limits.sign_ins_per_minute",
                rate(limits.sign_ins_per_minute),
            ),
            ("limits.writes_per_second", rate(limits.writes_per_second)),
            ("limits.games_per_minute", rate(limits.games_per_minute)),
            (
                "limits.messages_per_second",
                rate(limits.messages_per_second),
            ),
            ("limits.connections", count(limits.connections)),
            (
                "limits.connections_per_address",
                count(limits.connections_per_address),
            ),
            (
                "limits.sockets_per_address",
                count(limits.sockets_per_address),
            ),
            (
                "limits.watched_per_socket",
                count(limits.watched_per_socket),
            ),
            ("limits.loaded_mib", count(limits.loaded_mib)),
            (
                "limits.loaded_mib_per_address",
                count(limits.loaded_mib_per_address),
            ),
        ]
    }

    /// Whether the database is one that several nodes can share.
    pub fn is_on_postgres(&self) -> bool {
        let url = self.database.as_deref();
        url.is_some_and(|url| url.starts_with("postgres"))
    }

    /// The folder of endgame tables. None if the database is elsewhere and no folder is named.
    pub(crate) fn tables_folder(&self) -> Option<PathBuf> {
        let own = || self.database.is_none().then(|| self.data.join("tables"));
        self.tables.clone().or_else(own)
    }

    /// The endgame tables for engines. The name of the folder stays in memory.
    pub(crate) fn tables_source(&self) -> TablesSource {
        self.tables_folder()
            .map_or(TablesSource::None, TablesSource::folder)
    }

    /// Whether users reach the server by HTTPS.
    pub fn is_https(&self) -> bool {
        let url = self.public_url.as_deref();
        url.is_some_and(|url| url.starts_with("https://"))
    }
}

/// Whether a text is an address without a path, as browsers send it in `Origin`.
fn is_origin(url: &str) -> bool {
    let Ok(uri) = url.parse::<Uri>() else {
        return false;
    };
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    let has_name = uri.host().is_some_and(|host| !host.is_empty());
    let has_user = uri
        .authority()
        .is_some_and(|authority| authority.as_str().contains('@'));
    // Browsers leave out the usual port. A fragment is not part of a `Uri`.
    let has_usual_port = matches!(
        (uri.scheme_str(), uri.port_u16()),
        (Some("http"), Some(80)) | (Some("https"), Some(443))
    );
    let is_plain = uri.path() == "/" && uri.query().is_none() && !url.contains('#');
    is_web && has_name && !has_user && is_plain && !has_usual_port
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<Settings, SettingsError> {
        let defaults = Serialized::defaults(Settings::default());
        Settings::extract(&Figment::from(defaults).merge(Toml::string(text)))
    }

    #[test]
    fn addresses_of_a_proxy_are_accepted() {
        for url in [
            "https://play.example.org",
            "http://a.b:8640/",
            "https://[2001:db8::1]",
        ] {
            assert!(load(&format!("public_url = \"{url}\"")).is_ok(), "{url}");
        }
    }

    #[test]
    fn mistakes_are_not_silent() {
        assert_eq!(load("port = 99").unwrap().port, 99);
        assert_eq!(
            load("[limits]\nwrites_per_second = 3")
                .unwrap()
                .limits
                .writes_per_second,
            3
        );
        for (text, word) in [
            ("prot = 99", "prot"),
            ("port = 99999", "port"),
            ("[limits]\nwrites = 3", "writes"),
            ("log = \"info=loud\"", "log"),
            ("log_format = \"xml\"", "xml"),
            ("lease_ms = 10", "lease_ms"),
            ("lease_ms = 300001", "at most 300000 ms"),
            (
                "port = \"x\"",
                "`port`: \"x\" is not a whole number from 0 to 65535",
            ),
            (
                "behind_proxy = 1",
                "`behind_proxy`: 1 is not `true` or `false`",
            ),
            ("host = \"localhost\"", "such as 127.0.0.1 or 0.0.0.0"),
            ("hosts = \"a.b\"", "`hosts`: \"a.b\" is not a list"),
            ("hosts = [\"*.chess.lan\"]", "`*.chess.lan` is not a name"),
            ("[nats]\nurl = \"\"", "nats.url"),
            ("[nats]\nurl = \"nats://a, \"", "nats.url"),
            (
                "[limits]\nconnections = \"x\"",
                "`limits.connections`: \"x\" is not a whole",
            ),
            ("public_url = \"play.example.org\"", "public_url"),
            (
                "public_url = \"https://play.example.org/sub\"",
                "public_url",
            ),
            ("public_url = \"ftp://play.example.org\"", "public_url"),
            ("public_url = \"https://play.example.org/#x\"", "public_url"),
            (
                "public_url = \"https://play.example.org:443\"",
                "public_url",
            ),
            ("hosts = [\"https://chess.lan\"]", "hosts"),
            ("hash_mib = 99999999", "hash_mib"),
            ("hash_mib = 0", "hash_mib"),
            ("engine_threads = 100000", "engine_threads"),
            ("analysis_seconds = 0", "analysis_seconds"),
            ("[limits]\nconnections = 0", "limits.connections"),
            ("[nats]\nprefix = \"a.>\"", "nats.prefix"),
            ("[nats]\nuser = \"a\"", "nats.password"),
            ("port =", "settings"),
        ] {
            let error = load(text).unwrap_err().to_string();
            assert!(error.contains(word), "{text}: {error}");
            for jargon in ["default.", "u16", "usize", "invalid type", "sequence"] {
                assert!(!error.contains(jargon), "{text}: {error}");
            }
        }
        assert!(Settings::load(Some("/nothing/here".as_ref())).is_err());
    }
}
