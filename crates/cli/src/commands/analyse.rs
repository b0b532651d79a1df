//! `hyperrook analyse`: finds the best lines of a position.

use crate::args::AnalyseArgs;
use crate::error::{CommandError, CommandResult};
use crate::tables::{self, TableVerdict};
use crate::{engine, load, texts, words};
use hyperrook_rules::{History, Move, Position};
use hyperrook_search::{
    Bound, Control, Engine, EngineSettings, Info, Score, SearchLimits, SearchReport,
};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::mpsc::channel;

/// Signals that stop an analysis. A second signal ends the program immediately.
const SIGNALS: [i32; 2] = [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

/// The maximum number of moves of a line in text output.
const MAX_MOVES: usize = 16;

pub(super) fn run(args: &AnalyseArgs, out: &mut dyn Write) -> CommandResult {
    let loaded = load::load(&args.game.game, &args.game.options.options)?;
    let mut history = History::new(load::position(&loaded.game, &args.position)?);
    for text in &args.moves {
        let mv = texts::read_move(history.position(), text)
            .map_err(|error| CommandError::Data(format!("move `{text}`: {error}")))?;
        history
            .play(mv)
            .map_err(|error| CommandError::Data(format!("move `{text}`: {error}")))?;
    }
    let position = history.position().clone();
    if let Some(outcome) = history.outcome() {
        if args.json {
            let (status, reason) = texts::status_parts(&position, Some(outcome));
            let mut over = conclusion_json(&position, &SearchReport::default(), None);
            over["status"] = status.into();
            over["reason"] = reason.into();
            return json_line(out, &over);
        }
        let status = texts::status(&position, Some(outcome));
        return Err(CommandError::Data(format!("the game is over: {status}")));
    }
    if let Some(folder) = args
        .tables
        .folder
        .as_ref()
        .filter(|folder| !folder.is_dir())
    {
        note!(
            "note: there is no folder {}, so no tables are used",
            folder.display()
        );
    }
    let settings = EngineSettings {
        hash_mib: args.hash,
        threads: args.threads,
        network: engine::network(args.network.as_deref(), &loaded.game)?,
        tables: tables::source(&args.tables),
        ..EngineSettings::default()
    };
    let mut engine = Engine::new(&loaded.game, settings);
    if let Some(Err(error)) = engine.tables().map(|tables| tables.probe(&position)) {
        note!("note: {error}. The engine uses what is undamaged of this table");
    }
    let control = Control::new();
    stop_on_signal(&control)?;
    if !args.json {
        let definition = loaded.game.definition();
        writeln!(
            out,
            "{}{}",
            definition.name(),
            super::common::options_text(definition)
        )?;
        writeln!(out, "{}", texts::format_position(&position))?;
        writeln!(
            out,
            "depth     score        nodes     time  line (scores for White)"
        )?;
        out.flush()?;
    }
    let report = std::thread::scope(|scope| {
        let (sender, received) = channel();
        let (engine, history, control) = (&mut engine, &history, &control);
        let search = scope.spawn(move || {
            engine.search(history, &limits(args), control, &mut |info| {
                // The receiver is gone after a failure.
                let _ = sender.send(info.clone());
            })
        });
        for info in received {
            let written = if args.json {
                write_json(out, &position, &info)
            } else {
                write_line(out, &position, &info, args.lines > 1)
            };
            if let Err(failure) = written {
                control.stop();
                return Err(failure);
            }
        }
        Ok(search.join().expect("a search does not panic"))
    })?;
    let table = tables::look_up(&position, settings.tables);
    if args.json {
        json_line(out, &conclusion_json(&position, &report, table))
    } else {
        conclude(out, &position, &report)?;
        table.map_or(Ok(()), |table| write_table(out, &table))
    }
}

/// Writes the verdict of endgame tables on each move.
fn write_table(out: &mut dyn Write, table: &TableVerdict) -> CommandResult {
    writeln!(out, "endgame table: {}", table.position)?;
    for (n, (short, words)) in table.moves.iter().enumerate() {
        let note = if n == 0 && table.is_defence {
            " (best defence)"
        } else {
            ""
        };
        writeln!(out, "{short:<8} {words}{note}")?;
    }
    Ok(())
}

fn limits(args: &AnalyseArgs) -> SearchLimits {
    SearchLimits::default()
        .depth_plies(args.depth)
        .nodes(args.nodes)
        .mate_moves(args.mate)
        .move_time(args.time)
        .infinite(
            args.depth.is_none()
                && args.nodes.is_none()
                && args.mate.is_none()
                && args.time.is_none(),
        )
        .lines(usize::from(args.lines))
}

/// Makes the first signal stop the search, which then reports its result.
fn stop_on_signal(control: &Control) -> CommandResult {
    let control = control.clone();
    let mut signals = signal_hook::iterator::Signals::new(SIGNALS)?;
    std::thread::spawn(move || {
        for (n, signal) in signals.forever().enumerate() {
            if n > 0 {
                std::process::exit(128 + signal);
            }
            control.stop();
        }
    });
    Ok(())
}

fn write_line(
    out: &mut dyn Write,
    position: &Position,
    info: &Info,
    numbered: bool,
) -> CommandResult {
    let number = if numbered {
        format!("{}) ", info.line)
    } else {
        String::new()
    };
    let more = if info.moves.len() > MAX_MOVES {
        " …"
    } else {
        ""
    };
    writeln!(
        out,
        "{:<7} {:>7} {:>12} {:>8}  {number}{}{more}",
        format!("{}/{}", info.depth_plies, info.selective_depth_plies),
        engine::with_bound(info.score, info.bound, position.turn()),
        words::thousands(info.nodes),
        engine::seconds(info.time),
        engine::line(position, &info.moves, MAX_MOVES, true),
    )?;
    out.flush()?;
    Ok(())
}

fn conclude(out: &mut dyn Write, position: &Position, report: &SearchReport) -> CommandResult {
    let Some(best) = report.best else {
        writeln!(out, "no move")?;
        return Ok(());
    };
    if let Some(line) = report.lines.first() {
        let chances = engine::white_chances(line.chances, position.turn());
        writeln!(out, "{}", engine::chances(chances))?;
    }
    write!(out, "best {}", texts::short(position, best))?;
    let after = position.after(best).ok();
    if let (Some(after), Some(answer)) = (after, report.ponder) {
        write!(out, ", expecting {}", texts::short(&after, answer))?;
    }
    writeln!(
        out,
        " ({} nodes, {})",
        words::thousands(report.nodes),
        engine::seconds(report.time)
    )?;
    Ok(())
}

fn write_json(out: &mut dyn Write, position: &Position, info: &Info) -> CommandResult {
    let turn = position.turn();
    let score = match engine::white(info.score, turn) {
        Score::Centipawns(cp) => json!({ "centipawns": cp }),
        Score::Mate(moves) => json!({ "mate": moves }),
    };
    let chances = engine::white_chances(info.chances, turn);
    // A lower bound for Black is an upper bound for White.
    let white = turn == hyperrook_rules::Side::White;
    let bound = match (info.bound, white) {
        (Bound::Exact, _) => "exact",
        (Bound::Lower, true) | (Bound::Upper, false) => "lower",
        (Bound::Upper, true) | (Bound::Lower, false) => "upper",
    };
    let value = json!({
        "line": info.line,
        "depth": info.depth_plies,
        "selective_depth": info.selective_depth_plies,
        "score_for": "white",
        "score": score,
        "chances": {
            "white": chances.win,
            "draw": chances.draw,
            "black": chances.loss,
        },
        "bound": bound,
        "nodes": info.nodes,
        "nodes_per_second": info.nodes_per_second(),
        "time_ms": u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
        "hash_permille": info.hash_permille,
        "moves": move_texts(position, &info.moves),
        "short": engine::line(position, &info.moves, usize::MAX, true),
    });
    json_line(out, &value)
}

fn conclusion_json(
    position: &Position,
    report: &SearchReport,
    table: Option<TableVerdict>,
) -> Value {
    let moves: Vec<Move> = report.best.into_iter().chain(report.ponder).collect();
    let texts = move_texts(position, &moves);
    let definition = position.game().definition();
    json!({
        "game": definition.name(),
        "identity": definition.identity(),
        "position": texts::format_position(position),
        "best": texts.first(),
        "ponder": texts.get(1),
        "table": table.map(|table| {
            let moves = table.moves.into_iter();
            let moves = moves.map(|(short, words)| json!({"short": short, "result": words}));
            json!({"result": table.position, "moves": moves.collect::<Vec<_>>()})
        }),
        "nodes": report.nodes,
        "time_ms": u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
    })
}

fn move_texts(position: &Position, moves: &[Move]) -> Vec<String> {
    let texts = moves.iter().map(|&mv| texts::format_move(position, mv));
    texts.collect()
}

fn json_line(out: &mut dyn Write, value: &Value) -> CommandResult {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}
