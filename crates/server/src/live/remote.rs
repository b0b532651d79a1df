//! What a command for a game asks of the node that owns the game.

use super::load::LoadError;
use super::task::Command;
use crate::cluster::wire::{Reply, RequestBody};
use crate::game::action::{ActionDone, Rejection};
use tokio::sync::oneshot;

/// Hands the answer of a node to whoever waits for it.
pub(super) type ReplyHandler = Box<dyn FnOnce(Reply) -> Result<(), LoadError> + Send>;

/// Hands a value to whoever waits for it, if anybody still does.
fn send_answer<T>(sender: oneshot::Sender<T>, value: Option<T>) -> Result<(), LoadError> {
    match value {
        Some(value) => {
            let _ = sender.send(value);
            Ok(())
        }
        None => Err(LoadError::Elsewhere),
    }
}

/// What a command asks of another node, and what to do with the answer.
///
/// # Errors
/// The command, if it is one that this node can do itself.
pub(super) fn forward(command: Command) -> Result<(RequestBody, ReplyHandler), Command> {
    Ok(match command {
        Command::Wake(sender) => (
            RequestBody::Wake {},
            Box::new(|reply| send_answer(sender, done(&reply))),
        ),
        Command::PlayerLeft(user, sender) => (
            RequestBody::PlayerLeft { user },
            Box::new(|reply| {
                let answer = match reply {
                    Reply::Done {} => Some(Ok(())),
                    Reply::Rejected { code, message, .. } => {
                        Some(Err(Rejection::new(code, message)))
                    }
                    _ => None,
                };
                send_answer(sender, answer)
            }),
        ),
        Command::State(user, sender) => (
            RequestBody::State { user },
            Box::new(|reply| {
                let state = match reply {
                    Reply::State { state } => Some(state),
                    _ => None,
                };
                send_answer(sender, state)
            }),
        ),
        Command::Action(request, sender) => (
            RequestBody::Action { request: *request },
            Box::new(|reply| {
                let answer = match reply {
                    Reply::Acted { seq, effect } => Some((Ok(ActionDone { seq, effect }), None)),
                    Reply::Rejected {
                        code,
                        message,
                        state,
                    } => Some((Err(Rejection::new(code, message)), state)),
                    _ => None,
                };
                send_answer(sender, answer)
            }),
        ),
        Command::Join(user, sender) => (
            RequestBody::Join { user },
            Box::new(|reply| {
                let answer = match reply {
                    Reply::Joined { side } => Some(Ok(side.into())),
                    Reply::Rejected { code, message, .. } => {
                        Some(Err(Rejection::new(code, message)))
                    }
                    _ => None,
                };
                send_answer(sender, answer)
            }),
        ),
        Command::EngineMove(log, mv, sender) => (
            RequestBody::EngineMove { log, mv },
            Box::new(|reply| send_answer(sender, acted(reply))),
        ),
        Command::EngineFailed(sender) => (
            RequestBody::EngineFailed {},
            Box::new(|reply| send_answer(sender, acted(reply))),
        ),
        other => return Err(other),
    })
}

fn done(reply: &Reply) -> Option<()> {
    (*reply == Reply::Done {}).then_some(())
}

/// The answer to an action.
pub(crate) fn acted(reply: Reply) -> Option<Result<i64, Rejection>> {
    match reply {
        Reply::Acted { seq, .. } => Some(Ok(seq)),
        Reply::Rejected { code, message, .. } => Some(Err(Rejection::new(code, message))),
        _ => None,
    }
}
