//! Definition files: TOML in, [`Definition`] out. `docs/definitions.md` describes
//! the format.
//!
//! A file is read into a tree of values that know their place in the text (`tree`). The overlays
//! whose conditions hold are merged into it (`options`). The merged tree is read field by field
//! (`reader`, and the modules named after the sections of a file). Every reader records its faults
//! and goes on.

mod board;
mod built;
mod characters;
mod cross;
mod definition_fault;
mod diagnostic;
mod legacy;
mod legacy_rule;
mod options;
mod pieces;
mod reader;
mod rules;
mod shipped;
mod start;
mod text;
mod text_range;
mod toml_faults;
mod toml_scan;
mod tree;
mod unsupported;
mod wording;

pub use characters::is_displayable;
pub use definition_fault::DefinitionFault;
pub use diagnostic::{DefineError, Diagnostic};
pub use shipped::SHIPPED;

use crate::{CompileError, Definition, Note, OptionValue, Part};
use diagnostic::Faults;
use hyperrook_geometry::FaultList;
use options::Overlay;
use reader::Fields;
use std::borrow::Cow;
use std::str::FromStr;
use std::sync::OnceLock;
use tree::{Table, Value};
use wording::{MissingValue, Wording};

/// Maximum length of the text of a definition, in bytes.
const MAX_BYTES: usize = 256 * 1024;
/// Maximum number of combinations of option values that [`GameFile::check`] tries one by one. Above
/// it, every value alone and every pair of values are tried.
const MAX_COMBINATIONS: usize = 512;

/// A definition file that has been read: a game whose options are not chosen yet.
#[derive(Clone, Debug)]
pub struct GameFile {
    file: String,
    text: String,
    name: String,
    tree: Table,
    options: Vec<OptionValue>,
    overlays: Vec<Overlay>,
    /// Whether a person or a builder has written the text.
    wording: Wording,
}

impl GameFile {
    /// Reads a definition. `file` is the name used in fault messages.
    ///
    /// A file that can be read cannot always be played: call [`GameFile::check`] to find everything
    /// that is wrong with it.
    ///
    /// This checks what does not depend on options: the syntax (TOML), the characters and
    /// lengths of texts, the name, the options, and the conditions of overlays. The rest is
    /// checked later, because options can change it:
    ///
    /// | where | what is checked |
    /// |---|---|
    /// | [`GameFile::parse`] | syntax, texts, name, options, conditions of overlays |
    /// | [`GameFile::define`] | board, charts, pieces, start and all other keys, under the options that are given |
    /// | [`Game::new`](crate::Game::new) | whether the starting position is possible, and whether the moves fit into tables |
    /// | [`GameFile::check`] | all of this, under all options |
    ///
    /// So a file without a board can be read, and `define` reports that the board is missing.
    ///
    /// # Errors
    /// Everything that is wrong with the parts checked here. If there is such a fault, and the text
    /// is valid TOML, the list also contains what `define` would report with the default options.
    ///
    /// ```
    /// use hyperrook_rules::{Game, GameFile};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let text = r#"
    /// format = 1
    /// name = "tiny"
    /// title = "Tiny"
    /// credit = "An example"
    /// about = "Two kings and two rooks."
    /// [board]
    /// drawn = "flat"
    /// files = 4
    /// ranks = 4
    /// [charts.flat]
    /// axes = ["file", "rank, forward"]
    /// [pieces.K]
    /// name = "king"
    /// royal = true
    /// moves = "K"
    /// [pieces.R]
    /// name = "rook"
    /// moves = "R"
    /// [start]
    /// board = "2rk/4/4/KR2"
    /// [ends]
    /// stalemate = "draw"
    /// "#;
    /// let file = GameFile::parse("tiny.toml", text)?;
    /// assert!(file.check().is_empty());
    /// let game = Game::new(file.define(&[])?)?;
    /// assert!(!game.start().moves().is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn parse(file: &str, text: &str) -> Result<GameFile, FaultList<Diagnostic>> {
        GameFile::parse_as(file, text, false)
    }

    /// Reads a definition. If it is a legacy one, its texts for people are not checked.
    fn parse_as(
        file: &str,
        text: &str,
        is_legacy: bool,
    ) -> Result<GameFile, FaultList<Diagnostic>> {
        let mut faults = Faults::new(file, text, Wording::File);
        GameFile::read_text(file, text, is_legacy, &mut faults)
            .ok_or_else(|| faults.into_diagnostics())
    }

    /// Like [`GameFile::parse_as`]; returns `None` if there are faults.
    fn read_text(
        file: &str,
        text: &str,
        is_legacy: bool,
        faults: &mut Faults<'_>,
    ) -> Option<GameFile> {
        if text.len() > MAX_BYTES {
            let whole = faults.wording().definition();
            let message = format!("the {whole} has {} bytes", text.len());
            faults.add(&(0..0), message, format!("it may have {MAX_BYTES}"));
            return None;
        }
        let tree = tree::read(text, faults);
        if !faults.is_empty() {
            return None;
        }
        for (span, word) in legacy::old_words(text) {
            let message = format!("`{}` is an old word", &text[span.clone()]);
            faults.add(&span, message, format!("write `{word}` instead"));
        }
        if !faults.is_empty() {
            return None;
        }
        if !is_legacy {
            text::check(&tree, faults);
        }
        let mut fields = Fields::new(&tree, 0..0, "the file");
        let name = read_name(&mut fields, faults);
        let options = options::read_options(&mut fields, faults);
        let overlays = options::read_overlays(&mut fields, &options, faults);
        if !faults.is_empty() || name.is_empty() {
            let merged = options::apply(&tree, &overlays, &options, faults);
            read_definition(&merged, &options, faults);
            return None;
        }
        Some(GameFile {
            file: file.to_owned(),
            text: text.to_owned(),
            name,
            tree,
            options,
            overlays,
            wording: faults.wording(),
        })
    }

    /// Reads a definition that an earlier version of the program stored: like [`GameFile::parse`]
    /// of [`GameFile::upgrade_text`], but texts for people may be longer and contain any
    /// characters.
    ///
    /// Read new definitions with [`GameFile::parse`], which rejects old words and names the current
    /// ones.
    pub fn parse_legacy(file: &str, text: &str) -> Result<GameFile, FaultList<Diagnostic>> {
        GameFile::parse_as(file, &legacy::upgrade(text), true)
    }

    /// The text of a definition that an earlier version of the program stored, with the current
    /// words. Comments and layout stay as they are, and a text without old words does not change.
    pub fn upgrade_text(text: &str) -> Cow<'_, str> {
        legacy::upgrade(text)
    }

    /// The shipped definition of this name.
    pub fn shipped(name: &str) -> Option<GameFile> {
        let (_, text) = SHIPPED.iter().find(|(shipped, _)| *shipped == name)?;
        // A test checks that all of them can be read.
        GameFile::parse(&format!("{name}.toml"), text).ok()
    }

    /// The game's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options with their default values.
    pub fn options(&self) -> &[OptionValue] {
        &self.options
    }

    /// The definition with the given options, as `(name, value)`; other options have their
    /// defaults. If an option is given twice, the last value counts.
    ///
    /// ```
    /// use hyperrook_rules::GameFile;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let file = GameFile::shipped("sesqui").expect("a shipped game");
    /// let definition = file.define(&[("array", "court")])?;
    /// assert_eq!(definition.changed_options().count(), 1);
    /// assert!(file.define(&[("array", "none")]).is_err());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the file has no such option or value, or if it is faulty with these options; the error
    /// then lists everything that is wrong.
    pub fn define(&self, options: &[(&str, &str)]) -> Result<Definition, DefineError> {
        match self.wording {
            Wording::File => self.define_in_text(options),
            Wording::Builder => {
                let chosen = self.chosen(options)?;
                self.read_built(&chosen).map_err(DefineError::Built)
            }
        }
    }

    /// Like [`GameFile::define`], but faults have line numbers even in a text that a builder has
    /// written.
    pub(crate) fn define_in_text(
        &self,
        options: &[(&str, &str)],
    ) -> Result<Definition, DefineError> {
        let chosen = self.chosen(options)?;
        let mut faults = Faults::new(&self.file, &self.text, self.wording);
        match self.read(&chosen, &mut faults) {
            Some(definition) if faults.is_empty() => Ok(definition),
            _ => Err(DefineError::Faults(faults.into_diagnostics())),
        }
    }

    /// The options with the given values, others at their defaults.
    pub(crate) fn chosen(&self, options: &[(&str, &str)]) -> Result<Vec<OptionValue>, DefineError> {
        let mut chosen = self.options.clone();
        for &(name, value) in options {
            let Some(option) = chosen.iter_mut().find(|option| option.name == name) else {
                return Err(DefineError::Option {
                    game: self.name.clone(),
                    option: name.to_owned(),
                    known: self
                        .options
                        .iter()
                        .map(|option| option.name.clone())
                        .collect(),
                });
            };
            if !option.values.iter().any(|known| known == value) {
                return Err(DefineError::Value {
                    game: self.name.clone(),
                    option: name.to_owned(),
                    value: value.to_owned(),
                    known: option.values.clone(),
                });
            }
            value.clone_into(&mut option.value);
        }
        Ok(chosen)
    }

    /// The warnings that need no compiled moves; see [`GameFile::warnings`].
    pub(crate) fn text_warnings(&self) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        // By overlay: whether its conditions hold with some values, and whether it then changes
        // something.
        let mut effects = vec![(false, false); self.overlays.len()];
        for combination in self.combinations() {
            let Ok(chosen) = self.chosen(&combination) else {
                continue;
            };
            for (overlay, changes) in options::effects(&self.tree, &self.overlays, &chosen) {
                effects[overlay].0 = true;
                effects[overlay].1 |= changes;
            }
            let mut faults = Faults::new(&self.file, &self.text, self.wording);
            self.read(&chosen, &mut faults);
            for warning in faults.into_warnings() {
                if !found.contains(&warning) {
                    found.push(warning);
                }
            }
        }
        let mut faults = Faults::new(&self.file, &self.text, self.wording);
        for (overlay, effect) in self.overlays.iter().zip(effects) {
            if effect == (true, false) {
                let table = self.wording.overlay();
                let message = format!("{}, this {table} changes nothing", overlay.condition());
                let help = "set values other than those that are already there, or leave it out";
                faults.warn(overlay.span(), message, help);
            }
        }
        found.extend(faults.into_warnings());
        found
    }

    /// A warning at a key, under the given options.
    pub(crate) fn warning_at(
        &self,
        options: &[OptionValue],
        path: &[&str],
        message: &str,
        help: &str,
    ) -> Vec<Diagnostic> {
        let mut faults = Faults::new(&self.file, &self.text, self.wording);
        let merged = options::apply(&self.tree, &self.overlays, options, &mut faults);
        faults.warn(&cross::key_place(&merged, path), message, help);
        faults.into_warnings()
    }

    /// The names of the tables of `[promotion]`, in the order of [`Definition::promotions`].
    pub(crate) fn promotion_names(&self, options: &[OptionValue]) -> Vec<String> {
        let mut faults = Faults::new(&self.file, &self.text, self.wording);
        let merged = options::apply(&self.tree, &self.overlays, options, &mut faults);
        match merged.get("promotion").map(|entry| &entry.node.value) {
            Some(Value::Table(table)) => table.keys().map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    }

    /// The place in the file of the error that prevents a valid definition with these options from
    /// being compiled.
    pub(crate) fn place_compile_error(
        &self,
        options: &[OptionValue],
        error: &CompileError,
    ) -> FaultList<Diagnostic> {
        let mut faults = Faults::new(&self.file, &self.text, self.wording);
        // The options are valid, so this adds no faults.
        let merged = options::apply(&self.tree, &self.overlays, options, &mut faults);
        let at = match &error.part {
            Part::Piece(letter) => {
                let path = ["pieces", &letter.to_string(), "moves"];
                let term = error.term.as_ref();
                term.and_then(|term| cross::place_in(&merged, &path, &term.at, &faults))
                    .unwrap_or_else(|| cross::place(&merged, &path))
            }
            Part::Castling(letter) => {
                cross::place(&merged, &["castling", &letter.to_string(), "king"])
            }
            Part::Start => cross::place(&merged, &["start", "board"]),
            _ => 0..0,
        };
        faults.add(&at, error.message.as_str(), "");
        faults.into_diagnostics()
    }

    /// Reads the file with these options. The result is valid only if no faults are added.
    fn read(&self, options: &[OptionValue], faults: &mut Faults<'_>) -> Option<Definition> {
        let merged = options::apply(&self.tree, &self.overlays, options, faults);
        read_definition(&merged, options, faults)
    }

    /// The combinations of option values to try, as arguments of
    /// [`GameFile::define`]: see [`GameFile::check`].
    pub fn combinations(&self) -> Vec<Vec<(&str, &str)>> {
        let counts = self.options.iter().map(|option| option.values.len());
        let all = counts.fold(1, usize::saturating_mul);
        if all <= MAX_COMBINATIONS {
            let mut combinations = vec![Vec::new()];
            for option in &self.options {
                combinations = combinations
                    .iter()
                    .flat_map(|combination: &Vec<(&str, &str)>| {
                        option.values.iter().map(|value| {
                            let mut combination = combination.clone();
                            combination.push((option.name.as_str(), value.as_str()));
                            combination
                        })
                    })
                    .collect();
            }
            return combinations;
        }
        let values: Vec<(&str, &str)> = self
            .options
            .iter()
            .flat_map(|option| {
                let changes = option.values.iter().skip(1);
                changes.map(|value| (option.name.as_str(), value.as_str()))
            })
            .collect();
        let mut combinations = vec![Vec::new()];
        for (i, one) in values.iter().enumerate() {
            combinations.push(vec![*one]);
            for other in values[i + 1..].iter().filter(|other| other.0 != one.0) {
                combinations.push(vec![*one, *other]);
            }
        }
        combinations
    }
}

/// Reads a definition without a file name. Fault messages call the file `definition`.
///
/// ```
/// use hyperrook_rules::GameFile;
///
/// let error = "format = 1".parse::<GameFile>().unwrap_err();
/// assert!(error.to_string().starts_with("definition:1:1: "));
/// ```
impl FromStr for GameFile {
    type Err = FaultList<Diagnostic>;

    fn from_str(text: &str) -> Result<GameFile, FaultList<Diagnostic>> {
        GameFile::parse("definition", text)
    }
}

fn read_name(file: &mut Fields<'_>, faults: &mut Faults<'_>) -> String {
    let Some(name) = file.needed_text("name", "\"mygame\"", faults) else {
        return String::new();
    };
    if !options::is_name(name.text, true) {
        faults.add(
            name.span(),
            format!("`{}` is not a name for a game", name.text),
            "use lower-case letters, digits, `_` and `-`, a letter first, at most 40",
        );
    }
    name.text.to_owned()
}

/// Reads a merged file. The result is valid only if no faults are added.
fn read_definition(
    merged: &Table,
    options: &[OptionValue],
    faults: &mut Faults<'_>,
) -> Option<Definition> {
    let mut file = Fields::new(merged, 0..0, "the file");
    read_format(&mut file, faults);
    let name = read_name(&mut file, faults);
    let mut prose = |key, example: &str, faults: &mut Faults<'_>| {
        let text = file.wanted_text(key, example, faults);
        text.map(|text| text.text.to_owned())
    };
    let title = prose("title", "\"My Game\"", faults).unwrap_or_else(|| name.clone());
    let credit = prose(
        "credit",
        "\"who invented it, when, and where it is published\"",
        faults,
    )
    .unwrap_or_default();
    let about = prose("about", "\"What it is, in a sentence.\"", faults).unwrap_or_default();
    let aim = file.paragraph("aim", faults);
    let tips = read_tips(&mut file, faults);
    let published = read_published(&mut file, faults);
    let notes = read_notes(&mut file, options, faults);
    // Already read and known to be valid.
    file.node("options");
    file.node("when");

    let part = board::read(&mut file, faults);
    let pieces::ReadPieces {
        pieces,
        royals_known,
        has_unread,
    } = pieces::read(&mut file, &part, faults);
    if pieces.is_empty() {
        // Everything else in the file is about pieces.
        for key in [
            "start",
            "promotion",
            "castling",
            "hold",
            "transformation",
            "ends",
        ] {
            file.node(key);
        }
        file.finish(faults);
        return None;
    }
    let mut start = file.table("start", faults);
    if !file.has("start") {
        let wanted = "a table [start] with `board`";
        file.missing("start", MissingValue::Words(wanted.to_owned()));
    }
    let start_pieces = start.as_mut().and_then(|fields| {
        start::read_pieces(fields, part.cells.as_ref(), &pieces, has_unread, faults)
    });
    if let (Some(fields), Some(board), Some(cells)) = (&start, &part.cells, &start_pieces) {
        start::check_pieces(fields, board, &pieces, cells, royals_known, faults);
    }
    let context = start::Context {
        board: part.cells.as_ref(),
        pieces: &pieces,
        has_unread,
        start: start_pieces.as_deref(),
    };
    let promotions = context.promotions(&mut file, faults);
    let (castlings, castling_letters) = context.castlings(&mut file, faults);
    let mut rights = 0;
    if let Some(mut fields) = start {
        let letters = Some(castling_letters.as_str()).filter(|_| file.has("castling"));
        rights = start::read_rights(&mut fields, &castlings, letters, faults);
        fields.finish(faults);
    }
    let mut letters = rules::StateLetters::default();
    letters.castlings(&castlings, &file.span_of("castling"));
    let holds = context.holds(&mut file, &part.groups, &mut letters, faults);
    let transformation = context.transformation(&mut file, &mut letters, faults);
    let ends = context.ends(&mut file, faults);
    file.finish(faults);
    let forward = part.charts.iter().map(|chart| chart.forward.clone());
    let definition = Definition {
        name,
        title,
        credit,
        about,
        aim,
        board_about: part.about.clone(),
        tips,
        published,
        notes,
        board: part.board.clone()?,
        forward: forward.collect(),
        groups: part.groups.clone(),
        pieces,
        start: start::setup(start_pieces?, rights),
        promotions,
        castlings,
        complete_blocks: part.complete_blocks,
        holds,
        transformation,
        ends,
        options: options.to_vec(),
        identity: OnceLock::new(),
    };
    cross::check(&definition, &part, merged, faults);
    Some(definition)
}

fn read_format(file: &mut Fields<'_>, faults: &mut Faults<'_>) {
    let Some(node) = file.node("format") else {
        let wanted = "`format = 1` as the first line";
        file.missing("format", MissingValue::Words(wanted.to_owned()));
        return;
    };
    if !matches!(node.value, Value::Integer(1)) {
        faults.add(
            &node.span,
            "this program does not know this format",
            "this program reads `format = 1`",
        );
    }
}

/// Reads the tips, one text each.
fn read_tips(file: &mut Fields<'_>, faults: &mut Faults<'_>) -> Vec<String> {
    let mut tips = Vec::new();
    for node in file.list("tips", faults).unwrap_or(&[]) {
        match reader::text_of(node) {
            Some(text) => tips.push(reader::one_line(text.text)),
            None => faults.add(
                &node.span,
                "each of the `tips` must be a text",
                "write each in quotes, as in `[\"Keep your king safe.\"]`",
            ),
        }
    }
    tips
}

/// Reads the address of the published rules. Clients turn it into a link, so it must be a plain web
/// address.
fn read_published(file: &mut Fields<'_>, faults: &mut Faults<'_>) -> String {
    let Some(text) = file.text("published", faults) else {
        return String::new();
    };
    let rest = text.text.strip_prefix("https://").unwrap_or("");
    let host = rest.split(['/', '?', '#']).next().unwrap_or("");
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    let is_host = host.contains('.') && host.chars().all(plain) && !host.starts_with('.');
    let visible = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '\\' | '`');
    if !is_host || !rest.chars().all(visible) {
        faults.add(
            text.span(),
            format!("`{}` is not a web address", text.text),
            "write an address such as `https://www.example.org/rules`, without spaces",
        );
    }
    text.text.to_owned()
}

/// Reads the notes that apply to the given options.
fn read_notes(
    file: &mut Fields<'_>,
    options: &[OptionValue],
    faults: &mut Faults<'_>,
) -> Vec<Note> {
    let mut notes = Vec::new();
    for node in file.list("notes", faults).unwrap_or(&[]) {
        let Value::Table(table) = &node.value else {
            faults.add(
                &node.span,
                "each entry of `notes` must be a table",
                "write `[[notes]]`",
            );
            continue;
        };
        let mut fields = Fields::new(table, node.span.clone(), "[[notes]]");
        let text = fields.needed_text("text", "\"What a player should know.\"", faults);
        let mut perhaps = |key| {
            let text = fields.text(key, faults);
            text.map_or(String::new(), |text| reader::one_line(text.text))
        };
        let (title, reason) = (perhaps("title"), perhaps("reason"));
        let ruling = fields.boolean("ruling", faults).unwrap_or(false);
        if ruling && !fields.has("reason") {
            let message = "a ruling has no `reason`";
            faults.warn(
                &fields.span_of("ruling"),
                message,
                format!(
                    "add {}",
                    faults.setting("reason", "\"Why the rule is read like this.\"")
                ),
            );
        }
        let conditions = if fields.has("options") {
            options::read_conditions(&mut fields, options, faults)
        } else {
            fields.node("options");
            Vec::new()
        };
        fields.finish(faults);
        if let Some(text) = text.filter(|_| options::hold(&conditions, options)) {
            notes.push(Note {
                title,
                text: reader::one_line(text.text),
                reason,
                ruling,
            });
        }
    }
    notes
}
