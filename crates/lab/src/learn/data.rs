//! Positions to learn from, in memory and in files that grow game by game.

use crate::tune::{SelfPlayGame, TuningPosition};
use hyperrook_geometry::Cell;
use hyperrook_rules::{Game, Kind, Piece, Setup, Side, State};
use hyperrook_search::Engine;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// One game in this many is held back, to measure how well a network does on games that it has not
/// learnt from.
const HELD_BACK: u32 = 10;

/// The positions of many games.
#[derive(Clone, Debug, Default)]
pub struct DataSet {
    /// Pieces of all positions: the cell, and twice the kind plus the side.
    pieces: Vec<(u8, u8)>,
    samples: Vec<Sample>,
    /// The number of games.
    pub games: u32,
}

/// A position with its score and result, both for White.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    start: u32,
    len: u16,
    /// The side to move.
    pub turn: Side,
    /// Castling rights, holds and bindings.
    state: [u8; 3],
    /// The score of the search, in centipawns.
    pub score_cp: i16,
    /// The evaluation by weights, in centipawns: see [`DataSet::evaluate`].
    pub by_weights_cp: i16,
    /// The result: 2 if White won, 1 for a draw, 0 if Black won, and [`Sample::NO_RESULT`] for a
    /// position that is not from the game itself.
    pub result: u8,
    /// Whether its game is held back from training, to measure the error on it.
    pub held_back: bool,
}

impl Sample {
    /// The position did not occur in a game.
    pub const NO_RESULT: u8 = 3;

    /// The state of the position, without captures in passing.
    pub fn state(&self) -> State {
        let [castling, holds, bound] = self.state;
        State {
            castling,
            holds,
            bound,
            en_passant: None,
        }
    }
}

impl DataSet {
    /// The positions.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The number of positions of games, without those beside them.
    pub(super) fn played(&self) -> usize {
        self.count(|result| result != Sample::NO_RESULT)
    }

    /// The share of the positions of games that are from drawn ones.
    pub(super) fn drawn(&self) -> f32 {
        self.count(|result| result == 1) as f32 / self.played().max(1) as f32
    }

    fn count(&self, wanted: impl Fn(u8) -> bool) -> usize {
        let results = self.samples.iter().map(|sample| sample.result);
        results.filter(|&result| wanted(result)).count()
    }

    /// The pieces of a position: the cell, and twice the kind plus the side.
    #[inline]
    pub fn pieces(&self, sample: &Sample) -> &[(u8, u8)] {
        &self.pieces[sample.start as usize..][..usize::from(sample.len)]
    }

    /// Whether the next game is held back. This depends on the index of the game in its own
    /// generation, so a game stays held back in every window of generations.
    fn next_is_held_back(&self) -> bool {
        self.games % HELD_BACK == HELD_BACK - 1
    }

    /// Adds the positions of a game, and explored positions near it.
    pub fn add_game(&mut self, samples: &[TuningPosition], explored: &[TuningPosition]) {
        let played = samples
            .iter()
            .map(|sample| (sample, (sample.result * 2.0).round() as u8));
        let beside = explored.iter().map(|sample| (sample, Sample::NO_RESULT));
        for (sample, result) in played.chain(beside) {
            let (position, start) = (&sample.position, self.pieces.len());
            for cell in position.game().board().cells() {
                if let Some(piece) = position.piece(cell) {
                    let code = piece.kind.index() * 2 + piece.side.index();
                    self.pieces.push((cell.byte(), code as u8));
                }
            }
            let state = position.state();
            self.samples.push(Sample {
                start: start as u32,
                len: (self.pieces.len() - start) as u16,
                turn: position.turn(),
                state: [state.castling, state.holds, state.bound],
                score_cp: sample.score_cp.clamp(-30_000, 30_000) as i16,
                by_weights_cp: 0,
                result,
                held_back: self.next_is_held_back(),
            });
        }
        self.games += 1;
    }

    /// Adds the positions of another set.
    pub fn append(&mut self, other: &DataSet) {
        let start = self.pieces.len() as u32;
        self.pieces.extend(&other.pieces);
        let moved = other.samples.iter().map(|sample| Sample {
            start: sample.start + start,
            ..*sample
        });
        self.samples.extend(moved);
        self.games += other.games;
    }

    /// Evaluates all positions with an engine that has only weights, on several threads.
    pub fn evaluate(&mut self, engine: &Engine, threads: usize) {
        let pieces = &self.pieces;
        let chunk = self.samples.len().div_ceil(threads.max(1)).max(1);
        std::thread::scope(|scope| {
            for samples in self.samples.chunks_mut(chunk) {
                scope.spawn(move || {
                    for sample in samples {
                        let score = score_by_weights(engine, pieces, sample);
                        sample.by_weights_cp = score.clamp(-30_000, 30_000) as i16;
                    }
                });
            }
        });
    }

    /// The bytes of the positions, in the format of a file.
    fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for sample in &self.samples {
            bytes.push(sample.turn.index() as u8);
            bytes.extend(sample.state);
            bytes.extend(sample.score_cp.to_le_bytes());
            bytes.push(sample.result);
            bytes.extend(sample.len.to_le_bytes());
            for &(cell, code) in self.pieces(sample) {
                bytes.extend([cell, code]);
            }
        }
        bytes
    }

    /// Adds the positions of one game from the bytes of a file. `None` if they are not
    /// positions of this game.
    fn read(&mut self, game: &Game, mut bytes: &[u8]) -> Option<()> {
        let codes = 2 * game.definition().pieces().len();
        while !bytes.is_empty() {
            let (head, rest) = bytes.split_first_chunk::<9>()?;
            let [turn, castling, holds, bound, low, high, result, len, more] = *head;
            let len = u16::from_le_bytes([len, more]);
            let (pieces, rest) = rest.split_at_checked(2 * usize::from(len))?;
            bytes = rest;
            let start = self.pieces.len();
            for &[cell, code] in pieces.as_chunks().0 {
                let on_board = game.board().contains(Cell::from_byte(cell));
                (on_board && usize::from(code) < codes).then_some(())?;
                self.pieces.push((cell, code));
            }
            (turn < 2 && result <= Sample::NO_RESULT).then_some(())?;
            self.samples.push(Sample {
                start: start as u32,
                len,
                turn: Side::BOTH[usize::from(turn)],
                state: [castling, holds, bound],
                score_cp: i16::from_le_bytes([low, high]),
                by_weights_cp: 0,
                result,
                held_back: self.next_is_held_back(),
            });
        }
        self.games += 1;
        Some(())
    }
}

/// The evaluation of a position by weights, in centipawns.
fn score_by_weights(engine: &Engine, pieces: &[(u8, u8)], sample: &Sample) -> i32 {
    let game = engine.game();
    let mut setup = Setup::empty(game.board().len());
    for &(cell, code) in &pieces[sample.start as usize..][..usize::from(sample.len)] {
        setup.pieces[usize::from(cell)] = Some(Piece {
            side: Side::BOTH[usize::from(code % 2)],
            kind: Kind::from_index(usize::from(code / 2)),
        });
    }
    setup.turn = sample.turn;
    setup.state = sample.state();
    // Only positions of games are kept, so each is a position of the game.
    let position = game.position(&setup);
    position.map_or(0, |position| engine.evaluate_cp(&position))
}

/// The data that a file keeps for a game besides its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameKeys {
    /// The number of its opening.
    pub number: u64,
    /// The key of the position after the opening.
    pub opening: u64,
    /// A hash of its moves.
    pub moves: u64,
}

/// The bytes before the positions of a game: their length and the keys.
const HEAD: usize = 4 + 3 * 8;

/// A file of positions that grows game by game. If only part of a game was written, the next game
/// takes its place.
#[derive(Debug)]
pub struct DataFile {
    file: File,
    /// The length of the whole games, in bytes.
    whole: u64,
    /// The length of what follows them.
    partial: u64,
}

impl DataFile {
    /// Opens or creates a file, and reads the games in it.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn open(path: &Path, game: &Game) -> io::Result<(DataFile, DataSet, Vec<GameKeys>)> {
        let options = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .clone();
        let mut file = options.open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (mut data, mut keys) = (DataSet::default(), Vec::new());
        let mut whole = 0;
        while let Some((head, rest)) = bytes[whole..].split_first_chunk::<HEAD>() {
            let number = |at: usize| {
                let bytes = head[at..].first_chunk().copied().unwrap_or_default();
                u64::from_le_bytes(bytes)
            };
            let len = (number(0) & 0xffff_ffff) as usize;
            let Some(positions) = rest.get(..len) else {
                break;
            };
            if data.read(game, positions).is_none() {
                let number = keys.len() + 1;
                let damaged = format!("game {number} is damaged: start again in another folder");
                return Err(io::Error::new(io::ErrorKind::InvalidData, damaged));
            }
            keys.push(GameKeys {
                number: number(4),
                opening: number(12),
                moves: number(20),
            });
            whole += HEAD + len;
        }
        let file = DataFile {
            file,
            whole: whole as u64,
            partial: (bytes.len() - whole) as u64,
        };
        Ok((file, data, keys))
    }

    /// Whether the last game in the file is only partly there.
    pub fn ends_with_partial_game(&self) -> bool {
        self.partial > 0
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, played: &SelfPlayGame, keys: GameKeys) -> io::Result<()> {
        let mut data = DataSet::default();
        data.add_game(&played.samples, &played.explored);
        let positions = data.write();
        let mut bytes = Vec::with_capacity(HEAD + positions.len());
        bytes.extend((positions.len() as u32).to_le_bytes());
        for key in [keys.number, keys.opening, keys.moves] {
            bytes.extend(key.to_le_bytes());
        }
        bytes.extend(positions);
        if self.partial > 0 {
            self.file.set_len(self.whole)?;
            self.partial = 0;
        }
        self.file.write_all(&bytes)?;
        self.whole += bytes.len() as u64;
        Ok(())
    }
}
