//! The notes and rulings of a game, also those that belong to other values of its options.

use crate::args::ShowArgs;
use crate::error::CommandResult;
use crate::load;
use hyperrook_catalogue::CompiledGame;
use hyperrook_rules::{Note, OptionValue};

/// The notes of a game under one heading.
pub(super) struct NoteSection {
    pub(super) title: String,
    pub(super) notes: Vec<Note>,
}

impl NoteSection {
    /// A note as one text, without its title.
    pub(super) fn text(note: &Note) -> String {
        format!("{} {}", note.text, note.reason).trim().to_owned()
    }
}

/// All sections that have notes: the notes and the rulings of the game as it is, and those of
/// every other value of an option.
pub(super) fn sections(args: &ShowArgs, loaded: &CompiledGame) -> CommandResult<Vec<NoteSection>> {
    let definition = loaded.game.definition();
    let (rulings, notes): (Vec<Note>, Vec<Note>) =
        definition.notes().iter().cloned().partition(|it| it.ruling);
    let rulings_title = if loaded.source.path().is_some() {
        "Rulings (what the rules would otherwise leave open)"
    } else {
        "Rulings (our decisions where the published rules are silent or unclear, or where we go beyond them)"
    };
    let mut sections = vec![
        NoteSection {
            title: "Notes".to_owned(),
            notes,
        },
        NoteSection {
            title: rulings_title.to_owned(),
            notes: rulings,
        },
    ];
    for option in definition.options() {
        for value in option.values.iter().filter(|&value| *value != option.value) {
            let with = (option.name.clone(), value.clone());
            let mut options = args.game.options.options.clone();
            options.retain(|(name, _)| *name != option.name);
            options.push(with);
            let other = load::load(&args.game.game, &options)?;
            let notes = other.game.definition().notes().iter();
            let notes = notes.filter(|note| !definition.notes().contains(note));
            let name = OptionValue::in_words(&option.name);
            sections.push(NoteSection {
                title: format!("If {name} is {}", OptionValue::in_words(value)),
                notes: notes.cloned().collect(),
            });
        }
    }
    sections.retain(|section| !section.notes.is_empty());
    Ok(sections)
}
