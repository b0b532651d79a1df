//! What positions are worth, for every game of `hyperrook-rules`.
//!
//! A [`Model`] is the evaluation of one game. Its terms are the same for all
//! games; its weights are derived from the compiled rules and replaced, term by
//! term, by tuned ones where there are some ([`Weights`]). Values and places are
//! kept up to date by an observer of moves ([`Watch`]); a network would come in
//! at the same place. A [`Trace`] takes an evaluation apart, for tuning and for
//! people.
#![forbid(unsafe_code)]

mod derive;
mod facts;
mod hunt;
mod layout;
mod model;
mod pair;
mod scale;
mod symmetry;
mod terms;
mod trace;
mod weights;

pub use layout::{Layout, Term};
pub use model::{Model, Sums, Watch};
pub use pair::Pair;
pub use trace::Trace;
pub use weights::{Weights, WeightsError};
