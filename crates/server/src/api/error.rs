//! Errors. All have the same shape.

use crate::catalogue::ServedGameError;
use crate::game::action::Rejection;
use crate::live::{CreateError, LoadError};
use crate::messages::json::fault_in_query;
use crate::security::allowance::TooManyRequests;
use crate::security::password::HashingError;
use crate::store::StoreError;
use crate::text::seconds;
use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyperrook_notation::words::sentence;
use hyperrook_view::types::FaultInfo;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// After how many seconds a client may repeat a request that failed because of the database.
const RETRY_S: u64 = 2;

/// The body of every error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// What went wrong.
    pub error: ErrorDetail,
}

/// What went wrong.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ErrorDetail {
    /// A fixed word, for programs.
    #[schema(example = "not_found")]
    pub code: String,
    /// One or more sentences, for people.
    pub message: String,
    /// What is wrong with each field, by the field's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
    /// What is wrong in a definition, with the place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultInfo>,
}

/// An error with its status.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    detail: Box<ErrorDetail>,
    retry_s: Option<u64>,
}

/// What a route answers.
pub(crate) type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> ApiError {
        ApiError {
            status,
            detail: Box::new(ErrorDetail {
                code: code.to_owned(),
                message: message.into(),
                ..ErrorDetail::default()
            }),
            retry_s: None,
        }
    }

    pub(crate) fn message(&self) -> String {
        self.detail.message.clone()
    }

    pub(crate) fn sign_in() -> ApiError {
        ApiError::unauthorized("sign_in", "Sign in first, or become a guest.")
    }

    pub(crate) fn unauthorized(code: &str, message: &str) -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, code, message)
    }

    pub(crate) fn forbidden(code: &str, message: &str) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, code, message)
    }

    pub(crate) fn not_found(message: &str) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    pub(crate) fn conflict(code: &str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, code, message)
    }

    pub(crate) fn invalid(code: &str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    pub(crate) fn fields<K: Into<String>>(
        fields: impl IntoIterator<Item = (K, String)>,
    ) -> ApiError {
        let fields: BTreeMap<String, String> = fields
            .into_iter()
            .map(|(name, fault)| (name.into(), fault))
            .collect();
        let faults: Vec<&str> = fields.values().map(String::as_str).collect();
        let mut error = ApiError::invalid("fields", faults.join(" "));
        error.detail.fields = fields;
        error
    }

    /// Says what is wrong with each of some fields.
    pub(crate) fn with_fields(
        mut self,
        fields: impl IntoIterator<Item = (String, String)>,
    ) -> ApiError {
        self.detail.fields.extend(fields);
        self
    }

    pub(crate) fn field(name: &str, fault: &str) -> ApiError {
        ApiError::fields([(name, fault.to_owned())])
    }

    pub(crate) fn faults(faults: Vec<FaultInfo>) -> ApiError {
        let mut error = ApiError::invalid("faults", "The definition has errors.");
        error.detail.faults = faults;
        error
    }

    /// The database cannot be used at the moment. The log has the reason.
    pub(crate) fn unavailable(reason: impl std::fmt::Display) -> ApiError {
        tracing::warn!(%reason, "a request could not be served");
        let mut error = ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            "The server cannot read or save its data at the moment. Please try again soon.",
        );
        error.retry_s = Some(RETRY_S);
        error
    }

    /// A network has stored as much of something as it may for now.
    pub(crate) fn stored_too_much(code: &str, message: &str, retry_s: u64) -> ApiError {
        let mut error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, code, message);
        error.retry_s = Some(retry_s);
        error
    }

    /// The server has too much of one kind of work.
    pub(crate) fn busy(what: &str, retry_s: u64) -> ApiError {
        metrics::counter!("hyperrook_limited_total").increment(1);
        let message = format!("{what} Try again in {}.", seconds(retry_s));
        let mut error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
        error.retry_s = Some(retry_s);
        error
    }

    /// Whether the request was refused and has changed nothing. After other errors nobody knows.
    pub(crate) fn is_refusal(&self) -> bool {
        self.status.is_client_error()
    }

    /// An error of the server's own. The log has the reason.
    pub(crate) fn internal(reason: impl std::fmt::Display) -> ApiError {
        tracing::error!(%reason, "a request failed");
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        ApiError::new(
            status,
            "internal",
            "Something went wrong on the server. Try again later.",
        )
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = ErrorBody {
            error: *self.detail,
        };
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_s {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            error if error.is_temporary() => ApiError::unavailable(error),
            // Deleted or banned while the request was under way: the next one is answered alike.
            StoreError::PersonLeft => ApiError::sign_in(),
            error => ApiError::internal(error),
        }
    }
}

impl From<TooManyRequests> for ApiError {
    fn from(refused: TooManyRequests) -> ApiError {
        let (code, message) = (TooManyRequests::CODE, refused.to_string());
        let mut error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, code, message);
        error.retry_s = Some(refused.retry_s);
        error
    }
}

impl From<HashingError> for ApiError {
    fn from(error: HashingError) -> ApiError {
        match error {
            HashingError::Full => ApiError::busy("Too many people sign in at the moment.", 2),
            HashingError::Failed => ApiError::internal(error),
        }
    }
}

impl From<ServedGameError> for ApiError {
    fn from(error: ServedGameError) -> ApiError {
        match error {
            ServedGameError::Unknown(message) => ApiError::not_found(&sentence(&message)),
            ServedGameError::Options(message) => ApiError::field("game", &sentence(&message)),
            ServedGameError::Faults(faults) => ApiError::faults(faults),
            ServedGameError::Store(error) => error.into(),
            ServedGameError::BusyCompiling => {
                ApiError::busy("Too many games are being compiled.", 2)
            }
            ServedGameError::TooManyCompiled(retry_s) => TooManyRequests::retry_in(retry_s).into(),
            ServedGameError::Busy => ApiError::busy("Too many definitions are being checked.", 5),
            ServedGameError::TooMany => ApiError::conflict(
                "too_many_definitions",
                "You have posted too many definitions already.",
            ),
            ServedGameError::Interrupted => ApiError::internal(error),
        }
    }
}

impl From<LoadError> for ApiError {
    fn from(error: LoadError) -> ApiError {
        match (error.retry_s(), error) {
            (_, LoadError::Unknown) => ApiError::not_found("There is no game with this ID."),
            (Some(_), LoadError::Rules(error)) => error.into(),
            (Some(retry_s), _) => ApiError::busy("The server is busy.", retry_s),
            (None, other) if other.is_temporary() => ApiError::unavailable(other),
            (None, other) => ApiError::internal(other),
        }
    }
}

impl From<CreateError> for ApiError {
    fn from(error: CreateError) -> ApiError {
        match error {
            CreateError::Fields(fields) => ApiError::fields(fields),
            CreateError::Game(error) => error.into(),
            CreateError::Store(error) => error.into(),
            CreateError::Load(error) => error.into(),
            CreateError::TooMany => {
                let message = "You have too many unfinished games. Finish some first.";
                ApiError::conflict("too_many_games", message)
            }
            CreateError::OpponentHasTooMany => ApiError::conflict(
                "too_many_games",
                "Whoever made this seek has too many unfinished games to begin another.",
            ),
            CreateError::Gone => ApiError::new(
                StatusCode::GONE,
                "gone",
                "Someone else has already accepted this seek, or it was withdrawn.",
            ),
        }
    }
}

impl From<Rejection> for ApiError {
    fn from(rejection: Rejection) -> ApiError {
        let status = match &*rejection.code {
            "not_a_player" => StatusCode::FORBIDDEN,
            "unknown" => StatusCode::NOT_FOUND,
            "illegal" => StatusCode::UNPROCESSABLE_ENTITY,
            "try_again" => StatusCode::SERVICE_UNAVAILABLE,
            "internal" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::CONFLICT,
        };
        let mut error = ApiError::new(status, &rejection.code, rejection.message);
        if status == StatusCode::SERVICE_UNAVAILABLE {
            error.retry_s = Some(RETRY_S);
        }
        error
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        let text = rejection.body_text();
        let reason = text
            .strip_prefix("Failed to deserialize query string: ")
            .unwrap_or(&text);
        let fault = fault_in_query(reason);
        ApiError::new(rejection.status(), "request", fault.reason.clone())
            .with_fields(fault.field.map(|field| (field, fault.reason)))
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> ApiError {
        let message = sentence(&rejection.body_text());
        ApiError::new(rejection.status(), "request", message)
    }
}
