//! The features that a CECP engine announces.

use std::collections::HashMap;

/// What an engine has announced with `feature`.
#[derive(Clone, Debug, Default)]
pub(super) struct CecpFeatures {
    values: HashMap<String, String>,
    /// Its options.
    pub(super) options: Vec<EngineOption>,
}

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineOption {
    pub(super) name: String,
    /// `-check`, `-spin` and so on, without the hyphen.
    pub(super) kind: String,
}

impl CecpFeatures {
    /// Records a feature.
    pub(super) fn add(&mut self, name: &str, value: &str) {
        if name == "option" {
            // A name may contain hyphens. The type comes after the first ` -`.
            let (name, rest) = value.split_once(" -").unwrap_or((value, ""));
            let kind = rest.split_whitespace().next().unwrap_or_default();
            self.options.push(EngineOption {
                name: name.trim().to_owned(),
                kind: kind.to_owned(),
            });
        } else {
            self.values.insert(name.to_owned(), value.to_owned());
        }
    }

    /// The value of a feature.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(|value| &**value)
    }

    /// Whether a feature is on; `default` if the engine has not announced it.
    pub(super) fn is_on(&self, name: &str, default: bool) -> bool {
        self.text(name).map_or(default, |value| value != "0")
    }

    /// The variants that it plays.
    pub(super) fn variants(&self) -> Vec<&str> {
        let text = self.text("variants").unwrap_or_default();
        let names = text.split(',').map(str::trim);
        names.filter(|name| !name.is_empty()).collect()
    }
}

/// Parses `a=1 b="two words" c=3` into names and values.
pub(super) fn pairs(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let name = name.trim();
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        pairs.push((name.to_owned(), value.to_owned()));
        rest = after.trim_start();
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let text = r#"ping=1 setboard=0 variants="normal, fairy,8x8+0_x" option="Claim draws -check 1" done=1"#;
        let mut features = CecpFeatures::default();
        let read = pairs(text);
        assert_eq!(read.len(), 5);
        for (name, value) in read {
            features.add(&name, &value);
        }
        assert!(features.is_on("ping", false) && !features.is_on("setboard", true));
        assert!(features.is_on("reuse", true));
        assert_eq!(features.variants(), ["normal", "fairy", "8x8+0_x"]);
        let option = &features.options[0];
        assert_eq!((&*option.name, &*option.kind), ("Claim draws", "check"));
        assert!(pairs("nothing").is_empty());
        assert_eq!(pairs("a=\"open end").len(), 1);
    }
}
