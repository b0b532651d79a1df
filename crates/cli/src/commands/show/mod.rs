//! `hyperrook show`: an overview of a game.

mod markdown;
mod notes;

use self::notes::{NoteSection, sections};
use super::common::{json, options_text};
use crate::args::ShowArgs;
use crate::draw;
use crate::error::CommandResult;
use crate::words;
use crate::{load, texts};
use hyperrook_explain::words::{about, pieces, rules};
use hyperrook_rules::{Definition, Game};
use serde_json::json;
use std::io::Write;

/// The width of paragraphs.
const WIDTH: usize = 80;

pub(super) fn run(args: &ShowArgs, out: &mut dyn Write) -> CommandResult {
    let loaded = load::load(&args.game.game, &args.game.options.options)?;
    let game = &loaded.game;
    if args.json {
        return json(out, &value(game));
    }
    if args.markdown {
        return markdown::write(args, &loaded, out);
    }
    let definition = game.definition();
    writeln!(
        out,
        "{} ({}{})",
        definition.title(),
        definition.name(),
        options_text(definition)
    )?;
    paragraph(out, "", definition.about())?;
    paragraph(out, "", definition.credit())?;
    paragraph(out, "", definition.published())?;
    writeln!(out, "\nAim")?;
    paragraph(out, "- ", &about::aim(definition))?;
    writeln!(out, "\nBoard")?;
    paragraph(out, "- ", &about::board(definition))?;
    writeln!(out)?;
    let start = game.start();
    let (text, legend) = draw::plain_position(&start, false);
    write!(out, "{text}")?;
    if let Some(legend) = legend {
        writeln!(out, "\n{legend}")?;
    }
    writeln!(out, "\n{}", texts::format_position(&start))?;

    writeln!(out, "\nPieces")?;
    let name = definition
        .pieces()
        .iter()
        .map(|piece| piece.name.chars().count());
    let name = name.max().unwrap_or(0);
    for piece in definition.pieces() {
        let royal = if piece.royal { " (royal)" } else { "" };
        writeln!(
            out,
            "  {}  {:name$}  {}{royal}",
            piece.letter, piece.name, piece.moves.text
        )?;
    }
    writeln!(
        out,
        "  To see how a piece moves: hyperrook explain {} PIECE",
        args.game.game
    )?;
    beside(out, definition)?;
    if !definition.tips().is_empty() {
        writeln!(out, "\nTips")?;
    }
    for tip in definition.tips() {
        paragraph(out, "- ", tip)?;
    }
    options(out, definition)?;
    for NoteSection { title, notes } in sections(args, &loaded) {
        writeln!(out, "\n{title}")?;
        for note in &notes {
            let text = format!("{} {}", lead(&note.title), NoteSection::text(note));
            paragraph(out, "- ", text.trim())?;
        }
    }
    writeln!(out, "\nIdentity {}", definition.identity())?;
    Ok(())
}

/// The title of a note before its text; empty if it has none.
fn lead(title: &str) -> String {
    if title.is_empty() {
        String::new()
    } else {
        format!("{title}:")
    }
}

/// Writes a paragraph, indented by two, after its lead if it has one.
fn paragraph(out: &mut dyn Write, lead: &str, text: &str) -> CommandResult {
    if text.trim().is_empty() {
        return Ok(());
    }
    let margin = if lead.is_empty() { 0 } else { 2 };
    for (i, line) in words::wrap(text, WIDTH - margin - lead.len())
        .into_iter()
        .enumerate()
    {
        let lead = if i == 0 {
            lead.to_owned()
        } else {
            " ".repeat(lead.len())
        };
        writeln!(out, "{:margin$}{lead}{line}", "")?;
    }
    Ok(())
}

fn beside(out: &mut dyn Write, definition: &Definition) -> CommandResult {
    writeln!(out, "\nPromotion and ends")?;
    for text in rules::rules(definition) {
        paragraph(out, "- ", &text)?;
    }
    Ok(())
}

fn options(out: &mut dyn Write, definition: &Definition) -> CommandResult {
    if !definition.options().is_empty() {
        writeln!(out, "\nOptions (-o NAME=VALUE)")?;
    }
    for option in definition.options() {
        let values: Vec<String> = option
            .values
            .iter()
            .map(|value| {
                if *value == option.value {
                    format!("[{value}]")
                } else {
                    value.clone()
                }
            })
            .collect();
        writeln!(out, "  {} = {}", option.name, values.join(" "))?;
        for line in words::wrap(&option.about, WIDTH - 4) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

fn value(game: &Game) -> serde_json::Value {
    let definition = game.definition();
    let pieces: Vec<_> = definition
        .kinds()
        .map(|kind| {
            let piece = definition.piece(kind);
            json!({
                "letter": piece.letter, "name": piece.name, "royal": piece.royal,
                "about": piece.about, "moves": piece.moves.text, "words": pieces::moves(definition, kind),
            })
        })
        .collect();
    let options: Vec<_> = definition
        .options()
        .iter()
        .map(|option| {
            json!({
                "name": option.name, "about": option.about,
                "values": option.values, "value": option.value,
            })
        })
        .collect();
    let charts: Vec<_> = definition
        .board()
        .charts()
        .iter()
        .map(|chart| {
            let axes: Vec<_> = chart
                .axes()
                .iter()
                .map(|axis| json!({ "name": axis.name, "len": axis.len, "cyclic": axis.cyclic }))
                .collect();
            json!({ "name": chart.name(), "axes": axes })
        })
        .collect();
    let notes: Vec<_> = definition
        .notes()
        .iter()
        .map(|note| {
            json!({
                "title": note.title, "text": note.text,
                "reason": note.reason, "ruling": note.ruling,
            })
        })
        .collect();
    json!({
        "name": definition.name(), "title": definition.title(),
        "about": definition.about(), "credit": definition.credit(),
        "published": definition.published(), "aim": about::aim(definition),
        "board": about::board(definition), "tips": definition.tips(),
        "identity": definition.identity(), "cells": definition.board().len(),
        "charts": charts, "pieces": pieces, "options": options, "notes": notes,
        "start": texts::format_position(&game.start()),
    })
}
