//! `hyperrook values`: measures the values of pieces.

use super::common::{check_complete, check_start, jobs_failed, json, options_text};
use super::progress::RunProgress;
use super::run_folder::{check_folder, default_folder, read_all_sums, write_run};
use super::stop::stop_flag;
use crate::args::ValuesArgs;
use crate::error::{CommandError, CommandResult};
use crate::load;
use hyperrook_lab::values::{
    ValuesError, ValuesEvent, ValuesRun, ValuesSettings, ValuesSums, measure,
};
use std::io::Write;

pub(super) fn run(args: &ValuesArgs, out: &mut dyn Write) -> CommandResult {
    let game = load::load(&args.game.game, &args.game.options.options)?.game;
    check_start(&game)?;
    crate::engine::use_network(&args.network, &game)?;
    let definition = game.definition();
    let others: Vec<ValuesSums> = read_all_sums(&args.merge, "values.json")?;
    let name = || default_folder(definition, ".values");
    let folder = args.out.clone().unwrap_or_else(name);
    check_folder(&folder, "values.journal")?;
    let stop = stop_flag()?;
    let how = ValuesRun {
        games: args.games,
        threads: args.jobs.threads.count(),
        folder: Some(&folder),
        others: &others,
        stop: &stop,
    };
    let settings = ValuesSettings {
        nodes: args.nodes,
        seed: args.jobs.seed,
    };
    let mut progress = RunProgress::new("openings").finishing(&stop);
    let measured = measure(&game, &settings, &how, &mut |event| match event {
        ValuesEvent::Design(matches) => note!(
            "piece values of {}{}: {} handicap matches of {} games; in {}",
            definition.name(),
            options_text(definition),
            matches.len(),
            args.games,
            folder.display()
        ),
        ValuesEvent::Progress(now) => progress.report(&now),
    });
    let (sums, end, report) = measured.map_err(failed)?;
    progress.end_line();
    write_run(&folder, "values.json", &sums, &report, &report.markdown())?;
    if args.json {
        json(out, &serde_json::to_value(&report)?)?;
    } else {
        write!(out, "{}", report.markdown())?;
    }
    check_complete(end)
}

fn failed(error: ValuesError) -> CommandError {
    match error {
        ValuesError::Jobs(error) => jobs_failed(error, "--out"),
        error => CommandError::Data(error.to_string()),
    }
}
