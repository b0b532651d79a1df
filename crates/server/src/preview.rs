//! What other programs show of a link to a page: `og:` tags with a title, a sentence, and a
//! picture of the position.

use crate::app::App;
use crate::game::model::StoredGame;
use crate::game::rules::RulesRef;
use crate::security::network::counted;
use crate::security::{caller, hosts};
use crate::text::shown_title;
use axum::http::request::Parts;
use hyperrook_notation::words::escape;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The length of the longer side of a picture, in pixels.
const PICTURE_PX: &str = "600";
/// The longest address that a preview has. Others are shown without one.
const MAX_QUERY: usize = 4_096;

/// What is shown of a page.
#[derive(Debug, PartialEq, Eq)]
struct Preview {
    title: String,
    about: String,
    /// The parameters of the picture; without a picture of a position, the icon is shown.
    picture: Option<Vec<(String, String)>>,
}

/// The tags for the page at the address of a request; nothing if the server does not know
/// under which name it is reached.
pub(crate) async fn tags(app: &App, parts: &Parts) -> Option<String> {
    let origin = hosts::origin_of(&app.settings, &parts.headers, &parts.extensions)?;
    let uri = &parts.uri;
    let query = uri.query().unwrap_or("");
    if query.len() > MAX_QUERY {
        return None;
    }
    let path = uri.path();
    let preview = page(app, parts, path, query).await;
    let picture = match &preview.picture {
        Some(parameters) => {
            let mut query = form_urlencoded::Serializer::new(String::new());
            query.extend_pairs(parameters);
            query.append_pair("size", PICTURE_PX);
            format!("{origin}/api/board.png?{}", query.finish())
        }
        None => format!("{origin}/icons/icon-512.png"),
    };
    let address = match query {
        "" => format!("{origin}{path}"),
        query => format!("{origin}{path}?{query}"),
    };
    let mut tags = String::new();
    for (property, content) in [
        ("og:site_name", "Hyperrook"),
        ("og:type", "website"),
        ("og:title", preview.title.as_str()),
        ("og:description", preview.about.as_str()),
        ("og:url", address.as_str()),
        ("og:image", picture.as_str()),
    ] {
        // Writing to a string cannot fail.
        let _ = write!(
            tags,
            r#"<meta property="{property}" content="{}" />"#,
            escape(content)
        );
    }
    tags.push_str(r#"<meta name="twitter:card" content="summary" />"#);
    Some(tags)
}

async fn page(app: &App, request: &Parts, path: &str, query: &str) -> Preview {
    let site = || Preview {
        title: "Hyperrook".to_owned(),
        about: "Chess on boards of any dimension: play, watch, analyse and learn.".to_owned(),
        picture: None,
    };
    let parameters = form_urlencoded::parse(query.as_bytes());
    let mut parameters: BTreeMap<String, String> = parameters.into_owned().collect();
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let (first, second) = (parts.next().unwrap_or(""), parts.next());
    let (about, name) = match (first, second) {
        ("play" | "analysis", Some(id)) => {
            // Reading a game takes as much as a request of the API, and counts as one.
            let address = caller::address(app, &request.headers, &request.extensions);
            if app.limits.request(counted(address)).is_err() {
                return site();
            }
            let stored = app.store.game(id).await.ok().flatten();
            let Some(stored) = stored else { return site() };
            let mut preview = of_game(&stored, first == "play");
            if let Some((picture, flip)) = preview.picture.as_mut().zip(parameters.remove("flip")) {
                picture.push(("flip".to_owned(), flip));
            }
            return preview;
        }
        ("learn", Some(name)) => ("The rules of", Some(name.to_owned())),
        ("analysis" | "editor", None) => ("A position of", parameters.remove("game")),
        ("new", None) => ("Play", parameters.remove("game")),
        _ => return site(),
    };
    let Some(name) = name else { return site() };
    let listed = app
        .catalogue
        .summaries()
        .iter()
        .find(|game| game.name == name);
    let Some(listed) = listed.filter(|_| !parameters.contains_key("definition")) else {
        return site();
    };
    let known = |name: &str| {
        let others = ["position", "moves", "flip"];
        others.contains(&name) || listed.options.iter().any(|option| option.name == name)
    };
    parameters.retain(|name, _| known(name));
    let mut picture = vec![("game".to_owned(), name)];
    picture.extend(parameters);
    Preview {
        title: format!("{about} {}", listed.title),
        about: listed.about.clone(),
        picture: Some(picture),
    }
}

fn of_game(stored: &StoredGame, is_played: bool) -> Preview {
    let RulesRef {
        name,
        options,
        definition,
    } = stored.game.clone();
    let mut picture = vec![
        ("game".to_owned(), name),
        ("position".to_owned(), stored.position.clone()),
    ];
    picture.extend(options);
    picture.extend(definition.map(|hash| ("definition".to_owned(), hash)));
    if let Some((from, to)) = stored.last {
        picture.push(("last".to_owned(), format!("{from},{to}")));
    }
    let name = shown_title(&stored.title);
    let title = if is_played {
        format!("A game of {name}")
    } else {
        format!("Analysis of a game of {name}")
    };
    Preview {
        title,
        about: match &stored.outcome {
            Some(outcome) => outcome.sentence.clone(),
            None if stored.seq == 0 => "The game has not begun.".to_owned(),
            None => format!(
                "In progress, after {} moves.",
                stored.seq.div_euclid(2).max(1)
            ),
        },
        picture: Some(picture),
    }
}
