//! Tests of the networks: fast and slow evaluation agree, files are read back or rejected.

use hyperrook_geometry::Cell;
use hyperrook_network::{Network, NetworkError, NetworkEvaluator, NetworkHeader, NetworkModel};
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{
    Game, GameFile, Kind, Piece, Position, SHIPPED, Setup, Side, State, Visit, parse_board,
};
use std::collections::BTreeSet;

/// A network with random weights, large and small.
fn random_network(game: &Game, hidden: usize, seed: u64) -> Network {
    let header = NetworkHeader::new(game, hidden, 4, 400.0, "a test");
    let mut random = fastrand::Rng::with_seed(seed);
    let mut floats = |count: usize, most: f32| -> Vec<f32> {
        (0..count)
            .map(|_| (random.f32() * 2.0 - 1.0) * most)
            .collect()
    };
    let (inputs, buckets) = (header.inputs(), header.buckets);
    let weights = floats(inputs * hidden, 0.3);
    let biases = floats(hidden, 0.5);
    let output_weights = floats(buckets * 2 * hidden, 1.0);
    let output_biases = floats(buckets, 0.5);
    Network::from_floats(header, &weights, &biases, &output_weights, &output_biases)
}

/// A walk through the tree of a game, similar to that of a search.
struct Walk<'m> {
    model: &'m NetworkModel<'m>,
    seed: u64,
}

impl Visit for Walk<'_> {
    /// The different scores seen.
    type Output = BTreeSet<i32>;

    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> BTreeSet<i32> {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut evaluator = NetworkEvaluator::<W>::new(self.model, 40);
        let mut seen = BTreeSet::new();
        let mut line = vec![pos.clone()];
        for _ in 0..600 {
            let last = &line[line.len() - 1];
            let mut moves = Vec::new();
            pos_moves(rules, last, &mut moves);
            match random.choice(&moves) {
                Some(&mv) if random.u8(..) < 170 && line.len() < 60 => {
                    let mut next = last.clone();
                    next.make(rules, mv);
                    line.push(next);
                }
                _ => {
                    // Take some moves back.
                    line.truncate(line.len().saturating_sub(random.usize(1..8)).max(1));
                }
            }
            // Some positions are not evaluated, as in a search.
            if random.u8(..) < 200 {
                let last = &line[line.len() - 1];
                let score = evaluator.evaluate(last, line.len() - 1);
                assert_eq!(score, self.model.evaluate(last));
                seen.insert(score);
            }
        }
        seen
    }
}

fn pos_moves<const W: usize>(
    rules: &Rules<W>,
    pos: &Pos<W>,
    moves: &mut Vec<hyperrook_rules::Move>,
) {
    pos.moves(rules, hyperrook_rules::fast::MoveGroup::All, |mv| {
        moves.push(mv)
    });
}

#[test]
fn fast_and_slow_evaluations_agree() {
    for (i, (name, _)) in SHIPPED.iter().enumerate() {
        let game = Game::shipped(name).unwrap();
        let network = random_network(&game, 32 * (1 + i % 3), i as u64);
        let model = NetworkModel::new(&network, &game).unwrap();
        let seen = game.start().visit(Walk {
            model: &model,
            seed: i as u64,
        });
        assert!(seen.len() > 50, "{name}: {seen:?}");
    }
}

/// The weights know how to mate, so the network adds nothing where one side has only its royal piece;
/// but it knows more of pawns that may promote.
#[test]
fn a_lone_royal_piece_is_left_to_the_weights() {
    let bare_gateway = "4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|\
                        kkkk/4/4/*2*/*2*/*2*/*2*/4/b3/KKKK|\
                        4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4";
    for (name, board, is_silent) in [
        ("chess", "8/8/3k4/8/8/2Q5/3K4/8", true),
        ("chess", "8/8/3k4/8/8/2P5/3K4/8", false),
        ("chess", "8/8/3k3r/8/8/2Q5/3K4/8", false),
        ("gateway", bare_gateway, true),
    ] {
        let game = Game::shipped(name).unwrap();
        let network = random_network(&game, 32, 5);
        let model = NetworkModel::new(&network, &game).unwrap();
        let pieces = parse_board(game.board(), game.definition().pieces(), board).unwrap();
        let mut setup = Setup::empty(pieces.len());
        setup.pieces = pieces;
        let position = game.position(&setup).unwrap();
        assert_eq!(
            position.visit(Slow(&model)) == 0,
            is_silent,
            "{name} {board}"
        );
    }
}

struct Slow<'m>(&'m NetworkModel<'m>);

impl Visit for Slow<'_> {
    type Output = i32;
    fn visit<const W: usize>(self, _: &Rules<W>, pos: &Pos<W>) -> i32 {
        self.0.evaluate(pos)
    }
}

/// Positions of a random game.
fn random_positions(game: &Game, seed: u64) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut positions = vec![game.start()];
    while let Some(&mv) = random.choice(&positions[positions.len() - 1].moves()) {
        let next = positions[positions.len() - 1].after(mv).unwrap();
        positions.push(next);
        if positions.len() > 120 {
            break;
        }
    }
    positions
}

#[test]
fn a_position_and_its_mirror_image_have_equal_evaluations() {
    let mut mirrored = Vec::new();
    for (name, _) in SHIPPED {
        let game = Game::shipped(name).unwrap();
        let network = random_network(&game, 32, 7);
        let model = NetworkModel::new(&network, &game).unwrap();
        let Some(cells) = &network.header().mirror else {
            continue;
        };
        let mirror = game.automorphism(cells, true).unwrap();
        mirrored.push(name);
        for position in random_positions(&game, 5) {
            let mut setup = mirror.setup(&position.setup());
            setup.fullmove = 1;
            let image = game.position(&setup).unwrap();
            assert_eq!(position.moves().len(), image.moves().len(), "{name}");
            let score = position.visit(Slow(&model));
            assert_eq!(score, image.visit(Slow(&model)), "{name}");
        }
    }
    assert!(mirrored.contains(&&"chess"), "{mirrored:?}");
}

/// A random network of which every second unit is dead in one way or another.
fn half_dead_network(game: &Game) -> Network {
    let hidden = 3 * NetworkHeader::HIDDEN_STEP;
    let network = random_network(game, hidden, 9);
    let [mut weights, mut biases, mut output_weights, output_biases] = network.to_floats();
    for unit in (0..hidden).step_by(2) {
        if unit % 4 == 0 {
            let of_unit = output_weights.iter_mut().skip(unit).step_by(hidden);
            of_unit.for_each(|weight| *weight = 0.0);
        } else {
            let of_unit = weights.iter_mut().skip(unit).step_by(hidden);
            of_unit.for_each(|weight| *weight = 0.0);
            biases[unit] = -0.1;
        }
    }
    let header = network.header().clone();
    Network::from_floats(header, &weights, &biases, &output_weights, &output_biases)
}

#[test]
fn a_network_without_its_dead_units_evaluates_as_before() {
    for name in ["chess", "gateway"] {
        let game = Game::shipped(name).unwrap();
        let network = half_dead_network(&game);
        let smaller = network.without_dead_units();
        // 48 of 96 units are needed.
        assert_eq!(smaller.header().hidden, 2 * NetworkHeader::HIDDEN_STEP);
        let [before, after] =
            [&network, &smaller].map(|network| NetworkModel::new(network, &game).unwrap());
        let mut scores = BTreeSet::new();
        for position in random_positions(&game, 4) {
            let score = position.visit(Slow(&after));
            assert_eq!(score, position.visit(Slow(&before)), "{name}");
            scores.insert(score);
        }
        assert!(scores.len() > 10, "{name}: {scores:?}");
        assert_eq!(smaller.without_dead_units(), smaller);
    }
}

#[test]
fn the_networks_of_the_program_have_no_units_for_nothing() {
    for (name, _) in SHIPPED {
        let game = Game::shipped(name).unwrap();
        let network = hyperrook_network::shipped(game.definition()).unwrap();
        assert_eq!(&network.without_dead_units(), network, "{name}");
    }
}

#[test]
fn files_are_read_back() {
    let game = Game::shipped("sesqui").unwrap();
    let network = random_network(&game, 64, 3);
    let bytes = network.write();
    assert_eq!(Network::read(&bytes), Ok(network));
    let mut damaged = bytes.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    assert_eq!(Network::read(&damaged), Err(NetworkError::Damaged));
    let short = &bytes[..bytes.len() - 1];
    assert!(matches!(
        Network::read(short),
        Err(NetworkError::Length { .. })
    ));
    assert_eq!(Network::read(b"PNG"), Err(NetworkError::NotANetwork));
}

#[test]
fn reading_any_bytes_does_not_panic() {
    let game = Game::shipped("chess").unwrap();
    let bytes = random_network(&game, 32, 3).write();
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..2_000 {
        let mut changed = bytes[..random.usize(0..=1_500)].to_vec();
        for _ in 0..random.usize(0..4) {
            if !changed.is_empty() {
                let at = random.usize(0..changed.len());
                changed[at] = random.u8(..);
            }
        }
        assert!(Network::read(&changed).is_err());
    }
}

#[test]
fn sizes_out_of_range_are_refused() {
    let game = Game::shipped("chess").unwrap();
    let bytes = random_network(&game, 32, 3).write();
    let text = String::from_utf8_lossy(&bytes[24..]).into_owned();
    let header = text.split("scale = ").next().unwrap();
    for (old, new) in [
        ("hidden = 32", "hidden = 33"),
        ("buckets = 4", "buckets = 0"),
        ("cells = 64", "cells = 65"),
        ("cells = 64", "cells = 18446744073709551615"),
    ] {
        assert!(header.contains(old), "{header}");
        let header = header.replace(old, new) + "scale = 400.0\n";
        let mut file = b"hyperrook network 2\n".to_vec();
        file.extend((header.len() as u32).to_le_bytes());
        file.extend(header.as_bytes());
        file.extend(&bytes[1_000..]);
        let error = Network::read(&file).unwrap_err();
        assert_ne!(error, NetworkError::Damaged, "{new}");
    }
}

#[test]
fn a_network_of_the_old_format_is_rejected() {
    let game = Game::shipped("chess").unwrap();
    let bytes = random_network(&game, 32, 3).write();
    let rest = bytes.strip_prefix(b"hyperrook network 2\n").unwrap();
    let read = |version: &str| {
        let line = format!("hyperrook network {version}\n");
        Network::read(&[line.as_bytes(), rest].concat()).unwrap_err()
    };
    assert_eq!(read("1"), NetworkError::OldVersion);
    assert_eq!(read("3"), NetworkError::UnknownVersion);
}

#[test]
fn a_network_is_refused_for_other_rules() {
    let chess = Game::shipped("chess").unwrap();
    let network = random_network(&chess, 32, 3);
    let walkers = Game::shipped("walkers").unwrap();
    let error = NetworkModel::new(&network, &walkers).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the network is for chess, and cannot be used for walkers: the rules differ, or an \
         option does"
    );
    let sesqui = Game::shipped("sesqui").unwrap();
    let network_of_sesqui = random_network(&sesqui, 32, 3);
    let file = GameFile::shipped("sesqui").unwrap();
    let court = file.define(&[("array", "court")]).unwrap();
    let error = NetworkModel::new(&network_of_sesqui, &Game::new(court).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the network is for other options of sesqui, or for other rules than its definition has \
         now: choose the options that it was made with, or train another network"
    );
    // The same rules from another reading of the definition are accepted.
    let again = GameFile::shipped("chess").unwrap().define(&[]).unwrap();
    assert!(NetworkModel::new(&network, &Game::new(again).unwrap()).is_ok());
}

#[test]
fn the_networks_of_the_program_can_be_read() {
    for (name, _) in SHIPPED {
        let game = Game::shipped(name).unwrap();
        if let Some(network) = hyperrook_network::shipped(game.definition()) {
            assert!(NetworkModel::new(network, &game).is_ok(), "{name}");
            assert!(network.write().len() <= 3 << 19, "{name}");
        }
    }
}

/// Each file is built in, and `docs/learning.md` says how it was made.
#[test]
fn each_network_of_the_program_is_used_and_documented() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let page = std::fs::read_to_string(format!("{root}/docs/learning.md")).unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/networks");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let network = Network::read(&std::fs::read(&path).unwrap()).unwrap();
        let game = Game::shipped(name).unwrap();
        let shipped = hyperrook_network::shipped(game.definition());
        assert_eq!(shipped, Some(&network), "{name}");
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| `{name}.net` ")));
        let row = row.unwrap_or_else(|| panic!("a row of {name}"));
        let made = network
            .header()
            .made
            .strip_prefix("hyperrook learn, ")
            .unwrap();
        // The page groups the digits of large numbers.
        let plain = |text: &str| text.replace(',', "");
        assert!(plain(row).contains(&plain(made)), "{row}: {made}");
    }
}

#[test]
fn a_game_with_other_rules_has_no_network_until_it_is_added() {
    let text = include_str!("../../../games/chess.toml").replace("moves = 50", "moves = 40");
    let file = GameFile::parse("chess.toml", &text).unwrap();
    let other = Game::new(file.define(&[]).unwrap()).unwrap();
    assert!(hyperrook_network::is_shipped_for_other_rules(
        other.definition()
    ));
    assert!(hyperrook_network::shipped(other.definition()).is_none());
    let chess = Game::shipped("chess").unwrap();
    assert!(!hyperrook_network::is_shipped_for_other_rules(
        chess.definition()
    ));
    let network = hyperrook_network::shipped(chess.definition()).unwrap();
    let both = network.with_rules(&other).unwrap();
    assert!(NetworkModel::new(&both, &other).is_ok());
    assert!(NetworkModel::new(&both, &chess).is_ok());
    assert_eq!(both.with_rules(&chess).unwrap(), both);
    // The pieces must fit.
    let raumschach = Game::shipped("raumschach").unwrap();
    assert!(network.with_rules(&raumschach).is_err());
}

#[test]
fn an_option_with_other_holds_can_use_a_network() {
    let file = GameFile::shipped("twoboards").unwrap();
    let option = |little, big| {
        let chosen = [("little_hold", little), ("big_hold", big)];
        Game::new(file.define(&chosen).unwrap()).unwrap()
    };
    let usual = option("false", "true");
    for (i, (little, big)) in [("true", "true"), ("true", "false"), ("false", "false")]
        .into_iter()
        .enumerate()
    {
        let other = option(little, big);
        let network = random_network(&usual, 32, i as u64);
        assert!(NetworkModel::new(&network, &other).is_err());
        let network = network.with_rules(&other).unwrap();
        let model = NetworkModel::new(&network, &other).unwrap();
        let seen = other.start().visit(Walk {
            model: &model,
            seed: i as u64,
        });
        assert!(seen.len() > 50, "{little} {big}: {seen:?}");
        let own = NetworkModel::new(&network, &usual).unwrap();
        for side in Side::BOTH {
            let of = |game: &Game, model: &NetworkModel, letter: char| -> Vec<u16> {
                let mut holds = game.definition().holds().iter();
                let Some(hold) = holds.position(|hold| hold.letter == letter) else {
                    return Vec::new();
                };
                let holds = |by: usize| State {
                    holds: 1 << (2 * hold + by),
                    ..State::default()
                };
                let both = [0, 1].map(|by| model.inputs().state(side, holds(by)));
                both.into_iter().flatten().collect()
            };
            // The network knows the big hold, and its inputs are where they were.
            let known = of(&usual, &own, 'B');
            assert_eq!(known.len(), 2);
            let expected = if big == "true" { known } else { Vec::new() };
            assert_eq!(of(&other, &model, 'B'), expected);
            // It does not know the little hold.
            assert_eq!(of(&other, &model, 'L'), []);
            // Bindings still have their own inputs.
            let bound = State {
                bound: 1,
                ..State::default()
            };
            let inputs =
                |model: &NetworkModel| -> Vec<u16> { model.inputs().state(side, bound).collect() };
            assert_eq!(inputs(&model), inputs(&own));
        }
    }
}

#[test]
fn a_game_with_fewer_pieces_can_use_a_network() {
    let game = |pieces: &str, board: &str| {
        let pieces: String = pieces
            .chars()
            .map(|letter| format!("[pieces.{letter}]\nname = \"{letter}\"\nmoves = \"{letter}\"\n"))
            .collect();
        let text = format!(
            "format = 1\nname = \"mini\"\ntitle = \"Mini\"\ncredit = \"A test\"\nabout = \"A test.\"\naim = \"Mate.\"\n\
             [board]\ndrawn = \"flat\"\nfiles = 5\nranks = 5\n[charts.board]\naxes = [\"file\", \"rank, forward\"]\n\
             [pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"K\"\n{pieces}[start]\nboard = \"{board}\"\n"
        );
        let file = GameFile::parse("mini.toml", &text).unwrap();
        Game::new(file.define(&[]).unwrap()).unwrap()
    };
    let both = game("RN", "rnk2/5/5/5/2KNR");
    let knights = game("N", "n1kn1/5/5/5/1NK1N");
    let network = random_network(&both, 32, 5).with_rules(&knights).unwrap();
    let model = NetworkModel::new(&network, &knights).unwrap();
    let seen = knights.start().visit(Walk {
        model: &model,
        seed: 5,
    });
    assert!(seen.len() > 50, "{seen:?}");
    let own = NetworkModel::new(&network, &both).unwrap();
    let input = |game: &Game, model: &NetworkModel| {
        let mut kinds = game.definition().pieces().iter();
        let kind = kinds.position(|piece| piece.letter == 'N').unwrap();
        let knight = Piece {
            side: Side::White,
            kind: Kind::new(kind).unwrap(),
        };
        model
            .inputs()
            .piece(Side::White, knight, Cell::from_index(7))
    };
    assert_eq!(input(&knights, &model), input(&both, &own));
    // The other way round, the network does not know the rook.
    let error = random_network(&knights, 32, 5)
        .with_rules(&both)
        .unwrap_err();
    assert!(
        error.to_string().contains("does not know all its pieces"),
        "{error}"
    );
}

#[test]
fn options_use_a_network_where_the_documents_say_so() {
    let text = include_str!("../../../docs/learning.md");
    let (_, table) = text.split_once("### Options of a game").unwrap();
    let files: Vec<GameFile> = SHIPPED
        .iter()
        .filter_map(|(name, _)| GameFile::shipped(name))
        .collect();
    let mut rows = 0;
    for row in table.lines().take_while(|line| !line.starts_with("## ")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, title, options, .., used, _] = cells[..] else {
            continue;
        };
        if !options.starts_with('`') {
            continue;
        }
        let chosen: Vec<(&str, &str)> = options
            .trim_matches('`')
            .split(' ')
            .filter_map(|option| option.split_once('='))
            .collect();
        let file = files
            .iter()
            .find(|file| file.define(&[]).unwrap().title() == title);
        let definition = file.unwrap().define(&chosen).unwrap();
        let is_used = hyperrook_network::shipped(&definition).is_some();
        assert_eq!(is_used, used == "yes", "{row}");
        rows += 1;
    }
    assert_eq!(rows, 8);
}
