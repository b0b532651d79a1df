//! `hyperrook selfplay` and `hyperrook tune`: fit the weights of evaluations.

use crate::args::{SelfplayArgs, TuneArgs};
use crate::error::{CommandError, CommandResult};
use crate::load;
use hyperrook_eval::Weights;
use hyperrook_lab::tune::{
    EndTally, FitSettings, ResultsByScore, SelfPlay, SelfPlayGame, TuningPosition, fit, play,
};
use hyperrook_search::{Engine, WeightsSource};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;

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
    let next = AtomicU64::new(0);
    let (send, receive) = sync_channel::<SelfPlayGame>(16);
    std::thread::scope(|scope| {
        for _ in 0..args.threads {
            let (send, next, game, how) = (send.clone(), &next, &game, &how);
            scope.spawn(move || {
                let mut engine = Engine::new(game, SelfPlay::settings(weights));
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= args.games {
                        break;
                    }
                    let number = args.first.wrapping_add(number);
                    if let Some(played) = play(game, &mut engine, how, number)
                        && send.send(played).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(send);
        let (mut tally, mut seen) = (EndTally::default(), HashSet::new());
        for played in &receive {
            if !seen.insert(played.moves_key) {
                tally.repeated += 1;
                continue;
            }
            tally.add(played.end);
            for sample in played.samples {
                writeln!(out, "{sample}")?;
            }
        }
        eprintln!("{tally}");
        Ok(())
    })
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
        let file = std::fs::File::open(path).map_err(failed)?;
        for (i, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(failed)?;
            let sample = TuningPosition::read(&game, &line);
            let sample =
                sample.map_err(|error| CommandError::Data(format!("{name}:{}: {error}", i + 1)))?;
            samples.push(sample);
        }
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
    let fitted = fit(
        &game,
        &samples,
        weights.as_ref(),
        &how,
        &made,
        &mut |epoch, off| {
            eprintln!("{epoch:>5}  {off:.6}");
        },
    );
    eprintln!(
        "error {:.6} to {:.6}; on games held back {:.6} to {:.6}; scale {:.0} centipawns",
        fitted.error[0], fitted.error[1], fitted.held_back[0], fitted.held_back[1], fitted.scale
    );
    write!(out, "{}", fitted.weights.write())?;
    Ok(())
}

/// Fits the conversion of scores into chances.
fn chances(samples: &[TuningPosition], out: &mut dyn Write) -> CommandResult {
    let mut results = ResultsByScore::default();
    samples.iter().for_each(|sample| results.add(sample));
    let few =
        "there are too few positions with a win, a draw or a loss to fit chances; play more games";
    let model = results.fit();
    let model = model.ok_or_else(|| CommandError::Data(few.to_owned()))?;
    writeln!(out, "[chances]")?;
    writeln!(out, "scale_cp = {:.1}", model.scale_cp)?;
    writeln!(out, "draw_cp = {:.1}", model.draw_cp)?;
    Ok(())
}

fn read_weights(path: &Path) -> CommandResult<Weights> {
    let weights = Weights::read(&load::read(path)?);
    weights.map_err(|error| CommandError::Data(format!("{}: {error}", path.display())))
}
