//! The notes and rulings of a game, also those that belong to other values of its options.

use crate::args::ShowArgs;
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
/// other values of its options.
pub(super) fn sections(args: &ShowArgs, loaded: &CompiledGame) -> Vec<NoteSection> {
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
    sections.extend(of_other_options(args, loaded));
    sections.retain(|section| !section.notes.is_empty());
    sections
}

/// An option and another value of it than the game has.
type OtherValue = (String, String);

/// The notes that the game does not have, but has with other values of one option or two.
fn of_other_options(args: &ShowArgs, loaded: &CompiledGame) -> Vec<NoteSection> {
    let definition = loaded.game.definition();
    let others: Vec<OtherValue> = definition
        .options()
        .iter()
        .flat_map(|option| {
            let values = option.values.iter().filter(|&value| *value != option.value);
            values.map(|value| (option.name.clone(), value.clone()))
        })
        .collect();
    let singles = others.iter().map(|other| vec![other.clone()]);
    let pairs = others.iter().enumerate().flat_map(|(i, first)| {
        let seconds = others[i + 1..].iter().filter(|second| second.0 != first.0);
        seconds.map(|second| vec![first.clone(), second.clone()])
    });
    // Each note with the smallest sets of values that bring it.
    let mut found: Vec<(Note, Vec<Vec<OtherValue>>)> = Vec::new();
    for values in singles.chain(pairs) {
        let mut options = args.game.options.options.clone();
        options.retain(|(name, _)| values.iter().all(|(changed, _)| changed != name));
        options.extend(values.clone());
        // Some values do not go together.
        let texts = options.iter().map(|(name, value)| (&**name, &**value));
        let Ok(other) = loaded.source.file().define(&texts.collect::<Vec<_>>()) else {
            continue;
        };
        for note in other.notes() {
            if definition.notes().contains(note) {
                continue;
            }
            match found.iter_mut().find(|(known, _)| known == note) {
                Some((_, sets)) => {
                    let is_new = |set: &Vec<OtherValue>| !set.iter().all(|it| values.contains(it));
                    if sets.iter().all(is_new) {
                        sets.push(values.clone());
                    }
                }
                None => found.push((note.clone(), vec![values.clone()])),
            }
        }
    }
    let mut sections: Vec<NoteSection> = Vec::new();
    for (note, sets) in found {
        let sets: Vec<String> = sets.iter().map(|set| words(set)).collect();
        let title = format!("With {}", sets.join(", or "));
        match sections.iter_mut().find(|section| section.title == title) {
            Some(section) => section.notes.push(note),
            None => sections.push(NoteSection {
                title,
                notes: vec![note],
            }),
        }
    }
    sections
}

/// Values of options in words: `array: first`.
fn words(values: &[OtherValue]) -> String {
    let each = values.iter().map(|(name, value)| {
        let [name, value] = [name, value].map(|text| OptionValue::in_words(text));
        format!("{name}: {value}")
    });
    each.collect::<Vec<_>>().join(" and ")
}
