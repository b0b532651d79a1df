//! `hyperrook serve` and `hyperrook admin`.

use assert_cmd::cargo::CommandCargoExt;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

fn command() -> Command {
    let mut command = Command::cargo_bin("hyperrook").unwrap();
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("HYPERROOK_")) {
        command.env_remove(name);
    }
    command
}

/// Starts a server and returns its address.
fn start(command: &mut Command) -> (Child, String) {
    let mut server = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let stdout = server.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    let address = line
        .split("http://")
        .nth(1)
        .unwrap()
        .split('/')
        .next()
        .unwrap();
    (server, address.to_owned())
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

fn stop(mut server: Child) {
    let pid = server.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .unwrap()
            .success()
    );
    assert!(
        server.wait().unwrap().success(),
        "it stops by itself, and cleanly"
    );
}

fn admin(data: &std::path::Path, args: &[&str]) -> (bool, String) {
    let output = command()
        .arg("admin")
        .args(args)
        .arg("--data")
        .arg(data)
        .output()
        .unwrap();
    let text =
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.success(), text)
}

#[test]
fn the_server_serves_stops_and_is_administered() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (server, address) = start(
        command()
            .args(["serve", "--port", "0", "--data"])
            .arg(&data),
    );
    assert!(get(&address, "/readyz").contains("200 OK"));
    assert!(get(&address, "/metrics").contains("hyperrook_"));
    assert!(get(&address, "/").contains("text/html"));
    assert!(get(&address, "/api/games").contains("\"sesqui\""));
    // The server is still running.
    assert!(admin(&data, &["status"]).1.contains("0 people, 0 games"));
    let copy = folder.path().join("copy.db");
    let copy = copy.to_str().unwrap();
    assert!(admin(&data, &["backup", copy]).0);
    stop(server);
    let (restored, text) = admin(&data, &["restore", copy]);
    assert!(restored, "{text}");
    assert!(admin(&data, &["users"]).0);
    let (found, text) = admin(&data, &["ban", "nobody"]);
    assert!(
        !found && text.contains("there is no user `nobody`"),
        "{text}"
    );
    let (found, text) = admin(&data, &["close-game", "none"]);
    assert!(!found && text.contains("there is no game `none`"), "{text}");
    let (copied, text) = admin(&data, &["copy"]);
    assert!(!copied && text.contains("`--to postgres://"), "{text}");
    let to = [
        "copy",
        "--from",
        "sqlite:///nowhere.db",
        "--to",
        "postgres://nobody@localhost/none",
    ];
    let (copied, text) = admin(&data, &to);
    let why = "nothing was copied: there is no database /nowhere.db";
    assert!(!copied && text.contains(why), "{text}");
}

/// Compose writes variables that nobody has set in this way.
#[test]
fn empty_variables_are_not_set() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command();
    command.args(["serve", "--port", "0"]);
    for name in ["HOST", "PUBLIC_URL", "NATS__URL", "LIMITS__CONNECTIONS"] {
        command.env(format!("HYPERROOK_{name}"), "");
    }
    command.env("HYPERROOK_DATA", folder.path());
    let (server, address) = start(&mut command);
    assert!(get(&address, "/readyz").contains("200 OK"));
    stop(server);
    assert!(folder.path().join("hyperrook.db").exists());
}

#[test]
fn flags_override_the_environment_which_overrides_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hyperrook.toml");
    let by_file = folder.path().join("by-file");
    std::fs::write(
        &file,
        format!("port = 0\nhost = \"127.0.0.3\"\ndata = {by_file:?}\n"),
    )
    .unwrap();
    let serve = || {
        let mut command = command();
        command.arg("serve").arg("--config").arg(&file);
        command
    };
    let (server, address) = start(&mut serve());
    assert!(address.starts_with("127.0.0.3:"), "{address}");
    assert!(by_file.join("hyperrook.db").exists());
    stop(server);
    let (server, address) = start(serve().env("HYPERROOK_HOST", "127.0.0.2"));
    assert!(address.starts_with("127.0.0.2:"), "{address}");
    stop(server);
    let mut flag = serve();
    flag.env("HYPERROOK_HOST", "127.0.0.2")
        .args(["--host", "127.0.0.1"]);
    let (server, address) = start(&mut flag);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    stop(server);
    std::fs::write(&file, "prot = 1\n").unwrap();
    let output = serve().output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("prot"));
}

/// What the server says about wrong arguments and variables.
#[test]
fn wrong_settings_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let said = |command: &mut Command| {
        let output = command.arg("--data").arg(&data).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let text = said(command().args(["serve", "--host", "localhost"]));
    assert!(
        text.contains("write an IP address, such as 127.0.0.1 or 0.0.0.0"),
        "{text}"
    );
    let text = said(command().args(["serve", "--nats", ""]));
    assert!(
        text.contains("write an address, such as `nats://"),
        "{text}"
    );
    let text = said(command().arg("serve").env("HYPERROOK_HOSTS", "a.b"));
    let list = "HYPERROOK_HOSTS='[\"first\", \"second\"]'";
    assert!(text.contains(list), "{text}");
    // A list that is written so is one.
    let mut listed = command();
    listed
        .arg("serve")
        .env("HYPERROOK_HOSTS", "[\"first\", \"second\"]");
    let text = said(listed.env("HYPERROOK_PORT", "x"));
    assert!(
        text.contains("`HYPERROOK_PORT`: \"x\" is not a whole number"),
        "{text}"
    );
    assert!(!text.contains("HOSTS"), "{text}");
    // A folder on the command line goes before a database in the environment.
    let mut admin = command();
    admin.args(["admin", "status", "--data"]).arg(&data);
    let output = admin
        .env("HYPERROOK_DATABASE", "postgres://nowhere/x")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("the setting `database` is not used"),
        "{text}"
    );
    assert!(text.contains("there is no database in"), "{text}");
}
