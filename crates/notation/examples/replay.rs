//! Reads a record and writes its moves in both notations.

use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::format_position;
use hyperrook_notation::record::{RecordReader, ShippedGames};
use hyperrook_notation::short::format_short;

const RECORD: &str = "[Event \"Example\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shipped = ShippedGames::default();
    for record in RecordReader::new(RECORD.as_bytes()) {
        let replay = record?.replay(|tags| shipped.resolve(tags))?;
        let history = replay.history();
        let definition = replay.game().definition();
        for (position, &mv) in history.positions().iter().zip(history.moves()) {
            let text = format_move(definition, mv, CellStyle::Plain);
            println!("{:6} {text}", format_short(position, mv));
        }
        println!("{}", format_position(history.position()));
    }
    Ok(())
}
