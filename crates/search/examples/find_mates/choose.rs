//! Chooses among the positions found, and writes them.

use crate::found::{Class, Found};
use hyperrook_rules::Game;
use std::collections::HashMap;
use std::fmt::Write;

/// Chooses positions of each class: from as many games and with as many themes as possible, and
/// with few solutions.
pub(crate) fn choose(all: &[Found], wanted: &[(Class, usize)]) -> Vec<Found> {
    let mut chosen: Vec<Found> = Vec::new();
    let mut themes: HashMap<&str, usize> = HashMap::new();
    for &(class, wanted) in wanted {
        let mut left: Vec<&Found> = all.iter().filter(|found| found.class == class).collect();
        for _ in 0..wanted {
            let rate = |found: &Found| {
                let theme = themes.get(found.theme.as_str()).copied().unwrap_or(0);
                let source = chosen.iter().filter(|c| c.source == found.source).count();
                (source, theme, found.first.len())
            };
            let Some(at) = (0..left.len()).min_by_key(|&at| rate(left[at])) else {
                break;
            };
            let best = left.remove(at);
            *themes.entry(&best.theme).or_default() += 1;
            chosen.push(best.clone());
        }
    }
    chosen
}

/// The file of a game.
pub(crate) fn write(game: &Game, args: &[String], chosen: &[Found]) -> String {
    let definition = game.definition();
    let mut out = format!("# {}", definition.name());
    for option in definition.changed_options() {
        let _ = write!(out, " {}={}", option.name, option.value);
    }
    let _ = write!(
        out,
        "\n\
         # Positions with forced wins of the side to move, found by brute force:\n\
         #     position ; in N ; first moves\n\
         # N is the least number of its moves in which it wins against every defence, by\n\
         # whatever wins in this game; the first moves are all that win in N. The command:\n\
         # cargo run --release -p hyperrook-search --example find_mates -- {}\n",
        args.join(" ")
    );
    let mut class = None;
    for found in chosen {
        if class != Some(found.class) {
            class = Some(found.class);
            let (pieces, moves) = match found.class {
                Class::Full(moves) => ("at least half of the pieces", moves),
                Class::Sparse(moves) => ("few pieces", moves),
            };
            let _ = writeln!(out, "# In {moves}, {pieces}.");
        }
        let _ = writeln!(
            out,
            "{} ; in {} ; {}",
            found.text,
            found.moves,
            found.first.join(" ")
        );
    }
    out
}
