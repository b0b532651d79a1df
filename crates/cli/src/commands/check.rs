//! `hyperrook check`: lists the faults of definition files.

use super::common::json;
use crate::args::CheckArgs;
use crate::error::{CommandError, CommandResult, file_error};
use crate::{load, words};
use hyperrook_rules::{Definition, Diagnostic, Game, GameFile, SHIPPED};
use serde_json::json;
use std::io::Write;

/// The result of checking one file.
enum CheckedFile {
    /// The definition has no faults; it may have warnings.
    Good(Box<Definition>, Vec<Diagnostic>),
    Faulty(Vec<Diagnostic>),
    Unplayable(String),
}

pub(super) fn run(args: &CheckArgs, out: &mut dyn Write) -> CommandResult {
    let mut values = Vec::new();
    let (mut failed, mut faults) = (0, 0);
    for path in &args.files {
        let name = path.display().to_string();
        let (checked, text) = match load::read_definition(path) {
            Ok(text) => (check(&name, &text), text),
            // Go on with the other files if one cannot be read.
            Err(CommandError::File { error, .. }) => {
                let is_shipped = SHIPPED.iter().any(|(shipped, _)| *shipped == name);
                let message = if is_shipped {
                    format!(
                        "`check` takes files; `{name}` is a game that comes with the program: \
                         `hyperrook show {name}`"
                    )
                } else {
                    file_error(&error)
                };
                (CheckedFile::Unplayable(message), String::new())
            }
            Err(other) => return Err(other),
        };
        match &checked {
            CheckedFile::Good(..) => {}
            CheckedFile::Faulty(found) => {
                failed += 1;
                faults += found.len();
            }
            CheckedFile::Unplayable(_) => {
                failed += 1;
                faults += 1;
            }
        }
        if args.json {
            values.push(value(&name, &checked));
        } else {
            report(out, &name, &text, &checked)?;
        }
    }
    if args.json {
        json(out, &values.into())?;
    } else if failed > 0 {
        writeln!(
            out,
            "{} in {}",
            words::count(faults, "error"),
            words::count(failed, "file")
        )?;
    }
    if failed > 0 {
        return Err(CommandError::Reported);
    }
    Ok(())
}

fn check(name: &str, text: &str) -> CheckedFile {
    let file = match GameFile::parse(name, text) {
        Ok(file) => file,
        Err(faults) => return CheckedFile::Faulty(faults.into_vec()),
    };
    let faults = file.check();
    if !faults.is_empty() {
        return CheckedFile::Faulty(faults);
    }
    let definition = match file.define(&[]) {
        Ok(definition) => definition,
        Err(error) => return CheckedFile::Unplayable(error.to_string()),
    };
    match Game::new(definition) {
        Ok(game) => {
            let definition = game.definition();
            let mut warnings = file.warnings();
            warnings.extend(shipped_name(name, text, definition.name()));
            CheckedFile::Good(Box::new(definition.clone()), warnings)
        }
        Err(error) => CheckedFile::Unplayable(error.to_string()),
    }
}

/// A warning if a game that comes with the program has the name of another definition: a program that
/// loads the definition beside the shipped games could not tell the two apart.
fn shipped_name(file: &str, text: &str, name: &str) -> Option<Diagnostic> {
    let is_shipped = |&(shipped, own): &(&str, &str)| shipped == name && own != text;
    SHIPPED.iter().find(|&game| is_shipped(game))?;
    let mut warning = Diagnostic::of_file(
        file,
        format!("a game that comes with Hyperrook is named `{name}`, too"),
    );
    let has_name = |line: &str| {
        line.split('=')
            .next()
            .is_some_and(|key| key.trim() == "name")
    };
    warning.line = 1 + text.lines().position(has_name).unwrap_or(0);
    warning.help = Some(
        "give this one another name: chess programs, `hyperrook match` and Python load no \
         definition with the name of a shipped game"
            .to_owned(),
    );
    Some(warning)
}

fn report(out: &mut dyn Write, name: &str, text: &str, checked: &CheckedFile) -> CommandResult {
    match checked {
        CheckedFile::Good(definition, warnings) => {
            for warning in warnings {
                writeln!(out, "warning: {}", load::pointed(text, warning))?;
            }
            writeln!(
                out,
                "{name}: ok, {}, {}, {}, identity {}",
                definition.name(),
                words::count(definition.pieces().len(), "piece"),
                words::count(definition.board().len(), "cell"),
                definition.identity()
            )?;
        }
        CheckedFile::Faulty(faults) => {
            for fault in faults {
                writeln!(out, "{}", load::pointed(text, fault))?;
            }
        }
        CheckedFile::Unplayable(error) => writeln!(out, "{name}: {error}")?,
    }
    Ok(())
}

fn value(name: &str, checked: &CheckedFile) -> serde_json::Value {
    match checked {
        CheckedFile::Good(definition, warnings) => json!({
            "file": name, "ok": true, "name": definition.name(),
            "pieces": definition.pieces().len(), "cells": definition.board().len(),
            "identity": definition.identity(), "faults": [], "warnings": listed(warnings),
        }),
        CheckedFile::Faulty(faults) => {
            json!({ "file": name, "ok": false, "faults": listed(faults) })
        }
        CheckedFile::Unplayable(error) => {
            json!({ "file": name, "ok": false, "faults": [{ "message": error }] })
        }
    }
}

fn listed(found: &[Diagnostic]) -> Vec<serde_json::Value> {
    let fault = |fault: &Diagnostic| {
        json!({
            "line": fault.line, "column": fault.column,
            "message": fault.message, "help": fault.help,
        })
    };
    found.iter().map(fault).collect()
}
