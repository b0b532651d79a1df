//! Answers what other nodes ask and tell.

use super::load::LoadError;
use super::registry::GameRegistry;
use super::task::Command;
use crate::cluster::bus::{Received, messages};
use crate::cluster::wire::{self, Notice, NoticeBody, Reply, Request, RequestBody};
use crate::game::action::ActionEffect;
use crate::security::work_queue::OWN_WORK;
use crate::store::StoreError;
use futures_util::StreamExt;
use std::pin::pin;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// How many requests of other nodes are worked on at the same time.
const AT_ONCE: usize = 1024;
/// The group of nodes of which one answers what any of them can.
const GROUP: &str = "nodes";

/// Runs until the future is dropped.
pub(super) async fn run(games: &Arc<GameRegistry>) {
    let subjects = &games.cluster.subjects;
    let own = subjects.node(&games.cluster.id);
    let any = (subjects.any_node(), Some(GROUP));
    tokio::join!(
        answer_all(games, (own, None), false),
        answer_all(games, any, true),
        handle_notices(games)
    );
}

/// Answers the requests on a subject, all at the same time. Those that any node can answer
/// are sent on to the owner of the game.
async fn answer_all(
    games: &Arc<GameRegistry>,
    (subject, group): (String, Option<&str>),
    sent_on: bool,
) {
    let slots = Arc::new(Semaphore::new(AT_ONCE));
    let mut requests = pin!(messages(&*games.cluster.bus, subject, group));
    while let Some(received) = requests.next().await {
        // NATS keeps what comes meanwhile, up to a limit.
        let slot = slots.clone().acquire_owned().await;
        let games = games.clone();
        tokio::spawn(async move {
            answer(&games, received, sent_on).await;
            drop(slot);
        });
    }
}

async fn answer(games: &Arc<GameRegistry>, received: Received, sent_on: bool) {
    let reply = match wire::read_request(&received.payload) {
        Ok(request) => reply(games, request, sent_on).await,
        Err(error) => {
            tracing::warn!(%error, "a request of another node is refused");
            Reply::Unknown
        }
    };
    if let Some(to) = received.reply {
        games.cluster.bus.publish(to, wire::write(&reply));
    }
}

async fn reply(games: &Arc<GameRegistry>, request: Request, sent_on: bool) -> Reply {
    let (id, from) = (&request.game, request.address.unwrap_or(OWN_WORK));
    let replied = match request.ask {
        RequestBody::Wake {} => {
            let woken = games.ask_within(id, from, sent_on, Command::Wake).await;
            woken.map(|()| Reply::Done {})
        }
        RequestBody::State { user } => {
            let ask = |reply| Command::State(user.clone(), reply);
            let state = games.ask_within(id, from, sent_on, ask).await;
            state.map(|state| Reply::State { state })
        }
        RequestBody::Action { request } => {
            let ask = |reply| Command::Action(Box::new(request.clone()), reply);
            let answer = games.ask_within(id, from, sent_on, ask).await;
            answer.map(|answer| match answer {
                (Ok(done), _) => Reply::Acted {
                    seq: done.seq,
                    effect: done.effect,
                },
                (Err(rejection), state) => Reply::rejected(&rejection, state),
            })
        }
        RequestBody::Join { user } => {
            let ask = |reply| Command::Join(user.clone(), reply);
            let answer = games.ask_within(id, from, sent_on, ask).await;
            answer.map(|answer| match answer {
                Ok(side) => Reply::Joined { side: side.into() },
                Err(rejection) => Reply::rejected(&rejection, None),
            })
        }
        RequestBody::EngineMove { log, mv } => {
            let ask = |reply| Command::EngineMove(log, mv.clone(), reply);
            games.ask_within(id, from, sent_on, ask).await.map(acted)
        }
        RequestBody::EngineFailed {} => {
            let answer = games
                .ask_within(id, from, sent_on, Command::EngineFailed)
                .await;
            answer.map(acted)
        }
        RequestBody::PlayerLeft { user } => {
            let ask = |reply| Command::PlayerLeft(user.clone(), reply);
            let left = games.ask_within(id, from, sent_on, ask).await;
            left.map(|answer| match answer {
                Ok(()) => Reply::Done {},
                Err(rejection) => Reply::rejected(&rejection, None),
            })
        }
        RequestBody::Follow { follow } => {
            let ask = |reply| Command::Follow(Box::new(follow.clone()), reply);
            let followed = games.ask_within(id, from, false, ask).await;
            followed.map(|followed| Reply::Followed { followed })
        }
        RequestBody::Unknown => return Reply::Unknown,
    };
    replied.unwrap_or_else(|error| match error {
        LoadError::Unknown => Reply::NoGame {},
        LoadError::Store(StoreError::NotOwner) => Reply::NotMine {},
        error => {
            if error.retry_s().is_none() {
                tracing::warn!(game = id, %error, "a request of another node failed");
            }
            Reply::Busy {}
        }
    })
}

fn acted(answer: crate::game::action::ActionResult) -> Reply {
    match answer {
        Ok(seq) => Reply::Acted {
            seq,
            effect: ActionEffect::None,
        },
        Err(rejection) => Reply::rejected(&rejection, None),
    }
}

/// Handles what concerns all nodes.
async fn handle_notices(games: &Arc<GameRegistry>) {
    let subject = games.cluster.subjects.notices();
    let mut notices = pin!(messages(&*games.cluster.bus, subject, None));
    while let Some(received) = notices.next().await {
        match wire::read_notice(&received.payload) {
            Ok(notice) if notice.from == games.cluster.id => {}
            Ok(notice) => handle_notice(games, notice).await,
            Err(error) => tracing::warn!(%error, "a notice is ignored"),
        }
    }
}

async fn handle_notice(games: &Arc<GameRegistry>, notice: Notice) {
    let hub = &games.hub;
    match notice.what {
        NoticeBody::Lobby {} => games.lobby.note_change(),
        NoticeBody::Jobs {} => games.jobs.notify_local(),
        NoticeBody::CloseUser { user } => hub.close_own_sockets_of(&user),
        NoticeBody::CloseCredential { hash } => hub.close_own_sockets_with(&hash),
        NoticeBody::SendTo { user, text } => hub.send_to_own(&user, &text.into()),
        NoticeBody::Renamed { user } => games.renamed_here(&user).await,
        NoticeBody::Online { users } => hub.note_online(users),
        NoticeBody::Worker {
            label,
            threads,
            kinds,
        } => games.workers.note(notice.from, label, threads, kinds),
        NoticeBody::Unknown => {}
    }
}
