//! `hyperrook spsa`: tunes search parameters.

use super::common::{check_complete, jobs_failed, options_text};
use super::progress::RunProgress;
use super::run_folder::{check_folder, default_folder, write_whole};
use super::stop::stop_flag;
use crate::args::SpsaArgs;
use crate::error::{CommandError, CommandResult};
use crate::load;
use hyperrook_lab::spsa::{
    GAMES_PER_CHANGE, SpsaError, SpsaRun, SpsaSettings, USUAL_NAMES, tune_search,
};
use hyperrook_search::{SearchParams, SearchParamsFile};
use std::io::Write;
use std::path::Path;

/// The journal in the folder of a run.
const JOURNAL: &str = "spsa.journal";

pub(super) fn run(args: &SpsaArgs, out: &mut dyn Write) -> CommandResult {
    let Some(name) = &args.game else {
        return list(out);
    };
    let game = load::load(name, &args.options.options)?.game;
    let definition = game.definition();
    let start = match &args.from {
        Some(path) => read(path)?,
        None => SearchParams::shipped(definition),
    };
    let names = if args.param.is_empty() {
        USUAL_NAMES.map(str::to_owned).to_vec()
    } else {
        args.param.clone()
    };
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| default_folder(definition, ".spsa"));
    check_folder(&folder, JOURNAL)?;
    let stop = stop_flag()?;
    let settings = SpsaSettings {
        names,
        start,
        nodes: args.nodes,
        rate: f64::from(args.rate) / 100.0,
        seed: args.jobs.seed,
    };
    let journal = folder.join(JOURNAL);
    let how = SpsaRun {
        games: args.games,
        threads: args.jobs.threads.count(),
        journal: Some(&journal),
        stop: &stop,
    };
    note!(
        "tuning {} of the search of {}{} by {} games with {} positions per move; in {}",
        if settings.names.len() == 1 {
            "a number".to_owned()
        } else {
            format!("{} numbers", settings.names.len())
        },
        definition.name(),
        options_text(definition),
        args.games.next_multiple_of(GAMES_PER_CHANGE),
        args.nodes,
        folder.display()
    );
    let mut progress = RunProgress::new("pairs of games").finishing(&stop);
    let tuned = tune_search(&game, &settings, &how, &mut |now| progress.report(&now));
    let tuned = tuned.map_err(|error| match error {
        SpsaError::Jobs(error) => jobs_failed(error, "--out"),
        error => CommandError::Data(error.to_string()),
    })?;
    progress.end_line();
    let options: Vec<String> = definition
        .changed_options()
        .map(|option| format!(" -o {}={}", option.name, option.value))
        .collect();
    let file = SearchParamsFile {
        game: definition.name().to_owned(),
        made: format!(
            "hyperrook spsa {}{} --nodes {} --seed {}: {} games",
            definition.name(),
            options.concat(),
            args.nodes,
            args.jobs.seed,
            2 * tuned.pairs
        ),
        params: tuned.params,
        chances: None,
    };
    let path = folder.join("search.toml");
    write_whole(&path, &file.write())?;
    writeln!(
        out,
        "{:<32} {:>7} {:>7}  in the second half",
        "number", "was", "is"
    )?;
    for param in &tuned.tuned {
        writeln!(
            out,
            "{:<32} {:>7} {:>7}  ±{}",
            param.name, param.start, param.tuned, param.spread
        )?;
    }
    writeln!(out, "written to {}", path.display())?;
    check_complete(tuned.end)
}

/// Lists the parameters with their values, ranges and meanings.
fn list(out: &mut dyn Write) -> CommandResult {
    for param in SearchParams::all() {
        writeln!(
            out,
            "{:<32} {:>6}  from {} to {}",
            param.name,
            param.default,
            param.range.start(),
            param.range.end()
        )?;
        writeln!(out, "    {}", param.about)?;
    }
    Ok(())
}

fn read(path: &Path) -> CommandResult<SearchParams> {
    let file = SearchParamsFile::read(&load::read_settings(path)?);
    let failed = |error| CommandError::Data(format!("{}: {error}", path.display()));
    let file = file.map_err(failed)?;
    Ok(file.params)
}
