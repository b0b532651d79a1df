//! The characters that a definition may contain.

use super::diagnostic::Faults;
use super::text_range::TextRange;

/// Reports a character that is not allowed; returns whether it is one.
pub(super) fn report_unfit(c: char, at: TextRange, faults: &mut Faults<'_>) -> bool {
    if let Some(what) = unfit(c) {
        let message = format!("the character U+{:04X} cannot be used", u32::from(c));
        faults.add(&at, message, format!("leave it out: {what}"));
    }
    unfit(c).is_some()
}

/// Whether a character can stand in one line of text that people read: it is not a control
/// character, does not break the line, is visible, and does not change the direction of the text
/// around it. The texts of a definition contain only such characters, line breaks and tabs.
///
/// ```
/// use hyperrook_rules::is_displayable;
///
/// let title = "Chess\u{202E}\n";
/// assert_eq!(title.chars().filter(|&c| is_displayable(c)).collect::<String>(), "Chess");
/// ```
pub fn is_displayable(c: char) -> bool {
    !c.is_control() && unfit(c).is_none()
}

/// Why a character is not allowed; `None` if it is.
fn unfit(c: char) -> Option<&'static str> {
    match c {
        '\n' | '\r' | '\t' => None,
        c if c.is_control() => Some("it is a control character"),
        '\u{2028}' | '\u{2029}' => Some("it breaks lines"),
        '\u{061C}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}' => Some("it changes the direction of the text around it"),
        // Joiners (U+200C, U+200D) stay: some scripts need them.
        '\u{00AD}'
        | '\u{034F}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{17B4}'
        | '\u{17B5}'
        | '\u{180B}'..='\u{180E}'
        | '\u{200B}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206A}'..='\u{206F}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E007F}' => Some("it is invisible"),
        _ => None,
    }
}
