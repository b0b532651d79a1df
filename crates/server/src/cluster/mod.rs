//! Several nodes on one database: how they reach each other.
//!
//! `bus` is what carries messages between nodes, with a twin for a server that runs alone;
//! `nats` is the one on core NATS. `wire` has the messages, `subjects` where they go. What
//! nodes do with them is in `crate::live`: `remote` asks the owner of a game, `inbox`
//! answers other nodes, `mirror` shows a game of another node to this node's clients.
//!
//! The database decides; the bus only carries messages. A lost message costs time, never a
//! move.

pub(crate) mod bus;
pub(crate) mod nats;
pub(crate) mod node;
pub(crate) mod subjects;
pub(crate) mod wire;
