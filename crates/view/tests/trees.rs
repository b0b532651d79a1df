//! Records as trees, and back.

use crate::common::{game, games, random_game};
use hyperrook_notation::record::{
    GameResult, MoveStyle, Record, ShippedGames, Tags, format_record,
};
use hyperrook_view::types::{GameRef, MoveTree, TreeNode};
use hyperrook_view::{MAX_NODES, ReadTreeError, TreeError, read_record, write_record};
use proptest::prelude::*;

fn read(text: &str) -> MoveTree {
    let games = ShippedGames::new();
    read_record(text, |tags| games.resolve(tags)).unwrap()
}

const ANNOTATED: &str = r#"[Event "Every construct"]
[Result "1-0"]

{Before the first move.} 1. e4 $1 e5 2. Nf3 {After a move.} 2... Nc6 (2... d6
3. d4 {Variations can have variations.} (3. Bc4 Be7) 3... exd4) 3. Bb5 a6 4.
Ba4 1-0

"#;

#[test]
fn variations_and_comments_survive() {
    let tree = read(ANNOTATED);
    assert_eq!(tree.comment, "Before the first move.");
    assert_eq!(tree.start, None);
    let node = |short: &str| tree.nodes.iter().find(|n| n.short == short).unwrap();
    assert_eq!(node("e4").nags, [1]);
    assert_eq!(node("Nf3").comment, "After a move.");
    assert_eq!(node("d6").parent, Some(node("Nf3").id));
    assert_eq!(node("Bc4").parent, Some(node("d6").id));
    assert_eq!(node("d4").comment, "Variations can have variations.");
    // The first child continues the main line.
    let children = tree
        .nodes
        .iter()
        .filter(|n| n.parent == Some(node("Nf3").id));
    assert_eq!(
        children.map(|n| &*n.short).collect::<Vec<_>>(),
        ["Nc6", "d6"]
    );
    assert_eq!(write_record(&game("chess", ""), &tree).unwrap(), ANNOTATED);
}

#[test]
fn variations_with_null_moves_become_comments() {
    let tree = read("1. e4 {a} e5 (1... {b} Z0 2. d4) 2. Nf3 (2. Bc4 -- 3. Qh5) 2... Nc6 *");
    let moves: Vec<(&str, &str)> = tree
        .nodes
        .iter()
        .map(|node| (&*node.short, &*node.comment))
        .collect();
    assert_eq!(
        moves,
        [
            ("e4", "a"),
            ("e5", "(1... [b] Z0 2. d4)"),
            ("Nf3", ""),
            ("Bc4", "(2... -- 3. Qh5)"),
            ("Nc6", ""),
        ]
    );
}

#[test]
fn games_of_chance_round_trip() {
    for game in games() {
        let history = random_game(&game, 21, 50);
        let record = Record::of(&history, Tags::roster(), GameResult::Open, MoveStyle::Short);
        let text = format_record(&record).unwrap();
        let tree = read(&text);
        assert_eq!(tree.nodes.len(), history.moves().len());
        assert_eq!(write_record(&game, &tree).unwrap(), text);
        let json = serde_json::to_string(&tree).unwrap();
        assert_eq!(serde_json::from_str::<MoveTree>(&json).unwrap(), tree);
    }
}

#[test]
fn starts_and_options_are_kept() {
    let text = r#"[Game "gateway"]
[Options "length=8"]
[Setup "4/4/*2*/*2*/*2*/*P1*/4/4|4/4/*2*/*2*/*2*/*2*/4/4|4/4/*2*/*2*/*2*/*2*/4/4|4/4/*2*/*2*/*2*/*2*/4/4|J3/kkkk/*2*/*2*/*2*/*2*/4/KKKK w - 0 1"]

1. vb4 *

"#;
    let tree = read(text);
    assert_eq!(tree.game.options["length"], "8");
    assert!(tree.start.is_some());
    let written = write_record(&game("gateway", "length=8"), &tree).unwrap();
    assert_eq!(
        read(&written),
        MoveTree {
            tags: read(&written).tags,
            ..tree
        }
    );
}

fn line(moves: &[&str]) -> MoveTree {
    let nodes = moves.iter().enumerate().map(|(i, mv)| TreeNode {
        id: i as u32,
        parent: (i as u32).checked_sub(1),
        mv: (*mv).to_owned(),
        short: String::new(),
        comment: String::new(),
        nags: Vec::new(),
    });
    MoveTree {
        game: GameRef::default(),
        tags: Vec::new(),
        start: None,
        comment: String::new(),
        nodes: nodes.collect(),
    }
}

#[test]
fn faulty_trees_are_refused() {
    let chess = game("chess", "");
    let text = write_record(&chess, &line(&["e2e4", "e7e5"])).unwrap();
    assert_eq!(text, "1. e4 e5 *\n\n");
    let refused = |tree: &MoveTree| write_record(&chess, tree).unwrap_err();
    assert!(matches!(
        refused(&line(&["e2e5"])),
        TreeError::Move { id: 0, .. }
    ));
    let mut tree = line(&["e2e4", "e7e5"]);
    tree.nodes[1].id = 0;
    assert!(matches!(refused(&tree), TreeError::SameId(0)));
    let mut tree = line(&["e2e4", "e7e5"]);
    tree.nodes[0].parent = Some(1);
    assert!(matches!(
        refused(&tree),
        TreeError::Parent { id: 0, parent: 1 }
    ));
    let mut tree = line(&["e2e4"]);
    tree.start = Some("nonsense".to_owned());
    assert!(matches!(refused(&tree), TreeError::Start(_)));
    let mut tree = line(&["e2e4"]);
    tree.tags = vec![["a b".to_owned(), String::new()]];
    assert!(matches!(refused(&tree), TreeError::Tag(_)));
    let tree = line(&vec!["e2e4"; MAX_NODES + 1]);
    assert!(matches!(refused(&tree), TreeError::TooManyMoves(_)));
    // Each variation is nested in the one before.
    let mut tree = line(&["e2e4"]);
    let moves = ["g8f6", "g1f3", "f6g8", "f3g1"];
    let mut parent = 0;
    for i in 0..400_u32 {
        let mv = moves[i as usize % 4];
        for k in 0..2 {
            let id = 1 + 2 * i + k;
            let (parent, mv) = (Some(parent), mv.to_owned());
            let (short, comment, nags) = (String::new(), String::new(), Vec::new());
            tree.nodes.push(TreeNode {
                id,
                parent,
                mv,
                short,
                comment,
                nags,
            });
        }
        // The second child continues.
        parent = 2 + 2 * i;
    }
    assert!(matches!(refused(&tree), TreeError::TooDeep));
}

#[test]
fn long_records_are_refused_before_they_are_played() {
    let games = ShippedGames::new();
    let read = |moves: usize| {
        let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(moves / 4);
        read_record(&text, |tags| games.resolve(tags))
    };
    assert_eq!(read(400).unwrap().nodes.len(), 400);
    let refused = read(MAX_NODES + 4).unwrap_err();
    assert!(matches!(refused, ReadTreeError::TooManyMoves));
}

proptest! {
    /// Comments and glyphs of a tree survive writing and reading, except for line breaks.
    #[test]
    fn comments_and_glyphs_round_trip(
        said in "[ -~é√\n]{0,60}", nags in prop::collection::vec(any::<u8>(), 0..4), value in "[ -~]{0,30}"
    ) {
        let mut tree = line(&["e2e4", "e7e5", "g1f3"]);
        tree.nodes[1].comment = said.clone();
        tree.nodes[1].nags.clone_from(&nags);
        tree.tags = vec![["Event".to_owned(), value.clone()]];
        let text = write_record(&game("chess", ""), &tree).unwrap();
        let back = read(&text);
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        prop_assert_eq!(words(&back.nodes[1].comment), words(&said));
        prop_assert_eq!(&back.nodes[1].nags, &nags);
        prop_assert_eq!(&back.tags[0][1], &value);
        prop_assert_eq!(write_record(&game("chess", ""), &back).unwrap(), text);
    }

    /// Reading never panics.
    #[test]
    fn any_text_is_read_or_refused(text in "(?s).{0,300}") {
        let games = ShippedGames::new();
        let _ = read_record(&text, |tags| games.resolve(tags));
    }
}
