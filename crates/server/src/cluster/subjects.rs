//! The subjects of NATS on which nodes and workers talk.

/// The subjects of one installation: all begin with its prefix.
#[derive(Clone, Debug)]
pub(crate) struct Subjects {
    prefix: String,
}

impl Subjects {
    /// The subjects that begin with a prefix.
    pub(crate) fn new(prefix: &str) -> Subjects {
        Subjects {
            prefix: prefix.to_owned(),
        }
    }

    /// Requests for one node.
    pub(crate) fn node(&self, id: &str) -> String {
        format!("{}.node.{id}", self.prefix)
    }

    /// Requests that any node can answer.
    pub(crate) fn any_node(&self) -> String {
        format!("{}.nodes", self.prefix)
    }

    /// What happens in a game.
    pub(crate) fn game(&self, id: &str) -> String {
        format!("{}.game.{id}", self.prefix)
    }

    /// What concerns all who analyse.
    pub(crate) fn analyses(&self) -> String {
        format!("{}.analyses", self.prefix)
    }

    /// What was found for the clients of a node that wait for analyses.
    pub(crate) fn analyses_for(&self, node: &str) -> String {
        format!("{}.analyses.{node}", self.prefix)
    }

    /// What concerns all nodes and workers.
    pub(crate) fn notices(&self) -> String {
        format!("{}.notices", self.prefix)
    }
}

/// Whether a text can be the prefix of subjects: words of letters, digits, `-` and `_`,
/// joined by dots.
pub(crate) fn is_prefix(text: &str) -> bool {
    text.len() <= 64 && text.split('.').all(is_word)
}

/// Whether a text can be one word of a subject, as the IDs of games and nodes are. A `.`,
/// `*` or `>` would make it another subject, or many.
pub(crate) fn is_word(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (1..=64).contains(&text.len()) && text.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_id_reaches_another_subject() {
        assert_eq!(Subjects::new("a.b").game("x1"), "a.b.game.x1");
        assert!(is_prefix("hyperrook") && is_prefix("org.chess-1"));
        for bad in ["", ".", "a.", "a b", "a.*", ">", "a..b", "ä"] {
            assert!(!is_prefix(bad), "{bad}");
        }
        assert!(is_word("Ab-1_") && !is_word("a.b") && !is_word(&"a".repeat(65)));
    }
}
