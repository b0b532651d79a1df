//! Formatting of figures for people.

use crate::playtest::measures::Unit;
use crate::statistics::Estimate;
use hyperrook_notation::words::thousands;

/// How many times longer one side of an interval may be than the other and still be printed as ±.
const MOST_UNEVEN: f64 = 2.0;

/// A number with as many decimals as its error justifies.
fn rounded(value: f64, error: f64) -> String {
    let decimals = if error >= 1.95 || error == 0.0 && value.abs() >= 100.0 {
        0
    } else if error >= 0.195 || error == 0.0 {
        1
    } else if error >= 0.005 {
        2
    } else {
        // Never "0.00 ± 0.00": rare is not never.
        3
    };
    let text = fixed(value, decimals);
    if text
        .trim_start_matches('-')
        .chars()
        .all(|c| matches!(c, '0' | '.'))
    {
        text.trim_start_matches('-').to_owned()
    } else {
        text.replace('-', "−")
    }
}

/// A number with so many decimals. Halves are rounded away from 0, not to even digits, so that 12.5
/// and 7.5 both go up.
fn fixed(value: f64, decimals: usize) -> String {
    const FAR_BELOW_ANY_DIGIT: f64 = 1e-9;
    format!(
        "{:.decimals$}",
        value + value.signum() * FAR_BELOW_ANY_DIGIT
    )
}

/// Factor and suffix of a unit.
fn scale(unit: Unit) -> (f64, &'static str) {
    match unit {
        Unit::Share => (100.0, " %"),
        _ => (1.0, ""),
    }
}

/// The unit in words, for headings of columns.
pub fn unit_name(unit: Unit) -> &'static str {
    match unit {
        Unit::Share => "%",
        Unit::Plies => "plies",
        Unit::Moves => "moves",
        Unit::TimesPerGame => "per game",
        Unit::TimesPerPiece => "per piece",
        Unit::Index => "0 to 1",
        Unit::Elo => "Elo",
        Unit::Bits => "bits",
    }
}

/// A figure with half the width of its interval: `54 ± 2 %`.
pub fn with_error(unit: Unit, estimate: &Estimate) -> String {
    let (factor, suffix) = scale(unit);
    let error = factor * (estimate.high - estimate.low) / 2.0;
    let value = factor * estimate.value;
    if estimate.high == estimate.low {
        return format!("{}{suffix}", rounded(value, 0.0));
    }
    // Near its bounds, a share has an interval on one side only.
    if unit == Unit::Share && estimate.value == 0.0 {
        return format!(
            "0{suffix} (at most {}{suffix})",
            rounded(factor * estimate.high, error)
        );
    }
    if unit == Unit::Share && estimate.value == 1.0 {
        return format!(
            "100{suffix} (at least {}{suffix})",
            rounded(factor * estimate.low, error)
        );
    }
    // Nor can it go beyond them. And ± would be wrong for an interval that is not in the middle.
    let (below, above) = (
        estimate.value - estimate.low,
        estimate.high - estimate.value,
    );
    let is_uneven = below > MOST_UNEVEN * above || above > MOST_UNEVEN * below;
    let is_beyond = unit == Unit::Share && (value - error < 0.0 || value + error > factor);
    if is_uneven || is_beyond {
        return format!(
            "{}{suffix} ({})",
            rounded(value, error),
            interval(unit, estimate.low, estimate.high)
        );
    }
    format!(
        "{} ± {}{suffix}",
        rounded(value, error),
        rounded(error, error)
    )
}

/// A share without an interval: `7 %`, or `0.4 %`.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let decimals = usize::from(percent < 9.95);
    format!("{} %", fixed(percent, decimals))
}

/// A figure alone.
pub fn value(unit: Unit, estimate: &Estimate) -> String {
    let (factor, suffix) = scale(unit);
    let error = factor * (estimate.high - estimate.low) / 2.0;
    format!("{}{suffix}", rounded(factor * estimate.value, error))
}

/// The interval of a figure: `52 to 56 %`.
pub fn interval(unit: Unit, low: f64, high: f64) -> String {
    let (factor, suffix) = scale(unit);
    from_to(factor * low, factor * high, suffix)
}

fn from_to(low: f64, high: f64, suffix: &str) -> String {
    let error = (high - low) / 2.0;
    format!(
        "{} to {}{suffix}",
        rounded(low, error),
        rounded(high, error)
    )
}

/// The interval of a difference: `−3 to 4 points`.
pub fn interval_of_difference(unit: Unit, low: f64, high: f64) -> String {
    let (factor, _) = scale(unit);
    from_to(factor * low, factor * high, difference_suffix(unit))
}

/// What follows a difference: shares differ by points.
fn difference_suffix(unit: Unit) -> &'static str {
    if unit == Unit::Share { " points" } else { "" }
}

/// A difference with its sign: `+3.1 points`.
pub fn signed(unit: Unit, value: f64, low: f64, high: f64) -> String {
    let (factor, _) = scale(unit);
    let suffix = difference_suffix(unit);
    let error = factor * (high - low) / 2.0;
    let sign = if value > 0.0 { "+" } else { "" };
    let text = rounded(factor * value, error);
    format!("{sign}{text}{suffix}")
}

/// A number of games: `1 game`, `5,000 games`.
pub fn games(count: u64) -> String {
    let noun = if count == 1 { "game" } else { "games" };
    format!("{} {noun}", thousands(count))
}

/// A probability of chance.
pub fn probability(p: f64) -> String {
    if p < 0.001 {
        "< 0.001".to_owned()
    } else {
        format!("{p:.3}")
    }
}

/// A probability of chance in a sentence: `p = 0.012` or `p < 0.001`.
pub(crate) fn p_text(p: f64) -> String {
    let text = probability(p);
    if text.starts_with('<') {
        format!("p {text}")
    } else {
        format!("p = {text}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: f64, low: f64, high: f64) -> Estimate {
        Estimate {
            value,
            low,
            high,
            standard_error: (high - low) / 3.92,
            games: 100,
        }
    }

    #[test]
    fn figures_have_the_decimals_that_their_errors_justify() {
        let text = |unit, v, l, h| with_error(unit, &estimate(v, l, h));
        assert_eq!(text(Unit::Share, 0.543, 0.52, 0.56), "54 ± 2 %");
        assert_eq!(text(Unit::Share, 0.0312, 0.026, 0.036), "3.1 ± 0.5 %");
        assert_eq!(text(Unit::Share, 0.0, 0.0, 0.019), "0 % (at most 1.9 %)");
        assert_eq!(text(Unit::Share, 1.0, 0.98, 1.0), "100 % (at least 98.0 %)");
        assert_eq!(
            text(Unit::Share, 0.9995, 0.997, 0.9999),
            "99.95 % (99.70 to 99.99 %)"
        );
        assert_eq!(text(Unit::Share, 0.04, 0.007, 0.2), "4 % (1 to 20 %)");
        assert_eq!(
            text(Unit::TimesPerPiece, 0.0, 0.0, 0.004),
            "0.000 (0.000 to 0.004)"
        );
        assert_eq!(percent(0.07), "7.0 %");
        assert_eq!(text(Unit::Share, 0.125, 0.1, 0.15), "13 ± 3 %");
        assert_eq!(text(Unit::Share, 0.225, 0.2, 0.25), "23 ± 3 %");
        assert_eq!(percent(0.123), "12 %");
        assert_eq!(
            interval_of_difference(Unit::Share, -0.031, 0.01),
            "−3 to 1 points"
        );
        assert_eq!(text(Unit::Plies, 118.2, 113.0, 123.0), "118 ± 5");
        assert_eq!(text(Unit::Moves, 31.43, 31.4, 31.46), "31.43 ± 0.03");
        assert_eq!(text(Unit::Index, 1.0, 1.0, 1.0), "1.0");
        assert_eq!(signed(Unit::Share, -0.031, -0.05, -0.01), "−3 points");
        assert_eq!(interval(Unit::Share, 0.52, 0.561), "52 to 56 %");
    }
}
