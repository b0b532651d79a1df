//! The functions that need both files and compiled games: checking a file by compiling it, and the
//! shipped games.

use crate::design::{self, Mistake};
use crate::{
    DefineError, Definition, Diagnostic, FaultList, Game, GameFile, OptionValue, PiecePaths,
};
use std::collections::BTreeSet;
use std::rc::Rc;

/// If more faults are found, no further combinations of option values are tried.
const MAX_FOUND: usize = 400;

impl GameFile {
    /// Everything that is wrong with the file under any values of its options. If there are at most
    /// 512 combinations of values, all are checked, else the defaults, every value alone and every
    /// pair of values. If there is no other fault, the starting position must be valid and the game
    /// must compile.
    ///
    /// The message of a fault that occurs only with certain values of options begins with them:
    /// `with wide=yes: …`.
    ///
    /// For a definition made by a [`crate::DefinitionBuilder`], line numbers refer to the text of
    /// [`crate::DefinitionBuilder::to_toml`].
    pub fn check(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for combination in self.combinations() {
            let Ok(chosen) = self.chosen(&combination) else {
                // Cannot fail: the combinations are made of the file's own options.
                continue;
            };
            let list = match self.define_in_text(&combination) {
                Ok(definition) => self.try_out(definition),
                Err(DefineError::Faults(list)) => list,
                Err(_) => Vec::new().into(),
            };
            let chosen = Rc::from(chosen);
            for fault in list {
                note_values(&mut found, fault, &chosen);
            }
            // Nobody reads more, and each combination may have other faults.
            if found.len() > MAX_FOUND {
                break;
            }
        }
        let mut found: Vec<Diagnostic> = with_values(found).collect();
        found.sort_by_key(|fault| (fault.line, fault.column));
        found
    }

    /// Warnings: what can be played but is probably a mistake, with any combination of option
    /// values that [`GameFile::check`] tries. Examples are missing prose, a piece that never comes
    /// into play, promotion cells that no piece can reach, an overlay that changes nothing, a game that
    /// is over at the start, and one that is won with the first move (with the usual values only). A file with faults has only some of its warnings.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let mut found = self.text_warnings();
        // Parts that are of no use with some combinations, and the messages of those that are of
        // use with others.
        let mut unused: Vec<Diagnostic> = Vec::new();
        let mut used: BTreeSet<String> = BTreeSet::new();
        let mut over = Vec::new();
        for combination in self.combinations() {
            let (Ok(chosen), Ok(definition)) =
                (self.chosen(&combination), self.define_in_text(&combination))
            else {
                continue;
            };
            let placed = |mistake: &Mistake| {
                let path: Vec<&str> = mistake.path.iter().map(String::as_str).collect();
                self.warning_at(&chosen, &path, &mistake.message, mistake.help)
            };
            if let Ok(game) = Game::new(definition.clone()) {
                let mut mistake = design::over_at_start(&game);
                // Many moves of many combinations would take long.
                if mistake.is_none() && definition.changed_options().next().is_none() {
                    mistake = design::won_at_once(&game);
                }
                let values = Rc::from(&chosen[..]);
                for warning in mistake.iter().flat_map(placed) {
                    note_values(&mut over, warning, &values);
                }
            }
            let unexplained = design::unexplained_coordinates(&definition);
            found.extend(unexplained.iter().flat_map(placed));
            let mut parts = design::charts_and_pieces(&definition);
            if let Ok(paths) = PiecePaths::new(&definition) {
                let names = self.promotion_names(&chosen);
                parts.extend(design::promotions(&definition, &paths, &names));
                let stuck = design::stuck_pieces(&definition, &paths);
                found.extend(stuck.iter().flat_map(placed));
                let harmless = design::no_attackers(&definition, &paths);
                found.extend(harmless.iter().flat_map(placed));
            }
            for part in parts {
                if part.is_used {
                    used.insert(part.unused.message);
                } else {
                    unused.extend(placed(&part.unused));
                }
            }
        }
        found.extend(
            unused
                .into_iter()
                .filter(|part| !used.contains(&part.message)),
        );
        found.extend(with_values(over));
        found.sort_by(|a, b| (a.line, a.column, &a.message).cmp(&(b.line, b.column, &b.message)));
        found.dedup();
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

/// What was found in a file, each with the combinations of values with which it occurs.
type FoundWithValues = Vec<(Diagnostic, Vec<Rc<[OptionValue]>>)>;

fn note_values(found: &mut FoundWithValues, what: Diagnostic, chosen: &Rc<[OptionValue]>) {
    match found.iter_mut().find(|(known, _)| *known == what) {
        Some((_, chosens)) => chosens.push(Rc::clone(chosen)),
        None => found.push((what, vec![Rc::clone(chosen)])),
    }
}

/// What was found; a message begins with the values of options that it needs.
fn with_values(found: FoundWithValues) -> impl Iterator<Item = Diagnostic> {
    found.into_iter().map(|(mut what, chosens)| {
        let values = needed_values(&chosens);
        if !values.is_empty() {
            what.message = format!("with {}: {}", values.join(" and "), what.message);
        }
        what
    })
}

/// The values, as `name=value`, with which a fault occurs; none if it occurs with the defaults, too.
fn needed_values(chosens: &[Rc<[OptionValue]>]) -> Vec<String> {
    let is_default = |option: &OptionValue| option.values.first() == Some(&option.value);
    if chosens.iter().any(|chosen| chosen.iter().all(is_default)) {
        return Vec::new();
    }
    let Some((first, others)) = chosens.split_first() else {
        return Vec::new();
    };
    let changed: Vec<&OptionValue> = first.iter().filter(|option| !is_default(option)).collect();
    let in_all = |option: &&&OptionValue| others.iter().all(|other| other.contains(option));
    let common: Vec<&OptionValue> = changed.iter().filter(in_all).copied().collect();
    let needed = if common.is_empty() { changed } else { common };
    let text = |option: &OptionValue| format!("{}={}", option.name, option.value);
    needed.into_iter().map(text).collect()
}

impl Game {
    /// A shipped game with all options at their defaults; `None` if there is none with this name.
    pub fn shipped(name: &str) -> Option<Game> {
        let definition = GameFile::shipped(name)?.define(&[]).ok()?;
        Game::new(definition).ok()
    }
}
