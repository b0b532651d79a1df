//! Games are played here without a store, a connection or a clock.

use super::action::{ActionEffect, ActionRequest, Moment, PlayerAction, Rejection};
use super::actions::MAX_LOG;
use super::answers::MAX_ANSWERS;
use super::change::{Change, EngineJob, LogEntry};
use super::clock::{FIRST_MOVE_MS, MAX_LAG_MS};
use super::live_game::LiveGame;
use super::model::{GameStatus, Seat, StoredGame};
use super::new_game::{Colour, GameSetup, NewGame, Opponent, RulesInUse};
use super::rules::RulesRef;
use super::time_control::{Clock, DAY_MS};
use hyperrook_explain::EndReason;
use hyperrook_notation::record::GameResult;
use hyperrook_rules::{Game, GameFile, Side};
use std::borrow::Cow;

/// When all these games begin.
const START: i64 = 1_000_000;

fn chess() -> Game {
    let file = GameFile::shipped("chess").unwrap();
    Game::new(file.define(&[]).unwrap()).unwrap()
}

fn wanted(clock: Clock, rated: bool) -> NewGame {
    NewGame {
        game: RulesRef {
            name: "chess".to_owned(),
            ..RulesRef::default()
        },
        colour: Colour::White,
        clock,
        rated,
        opponent: Opponent::Link,
        position: None,
    }
}

fn moment(now: i64) -> Moment {
    Moment {
        now,
        new_id: format!("game-{now}"),
    }
}

fn person(name: &str) -> Seat {
    Seat::Person(name.to_owned())
}

/// What somebody wants to play, checked for somebody who is registered.
fn setup(new_game: &NewGame) -> Result<GameSetup, super::new_game::FieldFaults> {
    let rules = chess();
    let rules = RulesInUse {
        game: &rules,
        rules_ref: &new_game.game,
        hash: "hash",
    };
    GameSetup::check(rules, new_game, false)
}

/// A game of chess in which nothing has happened.
struct TestGame {
    game: LiveGame,
    log: Vec<LogEntry>,
    now: i64,
}

impl TestGame {
    fn new(clock: Clock, rated: bool, white: Seat, black: Seat) -> TestGame {
        let setup = setup(&wanted(clock, rated)).unwrap();
        let stored = setup.begin(white, black, &moment(START));
        TestGame {
            game: LiveGame::replay(&chess(), stored, [], []).unwrap(),
            log: Vec::new(),
            now: START,
        }
    }

    fn between(clock: Clock) -> TestGame {
        TestGame::new(clock, false, person("ann"), person("bob"))
    }

    fn decide(&self, user: &str, action: PlayerAction) -> Result<Change, Rejection> {
        let request = ActionRequest {
            user: user.to_owned(),
            key: None,
            action,
            lag_limit_ms: 0,
            no_new_game: None,
        };
        self.game.act(&request, &moment(self.now))
    }

    /// Makes a change, and checks that a game loaded from what is stored is the same.
    fn apply(&mut self, change: Change) {
        self.log.extend(change.entry.clone());
        self.game.apply(change).unwrap();
        let stored = self.game.stored().clone();
        let loaded = LiveGame::replay(&chess(), stored, self.log.clone(), []).unwrap();
        assert_eq!(loaded.moves(), self.game.moves());
        let (loaded, kept) = (loaded.history(), self.game.history());
        assert_eq!(loaded.moves(), kept.moves());
    }

    fn act(&mut self, user: &str, action: PlayerAction) {
        let change = self.decide(user, action).unwrap();
        self.apply(change);
    }

    fn rejected(&self, user: &str, action: PlayerAction) -> Cow<'static, str> {
        self.decide(user, action).unwrap_err().code
    }

    fn play(&mut self, mv: &str) {
        let user = match self.stored().turn {
            Side::White => "ann",
            Side::Black => "bob",
        };
        let action = self.mv(mv);
        self.act(user, action);
    }

    fn mv(&self, mv: &str) -> PlayerAction {
        PlayerAction::Move {
            seq: self.stored().seq,
            mv: mv.to_owned(),
            lag_ms: None,
        }
    }

    fn stored(&self) -> &StoredGame {
        self.game.stored()
    }
}

const LIVE: Clock = Clock::Live {
    initial_ms: 60_000,
    increment_ms: 1_000,
};

#[test]
fn a_game_is_played_to_mate() {
    let mut table = TestGame::between(Clock::None);
    for mv in ["f2f3", "e7e5", "g2g4"] {
        table.play(mv);
    }
    assert_eq!(table.rejected("ann", table.mv("a2a3")), "not_your_turn");
    assert_eq!(table.rejected("eve", table.mv("d8h4")), "not_a_player");
    let stale = PlayerAction::Move {
        seq: 2,
        mv: "d8h4".to_owned(),
        lag_ms: None,
    };
    assert_eq!(table.rejected("bob", stale), "stale");
    table.play("d8h4");
    let stored = table.stored();
    assert_eq!(stored.status, GameStatus::Over);
    let outcome = stored.outcome.as_ref().unwrap();
    assert_eq!(outcome.result, GameResult::BlackWins);
    assert_eq!(outcome.reason, EndReason::Checkmate);
    assert_eq!((stored.seq, stored.log), (4, 4));
    assert_eq!(table.game.moves()[3].short, "Qh4#");
    assert_eq!(table.rejected("ann", table.mv("e1e2")), "over");
}

#[test]
fn a_game_is_seen_as_it_was() {
    let mut table = TestGame::between(Clock::None);
    for mv in ["f2f3", "e7e5", "g2g4"] {
        table.play(mv);
    }
    let game = &table.game;
    let positions = game.history().positions();
    for (seq, position) in (0..4).zip(positions) {
        let history = game.history_at(Some(seq)).unwrap();
        assert_eq!(history.positions(), &positions[..history.moves().len() + 1]);
        assert_eq!(history.moves().len() as i64, seq);
        assert_eq!(game.position_at(Some(seq)).as_ref(), Some(position));
    }
    assert_eq!(game.history_at(None).unwrap().moves().len(), 3);
    assert_eq!(game.position_at(None).as_ref(), positions.last());
    for wrong in [-1, 4, i64::MAX] {
        assert!(game.history_at(Some(wrong)).is_none());
        assert!(game.position_at(Some(wrong)).is_none());
    }
}

#[test]
fn an_illegal_move_is_explained() {
    let table = TestGame::between(Clock::None);
    let rejection = table.decide("ann", table.mv("e2e5")).unwrap_err();
    assert_eq!(rejection.code, "illegal");
    let start = "This move is not legal here: e2e5. ";
    assert!(rejection.message.starts_with(start), "{rejection:?}");
    assert!(rejection.message.len() > start.len() + 10, "{rejection:?}");
}

#[test]
fn a_decision_changes_nothing() {
    let table = TestGame::between(Clock::None);
    let change = table.decide("ann", table.mv("e2e4")).unwrap();
    assert_eq!(change.game.seq, 1);
    assert_eq!(table.stored().seq, 0);
    assert_eq!(table.decide("ann", table.mv("e2e4")).unwrap(), change);
}

#[test]
fn keyed_answers_are_remembered() {
    let mut table = TestGame::between(Clock::None);
    let request = ActionRequest {
        user: "ann".to_owned(),
        key: Some("k".to_owned()),
        action: table.mv("e2e4"),
        lag_limit_ms: 0,
        no_new_game: None,
    };
    let change = table.game.act(&request, &moment(START)).unwrap();
    table.apply(change);
    assert_eq!(table.game.answer("ann", "k"), Some(1));
    assert_eq!(table.game.answer("bob", "k"), None);
}

/// However many actions somebody sends, the store and the memory keep only the last answers.
#[test]
fn only_the_last_answers_are_kept() {
    let mut table = TestGame::between(Clock::None);
    table.play("e2e4");
    let send = |table: &mut TestGame, user: &str, number: usize, action: PlayerAction| {
        let request = ActionRequest {
            user: user.to_owned(),
            key: Some(number.to_string()),
            action,
            lag_limit_ms: 0,
            no_new_game: None,
        };
        let change = table.game.act(&request, &moment(START)).unwrap();
        let forgotten = change.forgotten_key.clone();
        table.apply(change);
        forgotten
    };
    let none = || PlayerAction::Conditional {
        seq: 1,
        lines: Vec::new(),
    };
    for number in 0..MAX_ANSWERS {
        assert_eq!(send(&mut table, "ann", number, none()), None);
    }
    for number in MAX_ANSWERS..MAX_ANSWERS + 10 {
        let forgotten = send(&mut table, "ann", number, none());
        let oldest = (number - MAX_ANSWERS).to_string();
        assert_eq!(forgotten.as_ref(), Some(&oldest));
        assert_eq!(table.game.answer("ann", &oldest), None);
        assert_eq!(table.game.answer("ann", &number.to_string()), Some(1));
    }
    assert_eq!(table.game.answer("ann", "10"), Some(1));
    // The other player has as many.
    send(
        &mut table,
        "ann",
        1000,
        PlayerAction::Takeback {
            accept: true,
            only_answer: false,
        },
    );
    let decline = PlayerAction::Takeback {
        accept: false,
        only_answer: false,
    };
    assert_eq!(send(&mut table, "bob", 0, decline), None);
}

/// Nobody gets rating points without playing.
#[test]
fn a_draw_is_agreed_only_when_both_have_moved() {
    let mut rated = TestGame::new(LIVE, true, person("ann"), person("bob"));
    let offer = || PlayerAction::Draw {
        accept: true,
        only_answer: false,
    };
    assert_eq!(rated.decide("ann", offer()).unwrap_err().code, "early");
    rated.play("e2e4");
    assert_eq!(rated.decide("bob", offer()).unwrap_err().code, "early");
    rated.play("e7e5");
    rated.act("ann", offer());
    let change = rated.decide("bob", offer()).unwrap();
    assert_eq!(change.rated_result.unwrap().score, 0.5);
}

#[test]
fn live_clocks_start_after_both_first_moves() {
    let mut table = TestGame::between(LIVE);
    let stored = table.stored();
    assert_eq!(stored.deadline, Some(START + FIRST_MOVE_MS));
    table.now += 5_000;
    table.play("e2e4");
    assert!(!table.stored().clock_runs());
    table.now += 5_000;
    table.play("e7e5");
    let stored = table.stored();
    assert!(stored.clock_runs());
    assert_eq!((stored.white_ms, stored.black_ms), (60_000, 60_000));
    assert_eq!(stored.deadline, Some(table.now + 60_000 + MAX_LAG_MS));
    table.now += 10_000;
    table.play("g1f3");
    assert_eq!(table.stored().white_ms, 51_000);
    assert_eq!(table.game.moves()[2].spent_ms, 10_000);
    assert_eq!(
        table.stored().remaining_ms(Side::Black, table.now + 500),
        59_500
    );
}

#[test]
fn lag_is_believed_up_to_a_limit() {
    let mut table = TestGame::between(LIVE);
    table.play("e2e4");
    table.play("e7e5");
    table.now += 10_000;
    let spent = |lag_ms: i64, lag_limit_ms: i64| {
        let request = ActionRequest {
            user: "ann".to_owned(),
            key: None,
            action: PlayerAction::Move {
                seq: 2,
                mv: "g1f3".to_owned(),
                lag_ms: Some(lag_ms),
            },
            lag_limit_ms,
            no_new_game: None,
        };
        let change = table.game.act(&request, &moment(table.now)).unwrap();
        change.entry.unwrap().spent_ms
    };
    assert_eq!(spent(200, 300), 9_800);
    assert_eq!(spent(200, 100), 9_900);
    assert_eq!(spent(9_000, 9_000), 10_000 - MAX_LAG_MS);
    assert_eq!(spent(-5, 300), 10_000);
}

/// A player who answers every ping late seems to be far away, and gains little by it.
#[test]
fn lag_is_paid_out_of_a_budget_for_the_game() {
    let mut table = TestGame::between(Clock::Live {
        initial_ms: 15_000,
        increment_ms: 0,
    });
    table.play("e2e4");
    table.play("e7e5");
    let [late, prompt] = [MAX_LAG_MS, 25];
    // Until the position has been there three times.
    for number in 0..8 {
        let dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let (user, lag_ms) = [("ann", late), ("bob", prompt)][number % 2];
        table.now += 1000;
        let request = ActionRequest {
            user: user.to_owned(),
            key: None,
            action: PlayerAction::Move {
                seq: table.stored().seq,
                mv: dance[number % 4].to_owned(),
                lag_ms: Some(lag_ms),
            },
            lag_limit_ms: lag_ms,
            no_new_game: None,
        };
        let change = table.game.act(&request, &moment(table.now)).unwrap();
        table.apply(change);
    }
    let given = |side: usize| {
        let moves = table.game.moves()[2..].iter().skip(side).step_by(2);
        moves.map(|played| 1000 - played.spent_ms).sum::<i64>()
    };
    let count = table.game.moves().len() as i64 / 2 - 1;
    // An ordinary delay is not counted, however long the game is.
    assert_eq!(given(1), count * prompt);
    // Half a second, and a little for each move: not half a second for each.
    assert_eq!((count, given(0)), (4, 500 + 3 * 25));
    assert_eq!(
        table.game.moves()[2].spent_ms,
        500,
        "one move late is excused"
    );
}

#[test]
fn a_flag_falls() {
    let mut table = TestGame::between(LIVE);
    table.play("e2e4");
    table.play("e7e5");
    table.now += 60_001;
    assert_eq!(table.rejected("ann", table.mv("g1f3")), Rejection::TIME);
    let change = table.game.time_out(table.now).unwrap();
    table.apply(change);
    let outcome = table.stored().outcome.as_ref().unwrap();
    assert_eq!(outcome.reason, EndReason::Time);
    assert_eq!(outcome.result, GameResult::BlackWins);
    assert_eq!(
        (table.stored().white_ms, table.stored().deadline),
        (0, None)
    );
    assert!(table.game.time_out(table.now).is_none());
}

/// Nobody draws a game that is lost on time, or resigns one that is won.
#[test]
fn only_a_move_counts_when_the_flag_has_fallen() {
    let [agree, takeback] = [
        PlayerAction::Draw {
            accept: true,
            only_answer: false,
        },
        PlayerAction::Takeback {
            accept: true,
            only_answer: false,
        },
    ];
    let mut table = TestGame::between(LIVE);
    table.play("e2e4");
    table.play("e7e5");
    table.act("bob", agree.clone());
    table.now += 60_000;
    let drawn = table.decide("ann", agree.clone()).unwrap();
    assert_eq!(drawn.game.status, GameStatus::Over);
    // A move may be on its way, so the game does not end yet, whatever the opponent does.
    table.now += 300;
    for (user, action) in [
        ("ann", agree.clone()),
        ("ann", takeback.clone()),
        ("ann", PlayerAction::Resign {}),
        ("bob", PlayerAction::Resign {}),
        ("bob", takeback.clone()),
    ] {
        assert_eq!(table.rejected(user, action), Rejection::TRY_AGAIN);
    }
    assert_eq!(table.rejected("ann", table.mv("g1f3")), Rejection::TIME);
    let on_its_way = ActionRequest {
        user: "ann".to_owned(),
        key: None,
        action: PlayerAction::Move {
            seq: 2,
            mv: "g1f3".to_owned(),
            lag_ms: Some(400),
        },
        lag_limit_ms: 400,
        no_new_game: None,
    };
    let moved = table.game.act(&on_its_way, &moment(table.now)).unwrap();
    assert_eq!(moved.game.seq, 3);
    // Whoever leaves for ever is not waited for.
    let left = table.game.leave("bob", table.now).unwrap();
    assert_eq!(left.game.outcome.unwrap().result, GameResult::BlackWins);
    // The task would end the game by now.
    table.now += MAX_LAG_MS - 300;
    assert_eq!(table.rejected("ann", agree), Rejection::TIME);
    assert_eq!(
        table.rejected("bob", PlayerAction::Resign {}),
        Rejection::TIME
    );
    // A clock that has not started does not run out, and other actions come after the game.
    let change = table.game.time_out(table.now).unwrap();
    table.apply(change);
    assert!(table.decide("bob", PlayerAction::Rematch {}).is_ok());
    let mut young = TestGame::between(LIVE);
    young.play("e2e4");
    young.now += 60_000;
    young.act("ann", PlayerAction::Abort {});
}

/// No move of the engine is on its way, and none of a correspondence game counts later.
#[test]
fn a_flag_falls_at_once_where_nothing_is_on_its_way() {
    let takeback = PlayerAction::Takeback {
        accept: true,
        only_answer: false,
    };
    let mut table = TestGame::new(LIVE, false, person("ann"), Seat::Engine(1));
    table.play("e2e4");
    let change = table.game.engine_move(1, "e7e5", table.now).unwrap();
    table.apply(change);
    table.play("d2d4");
    table.now += 60_001;
    let late = table.decide("ann", takeback).unwrap_err();
    assert_eq!(late.code, Rejection::TIME);
    assert_eq!(late.message, "Your opponent's time has run out.");
    let late = table.game.engine_move(3, "e5d4", table.now).unwrap_err();
    assert_eq!(late.code, Rejection::TIME);
    let change = table.game.time_out(table.now).unwrap();
    let outcome = change.game.outcome.unwrap();
    assert_eq!(
        (outcome.result, outcome.reason),
        (GameResult::WhiteWins, EndReason::Time)
    );

    let mut slow = TestGame::between(Clock::Days { days: 2 });
    slow.play("e2e4");
    slow.now += 2 * DAY_MS;
    let none = PlayerAction::Conditional {
        seq: 1,
        lines: Vec::new(),
    };
    assert!(slow.decide("ann", none.clone()).is_ok());
    slow.now += 1;
    assert_eq!(slow.rejected("ann", none), Rejection::TIME);
    assert_eq!(
        slow.rejected("bob", PlayerAction::Resign {}),
        Rejection::TIME
    );
}

#[test]
fn a_game_without_first_moves_is_aborted() {
    let mut table = TestGame::between(LIVE);
    table.play("e2e4");
    let change = table.game.time_out(table.now + FIRST_MOVE_MS).unwrap();
    table.apply(change);
    let outcome = table.stored().outcome.as_ref().unwrap();
    assert_eq!(outcome.reason, EndReason::Aborted);
    // Without a clock there is no time to run out.
    assert!(
        TestGame::between(Clock::None)
            .game
            .time_out(START)
            .is_none()
    );
}

#[test]
fn correspondence_clocks_start_again_with_each_move() {
    let mut table = TestGame::between(Clock::Days { days: 2 });
    assert_eq!(table.stored().deadline, Some(START + 2 * DAY_MS));
    table.now += DAY_MS;
    table.play("e2e4");
    assert_eq!(table.stored().white_ms, 2 * DAY_MS);
    assert_eq!(table.stored().deadline, Some(table.now + 2 * DAY_MS));
}

#[test]
fn draws_are_offered_and_accepted() {
    let (accept, decline) = (
        PlayerAction::Draw {
            accept: true,
            only_answer: false,
        },
        PlayerAction::Draw {
            accept: false,
            only_answer: false,
        },
    );
    let mut table = TestGame::between(Clock::None);
    table.play("e2e4");
    table.play("e7e5");
    assert_eq!(table.rejected("ann", decline.clone()), "no_offer");
    table.act("ann", accept.clone());
    assert_eq!(table.rejected("ann", accept.clone()), "offered");
    // One's own move keeps the offer, the opponent's declines it.
    table.play("g1f3");
    assert_eq!(table.stored().offers.draw, Some(Side::White));
    table.play("g8f6");
    assert_eq!(table.stored().offers.draw, None);
    table.act("bob", accept.clone());
    table.act("ann", decline.clone());
    // Whoever was declined asks again after a move.
    assert_eq!(table.rejected("bob", accept.clone()), "too_soon");
    assert_eq!(table.rejected("ann", accept.clone()), "too_soon");
    table.play("f3g1");
    assert_eq!(table.rejected("bob", accept.clone()), "too_soon");
    // An offer that was withdrawn counts, too.
    table.act("ann", accept.clone());
    table.act("ann", decline);
    assert_eq!(table.rejected("ann", accept.clone()), "too_soon");
    table.play("f6g8");
    table.act("bob", accept.clone());
    table.act("ann", accept);
    let outcome = table.stored().outcome.as_ref().unwrap();
    assert_eq!(outcome.reason, EndReason::Agreement);
}

/// An agreement that comes after the offer was withdrawn would be an offer of one's own.
#[test]
fn who_only_answers_offers_nothing() {
    let draw = |accept, only_answer| PlayerAction::Draw {
        accept,
        only_answer,
    };
    let takeback = |accept, only_answer| PlayerAction::Takeback {
        accept,
        only_answer,
    };
    let mut table = TestGame::between(Clock::None);
    table.play("e2e4");
    table.play("e7e5");
    table.act("ann", takeback(true, false));
    table.act("ann", takeback(false, false));
    assert_eq!(table.rejected("bob", takeback(true, true)), "no_offer");
    table.act("ann", draw(true, false));
    table.act("ann", draw(false, false));
    assert_eq!(table.rejected("bob", draw(true, true)), "no_offer");
    table.play("g1f3");
    table.act("ann", draw(true, false));
    table.act("bob", draw(true, true));
    let outcome = table.stored().outcome.as_ref().unwrap();
    assert_eq!(outcome.reason, EndReason::Agreement);
}

#[test]
fn moves_are_taken_back() {
    let ask = PlayerAction::Takeback {
        accept: true,
        only_answer: false,
    };
    let mut table = TestGame::between(Clock::None);
    assert_eq!(table.rejected("ann", ask.clone()), "no_move");
    for mv in ["e2e4", "e7e5", "g1f3"] {
        table.play(mv);
    }
    table.act("ann", ask.clone());
    table.act(
        "bob",
        PlayerAction::Takeback {
            accept: false,
            only_answer: false,
        },
    );
    assert_eq!(table.rejected("ann", ask.clone()), "too_soon");
    table.play("g8f6");
    table.play("f3g1");
    table.act("ann", ask.clone());
    table.act("bob", ask.clone());
    assert_eq!((table.stored().seq, table.stored().log), (4, 6));
    table.act("ann", ask.clone());
    table.act("bob", ask.clone());
    assert_eq!((table.stored().seq, table.stored().log), (2, 7));
    assert_eq!(table.stored().turn, Side::White);
    // The side to move gets its own last move back, and the answer with it.
    table.act("ann", ask.clone());
    table.act("bob", ask.clone());
    assert_eq!((table.stored().seq, table.stored().log), (0, 8));
    table.play("d2d4");
    assert_eq!(table.game.moves().len(), 1);
    // A rated game keeps its moves.
    let rated = TestGame::new(LIVE, true, person("ann"), person("bob"));
    assert_eq!(rated.rejected("ann", ask), "rated");
}

/// A game without a draw by its rules could go on for ever.
#[test]
fn a_game_has_a_greatest_length() {
    let ask = PlayerAction::Takeback {
        accept: true,
        only_answer: false,
    };
    let mut table = TestGame::between(Clock::None);
    let mut long = table.stored().clone();
    long.log = MAX_LOG - 2;
    table.game = LiveGame::replay(&chess(), long, [], []).unwrap();
    table.play("e2e4");
    assert_eq!(table.stored().status, GameStatus::Active);
    table.act("ann", ask.clone());
    assert_eq!(table.rejected("bob", ask), "too_long");
    table.play("e7e5");
    assert_eq!(table.stored().log, MAX_LOG);
    let outcome = table.stored().outcome.as_ref().unwrap();
    assert_eq!(
        (outcome.reason, outcome.result),
        (EndReason::Aborted, GameResult::Open)
    );
    assert!(outcome.sentence.contains("4,000 moves"), "{outcome:?}");
}

#[test]
fn the_engine_plays_and_agrees_to_takebacks() {
    let mut table = TestGame::new(Clock::None, false, person("ann"), Seat::Engine(3));
    assert_eq!(table.stored().engine_job(), None);
    let change = table.decide("ann", table.mv("e2e4")).unwrap();
    assert_eq!(
        change.job,
        Some(EngineJob {
            seq: 1,
            log: 1,
            level: 3
        })
    );
    table.apply(change);
    assert!(table.game.engine_turn(0, START).is_none());
    let turn = table.game.engine_turn(1, START).unwrap();
    assert_eq!((turn.history.moves().len(), turn.remaining), (1, None));
    assert_eq!(
        table.game.engine_move(0, "e7e5", START).unwrap_err().code,
        "stale"
    );
    assert_eq!(
        table.game.engine_move(1, "e7e4", START).unwrap_err().code,
        "illegal"
    );
    let change = table.game.engine_move(1, "e7e5", START).unwrap();
    assert_eq!(change.job, None);
    table.apply(change);
    assert_eq!(
        table.rejected(
            "ann",
            PlayerAction::Draw {
                accept: true,
                only_answer: false
            }
        ),
        "declined"
    );
    table.act(
        "ann",
        PlayerAction::Takeback {
            accept: true,
            only_answer: false,
        },
    );
    assert_eq!(table.stored().seq, 0);
}

#[test]
fn the_engine_knows_its_time() {
    let mut table = TestGame::new(LIVE, false, person("ann"), Seat::Engine(1));
    table.play("e2e4");
    let change = table.game.engine_move(1, "e7e5", table.now).unwrap();
    table.apply(change);
    table.play("d2d4");
    let turn = table.game.engine_turn(3, table.now + 15_000).unwrap();
    assert_eq!(turn.remaining.unwrap().as_millis(), 45_000);
}

#[test]
fn a_seat_is_taken() {
    let table = TestGame::new(LIVE, false, Seat::Empty, person("bob"));
    assert_eq!(table.stored().status, GameStatus::Open);
    assert_eq!(table.stored().deadline, None);
    assert_eq!(table.rejected("bob", PlayerAction::Resign {}), "not_begun");
    let (side, change) = table.game.join("ann", START).unwrap();
    assert_eq!(
        (side, change.game.status),
        (Side::White, GameStatus::Active)
    );
    assert_eq!(change.game.running_since, Some(START));
    let full = TestGame::between(LIVE);
    assert_eq!(full.game.join("eve", START).unwrap_err().code, "taken");
}

#[test]
fn games_are_resigned_aborted_and_left() {
    let mut table = TestGame::between(Clock::None);
    assert_eq!(table.game.leave("eve", START), None);
    let left = table.game.leave("bob", START).unwrap();
    assert_eq!(left.game.outcome.unwrap().reason, EndReason::Aborted);
    table.play("e2e4");
    table.play("e7e5");
    assert_eq!(table.rejected("ann", PlayerAction::Abort {}), "begun");
    let left = table.game.leave("bob", START).unwrap();
    assert_eq!(left.game.outcome.unwrap().result, GameResult::WhiteWins);
    table.act("ann", PlayerAction::Resign {});
    assert_eq!(
        table.stored().outcome.as_ref().unwrap().result,
        GameResult::BlackWins
    );
    assert_eq!(table.game.close(START).unwrap_err().code, "over");
}

#[test]
fn ratings_change_with_rated_games_only() {
    let mut rated = TestGame::new(LIVE, true, person("ann"), person("bob"));
    let aborted = rated.decide("ann", PlayerAction::Abort {}).unwrap();
    assert_eq!(aborted.rated_result, None);
    rated.play("e2e4");
    rated.play("e7e5");
    let change = rated.decide("ann", PlayerAction::Resign {}).unwrap();
    assert_eq!(change.effect(), ActionEffect::None);
    let result = change.rated_result.unwrap();
    assert_eq!(
        (&*result.white, &*result.black, result.score),
        ("ann", "bob", 0.0)
    );
    assert_eq!(result.game, "chess");
    let mut casual = TestGame::between(LIVE);
    casual.play("e2e4");
    casual.play("e7e5");
    let change = casual.decide("ann", PlayerAction::Resign {}).unwrap();
    assert_eq!(change.rated_result, None);
}

/// Nobody gains rating points by games that are resigned at once.
#[test]
fn resigning_before_both_have_moved_is_aborting() {
    let mut rated = TestGame::new(LIVE, true, person("ann"), person("bob"));
    for user in ["ann", "bob"] {
        let change = rated.decide(user, PlayerAction::Resign {}).unwrap();
        assert_eq!(change.rated_result, None);
        assert_eq!(change.effect(), ActionEffect::Aborted);
        let outcome = change.game.outcome.unwrap();
        assert_eq!(
            (outcome.result, outcome.reason),
            (GameResult::Open, EndReason::Aborted)
        );
        if rated.stored().seq == 0 {
            rated.play("e2e4");
        }
    }
    // The engine has no rating, and an invitation that nobody has taken keeps nobody waiting.
    let engine = TestGame::new(LIVE, false, person("ann"), Seat::Engine(1));
    let change = engine.decide("ann", PlayerAction::Resign {}).unwrap();
    assert_eq!(change.effect(), ActionEffect::None);
    assert_eq!(change.game.outcome.unwrap().result, GameResult::BlackWins);
    let open = TestGame::new(LIVE, false, Seat::Empty, person("bob"));
    let change = open.decide("bob", PlayerAction::Abort {}).unwrap();
    assert_eq!(change.effect(), ActionEffect::None);
}

/// Where no game may begin, a rematch can still be offered, but not accepted.
#[test]
fn a_rematch_that_may_not_begin_is_refused() {
    let mut table = TestGame::between(LIVE);
    table.act("ann", PlayerAction::Abort {});
    let rematch = |user: &str| ActionRequest {
        user: user.to_owned(),
        key: None,
        action: PlayerAction::Rematch {},
        lag_limit_ms: 0,
        no_new_game: Some("Too many.".to_owned()),
    };
    let offer = table.game.act(&rematch("ann"), &moment(START)).unwrap();
    assert_eq!(offer.effect(), ActionEffect::None);
    table.apply(offer);
    let twice = table.game.act(&rematch("ann"), &moment(START));
    assert_eq!(twice.unwrap_err().code, "offered");
    let refused = table.game.act(&rematch("bob"), &moment(START));
    let refused = refused.unwrap_err();
    assert_eq!(
        (&*refused.code, &*refused.message),
        (Rejection::TOO_MANY, "Too many.")
    );
    let begun = table.decide("bob", PlayerAction::Rematch {}).unwrap();
    assert_eq!(begun.effect(), ActionEffect::Begun);
}

#[test]
fn a_rematch_exchanges_colours() {
    let mut table = TestGame::between(LIVE);
    assert_eq!(table.rejected("ann", PlayerAction::Rematch {}), "not_over");
    table.act("ann", PlayerAction::Abort {});
    let offer = table.decide("ann", PlayerAction::Rematch {}).unwrap();
    assert_eq!(offer.rematch, None);
    table.apply(offer);
    table.now += 1;
    let change = table.decide("bob", PlayerAction::Rematch {}).unwrap();
    let rematch = change.rematch.as_ref().unwrap();
    assert_eq!(change.game.rematch_id.as_ref(), Some(&rematch.game.id));
    assert_eq!(rematch.game.white, person("bob"));
    assert_eq!(rematch.game.black, person("ann"));
    assert_eq!(rematch.game.status, GameStatus::Active);
    table.apply(change);
    assert_eq!(table.rejected("ann", PlayerAction::Rematch {}), "done");
    // The engine accepts at once, and has a job if it has White.
    let mut engine = TestGame::new(Clock::None, false, person("ann"), Seat::Engine(2));
    engine.act("ann", PlayerAction::Resign {});
    let change = engine.decide("ann", PlayerAction::Rematch {}).unwrap();
    let job = Some(EngineJob {
        seq: 0,
        log: 0,
        level: 2,
    });
    assert_eq!(change.rematch.unwrap().job, job);
}

#[test]
fn conditional_moves_are_made() {
    let mut table = TestGame::between(Clock::Days { days: 1 });
    let lines = |lines: &[&[&str]]| PlayerAction::Conditional {
        seq: 0,
        lines: lines
            .iter()
            .map(|line| line.iter().map(|&mv| mv.to_owned()).collect())
            .collect(),
    };
    assert_eq!(
        table.rejected("ann", lines(&[&["e2e4", "e7e5"]])),
        "your_turn"
    );
    assert_eq!(
        table.rejected("bob", lines(&[&["e2e5", "e7e5"]])),
        "illegal"
    );
    let contradiction = lines(&[&["e2e4", "e7e5"], &["e2e4", "c7c5"]]);
    assert_eq!(table.rejected("bob", contradiction), "illegal");
    // The last move needs an answer; short notation is read, too.
    table.act(
        "bob",
        lines(&[&["e2e4", "c5", "Nf3", "d7d6", "d2d4"], &["d2d4", "d7d5"]]),
    );
    assert!(table.game.prepared_move(table.now).is_none());
    table.play("e2e4");
    let prepared = table.game.prepared_move(table.now).unwrap().unwrap();
    assert_eq!(prepared.entry.as_ref().unwrap().mv, "c7c5");
    table.apply(prepared);
    assert!(table.game.prepared_move(table.now).is_none());
    table.play("g1f3");
    let prepared = table.game.prepared_move(table.now).unwrap().unwrap();
    assert_eq!(prepared.entry.as_ref().unwrap().mv, "d7d6");
    table.apply(prepared);
    assert_eq!(table.stored().conditional, [None, None]);
    // Another move than the expected ones deletes them.
    let mut other = TestGame::between(Clock::Days { days: 1 });
    other.act("bob", lines(&[&["e2e4", "e7e5"]]));
    other.play("a2a3");
    assert_eq!(other.stored().conditional, [None, None]);
    let live = TestGame::between(LIVE);
    assert_eq!(live.rejected("bob", lines(&[&["e2e4", "e7e5"]])), "live");
}

#[test]
fn requests_are_checked() {
    let faults = |change: &dyn Fn(&mut NewGame)| {
        let mut new_game = wanted(LIVE, false);
        change(&mut new_game);
        let faults = setup(&new_game).map(|_| ()).unwrap_err();
        faults.into_keys().collect::<Vec<_>>()
    };
    assert_eq!(
        faults(&|new| new.clock = Clock::Days { days: 0 }),
        ["clock"]
    );
    assert_eq!(
        faults(&|new| new.opponent = Opponent::Engine { level: 9 }),
        ["opponent"]
    );
    assert_eq!(
        faults(&|new| new.position = Some("8/8".to_owned())),
        ["position"]
    );
    let rated_engine = |new: &mut NewGame| {
        new.rated = true;
        new.opponent = Opponent::Engine { level: 1 };
    };
    assert_eq!(faults(&rated_engine), ["rated"]);
    let everything = |new: &mut NewGame| {
        new.rated = true;
        new.clock = Clock::None;
        new.position = Some("8/8".to_owned());
    };
    assert_eq!(faults(&everything), ["position", "rated"]);
    // The usual position, written out, is left out.
    let mut new_game = wanted(LIVE, false);
    let usual = setup(&new_game)
        .unwrap()
        .begin(person("a"), person("b"), &moment(START));
    new_game.position = Some(usual.position);
    let checked = setup(&new_game).unwrap();
    assert_eq!(checked.normalized(&new_game).position, None);
}

#[test]
fn inconsistent_logs_are_errors() {
    let table = TestGame::between(Clock::None);
    let entry = LogEntry {
        log: 1,
        takeback_to: None,
        mv: "e2e5".to_owned(),
        short: "e5".to_owned(),
        at: START,
        spent_ms: 0,
        white_ms: 0,
        black_ms: 0,
    };
    let error = LiveGame::replay(&chess(), table.stored().clone(), [entry], []).unwrap_err();
    assert!(error.to_string().contains("move 1 (e2e5)"), "{error}");
}

/// A position that is taken back is not played on by the engine.
#[test]
fn a_search_for_a_position_that_was_taken_back_is_stale() {
    let mut table = TestGame::new(Clock::None, false, person("ann"), Seat::Engine(3));
    table.play("e2e4");
    let job = table.stored().engine_job().unwrap();
    assert_eq!((job.seq, job.log), (1, 1));
    table.act(
        "ann",
        PlayerAction::Takeback {
            accept: true,
            only_answer: false,
        },
    );
    table.play("d2d4");
    // As many moves, after another one.
    let now_wanted = table.stored().engine_job().unwrap();
    assert_eq!((now_wanted.seq, now_wanted.log), (1, 3));
    let late = table.game.engine_move(job.log, "e7e5", START);
    assert_eq!(late.unwrap_err().code, "stale");
    assert!(table.game.engine_turn(job.log, START).is_none());
    let change = table.game.engine_move(now_wanted.log, "e7e5", START);
    table.apply(change.unwrap());
    assert_eq!(table.stored().seq, 2);
}
