//! What becomes of a connection when its request is refused, and of a request when its client
//! hangs up.

use crate::support::TestServer;
use serde_json::Value;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The connection stays open after a refusal, although the body comes after it: of too many
/// changes, of too many requests, and of a token that does not exist.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_request_leaves_its_connection_open() {
    let writes = TestServer::with(|settings| settings.limits.writes_per_second = 1).await;
    let ann = writes.guest().await;
    let (cookie, csrf) = (ann.cookie.clone().unwrap(), &ann.csrf);
    let origin = format!("http://{}", writes.host());
    let signed_in = format!("Origin: {origin}\r\nCookie: {cookie}\r\nX-CSRF: {csrf}\r\n");
    refused_and_open(&writes.host(), &signed_in, 429).await;
    let requests = TestServer::with(|settings| settings.limits.requests_per_second = 1).await;
    refused_and_open(&requests.host(), "", 429).await;
    let token = "Authorization: Bearer none\r\n";
    refused_and_open(&writes.host(), token, 401).await;
}

/// Sends requests until three are refused with a status, and then one without its body.
async fn refused_and_open(host: &str, headers: &str, status: u16) {
    let body = r#"{"t": "resign"}"#;
    let head = format!(
        "POST /api/play/aaaaaaaaaaaa/actions HTTP/1.1\r\nHost: {host}\r\n{headers}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = tokio::net::TcpStream::connect(host).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let mut refused = 0;
    for _ in 0..20 {
        stream.write_all(head.as_bytes()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
        stream.write_all(body.as_bytes()).await.unwrap();
        let mut answer = String::new();
        while !answer.ends_with('}') {
            let mut some = [0; 1024];
            let count = stream.read(&mut some).await.unwrap();
            assert!(count > 0, "closed after {refused} refusals: {answer}");
            answer.push_str(std::str::from_utf8(&some[..count]).unwrap());
        }
        refused += usize::from(answer.starts_with(&format!("HTTP/1.1 {status}")));
        if refused == 3 {
            // A body that never comes is not waited for.
            stream.write_all(head.as_bytes()).await.unwrap();
            let mut some = [0; 1024];
            let answer = tokio::time::timeout(Duration::from_secs(10), stream.read(&mut some));
            let count = answer.await.expect("an answer").unwrap();
            let answer = std::str::from_utf8(&some[..count]).unwrap();
            assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
            return;
        }
    }
    panic!("{refused} refusals");
}

/// Reads an answer that has come as a whole, or `None` if the connection is closed.
async fn answer(stream: &mut TcpStream) -> Option<String> {
    let mut text = String::new();
    loop {
        let mut some = [0; 4096];
        let read = tokio::time::timeout(Duration::from_secs(10), stream.read(&mut some));
        let count = read.await.expect("an answer").ok()?;
        if count == 0 {
            return None;
        }
        text.push_str(std::str::from_utf8(&some[..count]).unwrap());
        let (head, body) = text.split_once("\r\n\r\n")?;
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "));
        let length = length.map_or(0, |length| length.parse().unwrap());
        if body.len() >= length {
            return Some(text);
        }
    }
}

/// Whoever answers a request, and whether the body is wanted or not: the next request on the
/// connection is answered, unless the answer says that it closes.
#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_nobody_reads_does_not_cost_the_next_request() {
    let server = TestServer::start().await;
    let ann = server.guest().await;
    let host = server.host();
    let (cookie, csrf) = (ann.cookie.clone().unwrap(), &ann.csrf);
    let own = format!("Origin: http://{host}\r\nCookie: {cookie}\r\nX-CSRF: {csrf}\r\n");
    for (request, status) in [
        ("POST /api/nowhere", 404),
        ("POST /nowhere", 405),
        ("POST /healthz", 405),
        ("PUT /api/rules/view", 405),
        ("POST /api/rules/view", 415),
        ("POST /api/play/%ff/actions", 400),
        ("POST /api/play/aaaaaaaaaaaa/join", 404),
        ("POST /api/logout", 204),
    ] {
        let mut stream = TcpStream::connect(&host).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let head = format!("{request} HTTP/1.1\r\nHost: {host}\r\n{own}Content-Length: 2\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
        stream.write_all(b"{}").await.unwrap();
        let first = answer(&mut stream).await.unwrap();
        assert!(
            first.starts_with(&format!("HTTP/1.1 {status}")),
            "{request}: {first}"
        );
        let next = format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n");
        stream.write_all(next.as_bytes()).await.unwrap();
        let second = answer(&mut stream).await;
        assert!(
            second.is_some_and(|text| text.starts_with("HTTP/1.1 200")),
            "{request}"
        );
    }
    // A body that is too long to be read for nothing: the answer says that the connection closes.
    // A client that asks first is not told to send it.
    for expect in ["", "Expect: 100-continue\r\n"] {
        let mut stream = TcpStream::connect(&host).await.unwrap();
        let head = format!(
            "POST /api/nowhere HTTP/1.1\r\nHost: {host}\r\n{expect}Content-Length: 200000\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let first = answer(&mut stream).await.unwrap();
        assert!(first.starts_with("HTTP/1.1 404"), "{first}");
        assert!(first.contains("connection: close"), "{first}");
    }
}

/// A client that hangs up does not leave half of a change behind: here an account that is
/// deleted, and whose sockets stay open.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_finished_although_the_client_hangs_up() {
    let server = TestServer::start().await;
    let host = server.host();
    let mut deleted = 0;
    for delay in [0, 1, 2, 3, 4, 6, 8, 12, 20, 40] {
        let mut ann = server.guest().await;
        let mut socket = ann.socket().await;
        let (cookie, csrf) = (ann.cookie.clone().unwrap(), ann.csrf.clone());
        let request = format!(
            "DELETE /api/me HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n\
             X-CSRF: {csrf}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
        );
        let mut stream = TcpStream::connect(&host).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(delay)).await;
        drop(stream);
        tokio::time::sleep(Duration::from_millis(300)).await;
        if ann.get("/api/me").await.ok()["user"] != Value::Null {
            continue;
        }
        deleted += 1;
        // Sessions that have ended are looked for once a minute as well, which is too late.
        let closed = async { while socket.receive().await.is_some() {} };
        let closed = tokio::time::timeout(Duration::from_secs(5), closed).await;
        assert!(closed.is_ok(), "open after {delay} ms");
    }
    assert!(deleted > 0);
}
