//! Limits of connections, by address and in all. When a limit is reached, a connection that
//! only waits for its client is closed to make room for a new one. If none waits, a socket of the
//! network with the most connections makes room for others, or else one of its requests.

use crate::security::network::Crowd;
use crate::settings::Settings;
use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// Open files that are left for the database and for whatever else the process does.
const OTHER_FILES: usize = 64;

/// The client has not sent a whole head yet.
const HEAD: u8 = 0;
/// A request is being answered.
const BUSY: u8 = 1;
/// The connection waits for another request.
const IDLE: u8 = 2;
/// The connection has become a socket.
const SOCKET: u8 = 3;

/// The size of a message, in bytes, by which the limit of messages a second becomes one of
/// bytes a second.
const MESSAGE_BYTES: u64 = 4 * 1024;

/// A connection, among the others.
#[derive(Debug)]
pub(super) struct Slot {
    phase: AtomicU8,
    /// Whether bytes wait for the client.
    is_writing: AtomicBool,
    /// Cancelled when the connection has to make room.
    pub(super) evicted: CancellationToken,
}

impl Slot {
    /// Notes that a byte has come; returns whether a head begins with it.
    pub(super) fn begin_head(&self) -> bool {
        let order = Ordering::Relaxed;
        self.phase
            .compare_exchange(IDLE, HEAD, order, order)
            .is_ok()
    }

    /// Whether a head is expected or has not come entirely.
    pub(super) fn in_head(&self) -> bool {
        self.phase.load(Ordering::Relaxed) == HEAD
    }

    /// Notes that a head has come.
    pub(super) fn begin_request(&self) {
        self.phase.store(BUSY, Ordering::Relaxed);
    }

    /// Notes that a request has been answered, and its answer sent as far as the client reads.
    pub(super) fn end_request(&self) {
        self.phase.store(IDLE, Ordering::Relaxed);
    }

    /// Notes that the connection has become a socket.
    pub(super) fn become_socket(&self) {
        self.phase.store(SOCKET, Ordering::Relaxed);
    }

    /// Whether the connection has become a socket.
    pub(super) fn is_socket(&self) -> bool {
        self.phase.load(Ordering::Relaxed) == SOCKET
    }

    /// Notes whether bytes wait until the client reads.
    pub(super) fn set_writing(&self, is_writing: bool) {
        self.is_writing.store(is_writing, Ordering::Relaxed);
    }

    fn is_busy(&self) -> bool {
        matches!(self.phase.load(Ordering::Relaxed), BUSY | SOCKET)
            || self.is_writing.load(Ordering::Relaxed)
    }
}

/// A slot that is given back when the connection is dropped.
#[derive(Debug)]
pub(super) struct SlotGuard {
    pub(super) slot: Arc<Slot>,
    slots: Arc<Slots>,
    address: IpAddr,
}

impl SlotGuard {
    /// The bytes that are read in a second from a socket.
    pub(super) fn socket_bytes_per_second(&self) -> u64 {
        self.slots.socket_bytes_per_second
    }
}

impl Drop for SlotGuard {
    fn drop(&mut self) {
        self.slots.give_back(self.address, &self.slot);
    }
}

#[derive(Debug, Default)]
struct OpenConnections {
    total: usize,
    /// The connections of each address, oldest first.
    by_address: HashMap<IpAddr, VecDeque<Arc<Slot>>>,
}

/// All connections.
#[derive(Debug)]
pub(crate) struct Slots {
    limit: usize,
    limit_by_address: usize,
    /// The bytes that are read in a second from a socket.
    socket_bytes_per_second: u64,
    open: Mutex<OpenConnections>,
}

impl Slots {
    /// The limits of the settings, as far as the process may open files. Behind a proxy
    /// all connections are the proxy's, which counts them itself.
    pub(crate) fn new(settings: &Settings) -> Slots {
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        let files = files.and_then(|files| usize::try_from(files).ok());
        let possible = files.map_or(usize::MAX, |files| files.saturating_sub(OTHER_FILES).max(1));
        let limit = settings.limits.connections.clamp(1, possible);
        let limit_by_address = if settings.behind_proxy {
            limit
        } else {
            settings.limits.connections_per_address.clamp(1, limit)
        };
        Slots {
            limit,
            limit_by_address,
            socket_bytes_per_second: u64::from(settings.limits.messages_per_second.max(1))
                * MESSAGE_BYTES,
            open: Mutex::default(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A slot for a new connection; `None` if there are too many and all are busy.
    pub(super) fn take(self: &Arc<Slots>, address: IpAddr) -> Option<SlotGuard> {
        let mut open = self.lock();
        let own = open.by_address.get(&address).map_or(0, VecDeque::len);
        if own >= self.limit_by_address && !open.evict(address) {
            return None;
        }
        if open.total >= self.limit && !open.make_room(address) {
            return None;
        }
        let slot = Arc::new(Slot {
            phase: AtomicU8::new(HEAD),
            is_writing: AtomicBool::new(false),
            evicted: CancellationToken::new(),
        });
        open.total += 1;
        let slots = open.by_address.entry(address).or_default();
        slots.push_back(slot.clone());
        metrics::gauge!("hyperrook_connections").set(open.total as f64);
        Some(SlotGuard {
            slot,
            slots: self.clone(),
            address,
        })
    }

    /// Gives the slot of a closed connection back.
    fn give_back(&self, address: IpAddr, slot: &Arc<Slot>) {
        let mut open = self.lock();
        open.remove(address, |known| Arc::ptr_eq(known, slot));
        metrics::gauge!("hyperrook_connections").set(open.total as f64);
    }
}

impl OpenConnections {
    /// Ends the oldest connection of an address that has sent no head, or else the
    /// oldest that is idle. Returns whether there was one.
    fn evict(&mut self, address: IpAddr) -> bool {
        let removed = self
            .remove(address, |slot| slot.in_head())
            .or_else(|| self.remove(address, |slot| !slot.is_busy()));
        if let Some(slot) = &removed {
            slot.evicted.cancel();
        }
        removed.is_some()
    }

    /// Ends a connection of the network that has the most, in favour of another network: one that
    /// only waits, or else the newest socket, or else the newest request: somebody could keep all of
    /// them busy with bodies that come slowly. Returns whether there was one.
    fn make_room(&mut self, newcomer: IpAddr) -> bool {
        let places = self.by_address.iter();
        let places = places.map(|(address, slots)| (*address, slots.len()));
        let Some(crowd) = Crowd::of(places.clone(), newcomer) else {
            return false;
        };
        // The address with the most comes first, but all its connections may be busy.
        let mut addresses: Vec<_> = places.filter(|(own, _)| crowd.has(*own)).collect();
        addresses.sort_unstable_by_key(|(_, count)| Reverse(*count));
        let addresses = || addresses.iter().map(|(address, _)| *address);
        if addresses().any(|address| self.evict(address)) {
            return true;
        }
        // A network does not take places from one that has about as many.
        crowd.can_spare
            && (addresses().any(|address| self.evict_newest(address, Slot::is_socket))
                || addresses().any(|address| self.evict_newest(address, Slot::is_busy)))
    }

    /// Ends the newest connection of an address that fits. Returns whether there was one.
    fn evict_newest(&mut self, address: IpAddr, fits: fn(&Slot) -> bool) -> bool {
        let newest = self.by_address.get(&address).and_then(|slots| {
            let mut fitting = slots.iter().rev().filter(|slot| fits(slot));
            fitting.next().cloned()
        });
        let Some(newest) = newest else {
            return false;
        };
        self.remove(address, |slot| Arc::ptr_eq(slot, &newest));
        newest.evicted.cancel();
        true
    }

    fn remove(&mut self, address: IpAddr, fits: impl Fn(&Arc<Slot>) -> bool) -> Option<Arc<Slot>> {
        let slots = self.by_address.get_mut(&address)?;
        let place = slots.iter().position(fits)?;
        let slot = slots.remove(place);
        if slots.is_empty() {
            self.by_address.remove(&address);
        }
        self.total -= 1;
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::LimitSettings;

    fn slots(connections: usize, connections_per_address: usize) -> Arc<Slots> {
        Arc::new(Slots::new(&Settings {
            limits: LimitSettings {
                connections,
                connections_per_address,
                ..LimitSettings::default()
            },
            ..Settings::default()
        }))
    }

    #[test]
    fn half_heads_make_room_and_requests_do_not() {
        let slots = slots(4, 2);
        let [ann, bob, eve] = [1, 2, 3].map(|last| IpAddr::from([192, 0, 2, last]));
        let first = slots.take(ann).unwrap();
        let second = slots.take(ann).unwrap();
        first.slot.begin_request();
        let third = slots.take(ann).unwrap();
        assert!(second.slot.evicted.is_cancelled() && !first.slot.evicted.is_cancelled());
        third.slot.begin_request();
        assert!(slots.take(ann).is_none(), "both are busy");
        // An idle one makes room when each has sent a head.
        first.slot.end_request();
        let fourth = slots.take(ann).unwrap();
        assert!(first.slot.evicted.is_cancelled());
        fourth.slot.begin_request();
        drop(fourth);
        // In all: the address with the most connections makes room.
        let bobs = [slots.take(bob).unwrap(), slots.take(bob).unwrap()];
        let eves = slots.take(eve).unwrap();
        let another = slots.take(eve).unwrap();
        let evicted = |taken: &SlotGuard| taken.slot.evicted.is_cancelled();
        assert!(evicted(&bobs[0]) && !evicted(&eves) && !evicted(&another));
        // One that had to make room gives nothing back a second time.
        drop(bobs);
        assert_eq!(slots.lock().total, 3);
    }

    #[test]
    fn a_socket_of_the_crowd_makes_room_for_others() {
        let slots = slots(4, 4);
        let at = |address: &str| {
            let taken = slots.take(address.parse().unwrap());
            taken.inspect(|taken| taken.slot.become_socket())
        };
        let evicted = |taken: &SlotGuard| taken.slot.evicted.is_cancelled();
        // One network, whatever addresses its owner chooses.
        let crowd = [
            "2001:db8:1:1::",
            "2001:db8:1:2::",
            "2001:db8:1:2::",
            "2001:db8:1:3::",
        ];
        let crowd = crowd.map(|address| at(address).unwrap());
        assert!(at("2001:db8:1:4::").is_none(), "the crowd itself");
        let honest = at("192.0.2.1").unwrap();
        assert!(
            evicted(&crowd[2]),
            "the newest of the address with the most"
        );
        let other = at("192.0.2.2").unwrap();
        assert_eq!(crowd.iter().filter(|taken| evicted(taken)).count(), 2);
        // From then on nobody takes a place from others who have hardly more.
        assert!(at("192.0.2.1").is_none() && at("2001:db8:1:4::").is_none());
        assert!(!evicted(&honest) && !evicted(&other));
    }

    /// Whoever keeps connections busy protects neither others of the network nor them.
    #[test]
    fn a_crowd_gives_way_though_its_largest_address_is_busy() {
        let slots = slots(4, 4);
        let at = |address: &str| slots.take(address.parse().unwrap());
        let evicted = |taken: &SlotGuard| taken.slot.evicted.is_cancelled();
        let busy = ["2001:db8:1:1::"; 2].map(|address| at(address).unwrap());
        for taken in &busy {
            taken.slot.begin_request();
        }
        let socket = at("2001:db8:1:2::").unwrap();
        socket.slot.become_socket();
        let idle = at("2001:db8:1:3::").unwrap();
        let honest = at("192.0.2.1").unwrap();
        assert!(evicted(&idle) && !evicted(&socket));
        honest.slot.begin_request();
        let other = at("192.0.2.2").unwrap();
        assert!(evicted(&socket));
        other.slot.begin_request();
        let third = at("192.0.2.3").unwrap();
        assert!(evicted(&busy[1]) && !evicted(&busy[0]));
        third.slot.begin_request();
        assert!(at("192.0.2.4").is_none(), "none has more than others");
    }
}
