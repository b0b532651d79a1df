//! The width of bitboards. The fast code is compiled once for each width. The width of a game is
//! chosen here, once, by its number of cells.

use crate::Definition;
use crate::compile::Rules;
use crate::compile_error::CompileError;
use crate::fast::Pos;
use crate::part::Part;
use std::sync::Arc;

/// Rules of any of the widths.
pub(crate) enum AnyRules {
    W1(Rules<1>),
    W2(Rules<2>),
    W3(Rules<3>),
    W4(Rules<4>),
}

/// A position of any of the widths; boxed, so that small games do not take the memory that large
/// ones need.
#[derive(Clone)]
pub(crate) enum AnyPos {
    W1(Box<Pos<1>>),
    W2(Box<Pos<2>>),
    W3(Box<Pos<3>>),
    W4(Box<Pos<4>>),
}

/// Calls generic code with rules of one width.
macro_rules! with_rules {
    ($game:expr, $rules:ident => $body:expr) => {
        match &$game.0.rules {
            AnyRules::W1($rules) => $body,
            AnyRules::W2($rules) => $body,
            AnyRules::W3($rules) => $body,
            AnyRules::W4($rules) => $body,
        }
    };
}

pub(crate) use with_rules;

/// Rules of one width and their starting position.
pub(crate) fn compile<const W: usize>(
    definition: Arc<Definition>,
) -> Result<(Rules<W>, Box<Pos<W>>), CompileError> {
    let rules = Rules::new(definition)?;
    match Pos::new(&rules, &rules.definition.start) {
        Ok(start) => Ok((rules, Box::new(start))),
        Err(faults) => {
            let faults: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
            let message = format!("impossible starting position: {}", faults.join("; "));
            Err(CompileError::new(Part::Start, message))
        }
    }
}
