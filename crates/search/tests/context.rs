//! Results that a search shares within a node equal those computed separately.

use hyperrook_rules::fast::{MoveContext, MoveGroup, Pos, Rules};
use hyperrook_rules::{Game, Position, SHIPPED, Visit};

struct CompareContext;

impl Visit for CompareContext {
    /// The numbers of moves and of checks.
    type Output = (usize, usize);

    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> (usize, usize) {
        let context = MoveContext::new(rules);
        let mut moves = Vec::new();
        let mut expected = Vec::new();
        for group in [MoveGroup::Tactical, MoveGroup::Quiet] {
            context.moves(pos, group, |mv| moves.push(mv));
            pos.moves(rules, group, |mv| expected.push(mv));
        }
        assert_eq!(moves, expected);
        let mut tactical = Vec::new();
        pos.moves(rules, MoveGroup::Tactical, |mv| tactical.push(mv));
        for cell in rules.all() {
            let mut to_cell = Vec::new();
            context.tactical_moves_to(pos, cell, |mv| to_cell.push(mv));
            let expected = tactical.iter().filter(|mv| mv.destination() == cell);
            assert!(to_cell.iter().eq(expected), "{cell:?}: {to_cell:?}");
        }
        let mut all = 0;
        pos.moves(rules, MoveGroup::All, |_| all += 1);
        assert_eq!(moves.len(), all);
        let mut checks = 0;
        let possible_checks = pos.possible_checks(rules);
        for &mv in &moves {
            assert!(context.is_legal(pos, mv), "{mv:?}");
            let mut after = pos.clone();
            after.make(rules, mv);
            let gives_check = after.is_in_check(rules, after.turn());
            assert_eq!(context.gave_check(pos, mv, &after), gives_check, "{mv:?}");
            let is_direct = pos.gives_direct_check(rules, mv);
            assert!(gives_check || !is_direct, "{mv:?}");
            let mover = pos.piece(mv.origin()).map(|piece| piece.kind);
            let kind = mv.promotion().or(mover).unwrap();
            let is_possible = possible_checks.contains(kind, mv.destination());
            assert!(is_possible || !is_direct, "{mv:?}");
            checks += usize::from(gives_check);
        }
        (moves.len(), checks)
    }
}

#[test]
fn moves_and_checks_are_the_same_with_a_context() {
    let mut random = fastrand::Rng::with_seed(5);
    for (name, _) in SHIPPED {
        let game = Game::shipped(name).unwrap();
        let mut checks = 0;
        for _ in 0..8 {
            let mut position: Position = game.start();
            for _ in 0..80 {
                checks += position.visit(CompareContext).1;
                let Some(mv) = random.choice(position.moves()) else {
                    break;
                };
                position.play(mv).unwrap();
            }
        }
        assert!(checks > 0, "{name}");
    }
}
