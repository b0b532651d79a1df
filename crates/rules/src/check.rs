//! The functions that need both files and compiled games: checking a file by compiling it, and the
//! shipped games.

use crate::{DefineError, Definition, Diagnostic, FaultList, Game, GameFile};

impl GameFile {
    /// Everything that is wrong with the file under any values of its options. If there are at most
    /// 512 combinations of values, all are checked, else the defaults, every value alone and every
    /// pair of values. If there is no other fault, the starting position must be valid and the game
    /// must compile.
    ///
    /// For a definition made by a [`crate::DefinitionBuilder`], line numbers refer to the text of
    /// [`crate::DefinitionBuilder::to_toml`].
    pub fn check(&self) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        for combination in self.combinations() {
            let list = match self.define_in_text(&combination) {
                Ok(definition) => self.try_out(definition),
                Err(DefineError::Faults(list)) => list,
                // Cannot fail: the combinations are made of the file's own options.
                Err(_) => Vec::new().into(),
            };
            for fault in list {
                if !found.contains(&fault) {
                    found.push(fault);
                }
            }
        }
        found.sort_by_key(|fault| (fault.line, fault.column));
        found
    }

    /// The reasons why a definition without other faults cannot be played.
    fn try_out(&self, definition: Definition) -> FaultList<Diagnostic> {
        let options = definition.options().to_vec();
        match Game::new(definition) {
            Ok(_) => Vec::new().into(),
            Err(error) => self.place_compile_error(&options, &error),
        }
    }
}

impl Game {
    /// A shipped game with all options at their defaults; `None` if there is none with this name.
    pub fn shipped(name: &str) -> Option<Game> {
        let definition = GameFile::shipped(name)?.define(&[]).ok()?;
        Game::new(definition).ok()
    }
}
