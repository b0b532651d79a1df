//! Queues for work that takes long. Only a few pieces of work run at a time, and addresses take
//! turns, however much each of them has asked for. When too many wait, the network with the most
//! gives way to others.

use super::network::Crowd;
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
        let own = self.addresses.iter().find(|(own, _)| *own == address);
        if bounded && own.is_some_and(|(_, senders)| senders.len() >= limits.of_address) {
            return Err(QueueFull);
        }
        if bounded && self.waiting >= limits.in_all && !self.make_room(address) {
            return Err(QueueFull);
        }
        match self.addresses.iter_mut().find(|(own, _)| *own == address) {
            Some((_, senders)) => senders.push_back(sender),
            None => self
                .addresses
                .push_back((address, VecDeque::from([sender]))),
        }
        Ok(waiter)
    }

    /// Refuses the one who came last from the address with the most waiting, of the network with
    /// the most. Returns whether there is a network with so many that another one may have a place.
    fn make_room(&mut self, address: IpAddr) -> bool {
        let others = self.addresses.iter().filter(|(who, _)| *who != OWN_WORK);
        let places = others.map(|(who, senders)| (*who, senders.len()));
        let Some(crowd) = Crowd::of(places, address).filter(|crowd| crowd.can_spare) else {
            return false;
        };
        let mut addresses = self.addresses.iter_mut();
        let crowded = addresses.find(|(who, _)| *who == crowd.address);
        // Without its sender that one learns that the queue is full.
        let has_room = crowded.is_some_and(|(_, senders)| senders.pop_back().is_some());
        // An address that waits for nothing has no turn.
        self.addresses.retain(|(_, senders)| !senders.is_empty());
        has_room
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
        // All places are taken: the one who came last from the crowd gives way.
        let newcomer = tokio::spawn({
            let turns = turns.clone();
            async move { turns.take(address(4)).await.map(drop) }
        });
        tokio::task::yield_now().await;
        drop(running);
        let answers = futures_util::future::join_all(tasks).await;
        let refused = answers.iter().filter(|answer| answer.is_err()).count();
        assert_eq!(refused, 1);
        last.await.unwrap().unwrap();
        newcomer.await.unwrap().unwrap();
        assert_eq!(*done.lock().unwrap(), [1, 2, 1, 1]);
    }

    #[tokio::test]
    async fn networks_of_many_addresses_give_way_too() {
        let turns = WorkQueue::new(WorkQueueLimits {
            at_once: 1,
            of_address: 2,
            in_all: 4,
        });
        let running = turns.take(address(1)).await.unwrap();
        let waits = |who: &str| {
            let (turns, who) = (turns.clone(), who.parse().unwrap());
            tokio::spawn(async move { turns.take(who).await.map(drop) })
        };
        let crowd = [
            "2001:db8:1:1::",
            "2001:db8:1:2::",
            "2001:db8:1:3::",
            "2001:db8:1:4::",
        ];
        let crowd = crowd.map(waits);
        tokio::task::yield_now().await;
        let honest = waits("2001:db8:2::");
        tokio::task::yield_now().await;
        assert_eq!(
            waits("2001:db8:1:5::").await.unwrap().unwrap_err(),
            QueueFull
        );
        // The turn goes on to those who wait, and is not lost with the one who gave way.
        drop(running);
        honest.await.unwrap().unwrap();
        let mut served = 0;
        for one in crowd {
            served += usize::from(one.await.unwrap().is_ok());
        }
        assert_eq!(served, 3);
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
