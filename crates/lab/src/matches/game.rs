//! Plays one game of a match, from its opening to its end, with the rules as the referee.

use super::adjudication::{Adjudged, Adjudication, AdjudicationState};
use super::clock::{EngineLimits, GameClock};
use super::player::{EngineFault, EngineReply, MatchPlayer, MoveReport, ReportedScore};
use hyperrook_notation::record::{
    Annotation, Comment, Element, GameResult, MoveStyle, Record, Tags,
};
use hyperrook_notation::short::parse_any;
use hyperrook_notation::words::shorten;
use hyperrook_rules::{History, Side};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// By the rules of the game.
    Rules,
    /// A player resigned.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// Drawn by the scores of both players: [`super::DrawRule`].
    DrawAdjudication,
    /// Lost by the score of the loser: [`super::ResignRule`].
    WinAdjudication,
    /// Drawn because it was too long.
    MaxPlies,
    /// A player exceeded its time.
    TimeLoss,
    /// A player did not answer.
    Hang,
    /// A player's program ended.
    Crash,
    /// A player made an illegal move.
    IllegalMove,
    /// A player claimed a wrong result, or rejected a legal move.
    WrongClaim,
}

impl Termination {
    /// All ways to end, in the order in which they are listed.
    pub const ALL: [Termination; 11] = [
        Termination::Rules,
        Termination::Resignation,
        Termination::Agreement,
        Termination::DrawAdjudication,
        Termination::WinAdjudication,
        Termination::MaxPlies,
        Termination::TimeLoss,
        Termination::Hang,
        Termination::Crash,
        Termination::IllegalMove,
        Termination::WrongClaim,
    ];

    /// Whether a player is at fault.
    pub fn is_fault(self) -> bool {
        use Termination::{Crash, Hang, IllegalMove, TimeLoss, WrongClaim};
        matches!(self, TimeLoss | Hang | Crash | IllegalMove | WrongClaim)
    }

    /// Its name in journals and summaries.
    pub fn word(self) -> &'static str {
        match self {
            Termination::Rules => "rules",
            Termination::Resignation => "resignation",
            Termination::Agreement => "agreement",
            Termination::DrawAdjudication => "draw-adjudication",
            Termination::WinAdjudication => "win-adjudication",
            Termination::MaxPlies => "max-plies",
            Termination::TimeLoss => "time-loss",
            Termination::Hang => "hang",
            Termination::Crash => "crash",
            Termination::IllegalMove => "illegal-move",
            Termination::WrongClaim => "wrong-claim",
        }
    }

    /// The value of PGN's `Termination` tag.
    fn tag(self) -> &'static str {
        match self {
            Termination::Rules | Termination::Resignation | Termination::Agreement => "normal",
            Termination::DrawAdjudication
            | Termination::WinAdjudication
            | Termination::MaxPlies => "adjudication",
            Termination::TimeLoss => "time forfeit",
            Termination::Hang | Termination::Crash => "abandoned",
            Termination::IllegalMove | Termination::WrongClaim => "rules infraction",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a player reported with a move.
#[derive(Clone, Copy, Debug)]
pub struct GameNote {
    /// Its score of the position.
    pub score: Option<ReportedScore>,
    /// The depth of its search, in plies.
    pub depth: Option<u32>,
    /// The time used.
    pub used: Duration,
    /// The nodes of its search.
    pub nodes: Option<u64>,
}

impl GameNote {
    /// `+0.35/12 0.45s`, the form of other match programs.
    fn text(&self) -> String {
        let mut text = String::new();
        match self.score {
            Some(ReportedScore::Centipawns(score)) => {
                text += &format!("{:+.2}", f64::from(score) / 100.0)
            }
            Some(ReportedScore::Mate(moves)) if moves > 0 => text += &format!("+M{moves}"),
            Some(ReportedScore::Mate(moves)) => text += &format!("-M{}", moves.unsigned_abs()),
            None => {}
        }
        if let (Some(depth), Some(_)) = (self.depth, self.score) {
            text += &format!("/{depth}");
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text + &format!("{:.3}s", self.used.as_secs_f64())
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameEnd {
    /// The game.
    pub history: History,
    /// The number of plies of its opening.
    pub opening_plies: usize,
    /// The note on each move that a player made.
    pub notes: Vec<GameNote>,
    /// The result.
    pub result: GameResult,
    /// How it ended.
    pub termination: Termination,
    /// How it ended, in words.
    pub detail: String,
}

/// Why a game was not finished.
#[derive(Debug)]
pub enum GameNotPlayed {
    /// A player cannot play it.
    EngineFault(Side, EngineFault),
    /// The match was stopped.
    Stopped,
}

/// Plays a game from the current position of `history`, whose moves are the opening. The players
/// and their limits are White's and Black's.
///
/// # Errors
/// If a player cannot play, or if the match is stopped.
pub fn play(
    mut history: History,
    players: [&mut dyn MatchPlayer; 2],
    limits: [EngineLimits; 2],
    rules: Adjudication,
) -> Result<GameEnd, GameNotPlayed> {
    let opening_plies = history.moves().len();
    let mut clocks = limits.map(GameClock::new);
    for side in Side::BOTH {
        let begun = players[side.index()].begin(&history, side, &clocks);
        begun.map_err(|fault| match fault {
            EngineFault::Stopped => GameNotPlayed::Stopped,
            fault => GameNotPlayed::EngineFault(side, fault),
        })?;
    }
    let mut watch = AdjudicationState::new(rules);
    let mut notes = Vec::new();
    let mut offered = false;
    let (result, termination, detail) = loop {
        if let Some(outcome) = history.outcome() {
            let result = GameResult::of(Some(outcome));
            break (result, Termination::Rules, outcome.reason.to_string());
        }
        let plies = history.moves().len();
        if rules.max_plies.is_some_and(|most| plies >= most as usize) {
            break (
                GameResult::Draw,
                Termination::MaxPlies,
                format!("{plies} {}", if plies == 1 { "ply" } else { "plies" }),
            );
        }
        let side = history.position().turn();
        let thought = players[side.index()].think(&history, &clocks, offered);
        let text = match judge(&thought, &history, side) {
            JudgedReply::Move(text) => text,
            JudgedReply::End(result, termination, detail) => break (result, termination, detail),
            JudgedReply::Stopped => return Err(GameNotPlayed::Stopped),
        };
        let mv = match parse_any(history.position(), &text) {
            Ok(mv) => mv,
            Err(error) => {
                let text = shorten(&text, 40);
                let detail = format!("{} played `{text}`: {error}", name(side));
                break (lost(side), Termination::IllegalMove, one_line(&detail));
            }
        };
        if history.play(mv).is_err() {
            break (lost(side), Termination::IllegalMove, name(side).to_owned());
        }
        clocks[side.index()].spend(thought.used);
        notes.push(GameNote {
            score: thought.score,
            depth: thought.depth,
            used: thought.used,
            nodes: thought.nodes,
        });
        if history.outcome().is_some() {
            continue;
        }
        if offered && thought.offers_draw {
            break (
                GameResult::Draw,
                Termination::Agreement,
                "agreement".to_owned(),
            );
        }
        offered = thought.offers_draw;
        let number = (history.moves().len() - opening_plies).div_ceil(2) as u32;
        match watch.add_score(side, number, thought.score) {
            Some(Adjudged::Draw) => {
                break (
                    GameResult::Draw,
                    Termination::DrawAdjudication,
                    "both scores".to_owned(),
                );
            }
            Some(Adjudged::Lost(loser)) => {
                let detail = format!("{}'s score", name(loser));
                break (lost(loser), Termination::WinAdjudication, detail);
            }
            None => {}
        }
    };
    for player in players {
        player.end(result, &detail);
    }
    Ok(GameEnd {
        history,
        opening_plies,
        notes,
        result,
        termination,
        detail,
    })
}

enum JudgedReply {
    Move(String),
    End(GameResult, Termination, String),
    Stopped,
}

/// The meaning of a reply. Moves are parsed later.
fn judge(thought: &MoveReport, history: &History, side: Side) -> JudgedReply {
    let end =
        |termination, detail: String| JudgedReply::End(lost(side), termination, one_line(&detail));
    let name = name(side);
    match &thought.reply {
        EngineReply::Move(text) => JudgedReply::Move(text.clone()),
        EngineReply::Stopped => JudgedReply::Stopped,
        EngineReply::Resign => end(Termination::Resignation, format!("{name} resigns")),
        EngineReply::Claim { result, words } => {
            // The rules say that the game is not over. Only a claim against itself is
            // accepted, as a resignation.
            if *result == lost(side) {
                end(Termination::Resignation, format!("{name} resigns: {words}"))
            } else {
                end(Termination::WrongClaim, format!("{name} claims {words}"))
            }
        }
        EngineReply::Complaint(words) => {
            let moves = history.moves().len();
            end(
                Termination::WrongClaim,
                format!("{name} refuses ply {moves}: {words}"),
            )
        }
        EngineReply::Late => end(Termination::TimeLoss, format!("{name} is out of time")),
        EngineReply::Hung => end(Termination::Hang, format!("{name} does not answer")),
        EngineReply::Crashed(exit_status) => end(
            Termination::Crash,
            format!("{name}'s program ended ({exit_status})"),
        ),
    }
}

fn lost(side: Side) -> GameResult {
    match side {
        Side::White => GameResult::BlackWins,
        Side::Black => GameResult::WhiteWins,
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// Text of an engine as one short line.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    shorten(&words.join(" "), 300)
}

impl GameEnd {
    /// The record of the game, with a comment on each move of a player.
    pub fn record(&self, mut tags: Tags) -> Record {
        for (name, value) in [
            ("Result", self.result.text()),
            ("Termination", self.termination.tag()),
            ("PlyCount", &*self.history.moves().len().to_string()),
        ] {
            // These names are valid.
            let _ = tags.set(name, value);
        }
        let mut record = Record::of(&self.history, tags, self.result, MoveStyle::Short);
        let plies = record.line.plies.iter_mut();
        for (ply, note) in plies.skip(self.opening_plies).zip(&self.notes) {
            let comment = Comment::new(&note.text());
            ply.after
                .push(Element::Annotation(Annotation::Comment(comment)));
        }
        let end = Comment::new(&format!("{}: {}", self.termination, self.detail));
        match record.line.plies.last_mut() {
            Some(ply) => ply
                .after
                .push(Element::Annotation(Annotation::Comment(end))),
            None => record.line.intro.push(Annotation::Comment(end)),
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::super::player::MoveFunction;
    use super::*;
    use hyperrook_notation::moves::parse_move;
    use hyperrook_rules::{Game, GameFile};

    fn chess() -> Game {
        Game::new(GameFile::shipped("chess").unwrap().define(&[]).unwrap()).unwrap()
    }

    /// A player that makes the given moves of its side and then resigns.
    fn scripted(
        moves: &'static [&'static str],
    ) -> MoveFunction<impl FnMut(&History) -> Option<hyperrook_rules::Move>> {
        let mut moves = moves.iter();
        MoveFunction(move |history: &History| {
            moves
                .next()
                .map(|text| parse_move(history.position(), text).unwrap())
        })
    }

    #[test]
    fn functions_can_play_against_each_other() {
        let mut white = scripted(&["f2f3", "g2g4"]);
        let mut black = scripted(&["e7e5", "d8h4"]);
        let start = History::new(chess().start());
        let ended = play(
            start,
            [&mut white, &mut black],
            [EngineLimits::default(); 2],
            Adjudication::default(),
        );
        let ended = ended.unwrap();
        assert_eq!(ended.result, GameResult::BlackWins);
        assert_eq!(
            (ended.termination, &*ended.detail),
            (Termination::Rules, "checkmate")
        );
        let record = ended.record(Tags::roster());
        let text = hyperrook_notation::record::format_record(&record).unwrap();
        let text = text.replace('\n', " ");
        assert!(text.contains("Qh4#"), "{text}");
        assert!(text.contains("{rules: checkmate} 0-1"), "{text}");
    }

    #[test]
    fn a_game_can_end_by_resignation_or_length() {
        let mut white = scripted(&["e2e4"]);
        let mut black = scripted(&["e7e5"]);
        let rules = Adjudication::default();
        let start = || History::new(chess().start());
        let ended = play(
            start(),
            [&mut white, &mut black],
            [EngineLimits::default(); 2],
            rules,
        )
        .unwrap();
        assert_eq!(
            (ended.result, ended.termination),
            (GameResult::BlackWins, Termination::Resignation)
        );
        let rules = Adjudication {
            max_plies: Some(2),
            ..Adjudication::default()
        };
        let mut white = scripted(&["e2e4"]);
        let mut black = scripted(&["e7e5"]);
        let ended = play(
            start(),
            [&mut white, &mut black],
            [EngineLimits::default(); 2],
            rules,
        )
        .unwrap();
        assert_eq!(
            (ended.result, ended.termination),
            (GameResult::Draw, Termination::MaxPlies)
        );
    }
}
