//! Databases that earlier versions wrote.
//!
//! `testdata/compat/server-77354fa.db` was written by the program of commit 77354fa,
//! through its HTTP interface: people, finished and running games of every shipped
//! definition and of a posted one with the old words (`[men]`), offers, conditional
//! moves, a takeback, seeks, ratings, a token, shared analyses. Its sessions were deleted,
//! and its seeks last for ever. The `.sql` beside it has the same rows, for PostgreSQL.
//! The `.json` has the ids, a password, the token, and how the games stood.

use crate::support::postgres::Postgres;
use crate::support::{Person, settings};
use hyperrook_server::settings::Settings;
use hyperrook_server::{Server, admin};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::path::{Path, PathBuf};

fn fixture(end: &str) -> PathBuf {
    let file = format!("../../testdata/compat/server-77354fa.{end}");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// What is known of the database.
struct Known(Value);

impl Known {
    fn read() -> Known {
        let text = std::fs::read_to_string(fixture("json")).unwrap();
        Known(serde_json::from_str(&text).unwrap())
    }

    fn id(&self, name: &str) -> &str {
        self.0["ids"][name].as_str().unwrap()
    }

    fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap()
    }
}

/// Somebody who signs in as at the time of the database.
async fn sign_in(server: &Server, known: &Known, name: &str) -> Person {
    let mut person = Person::new(&server.address().to_string());
    person.visit().await;
    person.login(name, known.text("password")).await.ok();
    person
}

/// The first legal move of the side to move, played by whoever has that side.
async fn play_on(white: &mut Person, black: &mut Person, id: &str) {
    let state = white.state(id).await;
    let seq = state["seq"].as_i64().unwrap();
    let mv = state["view"]["moves"][0]["text"].as_str().unwrap();
    let mover = if state["view"]["side"] == "white" {
        white
    } else {
        black
    };
    mover.play(id, seq, mv).await.ok();
    let after = mover.state(id).await;
    assert!(after["seq"].as_i64().unwrap() > seq, "{after}");
}

/// All that worked at the time works.
async fn everything_goes_on(server: &Server) {
    let known = Known::read();
    let mut ann = sign_in(server, &known, "Ann").await;
    let mut bob = sign_in(server, &known, "bob").await;
    let own = known.text("definition");

    // Every game opens, and stands as it stood.
    for (name, stood) in known.0["positions"].as_object().unwrap() {
        let state = ann.state(known.id(name)).await;
        assert_eq!(state["seq"], stood[0], "{name}");
        assert_eq!(state["view"]["position"], stood[1], "{name}");
        assert_eq!(state["outcome"]["text"], stood[2], "{name}");
        let moves = state["view"]["moves"].as_array().unwrap().len();
        assert_eq!(json!(moves), stood[3], "{name}");
    }
    let state = ann.state(known.id("running")).await;
    assert_eq!(state["offer"]["draw"], "white");
    let lines = state["conditional"]["nodes"].as_array().unwrap();
    assert_eq!(lines.len(), 6, "{lines:?}");
    assert_eq!(state["clock"], json!({"kind": "days", "days": 14}));
    assert_eq!(
        ann.state(known.id("draw")).await["rematch"]["offered"],
        "black"
    );

    // They are listed, with results and ratings.
    let over = ann.get("/api/mine?state=over").await.ok();
    assert_eq!(over.as_array().unwrap().len(), 5, "{over}");
    let profile = ann.get("/api/users/Ann").await.ok();
    assert_eq!(
        profile["totals"],
        json!({"wins": 1, "losses": 3, "draws": 1})
    );
    assert_eq!(profile["user"]["ratings"]["chess"]["games"], 1);
    let seeks = bob.get("/api/seeks").await.ok();
    assert_eq!(seeks.as_array().unwrap().len(), 2, "{seeks}");
    assert_eq!(
        ann.get("/api/me/settings").await.ok(),
        json!({"theme": "dark"})
    );

    // Running games are played on: of every shipped definition as it was at the time,
    // with options, by the posted definition, against the engine.
    let running = known.0["ids"].as_object().unwrap().keys();
    let running = running.filter(|name| name.starts_with("running-"));
    let others = [
        "options",
        "own",
        "asked",
        "position",
        "engine",
        "own-engine",
    ];
    for name in running.map(String::as_str).chain(others) {
        play_on(&mut ann, &mut bob, known.id(name)).await;
    }
    // The conditional moves answer at once.
    let id = known.id("running");
    bob.play(id, 3, "b8c6").await.ok();
    let state = bob.state(id).await;
    assert_eq!(state["seq"], 5);
    assert_eq!(state["moves"][4]["text"], "f2f4");
    // A takeback that was asked for then is agreed to now; the offer was declined by
    // the move above, so it is asked for again.
    let id = known.id("asked");
    bob.act(id, json!({"t": "takeback", "accept": true}))
        .await
        .ok();
    ann.act(id, json!({"t": "takeback", "accept": true}))
        .await
        .ok();
    // The rematch that was offered begins.
    let id = known.id("draw");
    ann.act(id, json!({"t": "rematch"})).await.ok();
    let rematch = ann.state(id).await["rematch"]["id"].clone();
    play_on(&mut bob, &mut ann, rematch.as_str().unwrap()).await;
    // The empty seat is taken, and the seeks are accepted.
    let id = known.id("open");
    bob.post(&format!("/api/play/{id}/join"), json!({}))
        .await
        .ok();
    play_on(&mut ann, &mut bob, id).await;
    let seek = |name: &str| format!("/api/seeks/{}/accept", known.id(name));
    bob.post(&seek("seek"), json!({})).await.ok();
    let begun = ann.post(&seek("own-seek"), json!({})).await.ok();
    play_on(&mut ann, &mut bob, begun["id"].as_str().unwrap()).await;

    // The posted definition still makes games and analyses, under its hash.
    let game = json!({"name": "towers", "definition": own, "options": {"wizard": "new"}});
    let view = ann
        .post("/api/rules/view", json!({"game": game}))
        .await
        .ok();
    assert!(!view["moves"].as_array().unwrap().is_empty());
    let text = ann.get(&format!("/api/definitions/{own}")).await.text;
    assert!(
        text.contains("[pieces.W]") && !text.contains("[men"),
        "{text}"
    );
    assert!(text.contains("# A definition of a player"), "{text}");
    let posted = ann
        .post("/api/definitions", json!({"text": text}))
        .await
        .ok();
    assert_ne!(
        posted["definition"], own,
        "a new text has a hash of its own"
    );
    for (name, nodes) in [("analysis", 3), ("own-analysis", 1)] {
        let path = format!("/api/analyses/{}", known.id(name));
        let tree = ann.get(&path).await.ok();
        assert_eq!(tree["nodes"].as_array().unwrap().len(), nodes, "{tree}");
        let record = ann.post("/api/records/write", tree).await.ok();
        ann.post("/api/records/read", record).await.ok();
    }

    // Records are exported, and those exported then are read.
    for name in ["mate", "own-over"] {
        let path = format!("/api/play/{}/record", known.id(name));
        let record = ann.get(&path).await;
        record.ok();
        let old = known.0["records"][name].as_str().unwrap();
        let moves = |record: &str| record.trim().lines().last().map(str::to_owned);
        assert_eq!(moves(&record.text), moves(old), "{name}");
        let text = json!({"text": old});
        let tree = ann.post("/api/records/read", text).await.ok();
        assert!(!tree["nodes"].as_array().unwrap().is_empty(), "{name}");
    }
    let records = ann.get("/api/users/Ann/records").await;
    assert_eq!(
        records.text.matches("[Event ").count(),
        5,
        "{}",
        records.text
    );

    // The bot's token works.
    let mut bot = Person::new(&server.address().to_string());
    bot.token = Some(known.text("token").to_owned());
    assert_eq!(bot.get("/api/me").await.ok()["user"]["name"], "Ann");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_sqlite_database_of_77354fa_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture("db"), folder.path().join("hyperrook.db")).unwrap();
    let server = Server::start(settings(folder.path())).await.unwrap();
    everything_goes_on(&server).await;
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgresql_database_of_77354fa_goes_on() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        database: Some(postgres.url()),
        ..settings(folder.path())
    };
    // The tables of that time, and then the rows.
    sqlx::any::install_default_drivers();
    let tables = folder.path().join("migrations");
    std::fs::create_dir(&tables).unwrap();
    let first = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/0001_start.sql");
    std::fs::copy(first, tables.join("0001_start.sql")).unwrap();
    let tables = sqlx::migrate::Migrator::new(tables).await.unwrap();
    let rows = std::fs::read_to_string(fixture("sql")).unwrap();
    let mut connection = AnyConnection::connect(&postgres.url()).await.unwrap();
    tables.run(&mut connection).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(rows))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    // Other servers may be running on the tables: they are changed by a command.
    let refused = Server::start(settings.clone()).await.err().unwrap();
    assert!(refused.to_string().contains("admin migrate"), "{refused}");
    hyperrook_server::admin::migrate(&settings).await.unwrap();
    let server = Server::start(settings).await.unwrap();
    everything_goes_on(&server).await;
    server.stop().await.unwrap();
}

/// The same rows, brought up to date and copied to PostgreSQL.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_77354fa_goes_on_after_a_copy_to_postgresql() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture("db"), folder.path().join("hyperrook.db")).unwrap();
    let from = settings(folder.path());
    let to = Settings {
        database: Some(postgres.url()),
        ..from.clone()
    };
    admin::migrate(&to).await.unwrap();
    let copied = admin::copy(&to, None, None, &mut |_| {}).await;
    let old = copied.unwrap_err().to_string();
    assert!(
        old.contains("the source: the database is of an older"),
        "{old}"
    );
    admin::migrate(&from).await.unwrap();
    let copied = admin::copy(&to, None, None, &mut |_| {}).await;
    println!("{}", copied.unwrap());
    let server = Server::start(to).await.unwrap();
    everything_goes_on(&server).await;
    server.stop().await.unwrap();
}
