//! `hyperrook selfplay` and `hyperrook tune`: fit the weights of evaluations.

use super::common::{check_complete, jobs_failed};
use super::stop::{STOPPED, stop_flag, stopped};
use crate::args::{SelfplayArgs, TuneArgs};
use crate::error::{CommandError, CommandResult};
use crate::load;
use hyperrook_catalogue::regular_file::open_regular;
use hyperrook_eval::Weights;
use hyperrook_lab::tune::{
    ChancesFitError, FitRun, FitSettings, ResultsByScore, SelfPlay, SelfPlayError, SelfPlayRun,
    TuningPosition, by_game, fit, self_play,
};
use hyperrook_search::WeightsSource;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Arc;

pub(super) fn selfplay(args: &SelfplayArgs, out: &mut dyn Write) -> CommandResult {
    let game = load::load(&args.game.game, &args.game.options.options)?.game;
    let weights = match args.weights.as_deref().map(read_weights).transpose()? {
        Some(weights) => WeightsSource::Given(Box::leak(Box::new(weights))),
        None => WeightsSource::Shipped,
    };
    let how = SelfPlay {
        nodes: args.nodes,
        random_plies: args.random_plies as usize,
        ..SelfPlay::default()
    };
    // A run that cannot be continued ends at once.
    let stop = match args.journal {
        Some(_) => stop_flag()?,
        None => Arc::default(),
    };
    let run = SelfPlayRun {
        first: args.first,
        games: args.games,
        weights,
        threads: args.threads,
        journal: args.journal.as_deref(),
        stop: &stop,
    };
    let played = self_play(&game, &how, &run, &mut |samples| {
        samples
            .iter()
            .try_for_each(|sample| writeln!(out, "{sample}"))
    });
    let (tally, end) = played.map_err(|error| match error {
        SelfPlayError::Output(error) => error.into(),
        SelfPlayError::Jobs(error) => jobs_failed(error, "--journal"),
        error => CommandError::Data(error.to_string()),
    })?;
    note!("{tally}");
    check_complete(end)
}

pub(super) fn tune(args: &TuneArgs, out: &mut dyn Write) -> CommandResult {
    let game = load::load(&args.game.game, &args.game.options.options)?.game;
    let weights = args.weights.as_deref().map(read_weights).transpose()?;
    let mut samples = Vec::new();
    for path in &args.samples {
        let name = path.display().to_string();
        let failed = |error| CommandError::File {
            path: name.clone(),
            error,
        };
        let file = open_regular(path).map_err(failed)?;
        for (i, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(failed)?;
            let sample = TuningPosition::read(&game, &line);
            let sample =
                sample.map_err(|error| CommandError::Data(format!("{name}:{}: {error}", i + 1)))?;
            samples.push(sample);
        }
    }
    if samples.is_empty() {
        return Err(CommandError::Data(
            "there are no positions in these files; make some with `hyperrook selfplay`".to_owned(),
        ));
    }
    if args.chances {
        return chances(&samples, out);
    }
    let how = FitSettings {
        epochs: args.epochs,
        rate_cp: args.rate,
        result_share: args.result_share,
        regularization: args.regularization,
    };
    let made = format!(
        "hyperrook tune {} with {} positions of self-play{}{}",
        game.definition().name(),
        samples.len(),
        if args.made.is_empty() { "" } else { ": " },
        args.made
    );
    // A fit that cannot be continued ends at once.
    let stop = match args.checkpoint {
        Some(_) => stop_flag()?,
        None => Arc::default(),
    };
    let run = FitRun {
        checkpoint: args.checkpoint.as_deref(),
        stop: &stop,
    };
    let fitted = fit(
        &game,
        &samples,
        weights.as_ref(),
        &how,
        &made,
        &run,
        &mut |epoch, off| {
            note!("{epoch:>5}  {off:.6}");
        },
    );
    let fitted = fitted.map_err(|error| CommandError::Data(error.to_string()))?;
    let Some(fitted) = fitted else {
        return Err(stopped(STOPPED));
    };
    let held_back = match fitted.held_back {
        Some([before, after]) => format!("on games held back {before:.6} to {after:.6}"),
        None => "no games are held back, because there are fewer than ten".to_owned(),
    };
    note!(
        "error {:.6} to {:.6}; {held_back}; scale {:.0} centipawns",
        fitted.error[0],
        fitted.error[1],
        fitted.scale
    );
    write!(out, "{}", fitted.weights.write())?;
    Ok(())
}

/// Fits the conversion of scores into chances.
fn chances(samples: &[TuningPosition], out: &mut dyn Write) -> CommandResult {
    let mut all = ResultsByScore::default();
    let mut parts = [ResultsByScore::default(), ResultsByScore::default()];
    for (game, samples) in by_game(samples).enumerate() {
        for sample in samples {
            all.add(sample);
            parts[game % 2].add(sample);
        }
    }
    let failed = |error: ChancesFitError| CommandError::Data(error.to_string());
    let model = all.fit().map_err(failed)?;
    // How well every other game predicts the rest.
    let [fitted, held_back] = &parts;
    if let Ok(of_half) = fitted.fit() {
        note!(
            "log-loss of the results {:.3}; fitted to every other game, on the games held back {:.3}",
            all.log_loss(&model),
            held_back.log_loss(&of_half)
        );
    }
    writeln!(out, "[chances]")?;
    writeln!(out, "scale_cp = {:.1}", model.scale_cp)?;
    writeln!(out, "draw_cp = {:.1}", model.draw_cp)?;
    writeln!(out, "draw_power = {:.2}", model.draw_power)?;
    Ok(())
}

fn read_weights(path: &Path) -> CommandResult<Weights> {
    let weights = Weights::read(&load::read_settings(path)?);
    weights.map_err(|error| {
        CommandError::Data(format!(
            "{} is not a file of weights, which `hyperrook tune` writes: {error}",
            path.display()
        ))
    })
}
