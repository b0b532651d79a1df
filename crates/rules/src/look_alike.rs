//! Letters of other scripts that look like Latin ones: people type or paste them without noticing.

/// Each letter with the Latin letter that it looks like.
const LOOK_ALIKES: [(char, char); 38] = [
    // Cyrillic
    ('\u{410}', 'A'),
    ('\u{412}', 'B'),
    ('\u{421}', 'C'),
    ('\u{415}', 'E'),
    ('\u{41D}', 'H'),
    ('\u{406}', 'I'),
    ('\u{408}', 'J'),
    ('\u{41A}', 'K'),
    ('\u{41C}', 'M'),
    ('\u{41E}', 'O'),
    ('\u{420}', 'P'),
    ('\u{51A}', 'Q'),
    ('\u{405}', 'S'),
    ('\u{422}', 'T'),
    ('\u{51C}', 'W'),
    ('\u{425}', 'X'),
    ('\u{430}', 'a'),
    ('\u{441}', 'c'),
    ('\u{435}', 'e'),
    ('\u{4BB}', 'h'),
    ('\u{456}', 'i'),
    ('\u{43E}', 'o'),
    ('\u{440}', 'p'),
    ('\u{455}', 's'),
    // Greek
    ('\u{391}', 'A'),
    ('\u{392}', 'B'),
    ('\u{395}', 'E'),
    ('\u{396}', 'Z'),
    ('\u{397}', 'H'),
    ('\u{399}', 'I'),
    ('\u{39A}', 'K'),
    ('\u{39C}', 'M'),
    ('\u{39D}', 'N'),
    ('\u{39F}', 'O'),
    ('\u{3A1}', 'P'),
    ('\u{3A4}', 'T'),
    ('\u{3A5}', 'Y'),
    ('\u{3A7}', 'X'),
];

/// What to say about a letter that looks like a Latin one; `None` about other characters.
pub(crate) fn fault(c: char) -> Option<String> {
    let (_, latin) = LOOK_ALIKES.iter().find(|(letter, _)| *letter == c)?;
    Some(format!(
        "{} is not a Latin letter, but looks like one; write `{latin}`",
        named(c)
    ))
}

/// A character in a message, with its number if it may look like another one.
pub(crate) fn named(c: char) -> String {
    if c.is_ascii() {
        format!("`{c}`")
    } else {
        format!("`{c}` (U+{:04X})", u32::from(c))
    }
}
