//! Reads the pieces.

use super::board::ReadBoard;
use super::characters::report_unfit;
use super::diagnostic::{Faults, suggest};
use super::reader::{Fields, Text};
use super::wording::MissingValue;
use crate::{MAX_WORK, MoveRule, PieceSpec, Scope, Shape, Span, Term};
use hyperrook_geometry::MAX_CELLS;

/// Maximum length of a move rule, in bytes.
const MAX_RULE_BYTES: usize = 500;
/// Maximum number of vectors and legs of all pieces together. The largest shipped game has fewer
/// than 2,000.
const MAX_PATTERN_SIZE: usize = 100_000;

/// The pieces of a file.
pub(super) struct ReadPieces {
    /// The kinds, in the order of the file.
    pub(super) pieces: Vec<PieceSpec>,
    /// Whether it is known which of them are royal.
    pub(super) royals_known: bool,
    /// Whether the file seems to have pieces that cannot be read: then letters that no piece has are
    /// not faults of their own.
    pub(super) has_unread: bool,
}

/// What the rules of a file have needed so far.
#[derive(Default)]
struct Effort {
    /// Their vectors and legs.
    size: usize,
    /// The work to read them.
    work: usize,
}

/// Keys that some other programs use for royal pieces; each is a fault here.
const ROYAL_WORDS: [&str; 4] = ["king", "kings", "isroyal", "is_royal"];

/// Reads `[pieces.…]`.
pub(super) fn read(
    file: &mut Fields<'_>,
    board: &ReadBoard,
    faults: &mut Faults<'_>,
) -> ReadPieces {
    let scopes = if board.charts_sound {
        board.scopes()
    } else {
        Vec::new()
    };
    let mut pieces: Vec<PieceSpec> = Vec::new();
    let mut names: Vec<(char, Text<'_>)> = Vec::new();
    let mut royals_known = true;
    let mut effort = Effort::default();
    let mut has_unread = file.has_stray_piece();
    let tables = file.tables("pieces", faults);
    has_unread |= tables.len() < file.count_in("pieces");
    if tables.is_empty() && !file.has("pieces") {
        let wanted = "a table [pieces.K] for each piece";
        file.missing("pieces", MissingValue::Words(wanted.to_owned()));
    }
    for (key, key_span, mut fields) in tables {
        let mut chars = key.chars();
        let letter = match (chars.next(), chars.next()) {
            (Some(c), None) if c.is_ascii_uppercase() => c,
            _ => {
                let message = format!("`{key}` is not a letter for a piece");
                let help = "use one letter from A to Z; Black's pieces are written in lower case, and more than 26 \
                            kinds are not supported";
                faults.add(&key_span, message, help);
                '?'
            }
        };
        let name = fields.needed_text("name", "\"knight\"", faults);
        if let Some(name) = name {
            check_piece_name(name, &pieces, faults);
        }
        let about = fields.paragraph("about", faults);
        let royal = fields.boolean("royal", faults);
        royals_known &= royal.is_some() || !fields.has("royal");
        royals_known &= !ROYAL_WORDS.iter().any(|word| fields.has(word));
        let royal = royal.unwrap_or(false);
        let span = fields
            .text("span", faults)
            .and_then(|text| read_span(text, board, faults));
        let rule = fields
            .needed_text("moves", "\"K\"", faults)
            .and_then(|text| read_rule(text, &scopes, &mut effort, faults));
        let span = span.filter(|_| {
            if !royal {
                faults.add(
                    &fields.span_of("span"),
                    "only a royal piece can have several cells",
                    format!(
                        "add {}, or leave `span` out",
                        faults.setting("royal", "true")
                    ),
                );
            }
            royal
        });
        if span.is_some() && rule.as_ref().is_some_and(|rule| !shifts(rule)) {
            faults.add(
                &fields.span_of("moves"),
                "a piece of several cells moves by single steps and leaps that also capture",
                "write steps such as `K`, `W` or `F` without `m`, `c`, `i`, `p`, `g`, ranges and \
                 brackets",
            );
        }
        fields.finish(faults);
        if letter == '?' {
            has_unread = true;
            continue;
        }
        names.extend(name.map(|name| (letter, name)));
        pieces.push(PieceSpec {
            letter,
            name: name.map_or("", |name| name.text).to_owned(),
            about,
            royal,
            span,
            moves: rule.unwrap_or_default(),
        });
    }
    for (letter, name) in names {
        let of_other = |piece: &&PieceSpec| {
            piece.letter != letter
                && name
                    .text
                    .trim()
                    .eq_ignore_ascii_case(piece.letter.encode_utf8(&mut [0; 4]))
        };
        if let Some(other) = pieces.iter().find(of_other) {
            let message = format!(
                "the name `{}` is the letter of the {}",
                name.text, other.name
            );
            faults.warn(name.span(), message, "give the piece a name of its own");
        }
    }
    ReadPieces {
        pieces,
        royals_known: royals_known && !has_unread,
        has_unread,
    }
}

/// The move rule of a well-known piece, by its name.
fn rule_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "king" | "man" | "mann" | "commoner" => "K",
        "queen" => "Q",
        "rook" => "R",
        "bishop" => "B",
        "knight" => "N",
        "pawn" => "mfW cefF imfnD",
        "amazon" => "Q N",
        "chancellor" | "marshal" => "R N",
        "archbishop" | "cardinal" => "B N",
        "wazir" => "W",
        "ferz" => "F",
        "dabbaba" => "D",
        "alfil" => "A",
        "camel" => "C",
        "zebra" => "Z",
        "nightrider" => "NN",
        "cannon" => "mR cpR",
        "grasshopper" => "gQ",
        _ => return None,
    })
}

fn check_piece_name(name: Text<'_>, pieces: &[PieceSpec], faults: &mut Faults<'_>) {
    if name.text.trim().is_empty() || name.text.chars().count() > 60 {
        let message = "the name of a piece must have 1 to 60 characters";
        let help = format!("as in {}", faults.setting("name", "\"knight\""));
        faults.add(name.span(), message, help);
    }
    if let Some(other) = pieces.iter().find(|piece| piece.name == name.text) {
        let message = format!("`{}` is already the name of {}", name.text, other.letter);
        faults.add(name.span(), message, "give it another name");
    }
}

fn read_rule(
    text: Text<'_>,
    scopes: &[Scope],
    effort: &mut Effort,
    faults: &mut Faults<'_>,
) -> Option<MoveRule> {
    if text.text.len() > MAX_RULE_BYTES {
        let message = format!("the rule is longer than {MAX_RULE_BYTES} bytes");
        let help = "write each move once, and several steps as a number, as in `W3`";
        faults.add(text.span(), message, help);
        return None;
    }
    // Without valid charts no rule can be read; the faults of the charts are reported already.
    if scopes.is_empty() || effort.size > MAX_PATTERN_SIZE || effort.work > MAX_WORK {
        return None;
    }
    let word = text.text.trim();
    if let Some(rule) = rule_of(&word.to_lowercase()) {
        let message = format!("`{word}` is the name of a piece, not how it moves");
        let help = format!("write {}", faults.setting("moves", &format!("\"{rule}\"")));
        faults.add(text.span(), message, help);
        return None;
    }
    match crate::parse(text.text, scopes, &mut effort.work) {
        Ok(rule) => {
            effort.size += rule.terms.iter().map(Term::size).sum::<usize>();
            if effort.size > MAX_PATTERN_SIZE {
                let message = format!(
                    "the rules of the pieces so far have more than {MAX_PATTERN_SIZE} vectors and legs"
                );
                faults.add(text.span(), message, "make the rules simpler");
            }
            Some(rule)
        }
        Err(list) => {
            for fault in list {
                let at = text.at(fault.at.start, faults);
                // A character that is not allowed has the same fault in all texts.
                let c = text
                    .text
                    .get(fault.at.start..)
                    .and_then(|rest| rest.chars().next());
                if !c.is_some_and(|c| report_unfit(c, at.clone(), faults)) {
                    faults.add(&at, fault.message, "");
                }
            }
            None
        }
    }
}

/// Whether a rule has only simple steps, as pieces of several cells require.
fn shifts(rule: &MoveRule) -> bool {
    rule.terms.iter().all(|term| {
        let step = matches!(
            term.shape,
            Shape::Line {
                range: 1,
                hop: crate::Hop::None,
                ..
            }
        );
        step && term.quiet && term.capture && !term.initial && !term.en_passant
    })
}

fn read_span(text: Text<'_>, board: &ReadBoard, faults: &mut Faults<'_>) -> Option<Span> {
    let help = |faults: &Faults<'_>| {
        format!(
            "write an axis and a number of cells, as in {} or {}",
            faults.setting("span", "\"file 4\""),
            faults.setting("span", "\"box.file 4\"")
        )
    };
    let words: Vec<_> = text.words().collect();
    let [(_, axis_name), (length_at, length)] = words[..] else {
        faults.add(
            text.span(),
            "`span` must be an axis and a length",
            help(faults),
        );
        return None;
    };
    let length = match length.parse() {
        Ok(length) if (2..=MAX_CELLS).contains(&length) => Some(length),
        _ => {
            let at = text.at(length_at, faults);
            let message = format!("`{length}` is not a number of cells from 2");
            faults.add(&at, message, help(faults));
            None
        }
    };
    let (chart, axis_name) = match axis_name.split_once('.') {
        None => (0, axis_name),
        Some((chart, axis)) => {
            let found = board.charts.iter().position(|c| c.spec.name == chart);
            if found.is_none() {
                let known = board.charts.iter().map(|c| c.spec.name.as_str());
                let message = format!("no chart is called `{chart}`");
                faults.add(text.span(), message, suggest(chart, known));
            }
            (found?, axis)
        }
    };
    let axes = &board.charts.get(chart)?.spec.axes;
    let axis = axes.iter().position(|axis| axis.name == axis_name);
    match axis {
        None => {
            let known = axes.iter().map(|axis| axis.name.as_str());
            let message = format!("no axis is called `{axis_name}`");
            faults.add(text.span(), message, suggest(axis_name, known));
        }
        Some(axis) if axes[axis].cyclic => {
            let message =
                format!("axis `{axis_name}` goes round, so a row along it has no first cell");
            faults.add(text.span(), message, "choose an axis that is not cyclic");
        }
        Some(axis) => {
            let board_axis = board
                .board
                .as_ref()
                .map(|b| b.charts()[chart].axes()[axis].len);
            if let (Some(len), Some(length)) = (board_axis, length)
                && length > len
            {
                let message =
                    format!("axis `{axis_name}` has {len} coordinates, too few for {length}");
                faults.add(text.span(), message, "");
                return None;
            }
        }
    }
    Some(Span {
        chart,
        axis: axis?,
        length: length?,
    })
}
