//! The pieces of a table.

use hyperrook_rules::{Definition, Kind, Piece, Position, Side};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The pieces of both sides: the royal piece of each, and the others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// The kind of each side's royal piece.
    royals: [Kind; 2],
    /// The other kinds of each side, in the reverse order of the definition.
    others: [Vec<Kind>; 2],
}

/// Why a text does not name the pieces of a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MaterialFault {
    /// A letter that no piece of the game has.
    #[error("`{letter}` in `{text}` is not a piece of {game}; its pieces are {letters}")]
    Letter {
        /// The letter.
        letter: char,
        /// The text.
        text: String,
        /// The game.
        game: String,
        /// The letters of the game.
        letters: String,
    },
    /// A side has more or fewer than one royal piece.
    #[error(
        "`{text}` does not give each side one royal piece ({royals}) before its other pieces; \
         write, for example, `{example}`"
    )]
    Royals {
        /// The text.
        text: String,
        /// The letters of the royal pieces.
        royals: String,
        /// What would be right.
        example: String,
    },
    /// There are more pieces than a table can have.
    #[error("`{text}` has {pieces} pieces; a table has at most {MAX_PIECES}")]
    TooMany {
        /// The text.
        text: String,
        /// The number of pieces.
        pieces: usize,
    },
}

/// The maximum number of pieces of a table, including royal pieces.
pub const MAX_PIECES: usize = 10;

impl Material {
    /// The material of these pieces, given in any order.
    pub fn new(royals: [Kind; 2], mut others: [Vec<Kind>; 2]) -> Material {
        for kinds in &mut others {
            kinds.sort_by(|a, b| b.cmp(a));
        }
        Material { royals, others }
    }

    /// Reads `KQKR` or `KQvKR`: White's pieces, then Black's, each side's royal piece first.
    ///
    /// ```
    /// use hyperrook_rules::Game;
    /// use hyperrook_tables::Material;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let chess = Game::shipped("chess").expect("a shipped game");
    /// let material = Material::parse(chess.definition(), "KNBvK")?;
    /// assert_eq!(material.text(chess.definition()), "KBNK");
    /// assert!(Material::parse(chess.definition(), "KXK").is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn parse(definition: &Definition, text: &str) -> Result<Material, MaterialFault> {
        let letters = || definition.pieces().iter().map(|piece| piece.letter);
        let royals = || {
            let royal = definition.pieces().iter().filter(|piece| piece.royal);
            royal.map(|piece| piece.letter)
        };
        let fault = || {
            let royal: String = royals().take(1).collect();
            let other = definition.pieces().iter().find(|piece| !piece.royal);
            let other = other.map_or(String::new(), |piece| piece.letter.to_string());
            MaterialFault::Royals {
                text: text.to_owned(),
                royals: royals().map(String::from).collect::<Vec<_>>().join(", "),
                example: format!("{royal}{other}{royal}"),
            }
        };
        let mut sides: Vec<(Kind, Vec<Kind>)> = Vec::new();
        // A `v` stands once, before Black's royal piece.
        let mut is_after_v = false;
        for letter in text.chars() {
            if letter == 'v' {
                if sides.len() != 1 || is_after_v {
                    return Err(fault());
                }
                is_after_v = true;
                continue;
            }
            let kind = letter.is_ascii_uppercase().then(|| definition.kind(letter));
            let Some(kind) = kind.flatten() else {
                return Err(MaterialFault::Letter {
                    letter,
                    text: text.to_owned(),
                    game: definition.title().to_owned(),
                    letters: letters().collect(),
                });
            };
            if definition.piece(kind).royal {
                sides.push((kind, Vec::new()));
                is_after_v = false;
            } else if is_after_v {
                return Err(fault());
            } else {
                sides.last_mut().ok_or_else(fault)?.1.push(kind);
            }
        }
        let pieces = sides.iter().map(|(_, others)| 1 + others.len()).sum();
        if pieces > MAX_PIECES {
            let text = text.to_owned();
            return Err(MaterialFault::TooMany { text, pieces });
        }
        let sides: [(Kind, Vec<Kind>); 2] = sides.try_into().map_err(|_| fault())?;
        let [(white, whites), (black, blacks)] = sides;
        Ok(Material::new([white, black], [whites, blacks]))
    }

    /// The material of a position.
    pub fn of(position: &Position) -> Material {
        let definition = position.game().definition();
        let mut royals = [Kind::from_index(0); 2];
        let mut others = [Vec::new(), Vec::new()];
        for cell in definition.board().cells() {
            if let Some(Piece { side, kind }) = position.piece(cell) {
                if definition.piece(kind).royal {
                    royals[side.index()] = kind;
                } else {
                    others[side.index()].push(kind);
                }
            }
        }
        Material::new(royals, others)
    }

    /// The pieces as letters, White's first: `KQKR`.
    pub fn text(&self, definition: &Definition) -> String {
        let mut text = String::new();
        for side in Side::BOTH {
            for kind in self.kinds(side) {
                let _ = text.write_char(definition.piece(kind).letter);
            }
        }
        text
    }

    /// The kind of a side's royal piece.
    pub fn royal(&self, side: Side) -> Kind {
        self.royals[side.index()]
    }

    /// The other kinds of a side.
    pub fn others(&self, side: Side) -> &[Kind] {
        &self.others[side.index()]
    }

    /// All kinds of a side, its royal piece first.
    pub fn kinds(&self, side: Side) -> impl Iterator<Item = Kind> + '_ {
        let royal = self.royals[side.index()];
        std::iter::once(royal).chain(self.others[side.index()].iter().copied())
    }

    /// The number of pieces, including royal ones.
    pub fn pieces(&self) -> usize {
        2 + self.others[0].len() + self.others[1].len()
    }

    /// Whether a side has only its royal piece.
    pub fn is_bare(&self, side: Side) -> bool {
        self.others[side.index()].is_empty()
    }

    /// The same pieces with the sides exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Material {
        let [white, black] = self.others.clone();
        Material {
            royals: [self.royals[1], self.royals[0]],
            others: [black, white],
        }
    }

    /// Whether White has the stronger pieces, or both sides the same: more pieces, or, if the
    /// numbers are equal, those that the definition names last. Of two materials that differ only
    /// by an exchange of the sides, only this one has a table.
    pub(crate) fn is_whites(&self) -> bool {
        let strength = |side: usize| {
            (
                self.others[side].len(),
                &self.others[side],
                self.royals[side],
            )
        };
        strength(0) >= strength(1)
    }

    /// The material after a side loses one piece of a kind. `None` if it has none.
    pub(crate) fn without(&self, side: Side, kind: Kind) -> Option<Material> {
        let mut others = self.others.clone();
        let kinds = &mut others[side.index()];
        kinds.remove(kinds.iter().position(|&other| other == kind)?);
        Some(Material::new(self.royals, others))
    }

    /// The material after a piece of a side has become another kind.
    pub(crate) fn promoted(&self, side: Side, from: Kind, to: Kind) -> Option<Material> {
        let mut material = self.without(side, from)?;
        material.others[side.index()].push(to);
        Some(Material::new(material.royals, material.others))
    }

    /// The material after the royal piece of a side has become another.
    pub(crate) fn transformed(&self, side: Side, to: Kind) -> Material {
        let mut material = self.clone();
        material.royals[side.index()] = to;
        material
    }

    /// The other materials whose tables the table of this one needs: those that moves lead to
    /// through positions with a bound piece, because tables do not hold these. The list may contain
    /// some that no move leads to, but none is missing.
    pub fn conversions(&self, definition: &Definition) -> Vec<Material> {
        let mut found = BTreeSet::new();
        // Materials with the sides that are bound, and the side to move.
        let mut seen = BTreeSet::new();
        let mut open: Vec<(Material, [bool; 2], Side)> = Side::BOTH
            .map(|side| (self.clone(), [false; 2], side))
            .into();
        while let Some((material, bound, side)) = open.pop() {
            // A move that is no transformation ends the binding of the enemy's piece.
            let mut after_move = bound;
            after_move[side.other().index()] = false;
            let moves = material.after_ordinary_move(side, definition);
            let mut next: Vec<_> = moves.into_iter().map(|m| (m, after_move)).collect();
            if let Some(transformation) = definition.transformation()
                && transformation.from == material.royal(side)
            {
                let mut after_transformation = bound;
                after_transformation[side.index()] |= transformation.bound.is_some();
                let transformed = material.transformed(side, transformation.to);
                next.push((transformed, after_transformation));
            }
            for (material, bound) in next {
                if bound == [false; 2] {
                    found.insert(material);
                } else if seen.insert((material.clone(), bound, side.other().index())) {
                    open.push((material, bound, side.other()));
                }
            }
        }
        found.remove(self);
        found.into_iter().collect()
    }

    /// Whether a royal piece can transform, and is then bound.
    pub(crate) fn can_be_bound(&self, definition: &Definition) -> bool {
        let transformation = definition.transformation();
        transformation.is_some_and(|transformation| {
            transformation.bound.is_some() && self.royals.contains(&transformation.from)
        })
    }

    /// The materials that a move of a side that is no transformation can lead to; this one is among
    /// them.
    fn after_ordinary_move(&self, side: Side, definition: &Definition) -> BTreeSet<Material> {
        let mut found = BTreeSet::new();
        // A piece of several cells captures what stands on any of them.
        let span = definition.piece(self.royal(side)).span;
        let most = span.map_or(1, |span| span.length);
        let mut captured = BTreeSet::from([self.clone()]);
        for _ in 0..most {
            for material in captured.clone() {
                for &kind in self.others(side.other()) {
                    captured.extend(material.without(side.other(), kind));
                }
            }
        }
        for material in captured {
            for kind in self.others(side) {
                for promotion in definition.promotions() {
                    if promotion.pieces.contains(kind) {
                        let to = promotion.to.iter();
                        found.extend(to.filter_map(|&to| material.promoted(side, *kind, to)));
                    }
                }
            }
            found.insert(material);
        }
        found
    }

    /// Every kind that these pieces are or can become.
    pub(crate) fn closure(&self, definition: &Definition) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Vec::new();
        let mut next: Vec<Kind> = Side::BOTH
            .iter()
            .flat_map(|&side| self.kinds(side))
            .collect();
        while let Some(kind) = next.pop() {
            if kinds.contains(&kind) {
                continue;
            }
            kinds.push(kind);
            for promotion in definition.promotions() {
                if promotion.pieces.contains(&kind) {
                    next.extend(&promotion.to);
                }
            }
            if let Some(transformation) = definition.transformation()
                && transformation.from == kind
            {
                next.push(transformation.to);
            }
        }
        kinds.sort();
        kinds
    }
}
