//! The rules that a file of puzzles or forced wins belongs to.

use hyperrook_rules::GameFile;

/// A shipped game with options.
pub(crate) struct ShippedRules<'a> {
    pub(crate) name: &'a str,
    options: Vec<(&'a str, &'a str)>,
}

impl<'a> ShippedRules<'a> {
    /// Reads the first line of a file: `# GAME name=value`.
    pub(crate) fn of_file(text: &'a str) -> Option<ShippedRules<'a>> {
        let mut words = text.lines().next()?.split_whitespace().skip(1);
        Some(ShippedRules {
            name: words.next()?,
            options: words.filter_map(|word| word.split_once('=')).collect(),
        })
    }

    /// The identity of the rules. None if there is no such game.
    pub(crate) fn identity(&self) -> Option<String> {
        let definition = GameFile::shipped(self.name)?.define(&self.options).ok()?;
        Some(definition.identity().to_owned())
    }
}
