//! `hyperrook ladder`: measures how much skill a game rewards.

use super::common::{check_complete, check_start, jobs_failed, json, options_text};
use super::progress::RunProgress;
use super::run_folder::{check_folder, default_folder, read_all_sums, write_run};
use super::stop::stop_flag;
use crate::args::LadderArgs;
use crate::error::{CommandError, CommandResult};
use crate::load;
use hyperrook_lab::ladder::{LadderError, LadderRun, LadderSettings, LadderSums, climb};
use std::io::Write;

pub(super) fn run(args: &LadderArgs, out: &mut dyn Write) -> CommandResult {
    let game = load::load(&args.game.game, &args.game.options.options)?.game;
    check_start(&game)?;
    crate::engine::use_network(&args.network, &game)?;
    let definition = game.definition();
    let others: Vec<LadderSums> = read_all_sums(&args.merge, "ladder.json")?;
    let name = || default_folder(definition, ".ladder");
    let folder = args.out.clone().unwrap_or_else(name);
    check_folder(&folder, "ladder.journal")?;
    let stop = stop_flag()?;
    let how = LadderRun {
        games: args.games,
        threads: args.jobs.threads.count(),
        folder: Some(&folder),
        others: &others,
        stop: &stop,
    };
    let from = args.from.unwrap_or_else(|| LadderSettings::lowest(&game));
    let settings = LadderSettings {
        from,
        to: args.to.unwrap_or(from.saturating_mul(16)),
        seed: args.jobs.seed,
    };
    if settings.from > settings.to {
        let (from, to) = (settings.from, settings.to);
        return Err(CommandError::Usage(format!(
            "--from {from} is greater than --to {to}"
        )));
    }
    note!(
        "skill ladder of {}{}: a player who moves at random, and {} {from} positions per move or \
         more; in {}",
        definition.name(),
        options_text(definition),
        match settings.rungs().len() - 1 {
            1 => "one engine that searches".to_owned(),
            count => format!("{count} engines that search"),
        },
        folder.display()
    );
    let mut progress = RunProgress::new("pairs of games").finishing(&stop);
    let climbed = climb(&game, &settings, &how, &mut |now| progress.report(&now));
    let (sums, end, report) = climbed.map_err(failed)?;
    progress.end_line();
    write_run(&folder, "ladder.json", &sums, &report, &report.markdown())?;
    if args.json {
        json(out, &serde_json::to_value(&report)?)?;
    } else {
        write!(out, "{}", report.markdown())?;
    }
    check_complete(end)
}

fn failed(error: LadderError) -> CommandError {
    match error {
        LadderError::Jobs(error) => jobs_failed(error, "--out"),
        error => CommandError::Data(error.to_string()),
    }
}
