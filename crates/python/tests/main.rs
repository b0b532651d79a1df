//! The library that Python loads. Its behaviour is tested from Python, in `python/tests`. This Rust
//! test makes `cargo test` build the library together with the other tests.

use std::path::PathBuf;

/// The library of this build, which cargo puts beside its tests.
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
