//! Evaluations of all shipped games, derived and tuned.

use hyperrook_eval::{Model, Trace, WeightLayout, Weights};
use hyperrook_geometry::{Bits, Cell, Symmetry, symmetries};
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{
    Definition, Game, GameFile, Kind, Piece, Position, Promotion, SHIPPED, Side, State, Visit,
};

fn definition(name: &str) -> Definition {
    GameFile::shipped(name).unwrap().define(&[]).unwrap()
}

/// Positions of random games.
fn positions(game: &Game, count: usize, seed: u64) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = game.start();
        for _ in 0..200 {
            let moves = position.moves();
            let Some(&mv) = random.choice(&moves) else {
                break;
            };
            position.play(mv).unwrap();
            if random.u32(..6) == 0 && found.len() < count {
                found.push(position.clone());
            }
        }
    }
    found
}

/// The evaluation by the accumulator that is kept up to date, the evaluation by the trace, and its
/// terms.
struct EvaluateAndTrace<'w>(Option<&'w Weights>);

impl Visit for EvaluateAndTrace<'_> {
    type Output = (i32, f32, Trace);
    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Self::Output {
        let model = Model::with_weights(rules, self.0);
        let score = model.evaluate(rules, pos, &model.accumulator(pos));
        let trace = model.trace(rules, pos);
        let sign = if pos.turn() == hyperrook_rules::Side::White {
            1.0
        } else {
            -1.0
        };
        (score, sign * trace.evaluate(&model.weights()), trace)
    }
}

/// The symmetries that exchange the sides' starting pieces.
fn reversals(def: &Definition) -> Vec<Symmetry> {
    let mut plain = def.start().clone();
    plain.state = State::default();
    let reversed = |symmetry: &Symmetry| plain.reversed(def, symmetry).map(|setup| setup.pieces);
    let mut found = symmetries(def.board());
    found.retain(|symmetry| reversed(symmetry) == Some(def.start().pieces.clone()));
    found
}

#[test]
fn exchanging_the_sides_does_not_change_the_evaluation() {
    for (name, _) in SHIPPED {
        let def = definition(name);
        let game = Game::new(def.clone()).unwrap();
        let reversals = reversals(&def);
        assert!(!reversals.is_empty(), "{name}");
        for position in positions(&game, 12, 1) {
            for symmetry in &reversals {
                let setup = position.setup().reversed(&def, symmetry).unwrap();
                let reversed = game.position(&setup).unwrap();
                for weights in [None, Weights::shipped(name)] {
                    assert_eq!(
                        position.visit(EvaluateAndTrace(weights)).0,
                        reversed.visit(EvaluateAndTrace(weights)).0,
                        "{name}: {:?}",
                        position.setup()
                    );
                }
            }
        }
    }
}

#[test]
fn a_trace_adds_up_to_the_evaluation() {
    for (name, _) in SHIPPED {
        let game = Game::new(definition(name)).unwrap();
        for position in positions(&game, 12, 2) {
            let (score, traced, trace) = position.visit(EvaluateAndTrace(Weights::shipped(name)));
            assert!(
                (score as f32 - traced).abs() < 3.0,
                "{name}: {score} {traced}"
            );
            assert!((0.0..=1.0).contains(&trace.phase));
        }
    }
}

/// For each kind, how many more cells of safe checks White has than Black, with a limit of two for
/// each side: by the trace, and counted piece by piece.
struct SafeChecks;

impl Visit for SafeChecks {
    type Output = Vec<[i32; 2]>;
    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Self::Output {
        let model = Model::new(rules);
        let (trace, definition) = (model.trace(rules, pos), rules.definition());
        let attacked = |cell: Cell| {
            let piece = pos.piece(cell);
            piece.map_or(Bits::EMPTY, |piece| {
                rules.attacked_from(piece, cell, pos.occupied())
            })
        };
        let by_side = |side: Side| {
            let pieces = pos.side(side).iter();
            pieces.fold(Bits::EMPTY, |all, cell| all | attacked(cell))
        };
        let counted = |side: Side, kind: Kind| {
            let royal = pos.royal_cells(rules, side.other());
            let defended = by_side(side.other());
            let mut cells = Bits::<W>::EMPTY;
            for from in pos.kind(kind) & pos.side(side) {
                for to in attacked(from) & !pos.side(side) & !defended {
                    let piece = Piece { side, kind };
                    if rules
                        .attacked_from(piece, to, pos.occupied())
                        .intersects(royal)
                    {
                        cells.insert(to);
                    }
                }
            }
            cells.count().min(2) as i32
        };
        let mut found = Vec::new();
        for kind in definition.kinds().filter(|&kind| !rules.is_royal(kind)) {
            let promotes = |p: &Promotion| !p.optional && p.pieces.contains(&kind);
            if definition.promotions().iter().any(promotes) {
                // Pawns do not count.
                continue;
            }
            let name = format!("safe-checks.{}", definition.piece(kind).letter);
            let mut terms = model.layout().terms().iter();
            let term = terms.find(|term| term.name == name).unwrap();
            let traced = |&(at, n): &(u32, f32)| {
                let cells = (at as usize).checked_sub(term.start)? as i32 + 1;
                (cells as usize <= term.len).then_some(cells * n as i32)
            };
            let by_trace = trace.counts.iter().filter_map(traced).sum();
            let slowly = counted(Side::White, kind) - counted(Side::Black, kind);
            found.push([by_trace, slowly]);
        }
        found
    }
}

#[test]
fn safe_checks_are_counted_like_by_their_slow_twin() {
    let mut seen = 0;
    for (name, _) in SHIPPED {
        let game = Game::new(definition(name)).unwrap();
        for position in positions(&game, 40, 5) {
            for [by_trace, slowly] in position.visit(SafeChecks) {
                assert_eq!(by_trace, slowly, "{name}: {:?}", position.setup());
                seen += i32::from(slowly != 0);
            }
        }
    }
    assert!(seen > 50, "there were few safe checks: {seen}");
}

/// The evaluation, and the same computed from the trace in whole numbers.
struct EvaluateExactly;

impl Visit for EvaluateExactly {
    type Output = (i32, i32);
    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Self::Output {
        let model = Model::new(rules);
        let (trace, weights) = (model.trace(rules, pos), model.weights());
        let sum = |part: usize| {
            let units = |at: u32| (weights[at as usize][part] * 16.0).round() as i64;
            let counts = trace.counts.iter();
            counts.map(|&(at, n)| n as i64 * units(at)).sum::<i64>()
        };
        let phase = (trace.phase * 256.0).round() as i64;
        let tapered = (sum(0) * phase + sum(1) * (256 - phase)) / 256;
        let scale = (trace.scales[usize::from(tapered < 0)] * 64.0).round() as i64;
        let white = (tapered * scale / 64 / 16) as i32;
        let expected = if pos.turn() == hyperrook_rules::Side::White {
            white
        } else {
            -white
        };
        let score = model.evaluate(rules, pos, &model.accumulator(pos));
        (score, expected)
    }
}

#[test]
fn both_parts_of_weights_are_added_exactly() {
    for (name, _) in SHIPPED {
        let def = definition(name);
        // The cells of a piece of several cells share its value, rounded.
        if def.pieces().iter().any(|piece| piece.span.is_some()) {
            continue;
        }
        let game = Game::new(def).unwrap();
        for position in positions(&game, 40, 4) {
            let (score, expected) = position.visit(EvaluateExactly);
            assert_eq!(score, expected, "{name}: {:?}", position.setup());
        }
    }
}

/// Plays random moves and compares the updated accumulator with a recomputed one.
struct RandomWalk(u64);

impl Visit for RandomWalk {
    type Output = ();
    fn visit<const W: usize>(self, rules: &Rules<W>, start: &Pos<W>) {
        let model = Model::new(rules);
        let mut random = fastrand::Rng::with_seed(self.0);
        for _ in 0..20 {
            let mut pos = start.clone();
            let mut accumulator = model.accumulator(&pos);
            for _ in 0..150 {
                let mut moves = Vec::new();
                pos.moves(rules, hyperrook_rules::fast::MoveGroup::All, |mv| {
                    moves.push(mv)
                });
                let Some(&mv) = random.choice(&moves) else {
                    break;
                };
                let mut observer = model.observer(accumulator);
                pos.make_observed(rules, mv, &mut observer);
                accumulator = observer.accumulator;
                assert_eq!(accumulator, model.accumulator(&pos), "{mv:?}");
            }
        }
    }
}

#[test]
fn accumulators_are_kept_up_to_date() {
    for (name, _) in SHIPPED {
        let game = Game::new(definition(name)).unwrap();
        game.start().visit(RandomWalk(3));
    }
}

/// The values of the pieces of a game by letter, derived from the rules.
struct Derived;

impl Visit for Derived {
    type Output = Vec<(char, i32)>;
    fn visit<const W: usize>(self, rules: &Rules<W>, _: &Pos<W>) -> Self::Output {
        let model = Model::with_weights(rules, None);
        let pieces = rules.definition().pieces().iter().map(|piece| piece.letter);
        pieces.zip(model.values()).collect()
    }
}

#[test]
fn derived_values_are_plausible() {
    let game = Game::new(definition("chess")).unwrap();
    let values = game.start().visit(Derived);
    let of = |letter| values.iter().find(|(l, _)| *l == letter).unwrap().1;
    assert_eq!(of('P'), 100);
    assert!(of('N') > 2 * of('P') && of('N') < 4 * of('P'), "{values:?}");
    assert!(of('B') >= of('N') && of('B') < of('R'), "{values:?}");
    assert!(
        of('Q') > of('R') + of('N') && of('Q') < 2 * of('R'),
        "{values:?}"
    );
    for (name, _) in SHIPPED {
        let def = definition(name);
        let game = Game::new(def.clone()).unwrap();
        let values = game.start().visit(Derived);
        let ordinary = def.pieces().iter().filter(|piece| !piece.royal);
        let least = ordinary
            .map(|piece| values.iter().find(|(l, _)| *l == piece.letter).unwrap().1)
            .min();
        assert_eq!(least, Some(100), "{name}: {values:?}");
    }
}

struct TunedTerms;

impl Visit for TunedTerms {
    type Output = Vec<(String, usize)>;
    fn visit<const W: usize>(self, rules: &Rules<W>, _: &Pos<W>) -> Self::Output {
        let model = Model::new(rules);
        let terms = model.layout().terms().iter();
        let tuned = terms.filter(|term| WeightLayout::is_tuned(term));
        tuned.map(|term| (term.name.clone(), term.len)).collect()
    }
}

/// Whether a term is newer than most files of weights. Without it in a file, its weights are 0.
fn is_later_term(term: &str) -> bool {
    term == "royal-danger" || term.starts_with("safe-checks.")
}

/// Weights that do not fit their game are ignored silently, so this test must detect them.
#[test]
fn shipped_weights_fit_their_games() {
    for (name, _) in SHIPPED {
        let weights = Weights::shipped(name).unwrap_or_else(|| panic!("no weights of {name}"));
        let def = definition(name);
        let game = Game::new(def.clone()).unwrap();
        for (term, len) in game.start().visit(TunedTerms) {
            let run = weights.terms.get(&term).map(Vec::len);
            let fits = run == Some(len) || run.is_none() && is_later_term(&term);
            assert!(fits, "{name}: {term}: {run:?}, expected {len}");
        }
        assert!(!weights.terms.contains_key("mop-up"), "{name}");
        let again = Weights::read(&weights.write()).unwrap();
        assert_eq!(again.pieces, weights.pieces);
        for piece in def.pieces() {
            let terms: Vec<&str> = piece.moves.terms.iter().map(|t| &t.text[..]).collect();
            let letter = piece.letter.to_string();
            assert_eq!(
                weights.pieces.get(&letter),
                Some(&terms.join(" ")),
                "{name}: {letter}"
            );
        }
    }
}

#[test]
fn a_file_that_is_not_a_file_of_weights_is_rejected() {
    for text in ["", "game = 1", "game = \"chess\"\nmade = \"\"\nmen = {}\n"] {
        assert!(Weights::read(text).is_err(), "{text}");
    }
}

#[test]
fn royal_pieces_alone_can_be_evaluated() {
    let text = r#"
format = 1
name = "kings"
title = "Kings"
credit = "made for the tests"
about = "Two kings and nobody else."

[board]
drawn = "flat"
files = 5
ranks = 5

[charts.board]
axes = ["file", "rank, forward"]

[pieces.K]
name = "king"
royal = true
moves = "K"

[start]
board = "2k2/5/5/5/2K2"

[ends]
stalemate = "draw"
repetition = 3
moves = 50
bare_royals = false
"#;
    let file = GameFile::parse("kings.toml", text).unwrap();
    let game = Game::new(file.define(&[]).unwrap()).unwrap();
    struct EvaluateOnce;
    impl Visit for EvaluateOnce {
        type Output = i32;
        fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> i32 {
            let model = Model::new(rules);
            model.evaluate(rules, pos, &model.accumulator(pos))
        }
    }
    for position in positions(&game, 10, 1) {
        assert!(position.visit(EvaluateOnce).abs() < 100);
    }
}

#[test]
fn weights_of_earlier_versions_are_read() {
    let text = |table: &str| {
        format!("game = \"chess\"\nmade = \"by hand\"\n[{table}]\nK = \"K K\"\n[terms]\n")
    };
    assert_eq!(Weights::read(&text("men")), Weights::read(&text("pieces")));
    assert!(Weights::read(&text("men")).is_ok());
    assert!(Weights::read(&text("mice")).is_err());
}

#[test]
fn terms_of_earlier_versions_get_their_current_names() {
    let text = |terms: &str| {
        format!("game = \"chess\"\nmade = \"by hand\"\n[pieces]\nN = \"N\"\n[terms]\n{terms}")
    };
    let old = text("\"place.N\" = [[1.0, 2.0]]\nroom = [[3.0, 4.0]]\ntempo = [[5.0, 6.0]]\n");
    let new = text(
        "\"piece-square.N\" = [[1.0, 2.0]]\nroyal-mobility = [[3.0, 4.0]]\ntempo = [[5.0, 6.0]]\n",
    );
    assert_eq!(Weights::read(&old), Weights::read(&new));
    let names: Vec<String> = Weights::read(&old).unwrap().terms.into_keys().collect();
    assert_eq!(names, ["piece-square.N", "royal-mobility", "tempo"]);

    let twice = text("\"place.N\" = [[1.0, 2.0]]\n\"piece-square.N\" = [[1.0, 2.0]]\n");
    let error = Weights::read(&twice).unwrap_err().to_string();
    assert_eq!(
        error,
        "the term `piece-square.N` is given twice: `place.N` is its earlier name"
    );
}

/// The weights of Raumschach as written by the version before terms were renamed.
#[test]
fn a_whole_file_of_an_earlier_version_fits() {
    let text = include_str!("../../../testdata/compat/weights-raumschach.toml");
    let weights = Weights::read(text).unwrap();
    let game = Game::new(definition("raumschach")).unwrap();
    for (term, len) in game.start().visit(TunedTerms) {
        let run = weights.terms.get(&term).map(Vec::len);
        assert!(run == Some(len) || is_later_term(&term), "{term}: {run:?}");
    }
}

/// Weights that tuning never finds: too large, not numbers, too few.
struct EvaluateStrangely;

impl Visit for EvaluateStrangely {
    type Output = ();
    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) {
        let model = Model::new(rules);
        let layout = model.layout();
        let trace = model.trace(rules, pos);
        assert_eq!(trace.evaluate(&[]), 0.0);
        assert_eq!(layout.term_of(usize::MAX), layout.terms().last().unwrap());
        let none = Weights::of(rules.definition(), layout, &[], "nothing");
        let tuned = layout
            .terms()
            .iter()
            .filter(|term| WeightLayout::is_tuned(term));
        for term in tuned {
            assert_eq!(none.terms[&term.name], vec![[0.0; 2]; term.len]);
        }
        let mut strange = trace.clone();
        strange.counts.push((u32::MAX, f32::MAX));
        assert_eq!(strange.by_term(&model), trace.by_term(&model));
        for weight in [f32::MAX, f32::MIN, f32::INFINITY, f32::NAN, 1e9, -1e9] {
            let all = vec![[weight, -weight]; layout.len()];
            let file = Weights::of(rules.definition(), layout, &all, "strange");
            let model = Model::with_weights(rules, Some(&file));
            let _ = model.evaluate(rules, pos, &model.accumulator(pos));
            let _ = (model.values(), model.trace(rules, pos));
        }
    }
}

#[test]
fn strange_weights_do_not_panic() {
    for (name, _) in SHIPPED {
        let game = Game::shipped(name).unwrap();
        for position in positions(&game, 3, 11) {
            position.visit(EvaluateStrangely);
        }
    }
}
