//! `hyperrook games`: lists the shipped games.

use super::common::json;
use crate::args::GamesArgs;
use crate::error::CommandResult;
use crate::{load, words};
use hyperrook_rules::SHIPPED;
use serde_json::json;
use std::io::Write;

pub(super) fn run(args: &GamesArgs, out: &mut dyn Write) -> CommandResult {
    let mut rows = Vec::new();
    for &(name, _) in SHIPPED {
        let game = load::load(name, &[])?.game;
        rows.push(game.definition().clone());
    }
    if args.json {
        let games: Vec<_> = rows
            .iter()
            .map(|game| {
                json!({
                    "name": game.name(),
                    "title": game.title(),
                    // The lines of the file break where it suits the file.
                    "about": game.about().split_whitespace().collect::<Vec<_>>().join(" "),
                    "credit": game.credit(),
                    "cells": game.board().len(),
                    "dimensions": dimensions(game),
                    "kinds": game.pieces().len(),
                    "options": game.options().iter().map(|o| &o.name).collect::<Vec<_>>(),
                    "identity": game.identity(),
                })
            })
            .collect();
        return json(out, &games.into());
    }
    let wide = |f: fn(&hyperrook_rules::Definition) -> usize| rows.iter().map(f).max().unwrap_or(0);
    let name = wide(|game| game.name().chars().count());
    let title = wide(|game| game.title().chars().count());
    for game in &rows {
        writeln!(
            out,
            "{:name$}  {:title$}  {:>3} cells, {}",
            game.name(),
            game.title(),
            game.board().len(),
            dimensions_text(game),
        )?;
    }
    Ok(())
}

/// The number of axes of each chart.
fn dimensions(game: &hyperrook_rules::Definition) -> Vec<usize> {
    let mut found: Vec<usize> = game
        .board()
        .charts()
        .iter()
        .map(|chart| chart.axes().len())
        .collect();
    found.dedup();
    found
}

fn dimensions_text(game: &hyperrook_rules::Definition) -> String {
    let all = dimensions(game);
    let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
    let noun = if all == [1] {
        "dimension"
    } else {
        "dimensions"
    };
    format!("{} {noun}", words::list(&texts, "and"))
}
