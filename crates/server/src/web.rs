//! The web client: the files of `web/dist`, built into the program.

use crate::api::error::ApiError;
use crate::app::App;
use crate::preview;
use crate::web_pages;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Files;

/// The page if the client was not built.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
     <title>Hyperrook</title><h1>Hyperrook</h1><p>The server runs, but the web client was not \
     built into it. Build it with <code>npm ci &amp;&amp; npm run build</code> in the folder \
     <code>web</code>, then build the program again.</p><p>The interface for programs is \
     described on <a href=\"/api-docs\">this page</a>.</p></html>";

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Compression {
    Plain,
    Gzip,
    Brotli,
}

/// Serves a file, or the page of the client: with the status 404 for an address that is none of its pages.
pub(crate) async fn serve(State(app): State<Arc<App>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let (method, uri, headers) = (&parts.method, &parts.uri, &parts.headers);
    if method != Method::GET && method != Method::HEAD {
        let status = StatusCode::METHOD_NOT_ALLOWED;
        let error = ApiError::new(status, "method", "This address supports only GET and HEAD.");
        return ([(header::ALLOW, "GET,HEAD")], error).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let name = match path {
        "" => "index.html",
        path => path,
    };
    // Only built-in files are found: no path leads elsewhere.
    if name != "index.html"
        && let Some(file) = Files::get(name)
    {
        return file_response(name, file, headers);
    }
    let page = Files::get("index.html");
    if !web_pages::exist(uri.path()) {
        // A missing file has a dot in its last part.
        let last = path.rsplit('/').next().unwrap_or("");
        if last.contains('.') || path.starts_with("assets/") {
            return ApiError::not_found("There is no file at this address.").into_response();
        }
        return no_such_page(page);
    }
    match page {
        Some(file) => match preview::tags(&app, &parts).await {
            Some(tags) => with_tags(&file.data, &tags),
            None => file_response("index.html", file, headers),
        },
        None => page_response(NOT_BUILT.to_owned()),
    }
}

/// The page of the client, which says that there is no page at this address.
fn no_such_page(page: Option<rust_embed::EmbeddedFile>) -> Response {
    let text = match page {
        Some(file) => String::from_utf8_lossy(&file.data).into_owned(),
        None => NOT_BUILT.to_owned(),
    };
    (StatusCode::NOT_FOUND, page_response(text)).into_response()
}

/// The page of the client with tags for those who show links to it.
fn with_tags(page: &[u8], tags: &str) -> Response {
    let page = String::from_utf8_lossy(page);
    page_response(page.replacen("</head>", &format!("{tags}</head>"), 1))
}

fn page_response(page: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, page).into_response()
}

fn wanted(headers: &HeaderMap) -> Compression {
    let accepted = headers.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|value| value.to_str().ok()).unwrap_or("");
    let takes = |name: &str| {
        accepted.split(',').any(|part| {
            let mut words = part.split(';').map(str::trim);
            words.next() == Some(name) && words.next() != Some("q=0")
        })
    };
    match () {
        () if takes("br") => Compression::Brotli,
        () if takes("gzip") => Compression::Gzip,
        () => Compression::Plain,
    }
}

fn file_response(name: &str, file: rust_embed::EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = hex::encode(&file.metadata.sha256_hash()[..16]);
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let is_text = kind.type_() == "text"
        || [
            "javascript",
            "json",
            "svg+xml",
            "manifest+json",
            "wasm",
            "xml",
        ]
        .iter()
        .any(|end| kind.as_ref().ends_with(end));
    let packing = if is_text {
        wanted(headers)
    } else {
        Compression::Plain
    };
    let tag = format!("\"{hash}-{packing:?}\"");
    let mut response = Response::new(Body::empty());
    let out = response.headers_mut();
    let kind = match kind.type_().as_str() {
        "text" => format!("{kind}; charset=utf-8"),
        _ => kind.to_string(),
    };
    let mut set = |name, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            out.insert(name, value);
        }
    };
    set(header::CONTENT_TYPE, &kind);
    set(header::VARY, "Accept-Encoding");
    set(header::ETAG, &tag);
    // The name of an asset contains a hash of its content.
    set(
        header::CACHE_CONTROL,
        if name.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        },
    );
    match packing {
        Compression::Brotli => set(header::CONTENT_ENCODING, "br"),
        Compression::Gzip => set(header::CONTENT_ENCODING, "gzip"),
        Compression::Plain => {}
    }
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    *response.body_mut() = Body::from(packed(name, &hash, packing, file.data.into_owned()));
    response
}

/// A compressed file. What was not compressed when the client was built is compressed
/// at the first request, and kept.
fn packed(name: &str, hash: &str, packing: Compression, plain: Vec<u8>) -> Bytes {
    type PackedFiles = Mutex<HashMap<(String, Compression), Bytes>>;
    static KEPT: OnceLock<PackedFiles> = OnceLock::new();
    let end = match packing {
        Compression::Plain => return plain.into(),
        Compression::Gzip => "gz",
        Compression::Brotli => "br",
    };
    if let Some(file) = Files::get(&format!("{name}.{end}")) {
        return file.data.into_owned().into();
    }
    let kept = KEPT.get_or_init(PackedFiles::default);
    let key = (hash.to_owned(), packing);
    let lock = || kept.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = lock().get(&key) {
        return bytes.clone();
    }
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    let _ = match packing {
        Compression::Brotli => {
            let mut writer = brotli::CompressorWriter::new(&mut bytes, 4096, 9, 20);
            writer.write_all(&plain).and_then(|()| writer.flush())
        }
        _ => {
            let level = flate2::Compression::best();
            let mut writer = flate2::write::GzEncoder::new(&mut bytes, level);
            writer.write_all(&plain).and_then(|()| writer.try_finish())
        }
    };
    let bytes = Bytes::from(bytes);
    lock().insert(key, bytes.clone());
    bytes
}
