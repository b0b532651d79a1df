//! Tools for learning: action numbers, planes for positions, and many games at once.

mod actions;
mod arrays;
mod env_games;
mod mirror;
mod observation;
mod symmetry;
mod vector;

pub(crate) use actions::PyActionSpace;
pub(crate) use env_games::stoppable_playout;
pub(crate) use observation::PyObservationSpace;
pub(crate) use symmetry::PySymmetry;
pub(crate) use vector::PyVectorEnv;
