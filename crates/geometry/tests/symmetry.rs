//! Symmetries of boards.

use crate::common::{axis, cyclic_axis, flat, ring};
use hyperrook_geometry::{Board, Symmetry, symmetries};

#[test]
fn a_square_has_8_symmetries_and_a_ring_2_per_cell() {
    let axes = vec![axis("file", "file"), axis("rank", "rank")];
    let square = Board::new(&flat(5, 5, axes)).unwrap();
    assert_eq!(symmetries(&square).len(), 8);
    assert_eq!(symmetries(&ring()).len(), 96);
}

/// A flat board on which all axes are cyclic.
fn torus(files: usize, ranks: usize, sources: &[&str]) -> Board {
    let axes = sources.iter().enumerate();
    let axes = axes.map(|(index, source)| cyclic_axis(&format!("a{index}"), source));
    Board::new(&flat(files, ranks, axes.collect())).unwrap()
}

#[test]
fn a_torus_has_8_symmetries_per_cell() {
    assert_eq!(symmetries(&torus(6, 6, &["file", "rank"])).len(), 8 * 36);
    // Files and ranks of different lengths cannot be exchanged.
    assert_eq!(symmetries(&torus(5, 6, &["file", "rank"])).len(), 4 * 30);
}

#[test]
fn symmetries_of_many_cyclic_axes_take_bounded_time() {
    let bits = |n: &str| {
        [128, 64, 32, 16, 8, 4, 2, 1].map(|by| {
            let by: i32 = by;
            format!("{n} / {by} % 2")
        })
    };
    // Every cell of a cube of eight dimensions, all of them cyclic.
    let (rank, file) = (bits("rank"), bits("file"));
    let digits: Vec<&str> = rank[4..].iter().chain(&file[4..]).map(|s| &**s).collect();
    let cube = torus(16, 16, &digits);
    // Reversing an axis of two coordinates is the same as rotating it by one.
    assert_eq!(symmetries(&cube).len(), 256);
    // Each axis alone has many coordinates.
    let sums = [
        "file",
        "rank",
        "file + rank",
        "file - rank",
        "file + file + rank",
        "file + rank + rank",
        "file - rank - rank",
        "file + file - rank",
    ];
    let sparse = torus(16, 16, &sums);
    let found = symmetries(&sparse);
    let stays = |symmetry: &Symmetry| sparse.cells().all(|cell| symmetry.map(cell) == cell);
    assert!(found.iter().any(stays));
    // Three coordinates on each of five axes could be exchanged in all orders.
    let digits = [
        "file",
        "rank / 27",
        "rank / 9 % 3",
        "rank / 3 % 3",
        "rank % 3",
    ];
    let cube = torus(3, 81, &digits);
    // 120 orders of axes, 32 ways to reverse them, and 243 rotations, one of which is the identity.
    assert_eq!(symmetries(&cube).len(), 120 * 32 + 242);
}
