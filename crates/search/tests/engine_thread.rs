//! Tests of the engine thread.

use hyperrook_rules::{Game, GameFile, History};
use hyperrook_search::{
    EngineEvent, EngineSettings, EngineThread, SearchLimits, SearchReport, SearchRequest,
};
use std::sync::mpsc::channel;

fn game(name: &str) -> Game {
    let file = GameFile::shipped(name).unwrap();
    Game::new(file.define(&[]).unwrap()).unwrap()
}

fn request(game: &Game, limits: SearchLimits) -> SearchRequest {
    SearchRequest {
        history: History::new(game.start()),
        limits,
        settings: EngineSettings {
            hash_mib: 1,
            ..EngineSettings::default()
        },
        seed: 0,
    }
}

fn depth(depth_plies: u32) -> SearchLimits {
    SearchLimits::default().depth_plies(depth_plies)
}

#[test]
fn jobs_run_in_order_and_each_reports_its_end() {
    let thread = EngineThread::named("test").engines(2).spawn().unwrap();
    let (sender, events) = channel();
    for (number, name) in ["chess", "walkers", "chess"].iter().enumerate() {
        let sender = sender.clone();
        thread.search(request(&game(name), depth(3)), move |event| {
            sender.send((number, event)).unwrap();
        });
    }
    drop(sender);
    let all: Vec<_> = events.iter().collect();
    assert!(all.is_sorted_by_key(|(number, _)| *number));
    let last: Vec<usize> = all
        .iter()
        .filter(|(_, event)| event.is_last())
        .map(|(number, _)| *number)
        .collect();
    assert_eq!(last, [0, 1, 2]);
    for (_, event) in all {
        assert!(matches!(
            event,
            EngineEvent::Info(_) | EngineEvent::Finished(SearchReport { best: Some(_), .. })
        ));
    }
}

#[test]
fn an_engine_keeps_its_tables_between_jobs() {
    let thread = EngineThread::named("test").spawn().unwrap();
    let (sender, events) = channel();
    let chess = game("chess");
    for _ in 0..2 {
        let sender = sender.clone();
        // At small depths, windows that differ can cost as much as the tables save.
        thread.search(request(&chess, depth(10)), move |event| {
            drop(sender.send(event));
        });
    }
    drop(sender);
    let nodes: Vec<u64> = events
        .iter()
        .filter_map(|event| match event {
            EngineEvent::Finished(report) => Some(report.nodes),
            _ => None,
        })
        .collect();
    assert!(nodes[1] < nodes[0] / 2, "{nodes:?}");
}

#[test]
fn a_job_that_panics_is_reported_and_the_next_one_runs() {
    let thread = EngineThread::named("test").spawn().unwrap();
    let (sender, events) = channel();
    let failing = sender.clone();
    thread.run(
        |_, _| panic!("this panic is part of a test"),
        move |event| drop(failing.send(event)),
    );
    thread.run(
        |_, write| {
            write("a line".to_owned());
            SearchReport::default()
        },
        move |event| drop(sender.send(event)),
    );
    let all: Vec<_> = events.iter().collect();
    assert_eq!(
        all,
        [
            EngineEvent::Failed,
            EngineEvent::Text("a line".to_owned()),
            EngineEvent::Finished(SearchReport::default())
        ]
    );
}

#[test]
fn joining_stops_the_running_job_and_drops_waiting_ones() {
    let thread = EngineThread::named("test").spawn().unwrap();
    let (sender, events) = channel();
    let infinite = SearchLimits::default().infinite(true);
    let chess = game("chess");
    for number in 0..2 {
        let sender = sender.clone();
        thread.search(request(&chess, infinite.clone()), move |event| {
            drop(sender.send((number, event)));
        });
    }
    drop(sender);
    assert_eq!(events.recv().unwrap().0, 0);
    thread.join();
    let all: Vec<_> = events.iter().collect();
    assert!(all.iter().all(|(number, _)| *number == 0));
    assert!(all.last().unwrap().1.is_last());
}

#[test]
fn pondering_becomes_a_search_on_the_clock() {
    let thread = EngineThread::named("test").spawn().unwrap();
    let (sender, events) = channel();
    let limits = SearchLimits::default().ponder(true).depth_plies(2);
    let control = thread.search(request(&game("chess"), limits), move |event| {
        drop(sender.send(event));
    });
    control.ponder_hit();
    assert!(matches!(
        events.iter().last(),
        Some(EngineEvent::Finished(SearchReport { best: Some(_), .. }))
    ));
}
