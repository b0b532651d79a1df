//! The rules of a game as a page in Markdown.

use super::notes::{NoteSection, sections};
use crate::args::ShowArgs;
use crate::draw;
use crate::error::CommandResult;
use crate::texts;
use hyperrook_catalogue::CompiledGame;
use hyperrook_explain::words::{about, pieces, rules};
use hyperrook_notation::words::capital;
use hyperrook_rules::{Definition, OptionValue, Side};
use std::io::Write;

/// Writes the page.
pub(super) fn write(args: &ShowArgs, loaded: &CompiledGame, out: &mut dyn Write) -> CommandResult {
    let definition = loaded.game.definition();
    let changed = definition.changed_options();
    let changed = changed.map(|option| (option.name.as_str(), option.value.as_str()));
    let title = OptionValue::titled(definition.title(), changed);
    writeln!(out, "# {}", plain(&title))?;
    paragraph(out, definition.about())?;
    paragraph(out, definition.credit())?;
    if !definition.published().is_empty() {
        writeln!(out, "\nPublished: <{}>", definition.published())?;
    }
    section(out, "Aim", &[about::aim(definition)])?;
    board(out, loaded)?;
    for kind in definition.kinds() {
        let piece = definition.piece(kind);
        let letter = &piece.letter;
        writeln!(out, "\n### {} ({letter})", capital(&plain(&piece.name)))?;
        paragraph(out, &piece.about)?;
        writeln!(out)?;
        items(out, &pieces::piece(definition, kind, Side::White))?;
        writeln!(
            out,
            "- In the language of definitions: `{}`",
            piece.moves.text
        )?;
    }
    section(out, "Promotion and ends", &rules::rules(definition))?;
    section(out, "Tips", definition.tips())?;
    options(out, definition)?;
    for NoteSection { title, notes } in sections(args, loaded) {
        let texts = notes.iter().map(|note| match plain(&note.title) {
            title if title.is_empty() => plain(&NoteSection::text(note)),
            title => format!("**{title}.** {}", plain(&NoteSection::text(note))),
        });
        writeln!(out, "\n## {}\n", plain(&title))?;
        for text in texts {
            writeln!(out, "- {text}")?;
        }
    }
    writeln!(out, "\nMade by `{}`.", command(args))?;
    Ok(())
}

/// The command that makes the page.
fn command(args: &ShowArgs) -> String {
    let options = args.game.options.options.iter();
    let options = options.map(|(name, value)| format!(" -o {name}={value}"));
    format!(
        "hyperrook show {} --markdown{}",
        args.game.game,
        options.collect::<String>()
    )
}

fn board(out: &mut dyn Write, loaded: &CompiledGame) -> CommandResult {
    let definition = loaded.game.definition();
    let start = loaded.game.start();
    let (text, legend) = draw::plain_position(&start, false);
    writeln!(out, "\n## Board")?;
    paragraph(out, &about::board(definition))?;
    writeln!(out, "\n```text\n{}\n```", text.trim_end())?;
    if let Some(legend) = legend {
        paragraph(out, &legend)?;
    }
    writeln!(
        out,
        "\nCapital letters are White's pieces. {} moves first. The position in text:",
        start.turn()
    )?;
    writeln!(out, "\n```text\n{}\n```", texts::format_position(&start))?;
    writeln!(out, "\n## Pieces")?;
    Ok(())
}

fn options(out: &mut dyn Write, definition: &Definition) -> CommandResult {
    if definition.options().is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n## Options\n\n| Option | Values, the usual one first | Meaning |\n|---|---|---|"
    )?;
    for option in definition.options() {
        let values: Vec<String> = option
            .values
            .iter()
            .map(|value| format!("`{value}`"))
            .collect();
        let about = plain(&option.about).replace('|', "\\|");
        writeln!(
            out,
            "| `{}` | {} | {about} |",
            option.name,
            values.join(", ")
        )?;
    }
    Ok(())
}

/// A section of items, unless there are none.
fn section(out: &mut dyn Write, title: &str, texts: &[String]) -> CommandResult {
    if texts.iter().all(|text| text.trim().is_empty()) {
        return Ok(());
    }
    writeln!(out, "\n## {title}\n")?;
    items(out, texts)
}

fn items(out: &mut dyn Write, texts: &[String]) -> CommandResult {
    for text in texts {
        writeln!(out, "- {}", plain(text))?;
    }
    Ok(())
}

fn paragraph(out: &mut dyn Write, text: &str) -> CommandResult {
    if !text.trim().is_empty() {
        writeln!(out, "\n{}", plain(text))?;
    }
    Ok(())
}

/// A text on one line, in which no character is an instruction of Markdown.
fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
    {
        if matches!(c, '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_markdown_are_escaped() {
        assert_eq!(
            plain("a *b*\n  <c> [d](e) `f`"),
            "a \\*b\\* \\<c\\> \\[d\\](e) \\`f\\`"
        );
        assert_eq!(plain("Rooks step one cell."), "Rooks step one cell.");
    }
}
