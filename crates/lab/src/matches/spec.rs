//! The specification of an engine.

use super::clock::{EngineLimits, seconds};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Chess Engine Communication Protocol, version 2, of XBoard.
    Cecp,
}

/// When to start a new process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Restart {
    /// For each game.
    Always,
    /// After a fault, or if the engine asks for it.
    #[default]
    Auto,
}

/// An engine and how it is run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// The name in records; the engine's own name if empty.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The directory to run it in; by default the current one.
    pub directory: Option<PathBuf>,
    /// The protocol.
    pub protocol: Protocol,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    /// Its limits.
    pub limits: EngineLimits,
    /// When to start a new process.
    pub restart: Restart,
    /// The engine's name for the game, if it differs from that of the definition.
    pub variant: Option<String>,
}

/// Part of an [`EngineSpec`]; several parts can be combined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineText(Vec<(String, String)>);

/// Why a text does not specify an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineSpecError {
    /// A quotation mark is missing.
    #[error("a quotation mark is missing in `{0}`")]
    Quotes(String),
    /// A word is not `key=value`.
    #[error("`{0}` is not `key=value`; quote values with spaces, as in cmd='hyperrook uci'")]
    Word(String),
    /// An unknown key.
    #[error(
        "`{0}` is not a key for an engine; the keys are name, cmd, args, dir, proto, tc, st, nodes, \
         depth, restart, variant and option.NAME"
    )]
    Key(String),
    /// A value that the key does not allow.
    #[error("{key}={value}: {right}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What is allowed.
        right: String,
    },
    /// There is no program to run.
    #[error("engine {0} has no program; write cmd=PROGRAM")]
    NoCommand(usize),
    /// The moves have no limit.
    #[error("nothing limits the moves of engine {0}; give tc, st, nodes or depth")]
    NoLimit(String),
    /// Two limits exclude each other.
    #[error("engine {0} has both a clock (tc) and a time for each move (st); give one of them")]
    TwoClocks(String),
    /// The protocol does not have this limit.
    #[error("engine {0} speaks CECP, which has no limit by nodes")]
    NodesInCecp(String),
}

impl FromStr for EngineText {
    type Err = EngineSpecError;

    fn from_str(text: &str) -> Result<EngineText, EngineSpecError> {
        let words = shlex::split(text).ok_or_else(|| EngineSpecError::Quotes(text.to_owned()))?;
        let mut pairs = Vec::with_capacity(words.len());
        for word in words {
            match word.split_once('=') {
                Some((key, value)) if !key.is_empty() => {
                    // Check the value now, while the text is available for the message.
                    EngineSpec::default().put(key, value)?;
                    pairs.push((key.to_owned(), value.to_owned()));
                }
                _ => return Err(EngineSpecError::Word(word)),
            }
        }
        Ok(EngineText(pairs))
    }
}

impl EngineSpec {
    /// The specification of engine `number` (from 1), from the settings of both engines and
    /// its own. Later settings override earlier ones.
    ///
    /// # Errors
    /// If there is no program to run, or the moves have no limit.
    pub fn new(
        number: usize,
        each: &EngineText,
        own: &EngineText,
    ) -> Result<EngineSpec, EngineSpecError> {
        let mut spec = EngineSpec::default();
        for (key, value) in &each.0 {
            spec.put(key, value)?;
        }
        // The engine's own time control replaces one of the other kind given for both.
        let has = |keys: [&str; 2]| own.0.iter().any(|(key, _)| keys.contains(&&**key));
        if has(["tc", "st"]) {
            spec.limits.clock = None;
            spec.limits.move_time = None;
        }
        for (key, value) in &own.0 {
            spec.put(key, value)?;
        }
        if spec.command.is_empty() {
            return Err(EngineSpecError::NoCommand(number));
        }
        let name = match &*spec.name {
            "" => number.to_string(),
            name => name.to_owned(),
        };
        if spec.limits.is_unlimited() {
            return Err(EngineSpecError::NoLimit(name));
        }
        if spec.limits.clock.is_some() && spec.limits.move_time.is_some() {
            return Err(EngineSpecError::TwoClocks(name));
        }
        if spec.protocol == Protocol::Cecp && spec.limits.nodes.is_some() {
            return Err(EngineSpecError::NodesInCecp(name));
        }
        Ok(spec)
    }

    fn put(&mut self, key: &str, value: &str) -> Result<(), EngineSpecError> {
        let bad = |right: &str| EngineSpecError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            right: right.to_owned(),
        };
        let words = |text| shlex::split(text).ok_or_else(|| bad("a quotation mark is missing"));
        match key {
            "name" => self.name = value.trim().to_owned(),
            "cmd" => {
                self.command = words(value)?;
                if self.command.is_empty() {
                    return Err(bad("give a program"));
                }
            }
            "args" => self.command.extend(words(value)?),
            "dir" => self.directory = Some(PathBuf::from(value)),
            "proto" => {
                self.protocol = match value.to_ascii_lowercase().as_str() {
                    "uci" => Protocol::Uci,
                    "cecp" | "xboard" => Protocol::Cecp,
                    _ => return Err(bad("give uci or cecp")),
                }
            }
            "tc" => {
                let control = value.parse();
                self.limits.clock = Some(
                    control.map_err(|error: super::TimeControlError| bad(&error.to_string()))?,
                );
            }
            "st" => match seconds(value) {
                Some(time) if !time.is_zero() => self.limits.move_time = Some(time),
                _ => return Err(bad("give seconds, such as 0.05")),
            },
            "nodes" => self.limits.nodes = Some(positive(value).ok_or_else(|| bad(NUMBER))?),
            "depth" => {
                let depth = positive(value).and_then(|depth| u32::try_from(depth).ok());
                self.limits.depth = Some(depth.ok_or_else(|| bad(NUMBER))?);
            }
            "restart" => {
                self.restart = match value {
                    "always" => Restart::Always,
                    "auto" => Restart::Auto,
                    _ => return Err(bad("give always or auto")),
                }
            }
            "variant" => self.variant = Some(value.to_owned()),
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    // A line break would start another command.
                    if name.contains(char::is_control) || value.contains(char::is_control) {
                        return Err(bad("an option is one line"));
                    }
                    self.options
                        .retain(|(old, _)| !old.eq_ignore_ascii_case(name));
                    self.options.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err(EngineSpecError::Key(key.to_owned())),
            },
        }
        Ok(())
    }
}

const NUMBER: &str = "give a number from 1";

fn positive(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&number| number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn engines_are_described_by_keys() {
        let each: EngineText = "tc=5+0.05 option.Hash=64 option.Threads=1".parse().unwrap();
        let own: EngineText =
            "name=A cmd='hyperrook uci' args=-x option.hash=16 'option.gateway length=8'"
                .parse()
                .unwrap();
        let spec = EngineSpec::new(1, &each, &own).unwrap();
        assert_eq!(spec.name, "A");
        assert_eq!(spec.command, ["hyperrook", "uci", "-x"]);
        assert_eq!(spec.protocol, Protocol::Uci);
        let options = [("Threads", "1"), ("hash", "16"), ("gateway length", "8")];
        assert!(spec.options.iter().map(|(a, b)| (&**a, &**b)).eq(options));
        let own: EngineText = "cmd=x st=0.05 proto=xboard".parse().unwrap();
        let spec = EngineSpec::new(2, &each, &own).unwrap();
        assert_eq!(spec.limits.clock, None);
        assert_eq!(spec.limits.move_time, Some(Duration::from_millis(50)));
        assert_eq!(spec.protocol, Protocol::Cecp);
    }

    #[test]
    fn faults_of_engine_specifications_are_reported() {
        for (text, part) in [
            ("cmd='x", "quotation mark"),
            ("cmd", "key=value"),
            ("color=red", "`color` is not a key"),
            ("proto=usi", "uci or cecp"),
            ("tc=x", "time control"),
            ("nodes=0", "from 1"),
            ("st=0", "seconds"),
            ("restart=never", "always or auto"),
            ("option.=1", "`option.` is not a key"),
        ] {
            let error = text.parse::<EngineText>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let none = EngineText::default();
        for (text, part) in [
            ("nodes=1", "no program"),
            ("cmd=x", "nothing limits"),
            ("cmd=x tc=1 st=1", "both"),
            ("cmd=x proto=cecp nodes=1", "nodes"),
        ] {
            let error = EngineSpec::new(1, &none, &text.parse().unwrap()).unwrap_err();
            assert!(error.to_string().contains(part), "{text}: {error}");
        }
    }
}
