//! The memory that loaded games take: the tables of their rules and their positions. The cache of
//! compiled games is bounded, but a loaded game keeps its tables, whatever the cache drops. So games
//! share the tables of the same rules, and what clients load is bounded, by address and in all.

use crate::game::rules::RulesRef;
use crate::security::work_queue::OWN_WORK;
use crate::settings::LimitSettings;
use hyperrook_rules::Game;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// How much memory loaded games may take, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryLimits {
    /// Games that were loaded for one address.
    pub(super) of_address: u64,
    /// Games that were loaded for all addresses.
    pub(super) in_all: u64,
}

impl From<&LimitSettings> for MemoryLimits {
    fn from(settings: &LimitSettings) -> MemoryLimits {
        let bytes = |mib: usize| (mib as u64).saturating_mul(1 << 20);
        MemoryLimits {
            of_address: bytes(settings.loaded_mib_per_address),
            in_all: bytes(settings.loaded_mib),
        }
    }
}

/// The games that were loaded for an address, or for all, take too much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many games are loaded")]
pub(crate) struct MemoryFull;

/// Rules: the hash of a definition, and the options that were chosen.
type RulesKey = (String, BTreeMap<String, String>);

/// What stands for the rules of a stored game.
pub(super) fn rules_key(wanted: &RulesRef, hash: &str) -> RulesKey {
    (hash.to_owned(), wanted.options.clone())
}

#[derive(Debug)]
struct UsedRules {
    game: Game,
    bytes: u64,
    /// The number of loaded games by the address for which they were loaded.
    uses: HashMap<IpAddr, usize>,
}

#[derive(Debug, Default)]
struct Used {
    rules: HashMap<RulesKey, UsedRules>,
    /// The bytes of the positions of games, by the address for which they were loaded.
    positions: HashMap<IpAddr, u64>,
}

impl Used {
    /// What was loaded for an address. Rules count for each address that uses them.
    fn of_address(&self, address: IpAddr) -> u64 {
        let used = |rules: &&UsedRules| rules.uses.contains_key(&address);
        let tables: u64 = self.rules.values().filter(used).map(|r| r.bytes).sum();
        tables + self.positions.get(&address).copied().unwrap_or(0)
    }

    /// What another game by some rules takes more, with the bytes of its tables and its positions:
    /// for the address, and for all.
    fn needed(&self, address: IpAddr, rules: &RulesKey, [tables, positions]: [u64; 2]) -> [u64; 2] {
        let known = self.rules.get(rules);
        let is_own = known.is_some_and(|rules| rules.uses.contains_key(&address));
        let of_address = positions + if is_own { 0 } else { tables };
        let in_all = positions + if known.is_some() { 0 } else { tables };
        [of_address, in_all]
    }

    /// What was loaded for clients only.
    fn in_all(&self) -> u64 {
        let for_clients = |rules: &&UsedRules| !rules.uses.contains_key(&OWN_WORK);
        let tables: u64 = self
            .rules
            .values()
            .filter(for_clients)
            .map(|r| r.bytes)
            .sum();
        let clients = self.positions.iter().filter(|(who, _)| **who != OWN_WORK);
        tables + clients.map(|(_, bytes)| bytes).sum::<u64>()
    }
}

/// The memory of all loaded games. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct GameMemory {
    limits: MemoryLimits,
    used: Arc<Mutex<Used>>,
}

/// The memory of one loaded game, until it is dropped.
#[derive(Debug)]
pub(super) struct UsedMemory {
    memory: GameMemory,
    rules: RulesKey,
    /// The bytes of one position, and of all.
    position: u64,
    positions: u64,
    address: IpAddr,
}

impl GameMemory {
    /// No games are loaded.
    pub(super) fn new(limits: MemoryLimits) -> GameMemory {
        GameMemory {
            limits,
            used: Arc::default(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rules, if a loaded game has them.
    pub(super) fn rules(&self, key: &RulesKey) -> Option<Game> {
        self.lock().rules.get(key).map(|rules| rules.game.clone())
    }

    /// Whether more may be loaded for an address. What the server loads by itself, such as games
    /// whose clocks run, is never refused.
    ///
    /// # Errors
    /// [`MemoryFull`].
    pub(super) fn check(&self, address: IpAddr) -> Result<(), MemoryFull> {
        self.fits(&self.lock(), address, [0, 0])
    }

    /// Whether a game by some rules, without moves, may be loaded for an address. Asked before it is
    /// stored, since nobody could play it otherwise.
    ///
    /// # Errors
    /// [`MemoryFull`].
    pub(super) fn check_new(
        &self,
        address: IpAddr,
        rules: &RulesKey,
        game: &Game,
    ) -> Result<(), MemoryFull> {
        let used = self.lock();
        let sizes = [game.table_bytes() as u64, position_bytes(game)];
        self.fits(&used, address, used.needed(address, rules, sizes))
    }

    /// Whether more fits: for the address, and for all.
    fn fits(&self, used: &Used, address: IpAddr, more: [u64; 2]) -> Result<(), MemoryFull> {
        let MemoryLimits { of_address, in_all } = self.limits;
        if address != OWN_WORK
            && (used.of_address(address) + more[0] > of_address || used.in_all() + more[1] > in_all)
        {
            return Err(MemoryFull);
        }
        Ok(())
    }

    /// Counts a game that is loaded for an address, with this number of moves. One that `must` be
    /// loaded is not refused.
    ///
    /// # Errors
    /// [`MemoryFull`].
    pub(super) fn take(
        &self,
        rules: RulesKey,
        game: &Game,
        moves: usize,
        (address, must): (IpAddr, bool),
    ) -> Result<UsedMemory, MemoryFull> {
        let position = position_bytes(game);
        let positions = position * (moves as u64 + 1);
        let bytes = game.table_bytes() as u64;
        let mut used = self.lock();
        if !must {
            let more = used.needed(address, &rules, [bytes, positions]);
            self.fits(&used, address, more)?;
        }
        let entry = used.rules.entry(rules.clone());
        let entry = entry.or_insert_with(|| UsedRules {
            game: game.clone(),
            bytes,
            uses: HashMap::new(),
        });
        *entry.uses.entry(address).or_default() += 1;
        *used.positions.entry(address).or_default() += positions;
        drop(used);
        Ok(UsedMemory {
            memory: self.clone(),
            rules,
            position,
            positions,
            address,
        })
    }
}

impl UsedMemory {
    /// Counts the moves that are made after the game was loaded: it has this number of them now.
    pub(super) fn set_moves(&mut self, moves: usize) {
        let positions = self.position * (moves as u64 + 1);
        let mut used = self.memory.lock();
        let all = used.positions.entry(self.address).or_default();
        *all += positions;
        *all -= self.positions;
        self.positions = positions;
    }
}

/// About how many bytes a position takes: bitboards, and the piece on each cell.
fn position_bytes(game: &Game) -> u64 {
    256 + 8 * game.board().cells().len() as u64
}

impl Drop for UsedMemory {
    fn drop(&mut self) {
        let mut used = self.memory.lock();
        if let Some(bytes) = used.positions.get_mut(&self.address) {
            *bytes -= self.positions;
            if *bytes == 0 {
                used.positions.remove(&self.address);
            }
        }
        let Some(rules) = used.rules.get_mut(&self.rules) else {
            return;
        };
        if let Some(uses) = rules.uses.get_mut(&self.address) {
            *uses -= 1;
            if *uses == 0 {
                rules.uses.remove(&self.address);
            }
        }
        if rules.uses.is_empty() {
            used.rules.remove(&self.rules);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_catalogue::Catalogue;

    fn chess() -> Game {
        Catalogue::new().game("chess", &[]).unwrap().game
    }

    fn key(name: &str) -> RulesKey {
        (name.to_owned(), BTreeMap::new())
    }

    fn memory(of_address: u64, in_all: u64) -> GameMemory {
        GameMemory::new(MemoryLimits { of_address, in_all })
    }

    const ANN: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const BOB: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    #[test]
    fn each_address_has_a_share_and_gets_it_back() {
        let game = chess();
        let (tables, position) = (game.table_bytes() as u64, position_bytes(&game));
        let memory = memory(2 * tables + 10 * position, 100 * tables);
        let first = memory.take(key("a"), &game, 0, (ANN, false)).unwrap();
        // The same rules take no more tables.
        let second = memory.take(key("a"), &game, 7, (ANN, false)).unwrap();
        assert!(memory.rules(&key("a")).is_some());
        let third = memory.take(key("b"), &game, 0, (ANN, false)).unwrap();
        let full = memory.take(key("a"), &game, 0, (ANN, false)).unwrap_err();
        assert_eq!(full, MemoryFull);
        assert!(memory.take(key("c"), &game, 0, (ANN, false)).is_err());
        // Others and the server itself are not concerned.
        let other = memory.take(key("c"), &game, 0, (BOB, false)).unwrap();
        let own = memory
            .take(key("d"), &game, 1_000, (OWN_WORK, false))
            .unwrap();
        drop(second);
        let again = memory.take(key("a"), &game, 7, (ANN, false)).unwrap();
        drop((first, third, other, own, again));
        let used = memory.lock();
        assert!(
            used.rules.is_empty() && used.positions.is_empty(),
            "{used:?}"
        );
    }

    #[test]
    fn moves_count_that_are_made_after_a_game_was_loaded() {
        let game = chess();
        let (tables, position) = (game.table_bytes() as u64, position_bytes(&game));
        let memory = memory(tables + 10 * position, 100 * tables);
        let mut long = memory.take(key("a"), &game, 0, (ANN, false)).unwrap();
        drop(memory.take(key("a"), &game, 0, (ANN, false)).unwrap());
        long.set_moves(9);
        assert!(memory.take(key("a"), &game, 0, (ANN, false)).is_err());
        // It goes on, whatever it takes.
        long.set_moves(4000);
        assert!(memory.check(ANN).is_err() && memory.check(BOB).is_ok());
        long.set_moves(8);
        assert!(memory.take(key("a"), &game, 0, (ANN, false)).is_ok());
        drop(long);
        assert!(memory.lock().positions.is_empty());
    }

    #[test]
    fn all_addresses_together_are_bounded_but_not_the_server_itself() {
        let game = chess();
        let tables = game.table_bytes() as u64;
        let memory = memory(10 * tables, 3 * tables - 1);
        let held: Vec<UsedMemory> = ["a", "b"]
            .map(|name| memory.take(key(name), &game, 0, (ANN, false)).unwrap())
            .into();
        assert!(memory.take(key("c"), &game, 0, (BOB, false)).is_err());
        // A new game that would not fit is refused before it is stored.
        assert!(memory.check(BOB).is_ok());
        assert!(memory.check_new(BOB, &key("c"), &game).is_err());
        assert!(memory.check_new(BOB, &key("b"), &game).is_ok());
        // What others have loaded takes no more tables, and time may pass in a game.
        drop(memory.take(key("b"), &game, 0, (BOB, false)).unwrap());
        drop(memory.take(key("c"), &game, 0, (BOB, true)).unwrap());
        let own = memory.take(key("c"), &game, 0, (OWN_WORK, false)).unwrap();
        // They are in memory anyway.
        assert_eq!(memory.lock().in_all(), 2 * (tables + position_bytes(&game)));
        drop((held, own));
        assert!(memory.check(BOB).is_ok());
    }
}
