//! Queues for work that takes long. Only a few pieces of work run at a time, and addresses take
//! turns, however much each of them has asked for.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;
use tokio::sync::oneshot;

/// The address under which the server itself waits; no client has it. The server takes turns
/// like the others and is never refused.
pub(crate) const OWN_WORK: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// Too many wait already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many wait already")]
pub(crate) struct QueueFull;

/// Why work was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum WorkError {
    /// Too many wait already.
    #[error(transparent)]
    Full(#[from] QueueFull),
    /// The work panicked, or the server stops.
    #[error("the work was interrupted")]
    Interrupted,
}

/// How much work there may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkQueueLimits {
    /// Pieces of work at once.
    pub(crate) at_once: usize,
    /// Waiting from one address.
    pub(crate) of_address: usize,
    /// Waiting in all.
    pub(crate) in_all: usize,
}

#[derive(Debug)]
struct Queue {
    free: usize,
    waiting: usize,
    /// Who waits, by address; the first address has the next turn.
    addresses: VecDeque<(IpAddr, VecDeque<oneshot::Sender<WorkPermit>>)>,
}

#[derive(Debug)]
struct SharedQueue {
    limits: WorkQueueLimits,
    queue: Mutex<Queue>,
}

/// A queue for a kind of work. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct WorkQueue(Arc<SharedQueue>);

/// A turn. It ends when it is dropped.
#[derive(Debug)]
pub(crate) struct WorkPermit(Option<Arc<SharedQueue>>);

impl WorkQueue {
    pub(crate) fn new(limits: WorkQueueLimits) -> WorkQueue {
        WorkQueue(Arc::new(SharedQueue {
            limits,
            queue: Mutex::new(Queue {
                free: limits.at_once.max(1),
                waiting: 0,
                addresses: VecDeque::new(),
            }),
        }))
    }

    /// A queue for work that keeps a core busy for a while: whoever asks for much of it waits, and
    /// others do not.
    pub(crate) fn for_all_cores() -> WorkQueue {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        WorkQueue::new(WorkQueueLimits {
            at_once: cores.max(2),
            of_address: 64,
            in_all: 1024,
        })
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// [`QueueFull`], at once, if too many wait already.
    pub(crate) async fn take(&self, address: IpAddr) -> Result<WorkPermit, QueueFull> {
        let waiter = {
            let mut queue = self.0.lock();
            if queue.free > 0 {
                queue.free -= 1;
                return Ok(WorkPermit(Some(self.0.clone())));
            }
            queue.wait(address, &self.0.limits)?
        };
        waiter.await.map_err(|_| QueueFull)
    }

    /// Waits for a turn and does work on a thread that may block. The turn lasts as long as
    /// the work does, even if nobody waits for its result any more: those who ask and go
    /// away keep no more threads busy than others.
    ///
    /// # Errors
    /// [`WorkError`] if too many wait already, or the work panicked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let turn = self.take(address).await?;
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        done.await.map_err(|_| WorkError::Interrupted)
    }
}

impl SharedQueue {
    fn lock(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn wait(
        &mut self,
        address: IpAddr,
        limits: &WorkQueueLimits,
    ) -> Result<oneshot::Receiver<WorkPermit>, QueueFull> {
        // Those who have gone do not count.
        for (_, senders) in &mut self.addresses {
            senders.retain(|sender| !sender.is_closed());
        }
        self.addresses.retain(|(_, senders)| !senders.is_empty());
        self.waiting = self
            .addresses
            .iter()
            .map(|(_, senders)| senders.len())
            .sum();
        let (sender, waiter) = oneshot::channel();
        let bounded = address != OWN_WORK;
        if bounded && self.waiting >= limits.in_all {
            return Err(QueueFull);
        }
        match self.addresses.iter_mut().find(|(own, _)| *own == address) {
            Some((_, senders)) if bounded && senders.len() >= limits.of_address => {
                return Err(QueueFull);
            }
            Some((_, senders)) => senders.push_back(sender),
            None => self
                .addresses
                .push_back((address, VecDeque::from([sender]))),
        }
        Ok(waiter)
    }

    /// The one whose turn it is.
    fn next(&mut self) -> Option<oneshot::Sender<WorkPermit>> {
        let (address, mut senders) = self.addresses.pop_front()?;
        let sender = senders.pop_front();
        if !senders.is_empty() {
            self.addresses.push_back((address, senders));
        }
        sender
    }
}

impl Drop for WorkPermit {
    fn drop(&mut self) {
        let Some(shared) = self.0.take() else { return };
        let mut queue = shared.lock();
        let mut turn = WorkPermit(Some(shared.clone()));
        while let Some(sender) = queue.next() {
            match sender.send(turn) {
                Ok(()) => return,
                // That one has gone.
                Err(back) => turn = back,
            }
        }
        // Nobody waits. The turn itself must not end a second time.
        turn.0 = None;
        queue.free += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[tokio::test]
    async fn an_honest_one_waits_for_one_turn_of_each_other() {
        let turns = WorkQueue::new(WorkQueueLimits {
            at_once: 1,
            of_address: 4,
            in_all: 6,
        });
        let running = turns.take(address(1)).await.unwrap();
        let done = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for who in [1, 1, 1, 1, 2] {
            let (turns, done) = (turns.clone(), done.clone());
            tasks.push(tokio::spawn(async move {
                let _turn = turns.take(address(who)).await.unwrap();
                done.lock().unwrap().push(who);
            }));
            tokio::task::yield_now().await;
        }
        assert_eq!(
            turns.take(address(1)).await.unwrap_err(),
            QueueFull,
            "its share"
        );
        let last = tokio::spawn({
            let turns = turns.clone();
            async move { turns.take(address(3)).await.map(drop) }
        });
        tokio::task::yield_now().await;
        assert_eq!(turns.take(address(4)).await.unwrap_err(), QueueFull, "all");
        drop(running);
        for task in tasks {
            task.await.unwrap();
        }
        last.await.unwrap().unwrap();
        assert_eq!(*done.lock().unwrap(), [1, 2, 1, 1, 1]);
    }

    #[tokio::test]
    async fn the_server_itself_is_never_refused() {
        let turns = WorkQueue::new(WorkQueueLimits {
            at_once: 1,
            of_address: 1,
            in_all: 1,
        });
        let running = turns.take(address(1)).await.unwrap();
        let mut waiting = Vec::new();
        for who in [address(1), OWN_WORK, OWN_WORK] {
            let turns = turns.clone();
            waiting.push(tokio::spawn(async move { turns.take(who).await.map(drop) }));
            tokio::task::yield_now().await;
        }
        assert_eq!(turns.take(address(2)).await.unwrap_err(), QueueFull);
        drop(running);
        for task in waiting {
            task.await.unwrap().unwrap();
        }
    }

    /// A caller who goes away does not free a turn: the work goes on.
    #[tokio::test(flavor = "multi_thread")]
    async fn work_keeps_its_turn_when_nobody_waits_for_it() {
        let turns = WorkQueue::new(WorkQueueLimits {
            at_once: 1,
            of_address: 1,
            in_all: 1,
        });
        let (go, gone) = std::sync::mpsc::channel();
        let asked = tokio::spawn({
            let turns = turns.clone();
            async move { turns.run(address(1), move || gone.recv()).await }
        });
        while turns.0.lock().free > 0 {
            tokio::task::yield_now().await;
        }
        asked.abort();
        assert!(asked.await.unwrap_err().is_cancelled());
        let next = turns.take(address(2));
        let next = tokio::time::timeout(Duration::from_millis(50), next);
        assert!(next.await.is_err(), "the first one is still at work");
        go.send(()).unwrap();
        assert_eq!(turns.run(address(2), || 2).await, Ok(2));
        let failed = turns.run(address(2), || panic!("a test"));
        assert_eq!(failed.await.unwrap_err(), WorkError::Interrupted);
        turns.run(address(2), || ()).await.unwrap();
    }

    #[tokio::test]
    async fn a_turn_of_one_who_has_gone_is_the_next_ones() {
        let turns = WorkQueue::new(WorkQueueLimits {
            at_once: 1,
            of_address: 1,
            in_all: 9,
        });
        let running = turns.take(address(1)).await.unwrap();
        let waits =
            |last| tokio::time::timeout(Duration::from_millis(20), turns.take(address(last)));
        assert!(waits(2).await.is_err());
        assert!(waits(2).await.is_err(), "one who has gone does not count");
        drop(running);
        let second = waits(3).await.unwrap().unwrap();
        assert!(waits(4).await.is_err());
        drop(second);
        assert!(waits(4).await.unwrap().is_ok());
        assert_eq!(turns.0.lock().free, 1);
    }
}
