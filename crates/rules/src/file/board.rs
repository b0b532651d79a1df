//! Reads the board, its charts and groups of axes.

use super::diagnostic::{Faults, suggest};
use super::reader::{Fields, Text};
use super::text_range::TextRange;
use super::wording::MissingValue;
use crate::{Forward, Group, Scope};
use hyperrook_geometry::{
    AxisSource, AxisSpec, Board, BoardError, BoardSpec, Cell, ChartError, ChartSpec, Drawing,
    HexShift, MAX_AXES, MAX_CELLS,
};
use std::collections::BTreeSet;

/// Maximum number of charts of a board.
const MAX_CHARTS: usize = 8;
/// Maximum length of the name of a chart, a group or an axis.
const MAX_NAME: usize = 40;
/// How many flags of an axis and words of a group are looked at. More are faulty, and the first
/// faults are enough.
const MAX_WORDS: usize = 100;
/// Maximum number of groups of axes of all charts, including the charts themselves.
const MAX_GROUPS: usize = 64;

/// The content of `[board]` and `[charts.…]`.
pub(super) struct ReadBoard {
    /// The board; `None` if it is faulty.
    pub(super) board: Option<Board>,
    /// The board, without its charts if they are faulty: enough to name cells.
    pub(super) cells: Option<Board>,
    /// Whether all charts and groups are valid. If not, move rules over them are not read.
    pub(super) charts_sound: bool,
    pub(super) charts: Vec<ReadChart>,
    pub(super) groups: Vec<Group>,
    pub(super) complete_blocks: bool,
    /// How to picture it, for players.
    pub(super) about: String,
}

/// The content of one table `[charts.…]`.
pub(super) struct ReadChart {
    pub(super) spec: ChartSpec,
    pub(super) forward: Vec<Forward>,
    /// Where the text of each axis stands.
    pub(super) axis_spans: Vec<TextRange>,
    key: TextRange,
}

impl ReadBoard {
    /// The groups in the form that the reader of move rules needs.
    pub(super) fn scopes(&self) -> Vec<Scope> {
        self.groups
            .iter()
            .map(|group| Scope {
                name: group.name.clone(),
                chart: group.chart,
                axes: group.axes.clone(),
                forward: self.charts[group.chart]
                    .forward
                    .iter()
                    .map(|&forward| forward != Forward::None)
                    .collect(),
            })
            .collect()
    }
}

/// Reads `[board]` and `[charts.…]`.
pub(super) fn read(file: &mut Fields<'_>, faults: &mut Faults<'_>) -> ReadBoard {
    let before = faults.len();
    let (charts, groups) = read_charts(file, faults);
    let charts_sound = faults.len() == before && !charts.is_empty();
    let mut part = ReadBoard {
        board: None,
        cells: None,
        charts_sound,
        charts,
        groups,
        complete_blocks: false,
        about: String::new(),
    };
    let Some(mut fields) = file.table("board", faults) else {
        if !file.has("board") {
            let wanted = "a table [board] with `drawn`, `files` and `ranks`";
            file.missing("board", MissingValue::Words(wanted.to_owned()));
        }
        return part;
    };
    part.about = fields.paragraph("about", faults);
    let drawing = read_drawing(&mut fields, faults);
    part.complete_blocks = fields.boolean("complete_blocks", faults).unwrap_or(false);
    let missing = fields.text("missing", faults);
    if let Some(drawing) = drawing {
        let charts = part.charts.iter().map(|chart| chart.spec.clone());
        let mut spec = BoardSpec {
            drawing,
            missing: missing.map_or(String::new(), |text| text.text.to_owned()),
            charts: if charts_sound {
                charts.collect()
            } else {
                Vec::new()
            },
        };
        match Board::new(&spec) {
            Ok(board) if charts_sound => {
                part.cells = Some(board.clone());
                part.board = Some(board);
            }
            Ok(board) => part.cells = Some(board),
            Err(errors) => {
                spec.charts.clear();
                part.cells = Board::new(&spec).ok();
                for error in &errors {
                    board_fault(error, &fields, &part, faults);
                }
                missing_faults(&errors, missing, faults);
            }
        }
    }
    fields.finish(faults);
    part
}

fn read_drawing(fields: &mut Fields<'_>, faults: &mut Faults<'_>) -> Option<Drawing> {
    #[derive(Clone, Copy)]
    enum Drawn {
        Flat,
        Stack,
        Hex,
        Ring,
    }
    let choices = [
        ("flat", Drawn::Flat),
        ("stack", Drawn::Stack),
        ("hex", Drawn::Hex),
        ("ring", Drawn::Ring),
    ];
    fields.needed_text("drawn", "\"flat\"", faults);
    let Some(drawn) = fields.choice("drawn", &choices, faults) else {
        // It is not known which of these belong here.
        for key in [
            "files", "ranks", "blocks", "levels", "shift", "cells", "sectors",
        ] {
            fields.node(key);
        }
        return None;
    };
    match drawn {
        Drawn::Flat => {
            let files = fields.needed_integer("files", 8, 1..=26, faults);
            let ranks = fields.needed_integer("ranks", 8, 1..=MAX_CELLS, faults);
            let blocks = read_blocks(fields, faults);
            Some(Drawing::Flat {
                files: files?,
                ranks: ranks?,
                blocks: blocks?,
            })
        }
        Drawn::Stack => {
            let files = fields.needed_integer("files", 8, 1..=26, faults);
            let ranks = fields.needed_integer("ranks", 8, 1..=MAX_CELLS, faults);
            let levels = fields.needed_text("levels", "\"ABC\"", faults)?;
            Some(Drawing::Stack {
                files: files?,
                ranks: ranks?,
                levels: levels.text.chars().collect(),
            })
        }
        Drawn::Hex => {
            let files = fields.needed_integer("files", 11, 1..=26, faults);
            let ranks = fields.needed_integer("ranks", 11, 1..=MAX_CELLS, faults);
            let shifts = [("files", HexShift::Files), ("ranks", HexShift::Ranks)];
            let given = fields.has("shift");
            let shift = fields.choice("shift", &shifts, faults);
            let shift = if given { shift } else { Some(HexShift::Files) };
            Some(Drawing::Hex {
                files: files?,
                ranks: ranks?,
                shift: shift?,
            })
        }
        Drawn::Ring => {
            let cells = fields.needed_integer("cells", 48, 1..=MAX_CELLS, faults);
            let sectors = fields.needed_integer("sectors", 4, 1..=26, faults);
            Some(Drawing::Ring {
                cells: cells?,
                sectors: sectors?,
            })
        }
    }
}

/// The outer `None` is a fault, the inner one that there are no blocks.
#[allow(clippy::option_option)]
fn read_blocks(fields: &mut Fields<'_>, faults: &mut Faults<'_>) -> Option<Option<(usize, usize)>> {
    let Some(node) = fields.node("blocks") else {
        return Some(None);
    };
    let text = super::reader::text_of(node);
    let size = text.and_then(|text| {
        let (width, height) = text.text.split_once('x')?;
        Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
    });
    if size.is_none() {
        faults.add(
            &node.span,
            "`blocks` must be the size of one inner board",
            "write files x ranks, as in `blocks = \"3x3\"`",
        );
    }
    size.map(Some)
}

/// Reports a fault of the board at its place in the file.
fn board_fault(error: &BoardError, fields: &Fields<'_>, part: &ReadBoard, faults: &mut Faults<'_>) {
    let message = error.to_string();
    match error {
        BoardError::Size { what, found, .. } => {
            let key = match *what {
                "files" => "files",
                "ranks" | "the number of places" => "ranks",
                "the number of levels" => "levels",
                "the number of sectors" => "sectors",
                "the width of a block" | "the height of a block" => "blocks",
                _ => "cells",
            };
            let help = if *found > MAX_CELLS {
                "larger boards are not supported"
            } else {
                ""
            };
            faults.add(&fields.span_of(key), message, help);
        }
        BoardError::Levels(_) => faults.add(&fields.span_of("levels"), message, ""),
        // See `missing_faults`.
        BoardError::Missing(_) => {}
        BoardError::Chart { name, error } => {
            let message = match (error, &part.cells) {
                (ChartError::SameCoordinates(first, second), Some(cells)) => {
                    let named = |index| cells.name(Cell::from_index(index));
                    format!(
                        "chart `{name}`: the cells {} and {} have the same coordinates; add an axis",
                        named(*first),
                        named(*second)
                    )
                }
                _ => message,
            };
            let chart = part.charts.iter().find(|chart| chart.spec.name == *name);
            let span = chart.map_or_else(|| fields.span().clone(), |chart| chart.key.clone());
            faults.add(&span, message, "");
        }
        _ => faults.add(fields.span(), message, ""),
    }
}

/// Reports the faulty words of `missing`, each wherever it stands.
fn missing_faults(errors: &[BoardError], missing: Option<Text<'_>>, faults: &mut Faults<'_>) {
    let faulty: BTreeSet<&str> = errors
        .iter()
        .filter_map(|error| match error {
            BoardError::Missing(word) => Some(word.as_str()),
            _ => None,
        })
        .collect();
    let Some(text) = missing else { return };
    let place = text.places(faults);
    for (offset, found) in text.words().filter(|(_, found)| faulty.contains(found)) {
        let at = place(offset);
        let message = format!("`{found}` is not a cell or box of cells of this board");
        let help = "write names such as `a1` or boxes such as `a1..c3`, low corner first";
        faults.add(&at, message, help);
    }
}

/// A name that a scope of the language of moves can have.
fn is_scope_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.len() <= MAX_NAME
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

const SCOPE_HELP: &str = "use letters, digits and `_`, a letter first, at most 40";

fn read_charts(file: &mut Fields<'_>, faults: &mut Faults<'_>) -> (Vec<ReadChart>, Vec<Group>) {
    let mut charts = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    let tables = file.tables("charts", faults);
    if tables.is_empty() && !file.has("charts") {
        let wanted = "a table [charts.NAME] with `axes`";
        file.missing("charts", MissingValue::Words(wanted.to_owned()));
    }
    if tables.len() > MAX_CHARTS {
        let message = format!("{} charts; at most {MAX_CHARTS} are possible", tables.len());
        faults.add(&tables[MAX_CHARTS].1, message, "");
    }
    for (name, key, mut fields) in tables.into_iter().take(MAX_CHARTS) {
        if !is_scope_name(name) {
            faults.add(
                &key,
                format!("`{name}` is not a name for a chart"),
                SCOPE_HELP,
            );
        }
        let before = faults.len();
        let addressed = fields.boolean("addressed", faults).unwrap_or(false);
        let mut spec = ChartSpec {
            name: name.to_owned(),
            axes: Vec::new(),
            addressed,
        };
        let mut forward = Vec::new();
        let mut axis_spans = Vec::new();
        match fields.list("axes", faults) {
            Some(nodes) => {
                if nodes.is_empty() || nodes.len() > MAX_AXES {
                    let message = format!("chart `{name}` has {} axes", nodes.len());
                    faults.add(&fields.span_of("axes"), message, "it must have 1 to 8");
                }
                for node in nodes.iter().take(MAX_AXES) {
                    match super::reader::text_of(node) {
                        Some(text) => {
                            axis_spans.push(node.span.clone());
                            read_axis(text, &mut spec.axes, &mut forward, faults);
                        }
                        None => {
                            faults.add(&node.span, "each axis must be a text in quotes", AXIS_HELP)
                        }
                    }
                }
            }
            None if !fields.has("axes") => {
                let example = "[\"file\", \"rank, forward\"]";
                fields.missing("axes", MissingValue::Example(example.to_owned()));
            }
            None => {}
        }
        if forward.contains(&Forward::Up) && forward.contains(&Forward::ToPromotion) {
            faults.add(
                &fields.span_of("axes"),
                format!("chart `{name}` mixes `forward` and `forward to promotion`"),
                "use one of the two in a chart",
            );
        }
        let axes_sound = faults.len() == before && !spec.axes.is_empty();
        let chart = charts.len();
        let mut scopes = vec![(name, key.clone(), (0..spec.axes.len()).collect())];
        for (group, key, text) in fields.texts("groups", faults) {
            if !is_scope_name(group) {
                faults.add(
                    &key,
                    format!("`{group}` is not a name for a group"),
                    SCOPE_HELP,
                );
            }
            // If some axes are faulty, it is uncertain which axes there are.
            let axes = if axes_sound {
                read_group(text, &spec, faults)
            } else {
                Vec::new()
            };
            scopes.push((group, key, axes));
        }
        fields.finish(faults);
        for (name, key, axes) in scopes {
            if groups.iter().any(|group| group.name == name) {
                let message = format!("`{name}` already names a chart or a group");
                faults.add(&key, message, "give it another name");
            }
            if groups.len() == MAX_GROUPS {
                faults.add(
                    &key,
                    format!("more than {MAX_GROUPS} charts and groups"),
                    "",
                );
            }
            if groups.len() <= MAX_GROUPS {
                groups.push(Group {
                    name: name.to_owned(),
                    chart,
                    axes,
                });
            }
        }
        charts.push(ReadChart {
            spec,
            forward,
            axis_spans,
            key,
        });
    }
    (charts, groups)
}

const AXIS_HELP: &str = "write `NAME = SOURCE, flags`, as in `\"file\"`, `\"R = rank / 3, forward\"` or \
     `\"n = cell, cyclic, forward to promotion\"`";

/// The source and the flags of an axis, with their offsets.
fn axis_parts<'a>(text: Text<'a>, faults: &mut Faults<'_>) -> Vec<(usize, &'a str)> {
    let place = text.places(faults);
    let mut parts = Vec::new();
    let mut offset = 0;
    for part in text.text.split(',').take(MAX_WORDS) {
        let indent = part.len() - part.trim_start().len();
        let flags = [" cyclic", " forward"].into_iter();
        let flag = flags.filter_map(|flag| Some((part[indent..].find(flag)?, flag)));
        if let Some((at, flag)) = flag.min() {
            let at = indent + at;
            let message = format!("a comma is missing before `{}`", flag.trim());
            let help = format!("write `{},{flag}`", part[indent..at].trim_end());
            faults.add(&place(offset + at + 1), message, help);
            parts.push((offset, &part[..at]));
            parts.push((offset + at, &part[at..]));
        } else {
            parts.push((offset, part));
        }
        offset += part.len() + 1;
    }
    parts
}

fn read_axis(
    text: Text<'_>,
    axes: &mut Vec<AxisSpec>,
    forward: &mut Vec<Forward>,
    faults: &mut Faults<'_>,
) {
    let mut parts = axis_parts(text, faults).into_iter();
    let (_, head) = parts.next().unwrap_or_default();
    let (name, source) = match head.split_once('=') {
        Some((name, source)) => (name.trim(), source.trim()),
        None => (head.trim(), head.trim()),
    };
    if !is_scope_name(name) {
        let message = format!("`{name}` is not a name for an axis");
        faults.add(text.span(), message, AXIS_HELP);
    }
    if axes.iter().any(|axis| axis.name == name) {
        let message = format!("two axes of this chart are called `{name}`");
        faults.add(text.span(), message, "give one of them another name");
    }
    let place = text.places(faults);
    let (mut cyclic, mut ahead) = (false, Forward::None);
    for (offset, part) in parts {
        let flag = part.trim();
        match flag {
            "cyclic" => cyclic = true,
            "forward" => ahead = Forward::Up,
            "forward to promotion" => ahead = Forward::ToPromotion,
            _ => {
                let at = place(offset + part.len() - part.trim_start().len());
                let known = ["cyclic", "forward", "forward to promotion"];
                faults.add(&at, format!("unknown flag `{flag}`"), suggest(flag, known));
            }
        }
    }
    if ahead == Forward::ToPromotion && !cyclic {
        faults.add(
            text.span(),
            format!("axis `{name}` goes forward to promotion but not round"),
            "that is for `cyclic` axes; elsewhere write `forward`",
        );
    }
    // A faulty axis still counts, so that vectors in move rules have the right length and cause no
    // further faults.
    let source = match source.parse::<AxisSource>() {
        Ok(source) => source,
        Err(error) => {
            faults.add(text.span(), error.to_string(), "");
            match "file".parse() {
                Ok(source) => source,
                Err(_) => return,
            }
        }
    };
    axes.push(AxisSpec {
        // A faulty name may be long, and later faults repeat it.
        name: name.chars().take(MAX_NAME).collect(),
        source,
        cyclic,
    });
    forward.push(ahead);
}

fn read_group(text: Text<'_>, chart: &ChartSpec, faults: &mut Faults<'_>) -> Vec<usize> {
    let mut axes = Vec::new();
    let place = text.places(faults);
    for (offset, word) in text.words().take(MAX_WORDS) {
        let at = place(offset);
        match chart.axes.iter().position(|axis| axis.name == word) {
            Some(axis) if axes.contains(&axis) => {
                faults.add(&at, format!("axis `{word}` is named twice"), "");
            }
            Some(axis) => axes.push(axis),
            None => {
                let known = chart.axes.iter().map(|axis| axis.name.as_str());
                let message = format!("chart `{}` has no axis `{word}`", chart.name);
                faults.add(&at, message, suggest(word, known));
            }
        }
    }
    if text.text.trim().is_empty() {
        faults.add(
            text.span(),
            "a group needs axes",
            "name them, as in `\"R F\"`",
        );
    }
    axes
}
