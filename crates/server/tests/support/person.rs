//! Somebody with a browser: keeps the cookie and the token against forgery.

use super::Socket;
use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

/// The password of everybody.
pub const PASSWORD: &str = "correct horse";

pub struct Person {
    pub host: String,
    pub client: Client,
    pub cookie: Option<String>,
    pub csrf: String,
    /// The token of a bot.
    pub token: Option<String>,
    /// The cookie of a browser in which somebody has signed in.
    pub device: Option<String>,
    /// The address that a proxy says one comes from.
    pub address: Option<String>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// The body of a success.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// The code of a failure with a status.
    #[track_caller]
    pub fn code(&self, status: u16) -> String {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        let body: Value = serde_json::from_str(&self.text).unwrap();
        assert!(body["error"]["message"].is_string(), "{body}");
        body["error"]["code"].as_str().unwrap().to_owned()
    }

    /// The body, whatever happened.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }
}

impl Person {
    pub fn new(host: &str) -> Person {
        Person {
            host: host.to_owned(),
            client: Client::builder().build().unwrap(),
            cookie: None,
            csrf: String::new(),
            token: None,
            device: None,
            address: None,
        }
    }

    /// Sends a request as a browser would, and keeps what browsers keep.
    pub async fn send(&mut self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let changes = method != Method::GET && method != Method::HEAD;
        if changes && self.csrf.is_empty() && self.token.is_none() {
            Box::pin(self.visit()).await;
        }
        let mut headers = HeaderMap::new();
        if let Some(token) = &self.token {
            let value = format!("Bearer {token}");
            headers.insert("authorization", HeaderValue::from_str(&value).unwrap());
        } else if changes {
            headers.insert("x-csrf", HeaderValue::from_str(&self.csrf).unwrap());
            let origin = format!("http://{}", self.host);
            headers.insert("origin", HeaderValue::from_str(&origin).unwrap());
        }
        if let (Some(cookie), None) = (&self.cookie, &self.token) {
            let mut cookie = cookie.clone();
            if let Some(device) = &self.device {
                cookie = format!("{cookie}; {device}");
            }
            headers.insert("cookie", HeaderValue::from_str(&cookie).unwrap());
        }
        if let Some(address) = &self.address {
            headers.insert("x-forwarded-for", HeaderValue::from_str(address).unwrap());
        }
        self.send_raw(method, path, body, headers).await
    }

    /// Sends a request with just these headers.
    pub async fn send_raw(
        &mut self,
        method: Method,
        path: &str,
        body: Option<Value>,
        headers: HeaderMap,
    ) -> Answer {
        let url = format!("http://{}{path}", self.host);
        let mut request = self.client.request(method, url).headers(headers);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        let headers = response.headers().clone();
        for cookie in headers.get_all("set-cookie") {
            let cookie = cookie.to_str().unwrap();
            let cookie = cookie.split(';').next().unwrap().to_owned();
            let is_device = cookie.starts_with("hyperrook_device=");
            *(if is_device {
                &mut self.device
            } else {
                &mut self.cookie
            }) = Some(cookie);
        }
        if let Some(csrf) = headers.get("x-csrf") {
            self.csrf = csrf.to_str().unwrap().to_owned();
        }
        Answer {
            status: response.status(),
            headers,
            text: response.text().await.unwrap(),
        }
    }

    /// Opens the page for the first time.
    pub async fn visit(&mut self) -> Value {
        let me = self.get("/api/me").await.ok();
        self.csrf = me["csrf"].as_str().unwrap().to_owned();
        me
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    pub async fn put(&mut self, path: &str, body: Value) -> Answer {
        self.send(Method::PUT, path, Some(body)).await
    }

    pub async fn delete(&mut self, path: &str, body: Option<Value>) -> Answer {
        self.send(Method::DELETE, path, body).await
    }

    pub async fn register(&mut self, name: &str) -> Value {
        let body = json!({"name": name, "password": PASSWORD});
        self.post("/api/register", body).await.ok()
    }

    pub async fn login(&mut self, name: &str, password: &str) -> Answer {
        let body = json!({"name": name, "password": password});
        self.post("/api/login", body).await
    }

    /// One's identity.
    pub async fn id(&mut self) -> String {
        let me = self.get("/api/me").await.ok();
        me["user"]["id"].as_str().unwrap().to_owned()
    }

    /// Opens a socket.
    pub async fn socket(&self) -> Socket {
        let (host, cookie, token) = (&self.host, self.cookie.as_deref(), self.token.as_deref());
        let origin = token.is_none().then(|| format!("http://{host}"));
        let address = self.address.as_deref();
        let open = Socket::try_open_from(host, cookie, token, origin.as_deref(), address);
        open.await.unwrap()
    }

    /// Does something in a game, without a socket.
    pub async fn act(&mut self, game: &str, action: Value) -> Answer {
        self.post(&format!("/api/play/{game}/actions"), action)
            .await
    }

    /// Makes a move, without a socket.
    pub async fn play(&mut self, game: &str, seq: i64, mv: &str) -> Answer {
        self.act(game, json!({"t": "move", "seq": seq, "move": mv}))
            .await
    }

    /// A game as one sees it.
    pub async fn state(&mut self, game: &str) -> Value {
        self.get(&format!("/api/play/{game}")).await.ok()
    }
}
