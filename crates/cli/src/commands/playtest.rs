//! `hyperrook playtest`: measures what a game is like.

use super::common::{check_complete, check_start, jobs_failed, options_text};
use super::progress::RunProgress;
use super::run_folder::{check_folder, default_folder};
use super::stop::{STOPPED, stop_flag, stopped};
use crate::args::PlaytestArgs;
use crate::error::{CommandError, CommandResult};
use crate::load;
use hyperrook_lab::jobs::JobsEnd;
use hyperrook_lab::playtest::report::Figures;
use hyperrook_lab::playtest::{
    Comparison, JOURNAL, PlaytestEnd, PlaytestError, PlaytestFolder, PlaytestReport,
    PlaytestResult, PlaytestRun, PlaytestSettings, RunSums, SUMS, playtest, replace,
};
use hyperrook_notation::words::thousands;
use hyperrook_rules::{Definition, Game};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Added to the seed for the second of two rule sets, because equal rules must not give the same
/// games.
const SECOND_SEED: u64 = 1_000_001;

pub(super) fn run(args: &PlaytestArgs, out: &mut dyn Write) -> CommandResult {
    let game = load::load(&args.game.game, &args.game.options.options)?.game;
    crate::engine::use_network(&args.network, &game)?;
    if !args.merge.is_empty() {
        return merge(args, &game, out);
    }
    if let Some(path) = &args.figures {
        // Before games are played, not after.
        read_figures(path)?;
    }
    check_start(&game)?;
    let stop = stop_flag()?;
    let second = if args.against.is_some() || !args.against_option.is_empty() {
        let name = args.against.as_ref().unwrap_or(&args.game.game);
        Some(load::load(name, &args.against_option)?.game)
    } else {
        None
    };
    match second {
        None => {
            let folder = args
                .out
                .clone()
                .unwrap_or_else(|| folder(args, game.definition()));
            check_folder(&folder, JOURNAL)?;
            let result = play(args, &game, args.seed, &folder, &stop)?;
            if let Some(path) = &args.figures {
                add_figures(path, &result.sums)?;
            }
            report(args, &result.sums, &game, &folder, out)?;
            check_complete(jobs_end(&result))
        }
        Some(second) => {
            check_start(&second)?;
            compare(args, [game, second], &stop, out)
        }
    }
}

/// Plays the games of a run, or continues the run.
fn play(
    args: &PlaytestArgs,
    game: &Game,
    seed: u64,
    folder: &Path,
    stop: &AtomicBool,
) -> CommandResult<PlaytestResult> {
    let settings = PlaytestSettings {
        nodes: (!args.random).then_some(args.nodes),
        seed,
        opening_plies: args.opening_plies,
        part: args.part.unwrap_or_default(),
        max_plies: args.max_plies,
        ..PlaytestSettings::default()
    };
    let mut avoid = BTreeSet::new();
    for path in &args.avoid {
        let run = RunSums::read(path).map_err(failed)?;
        avoid.extend(run.openings());
    }
    let run = PlaytestRun {
        games: args.games,
        threads: args.threads.count(),
        folder: Some(folder.to_owned()),
        avoid,
    };
    let definition = game.definition();
    note!(
        "playtest of {}{} in {}; you can interrupt this, and run the same command to continue",
        definition.name(),
        options_text(definition),
        folder.display()
    );
    let mut progress = RunProgress::new("games");
    let result = playtest(game, &settings, &run, stop, &mut |now| progress.report(now));
    let result = result.map_err(failed)?;
    progress.end_line();
    let forced = result.sums.forced_win;
    if let Some(forced) = &forced {
        note!("{forced}");
    }
    if result.end == PlaytestEnd::OutOfOpenings {
        note!(
            "there are no more new openings that are about as even as the start, so the run ends after \
             {} games. A larger --opening-plies gives more openings",
            result.sums.sums.games()
        );
    }
    if result.repeated > 0 {
        let dropped = crate::words::count(result.repeated as usize, "game");
        note!("{dropped} dropped: another game has the same opening");
    }
    if let Some(share) = result.speed.search_share() {
        note!(
            "{} positions searched in {:.1} s; measuring took {:.1} % of the time",
            thousands(result.speed.nodes),
            result.speed.search.as_secs_f64(),
            100.0 * (1.0 - share)
        );
    }
    if result.sums.sums.games() == 0 {
        if result.end == PlaytestEnd::Stopped {
            return Err(stopped("stopped before the first game ended"));
        }
        return Err(CommandError::Data(if let Some(forced) = forced {
            format!("no game could be played: {forced}")
        } else {
            "no game could be played: no opening is about as even as the start".to_owned()
        }));
    }
    Ok(result)
}

/// How a run ended, in the form of other long runs.
fn jobs_end(result: &PlaytestResult) -> JobsEnd {
    match result.end {
        PlaytestEnd::Stopped => JobsEnd::Stopped,
        PlaytestEnd::Complete | PlaytestEnd::OutOfOpenings => JobsEnd::Complete,
    }
}

fn failed(error: PlaytestError) -> CommandError {
    match error {
        PlaytestError::File(path, error) => CommandError::file(&path, error),
        PlaytestError::Jobs(error) => jobs_failed(error, "--out"),
        error => CommandError::Data(error.to_string()),
    }
}

/// The folder for a game with its options.
fn folder(args: &PlaytestArgs, definition: &Definition) -> PathBuf {
    let random = if args.random { "-random" } else { "" };
    default_folder(definition, &format!("{random}.playtest"))
}

fn new_report(sums: &RunSums, game: &Game) -> CommandResult<PlaytestReport> {
    PlaytestReport::new(sums, game, &Figures::shipped()).map_err(CommandError::Data)
}

/// Writes the report into the folder, and its text to the output.
fn report(
    args: &PlaytestArgs,
    sums: &RunSums,
    game: &Game,
    folder: &Path,
    out: &mut dyn Write,
) -> CommandResult {
    let report = new_report(sums, game)?;
    report.write(folder).map_err(failed)?;
    if args.json {
        return Ok(write!(out, "{}", report.to_json()?)?);
    }
    writeln!(
        out,
        "{}: {} games, {}\n",
        report.title, report.games, report.players
    )?;
    for (i, sentence) in report.sentences.iter().enumerate() {
        writeln!(out, "{}. {sentence}", i + 1)?;
    }
    if !report.advice.is_empty() {
        writeln!(out, "\nLook at these first:")?;
    }
    for point in &report.advice {
        writeln!(out, "- {}. {}", point.title, point.text)?;
    }
    writeln!(
        out,
        "\nThe report is {}",
        folder.join("report.html").display()
    )?;
    Ok(())
}

fn compare(
    args: &PlaytestArgs,
    games: [Game; 2],
    stop: &AtomicBool,
    out: &mut dyn Write,
) -> CommandResult {
    let [first, second] = &games;
    let mut names = games.each_ref().map(|game| {
        let name = folder(args, game.definition());
        name.with_extension("").display().to_string()
    });
    // Two versions of a game often have the same name.
    let files = [
        &args.game.game,
        args.against.as_ref().unwrap_or(&args.game.game),
    ];
    let are_versions = names[0] == names[1] && files[0] != files[1];
    if are_versions {
        names = files.map(|file| {
            let stem = Path::new(file).file_stem();
            stem.map_or(file.clone(), |stem| stem.to_string_lossy().into_owned())
        });
    }
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{}-against-{}.playtest", names[0], names[1])));
    PlaytestFolder::Comparison.check(&folder).map_err(failed)?;
    let run = |game, seed, name| {
        let result = play(args, game, seed, &folder.join(name), stop)?;
        // Only complete runs are compared.
        match result.end {
            PlaytestEnd::Stopped => Err(stopped(STOPPED)),
            PlaytestEnd::Complete | PlaytestEnd::OutOfOpenings => Ok(result),
        }
    };
    let runs = [
        run(first, args.seed, "first")?,
        run(second, args.seed + SECOND_SEED, "second")?,
    ];
    let sums = runs.each_ref().map(|run| &run.sums);
    let mut reports = [new_report(sums[0], first)?, new_report(sums[1], second)?];
    if are_versions {
        for (report, file) in reports.iter_mut().zip(files) {
            report.title += &format!(" ({file})");
        }
    }
    for (report, name) in reports.iter().zip(["first", "second"]) {
        report.write(&folder.join(name)).map_err(failed)?;
    }
    let comparison = Comparison::new(sums, reports);
    comparison.write(&folder).map_err(failed)?;
    if args.json {
        return Ok(write!(out, "{}", comparison.to_json()?)?);
    }
    for sentence in &comparison.sentences {
        writeln!(out, "{sentence}")?;
    }
    writeln!(
        out,
        "\nThe report is {}",
        folder.join("report.html").display()
    )?;
    Ok(())
}

/// Adds up runs and reports on them.
fn merge(args: &PlaytestArgs, game: &Game, out: &mut dyn Write) -> CommandResult {
    let Some(folder) = &args.out else {
        return Err(CommandError::Usage("--merge needs --out".to_owned()));
    };
    PlaytestFolder::Sum.check(folder).map_err(failed)?;
    let Some(sums) = RunSums::merged(&args.merge).map_err(failed)? else {
        return Err(CommandError::Usage("--merge needs runs".to_owned()));
    };
    // Sums of other rules are rejected before anything is written.
    new_report(&sums, game)?;
    sums.check_replaces(folder).map_err(failed)?;
    sums.write(&folder.join(SUMS)).map_err(failed)?;
    if let Some(path) = &args.figures {
        add_figures(path, &sums)?;
    }
    report(args, &sums, game, folder, out)
}

/// Reads a file of figures; no figures if there is no such file yet.
fn read_figures(path: &Path) -> CommandResult<Figures> {
    if !path.exists() {
        return Ok(Figures::default());
    }
    serde_json::from_str(&load::read(path)?).map_err(|_| {
        CommandError::Data(format!(
            "{} is not a file of figures, which `playtest --figures` writes; name another file",
            path.display()
        ))
    })
}

/// Puts the figures of a run into a file of figures.
fn add_figures(path: &Path, sums: &RunSums) -> CommandResult {
    let mut figures = read_figures(path)?;
    figures.games.extend(Figures::of_runs([sums]).games);
    let text = serde_json::to_string_pretty(&figures)? + "\n";
    replace(path, &text).map_err(failed)
}
