//! Static evaluation of positions, for every game of `hyperrook-rules`.
//!
//! A [`Model`] is the evaluation of one game. All games have the same terms. Their weights are
//! derived from the compiled rules and replaced, term by term, by tuned [`Weights`] if there are
//! any. An [`Accumulator`] holds material and piece-square values, which an observer of moves keeps
//! up to date; the other terms are computed in one pass over the pieces. A [`Trace`] expresses an
//! evaluation as a sum over weights.
//!
//! From the bottom up: `symmetry`, `facts`, `mobility` and `material` derive facts about pieces and
//! cells from the rules, `layout` names the terms, `derive` and `weights` provide the weights,
//! `terms` and `mop_up` compute the terms of a position, `model` combines everything, and `trace`
//! runs the same code to count weights.
#![forbid(unsafe_code)]

mod attacks;
mod derive;
mod facts;
mod kind_terms;
mod layout;
mod material;
mod mobility;
mod model;
mod mop_up;
mod sink;
mod symmetry;
mod tapered;
mod terms;
mod trace;
mod values;
mod weights;

pub use layout::{EvalTerm, WeightLayout};
pub use model::{Accumulator, AccumulatorObserver, Model};
pub use tapered::TaperedScore;
pub use trace::Trace;
pub use values::piece_values;
pub use weights::{Weights, WeightsError};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
