//! The operations in the description of the routes.

use axum::http::Method;
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::Operation;

/// All operations, with their paths and methods.
pub(super) fn operations(
    api: &mut OpenApi,
) -> impl Iterator<Item = (&str, Method, &mut Operation)> {
    api.paths.paths.iter_mut().flat_map(|(path, item)| {
        let methods = [
            (Method::GET, &mut item.get),
            (Method::POST, &mut item.post),
            (Method::PUT, &mut item.put),
            (Method::DELETE, &mut item.delete),
        ];
        methods
            .into_iter()
            .filter_map(|(method, operation)| Some((&**path, method, operation.as_mut()?)))
    })
}
