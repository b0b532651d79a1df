//! Actions of players, from the routes and the socket: what they begin and end is counted.

use crate::app::App;
use crate::game::action::{ActionEffect, ActionRequest, ActionResult, PlayerAction, Rejection};
use crate::live::{Command, LoadError};
use crate::messages::client::{MAX_ACTION, MAX_MOVE};
use crate::messages::types::GameState;
use crate::security::allowance::TooManyRequests;
use std::net::IpAddr;
use std::sync::Arc;

/// What came of an action.
pub(crate) struct Acted {
    /// The number of moves made after it, or why it was not done.
    pub(crate) answer: ActionResult,
    /// The state of the game, if it was not done.
    pub(crate) state: Option<Box<GameState>>,
    /// Set if it was not done because too many games have been begun.
    pub(crate) too_many_games: Option<TooManyRequests>,
}

/// Has an action done by the task of its game.
///
/// Only the task knows whether another game begins with it, and whether it was sent before and
/// is only answered again. So it is told what to answer if no game may begin, and says what the
/// action has done. What it has done is counted also if the client does not wait for the answer.
pub(crate) async fn act(
    app: &Arc<App>,
    game: &str,
    request: ActionRequest,
    address: IpAddr,
) -> Result<Acted, LoadError> {
    if let Some(rejection) = too_long(&request.action) {
        return Ok(Acted {
            answer: Err(rejection),
            state: None,
            too_many_games: None,
        });
    }
    let (app, game) = (app.clone(), game.to_owned());
    let acted = tokio::spawn(async move { act_and_count(&app, &game, request, address).await });
    // The task ends without an answer only if it panics or the server stops.
    acted.await.unwrap_or(Err(LoadError::NoAnswer))
}

/// Why an action is too long, if it is. It is rejected here, at whatever node it arrives, because
/// the owner of the game may be another one, which is sent no more.
fn too_long(action: &PlayerAction) -> Option<Rejection> {
    let message = match action {
        PlayerAction::Move { mv, .. } if mv.len() > MAX_MOVE => {
            format!("This move is too long: it may have {MAX_MOVE} bytes.")
        }
        PlayerAction::Conditional { .. } => {
            let length = serde_json::to_vec(action).map_or(0, |json| json.len());
            if length <= MAX_ACTION {
                return None;
            }
            let kib = MAX_ACTION / 1024;
            format!("The conditional moves are too long: together they may have {kib} KiB.")
        }
        _ => return None,
    };
    Some(Rejection::new("illegal", message))
}

async fn act_and_count(
    app: &App,
    game: &str,
    mut request: ActionRequest,
    address: IpAddr,
) -> Result<Acted, LoadError> {
    let may_begin = matches!(request.action, PlayerAction::Rematch {});
    let counted = may_begin.then(|| app.limits.new_game(address));
    let refused = counted.and_then(Result::err);
    request.no_new_game = refused.map(|refused| refused.to_string());
    let ask = |reply| Command::Action(Box::new(request.clone()), reply);
    let answer = app.games.ask_for(address, game, ask).await;
    let effect = match &answer {
        Ok((Ok(done), _)) => done.effect,
        _ => ActionEffect::None,
    };
    if counted == Some(Ok(())) && effect != ActionEffect::Begun {
        app.limits.give_back_game(address);
    }
    if effect == ActionEffect::Aborted {
        // Players who abort often waste their opponents' time.
        app.limits.aborts.note(&request.user, address);
    }
    let (answer, state) = answer?;
    let has_too_many = |rejection: &Rejection| rejection.code == Rejection::TOO_MANY;
    Ok(Acted {
        too_many_games: refused.filter(|_| answer.as_ref().is_err_and(has_too_many)),
        answer: answer.map(|done| done.seq),
        state,
    })
}
