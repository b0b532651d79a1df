//! The body of the fuzz target `records`: a stream of game records.

use hyperrook_notation::record::{Record, RecordLimits, RecordReader, ShippedGames, format_record};
use std::sync::OnceLock;

/// Reads the bytes as records, writes them and reads them again.
pub(crate) fn run(bytes: &[u8]) {
    static GAMES: OnceLock<ShippedGames> = OnceLock::new();
    let games = GAMES.get_or_init(ShippedGames::new);
    let limits = RecordLimits::default()
        .bytes(1 << 16)
        .items(1 << 12)
        .depth(16);
    for record in RecordReader::with_limits(bytes, limits).flatten() {
        if let Ok(written) = format_record(&record) {
            let again: Vec<Record> = RecordReader::new(written.as_bytes())
                .collect::<Result<_, _>>()
                .expect("what was written");
            let [again] = &again[..] else {
                panic!("one record became {}: {written}", again.len());
            };
            // A `Result` tag that contradicts the result is written right.
            assert_eq!(again.line, record.line, "{written}");
            assert_eq!(again.result, record.result, "{written}");
            assert_eq!(format_record(again).ok().as_ref(), Some(&written));
        }
        if let Ok(replay) = record.replay(|tags| games.resolve(tags)) {
            replay.history();
        }
    }
}
