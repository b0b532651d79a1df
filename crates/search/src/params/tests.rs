//! Tests of the search parameters and their files.

use super::files::SHIPPED;
use super::{SearchParams, SearchParamsError, SearchParamsFile};
use crate::chances::ChancesModel;

#[test]
fn shipped_files_are_read() {
    for (game, text) in SHIPPED {
        let file = SearchParamsFile::read(text).unwrap();
        assert_eq!(file.game, *game);
        assert!(!file.made.is_empty(), "{game}");
        assert!(file.chances.is_some(), "{game}");
    }
}

#[test]
fn files_are_read_as_they_were_written() {
    let mut params = SearchParams::default();
    for param in SearchParams::all() {
        assert!(param.range.contains(&param.default), "{}", param.name);
        for value in [*param.range.start(), *param.range.end()] {
            params.set(param.name, value).unwrap();
            assert_eq!(params.get(param.name), Some(value));
        }
        let beyond = *param.range.end() + 1;
        assert!(params.set(param.name, beyond).is_err(), "{}", param.name);
    }
    let file = SearchParamsFile {
        game: "mine".into(),
        made: "by hand".into(),
        params,
        chances: Some(ChancesModel::default()),
    };
    assert_eq!(SearchParamsFile::read(&file.write()), Ok(file));
    let text = "game = 'mine'\n[params]\nmargins = 3\n";
    let unknown = SearchParamsError::Unknown("margins".into());
    assert_eq!(SearchParamsFile::read(text), Err(unknown));
}

#[test]
fn margins_scale_and_default_parameters_are_unchanged() {
    let usual = SearchParams::default();
    assert_eq!(usual.applied(), usual);
    let mut half = usual;
    half.set("margin_percent", 50).unwrap();
    let applied = half.applied();
    assert_eq!(applied.razoring_margin(2), usual.razoring_margin(2) / 2);
    assert_eq!(applied.see_quiet_threshold(1), -11);
    assert_eq!(applied.lmr_factor, usual.lmr_factor);
    // The minimum margins still leave a window to search in, and no divisor is zero.
    let mut least = usual;
    for param in SearchParams::all() {
        least.set(param.name, *param.range.start()).unwrap();
    }
    let applied = least.applied();
    assert!(applied.aspiration_delta >= 2 && applied.null_move_eval_per_ply > 0);
}
