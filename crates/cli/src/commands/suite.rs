//! `hyperrook perft --suite`: checks the counts in files of positions.

use super::common::json;
use crate::args::PerftArgs;
use crate::error::{CommandError, CommandResult};
use crate::{load, words};
use hyperrook_protocol::MAX_PERFT_PLIES;
use hyperrook_rules::Game;
use serde_json::json;
use std::io::Write;
use std::time::Instant;

/// A count that differs from the file.
struct WrongCount {
    file: String,
    line: usize,
    depth: u8,
    expected: u64,
    found: u64,
}

/// A position of a file with its expected counts.
struct SuiteCase<'t> {
    position: &'t str,
    counts: Vec<(u8, u64)>,
}

pub(super) fn run(args: &PerftArgs, out: &mut dyn Write) -> CommandResult {
    let (mut counted, mut nodes, mut bad) = (0usize, 0u64, Vec::new());
    let begun = Instant::now();
    for path in &args.suite {
        let name = path.display().to_string();
        let text = load::read(path)?;
        let started = Instant::now();
        let mut game: Option<Game> = None;
        let (before, before_bad) = (counted, bad.len());
        for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
            let at = |message: String| CommandError::Data(format!("{name}:{number}: {message}"));
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            if let Some(header) = line.strip_prefix('#') {
                // Later lines of this kind are comments.
                if game.is_none() {
                    game = Some(header_game(header).map_err(|error| at(error.to_string()))?);
                }
                continue;
            }
            let Some(game) = &game else {
                return Err(at(
                    "the first line must name the game, as in `# walkers kinging=jumper`".into(),
                ));
            };
            let case = case(line).map_err(&at)?;
            let position =
                load::position(game, case.position).map_err(|error| at(error.to_string()))?;
            for (depth, expected) in case.counts {
                if args.max_depth.is_some_and(|most| depth > most) {
                    continue;
                }
                let found = position.perft(depth);
                counted += 1;
                nodes += found;
                if found != expected {
                    let found = WrongCount {
                        file: name.clone(),
                        line: number,
                        depth,
                        expected,
                        found,
                    };
                    if !args.json {
                        report(out, &found)?;
                    }
                    bad.push(found);
                }
            }
        }
        note!(
            "{name}: {}, {} bad, {:.2} s",
            words::count(counted - before, "count"),
            bad.len() - before_bad,
            started.elapsed().as_secs_f64()
        );
    }
    let seconds = begun.elapsed().as_secs_f64();
    note!(
        "{} nodes in {seconds:.2} s, {} a second",
        words::thousands(nodes),
        words::thousands((nodes as f64 / seconds.max(1e-9)) as u64)
    );
    if args.json {
        let list: Vec<_> = bad
            .iter()
            .map(|bad| {
                json!({
                    "file": bad.file, "line": bad.line, "depth": bad.depth,
                    "expected": bad.expected, "found": bad.found,
                })
            })
            .collect();
        json(
            out,
            &json!({ "counts": counted, "bad": bad.len(), "failures": list }),
        )?;
    } else {
        writeln!(
            out,
            "{}, {} bad",
            format_args!("{counted} counts"),
            bad.len()
        )?;
    }
    if bad.is_empty() {
        Ok(())
    } else {
        Err(CommandError::Reported)
    }
}

fn report(out: &mut dyn Write, bad: &WrongCount) -> CommandResult {
    writeln!(
        out,
        "{}:{}: depth {}: expected {}, found {}",
        bad.file, bad.line, bad.depth, bad.expected, bad.found
    )?;
    out.flush()?;
    Ok(())
}

/// Parses the first line of a file: `walkers kinging=jumper`.
fn header_game(header: &str) -> CommandResult<Game> {
    let mut words = header.split_whitespace();
    let game = words.next().unwrap_or_default();
    let options = words
        .map(|word| match word.split_once('=') {
            Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
            None => Err(CommandError::Data(format!(
                "`{word}` should be an option of {game}, written NAME=VALUE"
            ))),
        })
        .collect::<CommandResult<Vec<_>>>()?;
    Ok(load::load(game, &options)?.game)
}

/// Parses `position;D1 n;D2 n`.
fn case(line: &str) -> Result<SuiteCase<'_>, String> {
    let mut parts = line.split(';');
    let position = parts.next().unwrap_or_default().trim();
    let mut counts = Vec::new();
    for part in parts {
        let count = part
            .trim()
            .strip_prefix('D')
            .and_then(|rest| rest.split_once(char::is_whitespace))
            .and_then(|(depth, count)| Some((depth.parse().ok()?, count.trim().parse().ok()?)));
        let (depth, count) =
            count.ok_or_else(|| format!("`{part}` should be a count such as `D2 8100`"))?;
        if depth > MAX_PERFT_PLIES {
            return Err(format!(
                "`{part}` is too deep: at most {MAX_PERFT_PLIES} plies"
            ));
        }
        counts.push((depth, count));
    }
    if counts.is_empty() {
        return Err("the position has no counts; write `;D1 n;D2 n` after it".to_owned());
    }
    Ok(SuiteCase { position, counts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_read() {
        let read = case("8/8 w - 0 1;D1 20;D2 400").unwrap();
        assert_eq!(read.position, "8/8 w - 0 1");
        assert_eq!(read.counts, [(1, 20), (2, 400)]);
        for bad in [
            "8/8 w - 0 1",
            "8/8;D1",
            "8/8;Dx 1",
            "8/8;1 20",
            "8/8;D1 20;",
            "8/8;D65 20",
        ] {
            assert!(case(bad).is_err(), "{bad}");
        }
    }
}
