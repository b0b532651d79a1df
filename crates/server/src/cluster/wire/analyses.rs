//! Messages about analyses that nodes and workers share.

use super::WireError;
use crate::cluster::subjects::is_word;
use hyperrook_view::types::{AnalysisLine, GameRef};
use serde::{Deserialize, Serialize};

/// The longest of these messages, in bytes.
const MAX_UPDATE: usize = 256 * 1024;
/// The most lines of an analysis.
pub(crate) const MAX_LINES: usize = 5;
/// The most moves of a line, and the longest text of one.
const MAX_LINE_MOVES: usize = 512;
const MAX_MOVE: usize = 256;
/// The most analyses that one message ends.
const MAX_IDS: usize = 1000;

/// What is to be analysed, as it is stored for workers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AnalysisQuery {
    /// The game.
    pub(crate) game: GameRef,
    /// The position text to start from; the game's start if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
    /// The moves made from there.
    pub(crate) moves: Vec<String>,
    /// How many lines are shown.
    pub(crate) lines: usize,
}

/// What concerns all who analyse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum AnalysisNotice {
    /// Somebody waits for an analysis.
    Waiting {},
    /// Nobody wants these analyses any more.
    Unwanted { ids: Vec<String> },
    /// A message of a newer version.
    #[serde(other)]
    Unknown,
}

/// What a worker has found, for the node whose client asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AnalysisUpdate {
    /// The analysis.
    pub(crate) id: String,
    /// How often it was begun, this time included.
    pub(crate) attempt: i64,
    /// Whether it has ended.
    pub(crate) done: bool,
    /// The lines, best first.
    pub(crate) lines: Vec<AnalysisLine>,
    /// Nodes searched in a second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nps: Option<u64>,
}

/// Reads what a worker has found, and checks it.
pub(crate) fn read_update(payload: &[u8]) -> Result<AnalysisUpdate, WireError> {
    if payload.len() > MAX_UPDATE {
        return Err(WireError::Limit("is too long"));
    }
    let update: AnalysisUpdate = super::read(payload)?;
    let short = |texts: &[String]| {
        texts.len() <= MAX_LINE_MOVES && texts.iter().all(|text| text.len() <= MAX_MOVE)
    };
    let lines = &update.lines;
    let fits = is_word(&update.id)
        && lines.len() <= MAX_LINES
        && lines
            .iter()
            .all(|line| short(&line.moves) && short(&line.short));
    if fits {
        Ok(update)
    } else {
        Err(WireError::Limit("breaks a limit"))
    }
}

/// Reads what concerns all who analyse, and checks it.
pub(crate) fn read_analysis_notice(payload: &[u8]) -> Result<AnalysisNotice, WireError> {
    let notice: AnalysisNotice = super::read(payload)?;
    match &notice {
        AnalysisNotice::Unwanted { ids }
            if ids.len() > MAX_IDS || !ids.iter().all(|id| is_word(id)) =>
        {
            Err(WireError::Limit("breaks a limit"))
        }
        _ => Ok(notice),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_workers_find_is_checked() {
        let line = |text: &str| {
            format!(
                r#"{{"rank": 1, "depth": 3, "score": {{"cp": 12}}, "moves": ["{text}"], "short":
                    ["e4"], "chances": {{"white": 500, "draw": 300, "black": 200}}, "nodes": 1,
                    "time_ms": 1}}"#
            )
        };
        let update = |id: &str, lines: &[String]| {
            let lines = lines.join(", ");
            let text =
                format!(r#"{{"id": "{id}", "attempt": 1, "done": false, "lines": [{lines}]}}"#);
            read_update(text.as_bytes())
        };
        assert_eq!(update("a", &[line("e2e4")]).unwrap().lines.len(), 1);
        assert!(update("a.b", &[]).is_err());
        assert!(update("a", &vec![line("e2e4"); 6]).is_err());
        assert!(update("a", &[line(&"x".repeat(300))]).is_err());
        let newer = read_analysis_notice(br#"{"t": "sung", "x": 1}"#).unwrap();
        assert_eq!(newer, AnalysisNotice::Unknown);
        assert!(read_analysis_notice(br#"{"t": "unwanted", "ids": ["a.>"]}"#).is_err());
        assert!(read_analysis_notice(br#"{"t": "unwanted", "ids": ["a1"]}"#).is_ok());
    }
}
