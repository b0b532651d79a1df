//! A network and the game that it evaluates.

use crate::header::letters;
use crate::inputs::Inputs;
use crate::network::{ACTIVATION_ONE, Network};
use hyperrook_rules::fast::Pos;
use hyperrook_rules::{Definition, Game, Kind, Side};
use thiserror::Error;

/// The error if a network cannot be used for a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", refusal(.made_for, .game, .why))]
#[non_exhaustive]
pub struct NetworkMismatch {
    /// The game that the network is for.
    pub made_for: String,
    /// The game that it was to be used for.
    pub game: String,
    /// The difference.
    pub why: String,
}

/// A difference of rules, which may be one of options.
const OTHER_RULES: &str = "the rules differ, or an option does";

fn refusal(made_for: &str, game: &str, why: &str) -> String {
    if made_for != game {
        format!("the network is for {made_for}, and cannot be used for {game}: {why}")
    } else if why == OTHER_RULES {
        format!(
            "the network is for other options of {game}, or for other rules than its definition \
             has now: choose the options that it was made with, or train another network"
        )
    } else {
        format!("the network is for other options or rules of {game}: {why}")
    }
}

/// A network, joined to a game.
#[derive(Clone, Debug)]
pub struct NetworkModel<'n> {
    pub(crate) network: &'n Network,
    pub(crate) inputs: Inputs,
    lone_royals: LoneRoyals,
}

/// Finds positions that the network leaves to the weights.
#[derive(Clone, Debug)]
struct LoneRoyals {
    /// By kind, whether it is royal.
    is_royal: Vec<bool>,
    /// By kind, whether it can promote.
    promotes: Vec<bool>,
    /// The largest number of cells of a royal piece.
    most_cells: usize,
}

impl LoneRoyals {
    fn new(definition: &Definition) -> LoneRoyals {
        let pieces = definition.pieces();
        let royal = pieces.iter().filter(|piece| piece.royal);
        let cells = royal.map(|piece| piece.span.map_or(1, |span| span.length));
        let promotes = |kind: &Kind| {
            let mut promotions = definition.promotions().iter();
            promotions.any(|promotion| promotion.pieces.contains(kind))
        };
        LoneRoyals {
            is_royal: pieces.iter().map(|piece| piece.royal).collect(),
            promotes: definition.kinds().map(|kind| promotes(&kind)).collect(),
            most_cells: cells.max().unwrap_or(1),
        }
    }

    /// Whether one side has only its royal piece, and the other nothing that can promote.
    #[inline]
    fn are_in<const W: usize>(&self, pos: &Pos<W>) -> bool {
        let all = |side: Side, flags: &[bool], wanted: bool| {
            let mut pieces = pos.side(side).iter().filter_map(|cell| pos.piece(cell));
            pieces.all(|piece| flags[piece.kind.index()] == wanted)
        };
        Side::BOTH.into_iter().any(|side| {
            pos.side(side).count() as usize <= self.most_cells
                && all(side, &self.is_royal, true)
                && all(side.other(), &self.promotes, false)
        })
    }
}

impl Network {
    /// The network for one more rule set: an option of its game, for which a match has shown that it
    /// is not weaker than the weights alone.
    ///
    /// # Errors
    /// If the boards or the castlings differ, or the option has pieces that the network does not know.
    /// Holds may differ: the network ignores those that it does not know.
    pub fn with_rules(&self, game: &Game) -> Result<Network, NetworkMismatch> {
        let mut network = self.clone();
        let definition = game.definition();
        if !network.header.is_for(definition) {
            let identity = definition.identity().to_owned();
            network.header.rules.push(identity);
        }
        NetworkModel::new(&network, game)?;
        Ok(network)
    }
}

impl<'n> NetworkModel<'n> {
    /// Joins a network to a game.
    ///
    /// # Errors
    /// If the network is for other rules.
    pub fn new(network: &'n Network, game: &Game) -> Result<NetworkModel<'n>, NetworkMismatch> {
        let (definition, header) = (game.definition(), &network.header);
        let refused = |why: &str| NetworkMismatch {
            made_for: header.game.clone(),
            game: definition.name().to_owned(),
            why: why.to_owned(),
        };
        if !header.is_for(definition) {
            return Err(refused(OTHER_RULES));
        }
        let (pieces, castlings, holds) = letters(definition);
        if header.cells != definition.board().len() || header.castlings != castlings {
            return Err(refused("the boards or the castlings differ"));
        }
        let place = |letter| header.pieces.chars().position(|other| other == letter);
        let kinds: Option<Vec<usize>> = pieces.chars().map(place).collect();
        let kinds = kinds.ok_or_else(|| refused("the network does not know all its pieces"))?;
        // An option can leave out a hold of the network, or have one that the network does not know.
        let place = |letter| header.holds.chars().position(|other| other == letter);
        let holds: Vec<Option<usize>> = holds.chars().map(place).collect();
        let mirror = match &header.mirror {
            None => None,
            Some(cells) => Some(game.automorphism(cells, true).ok_or_else(|| {
                refused("it exchanges the sides in a way that the rules do not allow")
            })?),
        };
        Ok(NetworkModel {
            network,
            inputs: Inputs::new(header, &kinds, &holds, mirror.as_ref()),
            lone_royals: LoneRoyals::new(definition),
        })
    }

    /// Whether the network adds nothing: one side has only its royal piece, and the other nothing
    /// that can promote. The weights know how to mate, and games of self-play end before that.
    #[inline]
    pub(crate) fn is_silent<const W: usize>(&self, pos: &Pos<W>) -> bool {
        self.lone_royals.are_in(pos)
    }

    /// The network.
    pub fn network(&self) -> &'n Network {
        self.network
    }

    /// The numbers of the inputs.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The inputs that are on, from a perspective.
    pub fn active<const W: usize>(&self, pos: &Pos<W>, perspective: Side) -> Vec<u16> {
        let occupied = pos.occupied().iter();
        let pieces = occupied.filter_map(|cell| Some((cell, pos.piece(cell)?)));
        pieces
            .map(|(cell, piece)| self.inputs.piece(perspective, piece, cell))
            .chain(self.inputs.state(perspective, pos.state()))
            .collect()
    }

    /// The score for the side to move in centipawns, computed in the slow and obvious way: the slow
    /// twin of [`crate::NetworkEvaluator::evaluate`].
    pub fn evaluate<const W: usize>(&self, pos: &Pos<W>) -> i32 {
        if self.is_silent(pos) {
            return 0;
        }
        let (network, hidden) = (self.network, self.network.header.hidden);
        let bucket = network.header.bucket(pos.occupied().count() as usize);
        let mut sum = 0i64;
        for (i, perspective) in [pos.turn(), pos.turn().other()].into_iter().enumerate() {
            let active = self.active(pos, perspective);
            for unit in 0..hidden {
                let mut x = network.biases[unit];
                for &input in &active {
                    x = x.wrapping_add(network.weights[usize::from(input) * hidden + unit]);
                }
                let x = i64::from(x).clamp(0, i64::from(ACTIVATION_ONE));
                let weight = network.output_weights[(bucket * 2 + i) * hidden + unit];
                sum += x * x * i64::from(weight);
            }
        }
        network.centipawns(bucket, sum)
    }
}
