//! Numbers in texts for people.

/// A number with so many decimals and a true minus sign: `−0.3`. Never `−0`.
pub(crate) fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if is_zero(digits) => digits.to_owned(),
        Some(digits) => format!("−{digits}"),
        None => text,
    }
}

/// The same with a sign: `+3`, `−0.3`, `0`.
pub(crate) fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    if text.starts_with('−') || is_zero(&text) {
        text
    } else {
        format!("+{text}")
    }
}

fn is_zero(digits: &str) -> bool {
    digits.chars().all(|c| matches!(c, '0' | '.'))
}

/// A number with a noun whose plural ends in s: `1 game`, `2 games`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_minus_sign_and_zero_has_none() {
        assert_eq!([number(-38.6, 0), number(38.6, 0)], ["−39", "39"]);
        assert_eq!([signed(-38.6, 0), signed(38.6, 1)], ["−39", "+38.6"]);
        assert_eq!([signed(0.3, 0), signed(-0.3, 0)], ["0", "0"]);
        assert_eq!([signed(-0.04, 1), number(-0.0, 0)], ["0.0", "0"]);
    }

    #[test]
    fn one_thing_is_singular() {
        let texts = [0, 1, 2].map(|count| counted(count, "game"));
        assert_eq!(texts, ["0 games", "1 game", "2 games"]);
    }
}
