//! Background work, done when nothing more urgent waits: reports of finished games by the
//! engine (`reports` searches, `report` judges), the tree of openings (`openings`), and
//! playtests (`playtests`). All are jobs in the store.

pub(crate) mod openings;
pub(crate) mod playtests;
pub(crate) mod report;
pub(crate) mod reports;
