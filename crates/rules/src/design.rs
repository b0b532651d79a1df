//! Mistakes of design: what can be played, but hardly as it is meant.

use crate::{Definition, Game, Kind, PiecePaths, Reason, Side, Stalemate};
use hyperrook_geometry::CellSet;

/// What looks like a mistake.
pub(crate) struct Mistake {
    /// The keys that lead to the place in the file.
    pub(crate) path: Vec<String>,
    pub(crate) message: String,
    pub(crate) help: &'static str,
}

/// A part of a definition that may be of no use.
pub(crate) struct UsedPart {
    /// Whether it is of use.
    pub(crate) is_used: bool,
    /// What to say if it is of no use with any values of options.
    pub(crate) unused: Mistake,
}

fn path(keys: &[&str]) -> Vec<String> {
    keys.iter().map(|&key| key.to_owned()).collect()
}

/// A game that is over before the first move.
pub(crate) fn over_at_start(game: &Game) -> Option<Mistake> {
    let start = game.start();
    let outcome = start.outcome()?;
    let turn = start.turn();
    let message = match (outcome.reason, outcome.winner) {
        (Reason::Checkmate, _) => format!("{turn}, who moves first, is checkmated at the start"),
        (Reason::Stalemate, _) => format!("{turn}, who moves first, is stalemated at the start"),
        (reason, Some(winner)) => {
            format!("the game is over at the start: {winner} has won ({reason})")
        }
        (reason, None) => format!("the game is over at the start: it is a draw ({reason})"),
    };
    Some(Mistake {
        path: path(&["start"]),
        message,
        help: "change the starting array, or how the game ends",
    })
}

/// Coordinates of which players are told nothing: only files, ranks, levels and cells of a ring
/// explain themselves.
pub(crate) fn unexplained_coordinates(definition: &Definition) -> Option<Mistake> {
    if !definition.board_about().is_empty() {
        return None;
    }
    let board = &definition.board;
    let mut charts = board.charts().iter();
    let (chart, axis) = charts.find_map(|chart| {
        let mut axes = 0..chart.axes().len();
        let axis = axes.find(|&axis| board.axis_in_drawing(chart, axis).is_none())?;
        Some((chart, axis))
    })?;
    let name = &chart.axes()[axis].name;
    Some(Mistake {
        path: path(&["board"]),
        message: format!(
            "players are not told what the axis `{name}` of chart `{}` is",
            chart.name()
        ),
        help: "describe it in `about` of [board], for example with the numbers of some cells",
    })
}

/// A game in which hardly anybody can be checkmated, nor win otherwise: only royal pieces can
/// capture.
pub(crate) fn no_attackers(definition: &Definition, paths: &PiecePaths) -> Option<Mistake> {
    let ends = &definition.ends;
    let wins_otherwise = ends.baring || ends.stalemate != Stalemate::Draw;
    if wins_otherwise || definition.transformation.is_some() {
        return None;
    }
    let reached = reached_cells(definition, paths, true);
    let attacks = |side: Side, kind: Kind| {
        let cells = reached[side.index()][kind.index()];
        let attacks_from =
            |cell| !paths.captures(side, kind, cell).is_empty() || paths.hops(side, kind, cell);
        cells.into_iter().any(attacks_from)
    };
    let has_attacker = Side::BOTH.into_iter().any(|side| {
        let mut kinds = definition.kinds();
        kinds.any(|kind| !definition.piece(kind).royal && attacks(side, kind))
    });
    if has_attacker {
        return None;
    }
    Some(Mistake {
        path: path(&["pieces"]),
        message: "only royal pieces can capture, so hardly anybody can be checkmated".to_owned(),
        help: "give another piece a move that captures, or let the game end in another way",
    })
}

/// The most first moves of a game that are tried.
const MAX_FIRST_MOVES: usize = 512;

/// A game that the side to move can win with its first move.
pub(crate) fn won_at_once(game: &Game) -> Option<Mistake> {
    let start = game.start();
    let (turn, moves) = (start.turn(), start.moves());
    let wins = |&mv: &crate::Move| {
        let mut after = start.clone();
        after.play(mv).is_ok()
            && after
                .outcome()
                .is_some_and(|outcome| outcome.winner == Some(turn))
    };
    let mv = moves.into_iter().take(MAX_FIRST_MOVES).find(wins)?;
    let [from, to] = [mv.origin(), mv.destination()].map(|cell| game.board().name(cell));
    Some(Mistake {
        path: path(&["start"]),
        message: format!("{turn}, who moves first, can win with the first move: {from} to {to}"),
        help: "change the starting array, so that the game does not end at once",
    })
}

/// Every chart and every kind of piece, and whether it is of use.
pub(crate) fn charts_and_pieces(definition: &Definition) -> Vec<UsedPart> {
    let mut parts = Vec::new();
    let charts = definition.board.charts();
    // A file needs at least one chart.
    for (index, chart) in charts.iter().enumerate().filter(|_| charts.len() > 1) {
        let moves = |kind: &crate::PieceSpec| {
            kind.span.is_some_and(|span| span.chart == index)
                || kind.moves.terms.iter().any(|term| term.chart == index)
        };
        let is_held = |hold: &crate::Hold| definition.groups[hold.group].chart == index;
        let is_used = chart.address_len().is_some()
            || definition.pieces.iter().any(moves)
            || definition.holds.iter().any(is_held);
        let name = chart.name();
        parts.push(UsedPart {
            is_used,
            unused: Mistake {
                path: path(&["charts", name]),
                message: format!("no piece moves by chart `{name}`"),
                help: "correct its name, name it in `moves`, or leave the chart out",
            },
        });
    }
    let used = used_kinds(definition);
    for kind in definition.kinds() {
        let piece = definition.piece(kind);
        parts.push(UsedPart {
            is_used: used[kind.index()],
            unused: Mistake {
                path: path(&["pieces", &piece.letter.to_string()]),
                message: format!(
                    "no {} ever comes into play: none is in the start, and nothing becomes one",
                    piece.name
                ),
                help: "put it into the start, let a piece promote to it, or leave it out",
            },
        });
    }
    parts
}

/// The kinds that are in the start, or that those in the start become, by index.
fn used_kinds(definition: &Definition) -> Vec<bool> {
    let mut used = vec![false; definition.pieces.len()];
    for piece in definition.start.pieces.iter().flatten() {
        used[piece.kind.index()] = true;
    }
    loop {
        let before = used.clone();
        for promotion in &definition.promotions {
            if promotion.pieces.iter().any(|kind| used[kind.index()]) {
                for kind in &promotion.to {
                    used[kind.index()] = true;
                }
            }
        }
        if let Some(transformation) = definition.transformation
            && used[transformation.from.index()]
        {
            used[transformation.to.index()] = true;
        }
        if used == before {
            return used;
        }
    }
}

/// Every promotion and side, and whether a piece can ever promote by it. `names` are those of the
/// promotions.
pub(crate) fn promotions(
    definition: &Definition,
    paths: &PiecePaths,
    names: &[String],
) -> Vec<UsedPart> {
    let reached = reached_cells(definition, paths, true);
    let mut parts = Vec::new();
    for (promotion, name) in definition.promotions.iter().zip(names) {
        for side in Side::BOTH {
            let cells = promotion.cells[side.index()];
            // A side without such pieces must name cells, too.
            let exists = |kind: &Kind| !reached[side.index()][kind.index()].is_empty();
            if cells.is_empty() || !promotion.pieces.iter().any(exists) {
                continue;
            }
            let reaches = |kind: &Kind| !(reached[side.index()][kind.index()] & cells).is_empty();
            let key = ["white", "black"][side.index()];
            parts.push(UsedPart {
                is_used: promotion.pieces.iter().any(reaches),
                unused: Mistake {
                    path: path(&["promotion", name, key]),
                    message: format!(
                        "no piece of {side} can reach the cells of [promotion.{name}]"
                    ),
                    help: "name other cells; perhaps White's and Black's are exchanged",
                },
            });
        }
    }
    parts
}

/// The kinds that get to cells on which they stay for ever: they have no move there on an empty
/// board, and do not promote.
pub(crate) fn stuck_pieces(definition: &Definition, paths: &PiecePaths) -> Vec<Mistake> {
    let reached = reached_cells(definition, paths, false);
    let mut mistakes = Vec::new();
    for kind in definition.kinds() {
        let piece = definition.piece(kind);
        if piece.royal || piece.span.is_some() {
            continue;
        }
        let moves = |side: Side, cell| {
            !paths.quiet(side, kind, cell).is_empty()
                || !paths.captures(side, kind, cell).is_empty()
                || !paths.en_passant(side, kind, cell).is_empty()
                || paths.hops(side, kind, cell)
        };
        let stuck = Side::BOTH.into_iter().find_map(|side| {
            let board = &definition.board;
            // A piece that never moves is meant to be an obstacle, or is reported elsewhere.
            if !board.cells().any(|cell| moves(side, cell)) {
                return None;
            }
            let reached = reached[side.index()][kind.index()];
            let mut cells = board
                .cells()
                .filter(|&cell| reached.contains(cell) && !moves(side, cell));
            cells
                .find(|&cell| definition.promotion(side, kind, cell).is_none())
                .map(|cell| (side, cell))
        });
        if let Some((side, cell)) = stuck {
            let cell = definition.board.name(cell);
            mistakes.push(Mistake {
                path: path(&["pieces", &piece.letter.to_string(), "moves"]),
                message: format!(
                    "{side}'s {} can get stuck on {cell}: it has no move from there, and does not \
                     promote",
                    piece.name
                ),
                help: "let it promote on such cells, or give it a move that leads away",
            });
        }
    }
    mistakes
}

/// By side and kind, the cells that pieces reach by their own moves if nothing is in the way and
/// there is something to capture everywhere. With `hop_anywhere`, a piece that can hop reaches
/// every cell; without, hops do not count.
fn reached_cells(
    definition: &Definition,
    paths: &PiecePaths,
    hop_anywhere: bool,
) -> [Vec<CellSet>; 2] {
    let kinds = definition.pieces.len();
    let mut reached = [vec![CellSet::EMPTY; kinds], vec![CellSet::EMPTY; kinds]];
    let mut to_visit = Vec::new();
    for (cell, piece) in definition.board.cells().zip(&definition.start.pieces) {
        to_visit.extend(piece.map(|piece| (piece.side, piece.kind, cell)));
    }
    for castling in &definition.castlings {
        to_visit.push((castling.side, castling.rook, castling.rook_to));
    }
    while let Some((side, kind, cell)) = to_visit.pop() {
        let cells = &mut reached[side.index()][kind.index()];
        if cells.contains(cell) {
            continue;
        }
        cells.insert(cell);
        if let Some(promotion) = definition.promotion(side, kind, cell) {
            to_visit.extend(promotion.to.iter().map(|&to| (side, to, cell)));
            if !promotion.optional {
                continue;
            }
        }
        let all = [
            paths.quiet(side, kind, cell),
            paths.captures(side, kind, cell),
            paths.en_passant(side, kind, cell),
        ];
        to_visit.extend(all.into_iter().flatten().map(|path| (side, kind, path.to)));
        if hop_anywhere && (paths.hops(side, kind, cell) || definition.piece(kind).span.is_some()) {
            to_visit.extend(definition.board.cells().map(|cell| (side, kind, cell)));
        }
    }
    reached
}
