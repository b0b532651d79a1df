//! The mirror through which Black sees the board as White does.

use hyperrook_rules::{Automorphism, CellSet, Definition, Game};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A symmetry that exchanges the sides, and its inverse.
#[derive(Debug)]
pub(super) struct SideSwap {
    pub(super) map: Automorphism,
    /// For each cell, the cell that is mapped to it.
    pub(super) back: Vec<u8>,
}

/// The mirror of a game, or `None` if its sides are not equivalent. It is cached, because finding
/// it takes as long as compiling the game.
pub(super) fn mirror(game: &Game) -> Option<Arc<SideSwap>> {
    /// The number of games for which it is cached.
    const MAX_CACHED: usize = 32;
    /// The maximum number of symmetries that are examined.
    const MAX_SYMMETRIES: usize = 1024;
    type MirrorCache = VecDeque<(Game, Option<Arc<SideSwap>>)>;
    static CACHE: OnceLock<Mutex<MirrorCache>> = OnceLock::new();
    let cache = CACHE.get_or_init(Mutex::default);
    let lock = || cache.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, mirror)) = lock().iter().find(|(cached, _)| cached.is(game)) {
        return mirror.clone();
    }
    let definition = game.definition();
    let first = game.automorphisms(true, 1).into_iter();
    let mut found = first.clone().find(|map| keeps_names(definition, map));
    if found.is_none() && first.len() > 0 {
        let all = game.automorphisms(true, MAX_SYMMETRIES);
        found = all.into_iter().find(|map| keeps_names(definition, map));
    }
    let mirror = found.map(|map| {
        let mut back = vec![0; map.cells().len()];
        for (from, &to) in map.cells().iter().enumerate() {
            back[usize::from(to)] = from as u8;
        }
        Arc::new(SideSwap { map, back })
    });
    let mut cache = lock();
    cache.truncate(MAX_CACHED - 1);
    cache.push_front((game.clone(), mirror.clone()));
    mirror
}

/// Whether a map takes the cell that names a piece of several cells to the cell that names its
/// image. Only then can moves, which name pieces by one cell, be mapped without the position.
pub(super) fn keeps_names(definition: &Definition, map: &Automorphism) -> bool {
    let spanning = definition
        .kinds()
        .filter(|&kind| definition.piece(kind).span.is_some());
    spanning.into_iter().all(|kind| {
        definition.board().cells().all(|cell| {
            let Some(body) = definition.body(kind, cell) else {
                return true;
            };
            let image: CellSet = body.iter().map(|cell| map.map(cell)).collect();
            definition.body(kind, map.map(cell)) == Some(image)
        })
    })
}

/// All symmetries that keep the sides and the naming cells of pieces.
pub(super) fn symmetries(game: &Game) -> Vec<Automorphism> {
    let mut all = game.automorphisms(false, usize::MAX);
    all.retain(|map| keeps_names(game.definition(), map));
    all.sort_by_key(|map| !map.is_identity());
    all
}
