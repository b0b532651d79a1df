//! From a GAME of the command line to a compiled game.

use crate::args::{GameArgs, OptionArgs};
use crate::failure::{Done, Failure};
use hyperrook_rules::{DefineError, Diagnostic, Game, GameFile, Position, SHIPPED};
use std::path::Path;

/// A game that was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    /// The path it was read from, unless it is a shipped one.
    pub(crate) path: Option<String>,
    /// The game with the options asked for.
    pub(crate) game: Game,
}

/// Loads the game that a command asks for.
pub(crate) fn load(args: &GameArgs) -> Done<Loaded> {
    load_with(&args.game, &args.options)
}

/// Loads a game by name or path.
pub(crate) fn load_with(game: &str, options: &OptionArgs) -> Done<Loaded> {
    let (file, path) = file(game)?;
    let game = define(&file, path.as_deref(), &options.options)?;
    Ok(Loaded { path, game })
}

/// The definition file that a name or path stands for, and its path if it is
/// not a shipped one.
pub(crate) fn file(game: &str) -> Done<(GameFile, Option<String>)> {
    if let Some(file) = GameFile::shipped(game) {
        return Ok((file, None));
    }
    let looks_like_a_path = game.contains(['/', '\\']) || game.ends_with(".toml");
    if !looks_like_a_path && !Path::new(game).is_file() {
        return Err(unknown(game));
    }
    let text = read(Path::new(game))?;
    match GameFile::parse(game, &text) {
        Ok(file) => Ok((file, Some(game.to_owned()))),
        Err(faults) => Err(faulty(&text, &faults)),
    }
}

/// Compiles a file with options.
pub(crate) fn define(
    file: &GameFile,
    path: Option<&str>,
    options: &[(String, String)],
) -> Done<Game> {
    let definition = file.define(options).map_err(|error| match error {
        DefineError::Faults(faults) => {
            let text = path.and_then(|path| read(Path::new(path)).ok());
            faulty(&text.unwrap_or_default(), &faults)
        }
        other => Failure::Usage(other.to_string()),
    })?;
    let name = definition.name().to_owned();
    Game::new(definition).map_err(|error| Failure::Data(format!("{name}: {error}")))
}

/// The position that a text stands for; `startpos` is the starting one.
pub(crate) fn position(game: &Game, text: &str) -> Done<Position> {
    match text.trim() {
        "startpos" => Ok(game.start()),
        text => crate::texts::parse_position(game, text)
            .map_err(|error| Failure::Data(format!("position `{text}`: {error}"))),
    }
}

/// Reads a text file.
pub(crate) fn read(path: &Path) -> Done<String> {
    std::fs::read_to_string(path).map_err(|error| Failure::File {
        path: path.display().to_string(),
        error,
    })
}

fn unknown(game: &str) -> Failure {
    let names: Vec<&str> = SHIPPED.iter().map(|&(name, _)| name).collect();
    let near = names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(name, game), name))
        .filter(|&(distance, _)| distance <= 3)
        .min();
    let hint = near.map_or(String::new(), |(_, name)| {
        format!("; did you mean `{name}`?")
    });
    Failure::Usage(format!(
        "there is no game `{game}`{hint}\n  the shipped games are {}\n  your own file is given by \
         its path, as in `./{game}.toml`",
        names.join(", ")
    ))
}

fn faulty(text: &str, faults: &[Diagnostic]) -> Failure {
    let file = faults.first().map_or("", |fault| fault.file.as_str());
    let mut message = format!(
        "{file} has {}\n",
        crate::words::count(faults.len(), "fault")
    );
    for fault in faults {
        message.push_str(&pointed(text, fault));
    }
    Failure::Data(message.trim_end().to_owned())
}

/// A fault with the line it is in and a caret under the place.
pub(crate) fn pointed(text: &str, fault: &Diagnostic) -> String {
    let mut out = format!("{fault}\n");
    let Some(line) = fault.line.checked_sub(1).and_then(|n| text.lines().nth(n)) else {
        return out;
    };
    let number = fault.line.to_string();
    let margin = " ".repeat(number.len());
    // Tabs stay tabs, so that the caret stands under its character.
    let indent: String = line
        .chars()
        .take(fault.column.saturating_sub(1))
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    out.push_str(&format!("{margin} |\n"));
    out.push_str(&format!("{number} | {line}\n"));
    out.push_str(&format!("{margin} | {indent}^\n"));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_column() {
        let fault = Diagnostic {
            file: "x.toml".into(),
            line: 2,
            column: 5,
            message: "no such key".into(),
            help: Some("did you mean `ranks`?".into()),
        };
        assert_eq!(
            pointed("a = 1\nb\t= raks\n", &fault),
            "x.toml:2:5: no such key; did you mean `ranks`?\n  |\n2 | b\t= raks\n  |  \t  ^\n"
        );
        let beyond = Diagnostic { line: 9, ..fault };
        assert_eq!(pointed("a\n", &beyond).lines().count(), 1);
    }
}
