//! The library that Python loads. What it does is tested from Python, in `python/tests`; that
//! there is a Rust test makes `cargo test` build it, with what is built for the other tests.

use std::path::PathBuf;

/// The library of this build: cargo puts it beside its tests.
fn library() -> PathBuf {
    let program = std::env::current_exe().expect("a test program knows its place");
    let folder = program.parent();
    let name = format!(
        "{}hyperrook_python{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    folder.expect("test programs lie in a folder").join(name)
}

#[test]
fn python_finds_the_module() {
    let bytes = std::fs::read(library()).expect("the library is built before its tests");
    let name = b"PyInit__core";
    assert!(bytes.windows(name.len()).any(|window| window == name));
}
