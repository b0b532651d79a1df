//! The description of the API names every route. Not a unit test: the routes lead to the whole
//! server, which would be compiled a second time for it.

use serde_json::Value;

#[test]
fn every_route_is_described() {
    let description: Value = serde_json::from_str(&hyperrook_server::openapi_json()).unwrap();
    let described = description["paths"].as_object().unwrap();
    let paths = hyperrook_server::api_paths();
    assert!(paths.len() > 50, "{}", paths.len());
    for path in paths {
        assert!(described.contains_key(path), "{path}");
    }
}
