//! The old command `edit` for setting up a position.

use hyperrook_rules::{FaultList, Game, Piece, Position, Setup, SetupFault, Side, State};

/// A position that is being set up. The side to move does not change.
#[derive(Debug)]
pub(super) struct EditMode {
    game: Game,
    setup: Setup,
    side: Side,
}

impl EditMode {
    /// Starts with the pieces of a position.
    pub(super) fn new(position: &Position) -> EditMode {
        let mut setup = position.setup();
        setup.state = State::default();
        setup.halfmove = 0;
        EditMode {
            game: position.game().clone(),
            setup,
            side: Side::White,
        }
    }

    /// Handles `c`, `#`, `Pa4` or `xa4`. Returns `None` for anything else.
    pub(super) fn handle_command(&mut self, command: &str) -> Option<()> {
        match command {
            "c" => self.side = self.side.other(),
            "#" => self.setup.pieces.fill(None),
            _ => {
                let mut chars = command.chars();
                let letter = chars.next()?;
                let cell = self.game.board().cell(chars.as_str())?;
                let piece = match letter {
                    'x' => None,
                    letter if letter.is_ascii_uppercase() => Some(Piece {
                        side: self.side,
                        kind: self.game.definition().kind(letter)?,
                    }),
                    _ => return None,
                };
                self.setup.put(cell, piece);
            }
        }
        Some(())
    }

    /// The finished position. Castling rights follow from the places of kings and rooks.
    pub(super) fn position(mut self) -> Result<Position, FaultList<SetupFault>> {
        let definition = self.game.definition();
        for (index, castling) in definition.castlings().iter().enumerate() {
            let is = |cell, royal: bool| {
                self.setup.piece(cell).is_some_and(|piece| {
                    let right = if royal {
                        definition.piece(piece.kind).royal
                    } else {
                        piece.kind == castling.rook
                    };
                    right && piece.side == castling.side
                })
            };
            if is(castling.king_from, true) && is(castling.rook_from, false) {
                self.setup.state.castling |= 1 << index;
            }
        }
        self.game.position(&self.setup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Variants;
    use hyperrook_notation::position::format_position;

    #[test]
    fn positions_are_set_up() {
        let game = Variants::default().game("chess").unwrap();
        let mut edit = EditMode::new(&game.start());
        for command in ["#", "Ke1", "Rh1", "Ra2", "Pa4", "xa4", "c", "Ke8", "Ra8"] {
            edit.handle_command(command).unwrap();
        }
        for command in ["", "K", "Kz9", "ke1", "Xe1", "1", "é"] {
            assert_eq!(edit.handle_command(command), None, "{command}");
        }
        let text = format_position(&edit.position().unwrap());
        assert_eq!(text, "r3k3/8/8/8/8/8/R7/4K2R w Kq - 0 1");
    }

    #[test]
    fn impossible_positions_are_rejected() {
        let game = Variants::default().game("chess").unwrap();
        let mut edit = EditMode::new(&game.start());
        edit.handle_command("#").unwrap();
        assert_eq!(edit.position().unwrap_err().len(), 2);
    }
}
