//! Reading one record.

use super::error::{RecordError, RecordErrorKind as Kind};
use super::limits::{MAX_DEPTH, RecordLimits};
use super::movetext::next_move;
use super::source::{LineColumn, RecordStream, decode};
use super::tags::{is_name_byte, is_usual_name};
use super::{Annotation, Comment, Element, GameResult, Ply, Record, Tags, Variation};
use hyperrook_rules::Side;
use std::io::BufRead;

/// The maximum length of a word that can be a move.
pub(super) const MAX_WORD: usize = 80;

/// What begins with a `[`.
pub(super) struct TagStart {
    /// The name, if it is a tag; the opening quotation mark of its value comes next.
    pub(super) name: Option<String>,
    /// The bytes that were read.
    pub(super) taken: Vec<u8>,
}

/// Reads `[Name` and white space, if a quotation mark follows.
pub(super) fn tag_start<R: BufRead>(source: &mut RecordStream<R>) -> Result<TagStart, RecordError> {
    let mut taken = Vec::new();
    taken.extend(source.take()?);
    while let Some(byte) = source.peek()?.filter(|&byte| is_name_byte(byte)) {
        if taken.len() > MAX_WORD {
            return Ok(TagStart { name: None, taken });
        }
        source.take()?;
        taken.push(byte);
    }
    let name = taken[1..].to_vec();
    let longest = taken.len() + MAX_WORD;
    while matches!(source.peek()?, Some(b' ' | b'\t')) && taken.len() < longest {
        taken.extend(source.take()?);
    }
    let is_tag = !name.is_empty() && source.peek()? == Some(b'"');
    Ok(TagStart {
        name: is_tag.then(|| decode(name)),
        taken,
    })
}

/// Where the next record begins after a fault, if this is known.
pub(super) enum NextRecord {
    /// At the next byte.
    Here,
    /// With a tag of this name. Its value comes next.
    InTag(String),
}

/// A line being read.
struct Frame {
    line: Variation,
    /// Remarks before the next move, after its number.
    before: Vec<Annotation>,
    /// Whether a number was read since the last move.
    number_seen: bool,
    /// Side and number of the next move.
    next: (Side, u32),
    /// Where the line begins.
    begins: LineColumn,
}

impl Frame {
    fn new(begins: LineColumn, next: (Side, u32)) -> Frame {
        Frame {
            line: Variation::default(),
            before: Vec::new(),
            number_seen: false,
            next,
            begins,
        }
    }

    fn note(&mut self, note: Annotation) {
        match self.line.plies.last_mut() {
            _ if self.number_seen => self.before.push(note),
            Some(ply) => ply.after.push(Element::Annotation(note)),
            None => self.line.intro.push(note),
        }
    }

    /// Attaches remarks that follow a number without a move to the element before the number.
    fn settle(&mut self) {
        self.number_seen = false;
        for note in std::mem::take(&mut self.before) {
            self.note(note);
        }
    }

    fn add(&mut self, mv: String) {
        let interrupted = self.line.plies.last().is_none_or(Ply::interrupts);
        let before = std::mem::take(&mut self.before);
        let needed = interrupted || !before.is_empty() || self.next.0 == Side::White;
        self.line.plies.push(Ply {
            numbered: self.number_seen && !needed,
            before,
            mv,
            after: Vec::new(),
        });
        self.number_seen = false;
        self.next = next_move(self.next);
    }
}

/// A record being read.
pub(super) struct GameReader<'s, R> {
    source: &'s mut RecordStream<R>,
    limits: RecordLimits,
    begins: LineColumn,
    taken_before: u64,
    items: usize,
    tags: Tags,
    /// The main line and the variations in it that are still open.
    frames: Vec<Frame>,
    remarks_after_tags: bool,
    /// Whether a tag has begun.
    tags_begun: bool,
    /// The beginning of the next record, found where a part of this one should end.
    next_record: Option<NextRecord>,
    /// Whether the line has only white space so far, and whether an empty line is before it.
    line_is_blank: bool,
    after_empty_line: bool,
    result: Option<GameResult>,
}

impl<'s, R: BufRead> GameReader<'s, R> {
    /// Starts a record at the next byte.
    pub(super) fn new(source: &'s mut RecordStream<R>, limits: RecordLimits) -> GameReader<'s, R> {
        let begins = source.place();
        let taken_before = source.taken();
        GameReader {
            source,
            limits,
            begins,
            taken_before,
            items: 0,
            tags: Tags::new(),
            frames: vec![Frame::new(begins, (Side::White, 1))],
            remarks_after_tags: false,
            tags_begun: false,
            next_record: None,
            line_is_blank: true,
            after_empty_line: false,
            result: None,
        }
    }

    /// Reads the record. If `first_tag` is given, reading starts at the value of that tag.
    pub(super) fn read(&mut self, first_tag: Option<String>) -> Result<(), RecordError> {
        if self.source.taken() == 0 && self.source.is_utf_16()? {
            return Err(self.begins.error(Kind::Utf16));
        }
        if let Some(name) = first_tag {
            self.tag_value(name)?;
            self.line_is_blank = false;
        }
        while self.result.is_none() {
            self.check_length()?;
            let place = self.source.place();
            let Some(byte) = self.source.peek()? else {
                return self.check_closed();
            };
            match byte {
                b'%' if place.column == 1 => self.source.take_line(|_| {})?,
                b'[' if self.may_have_tags() => self.tag()?,
                b'[' if place.column == 1 || self.line_is_blank => return self.end_before_next(),
                b'1' if place.column == 1 && self.is_first_move_of_next()? => {
                    return self.end_before_next();
                }
                _ if byte.is_ascii_whitespace() => {
                    self.source.take()?;
                    if byte == b'\n' {
                        self.after_empty_line = self.line_is_blank;
                        self.line_is_blank = true;
                    }
                    if self.items == 0 {
                        // Space between records is not part of any record.
                        self.begins = self.source.place();
                        self.taken_before = self.source.taken();
                    }
                    continue;
                }
                _ => self.item(byte, place)?,
            }
            self.line_is_blank = false;
            self.after_empty_line = false;
        }
        Ok(())
    }

    /// Reads one element of the moves.
    fn item(&mut self, byte: u8, place: LineColumn) -> Result<(), RecordError> {
        match byte {
            b'{' => self.comment(place),
            b';' => {
                self.source.take()?;
                let mut text = Vec::new();
                let limit = self.limits.bytes;
                self.source.take_line(|byte| {
                    if text.len() <= limit {
                        text.push(byte);
                    }
                })?;
                let text = decode(text).trim_end().to_owned();
                self.note(Annotation::Comment(Comment {
                    text,
                    to_line_end: true,
                }))
            }
            b'$' => self.glyph(place),
            b'!' | b'?' => self.mark(place),
            b'(' => self.open(place),
            b')' => {
                self.source.take()?;
                self.close(place)
            }
            b'*' => {
                self.source.take()?;
                self.end(GameResult::Open)
            }
            _ if is_word_byte(byte) => self.word(place),
            _ => Err(self.unexpected(place, "write moves, comments, variations or a result")),
        }
    }

    fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Whether tags can still come.
    fn may_have_tags(&self) -> bool {
        self.frames.len() == 1 && self.frames[0].line.plies.is_empty() && !self.remarks_after_tags
    }

    /// Whether the current fault is among the tags.
    pub(super) fn is_in_tags(&self) -> bool {
        self.tags_begun && self.may_have_tags()
    }

    /// Where the next record begins, if the current fault was noticed there.
    pub(super) fn next_record(&mut self) -> Option<NextRecord> {
        self.next_record.take()
    }

    /// The line on which the record begins.
    pub(super) fn first_line(&self) -> usize {
        self.begins.line
    }

    fn unexpected(&mut self, place: LineColumn, wanted: &'static str) -> RecordError {
        match self.source.peek() {
            Err(error) => error,
            Ok(None) => place.error(Kind::Ends(wanted)),
            Ok(Some(byte)) => place.error(Kind::Unexpected {
                // For a character of several bytes, the first byte is enough to find it.
                found: char::from(byte),
                wanted,
            }),
        }
    }

    fn check_length(&self) -> Result<(), RecordError> {
        if self.source.taken() - self.taken_before <= self.limits.bytes as u64 {
            return Ok(());
        }
        Err(self.source.place().error(Kind::TooLong {
            begins: self.begins.line,
            limit: self.limits.bytes,
        }))
    }

    fn count(&mut self) -> Result<(), RecordError> {
        self.items += 1;
        if self.items <= self.limits.items {
            return Ok(());
        }
        Err(self.source.place().error(Kind::TooManyItems {
            begins: self.begins.line,
            limit: self.limits.items,
        }))
    }

    /// Whether a `1` at the beginning of a line is the number of the first move of another record:
    /// it follows an empty line, and a variation has not ended that goes on with another move.
    fn is_first_move_of_next(&mut self) -> Result<bool, RecordError> {
        let could_be =
            self.after_empty_line && self.frames.len() > 1 && self.frame().next != (Side::White, 1);
        Ok(could_be
            && matches!(self.source.peek_several(3)?, [b'1', b'.', third] if *third != b'.'))
    }

    /// Ends the record at the beginning of the next one.
    fn end_before_next(&mut self) -> Result<(), RecordError> {
        self.next_record = Some(NextRecord::Here);
        self.check_closed()
    }

    fn check_closed(&self) -> Result<(), RecordError> {
        match &self.frames[1..] {
            [] => Ok(()),
            [.., last] => Err(last.begins.error(Kind::UnclosedVariation)),
        }
    }

    fn space(&mut self) -> Result<(), RecordError> {
        while self
            .source
            .peek()?
            .is_some_and(|byte| byte.is_ascii_whitespace())
        {
            self.source.take()?;
            self.check_length()?;
        }
        Ok(())
    }

    fn tag(&mut self) -> Result<(), RecordError> {
        self.tags_begun = true;
        self.source.take()?;
        self.space()?;
        let place = self.source.place();
        let mut name = Vec::new();
        while let Some(byte) = self.source.peek()?.filter(|&byte| is_name_byte(byte)) {
            self.source.take()?;
            name.push(byte);
            self.check_length()?;
        }
        if name.is_empty() {
            return Err(self.unexpected(place, "a tag is `[Name \"value\"]`"));
        }
        self.space()?;
        self.tag_value(decode(name))
    }

    fn tag_value(&mut self, name: String) -> Result<(), RecordError> {
        const FORM: &str = "a tag is `[Name \"value\"]`";
        self.tags_begun = true;
        self.count()?;
        let place = self.source.place();
        if self.source.peek()? != Some(b'"') {
            return Err(self.unexpected(place, FORM));
        }
        self.source.take()?;
        let mut value = Vec::new();
        loop {
            self.check_length()?;
            match self.source.peek()? {
                None | Some(b'\n') => {
                    return Err(place.error(Kind::Ends("a tag's value ends with `\"`")));
                }
                Some(b'"') => break,
                Some(b'\\') => {
                    self.source.take()?;
                    match self.source.peek()? {
                        Some(byte @ (b'"' | b'\\')) => value.push(byte),
                        // PGN does not allow this, but old files contain it.
                        _ => {
                            value.push(b'\\');
                            continue;
                        }
                    }
                }
                Some(byte) => value.push(byte),
            }
            self.source.take()?;
        }
        self.source.take()?;
        self.space()?;
        let place = self.source.place();
        if self.source.peek()? != Some(b']') {
            return Err(self.unexpected(place, FORM));
        }
        self.source.take()?;
        let value = decode(value).replace(char::is_control, " ");
        let states_start = matches!(&*name, "Setup" | "FEN");
        // Later tags of the same name do not count. The start may be long, so it is read for as
        // few tags as possible.
        if self.tags.push(name, value) && states_start {
            self.frames[0].next = self.tags.first_move();
        }
        Ok(())
    }

    fn note(&mut self, note: Annotation) -> Result<(), RecordError> {
        self.count()?;
        self.remarks_after_tags |= !self.tags.is_empty();
        self.frame().note(note);
        Ok(())
    }

    fn comment(&mut self, place: LineColumn) -> Result<(), RecordError> {
        self.source.take()?;
        let mut text = Vec::new();
        loop {
            self.check_length()?;
            match self.source.peek()? {
                None => return Err(place.error(Kind::UnclosedComment)),
                Some(b'}') => break,
                Some(b'\n') => {
                    while matches!(text.last(), Some(b' ' | b'\t')) {
                        text.pop();
                    }
                    let mut lines = 0;
                    while let Some(byte @ (b'\n' | b' ' | b'\t')) = self.source.peek()? {
                        lines += usize::from(byte == b'\n');
                        self.source.take()?;
                        self.check_length()?;
                    }
                    text.push(b' ');
                    // A comment that is never closed must not swallow all records that follow. A
                    // tag after an empty line begins one, and so does a usual tag on any line.
                    if self.source.peek()? == Some(b'[') {
                        let TagStart { name, taken } = tag_start(self.source)?;
                        match name.filter(|name| lines > 1 || is_usual_name(name)) {
                            None => text.extend(taken),
                            Some(name) => {
                                self.next_record = Some(NextRecord::InTag(name));
                                return Err(place.error(Kind::UnclosedComment));
                            }
                        }
                    }
                }
                Some(byte) => {
                    text.push(byte);
                    self.source.take()?;
                }
            }
        }
        self.source.take()?;
        self.note(Annotation::Comment(Comment {
            text: decode(text),
            to_line_end: false,
        }))
    }

    fn glyph(&mut self, place: LineColumn) -> Result<(), RecordError> {
        self.source.take()?;
        let mut number: u32 = 0;
        let mut digits = 0;
        while let Some(byte) = self.source.peek()?.filter(u8::is_ascii_digit) {
            number = (number * 10 + u32::from(byte - b'0')).min(1000);
            digits += 1;
            self.source.take()?;
            self.check_length()?;
        }
        match u8::try_from(number) {
            Ok(number) if digits > 0 => self.note(Annotation::Glyph(number)),
            _ => Err(place.error(Kind::BadGlyph)),
        }
    }

    fn mark(&mut self, place: LineColumn) -> Result<(), RecordError> {
        let mut mark = String::new();
        while let Some(byte @ (b'!' | b'?')) = self.source.peek()? {
            self.source.take()?;
            if mark.len() < 4 {
                mark.push(char::from(byte));
            }
        }
        let number = match &*mark {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            "?!" => 6,
            _ => return Err(place.error(Kind::BadMark(mark))),
        };
        self.note(Annotation::Glyph(number))
    }

    fn open(&mut self, place: LineColumn) -> Result<(), RecordError> {
        self.count()?;
        let max_depth = self.limits.depth.min(MAX_DEPTH);
        if self.frames.len() > max_depth {
            return Err(place.error(Kind::TooDeep(max_depth)));
        }
        let frame = self.frame();
        frame.settle();
        if frame.line.plies.is_empty() {
            return Err(place.error(Kind::VariationFirst));
        }
        // The variation replaces the last move.
        let next = match frame.next {
            (Side::White, number) => (Side::Black, number.saturating_sub(1)),
            (Side::Black, number) => (Side::White, number),
        };
        self.source.take()?;
        self.frames.push(Frame::new(place, next));
        Ok(())
    }

    fn close(&mut self, place: LineColumn) -> Result<(), RecordError> {
        if self.frames.len() == 1 {
            return Err(place.error(Kind::StrayClose));
        }
        if let Some(mut closed) = self.frames.pop() {
            closed.settle();
            // A record can have very many short variations.
            closed.line.plies.shrink_to_fit();
            if let Some(ply) = self.frame().line.plies.last_mut() {
                ply.after.push(Element::Variation(closed.line));
            }
        }
        Ok(())
    }

    fn word(&mut self, place: LineColumn) -> Result<(), RecordError> {
        let mut word = Vec::new();
        self.word_bytes(place, &mut word)?;
        let follows_move = word.len() > 1 || !self.frame().line.plies.is_empty();
        if follows_move && word.ends_with(b"e") && self.follows(|next| next == b".p.")? {
            // The mark `e.p.` is left out: the move says the same without it.
            self.skip(3)?;
            word.pop();
            self.word_bytes(place, &mut word)?;
            if word.iter().all(|byte| b"+#".contains(byte)) {
                return Ok(());
            }
        }
        if self.follows(|next| matches!(next, [b'(', b'A'..=b'Z' | b'a'..=b'z', b')']))? {
            // The promotion in `e8(Q)`, not a variation: no move is a single letter.
            self.source.take()?;
            word.push(b'=');
            word.extend(self.source.take()?);
            self.source.take()?;
            if word.len() > MAX_WORD {
                return Err(place.error(Kind::LongWord));
            }
            self.word_bytes(place, &mut word)?;
        }
        let word = decode(word);
        if let Ok(result) = word.parse() {
            return self.end(result);
        }
        if word.bytes().all(|byte| byte.is_ascii_digit()) && self.is_number(&word)? {
            self.frame().settle();
            self.frame().number_seen = true;
            return Ok(());
        }
        self.count()?;
        self.frame().add(word);
        Ok(())
    }

    /// Reads the bytes up to the end of a word that begins at `place`.
    fn word_bytes(&mut self, place: LineColumn, word: &mut Vec<u8>) -> Result<(), RecordError> {
        while let Some(byte) = self.source.peek()?.filter(|&byte| is_word_byte(byte)) {
            if word.len() == MAX_WORD {
                return Err(place.error(Kind::LongWord));
            }
            self.source.take()?;
            word.push(byte);
        }
        Ok(())
    }

    /// Whether the next three bytes, of which the first is no part of a word, are wanted.
    fn follows(&mut self, wanted: impl Fn(&[u8]) -> bool) -> Result<bool, RecordError> {
        Ok(
            matches!(self.source.peek()?, Some(b'.' | b'('))
                && wanted(self.source.peek_several(3)?),
        )
    }

    fn skip(&mut self, bytes: usize) -> Result<(), RecordError> {
        for _ in 0..bytes {
            self.source.take()?;
        }
        Ok(())
    }

    /// Whether digits are the number of a move, and not a move written as addresses. Consumes the
    /// dots.
    fn is_number(&mut self, digits: &str) -> Result<bool, RecordError> {
        let mut dotted = false;
        loop {
            self.space()?;
            if self.source.peek()? != Some(b'.') {
                break;
            }
            self.source.take()?;
            dotted = true;
        }
        // A number without dots counts only if it is the number of the next move.
        let frame = self.frame();
        let due = frame.next.0 == Side::White && !frame.number_seen;
        Ok(dotted || due && digits.parse() == Ok(frame.next.1))
    }

    /// A result ends the record; in a variation it is a remark.
    fn end(&mut self, result: GameResult) -> Result<(), RecordError> {
        if self.frames.len() == 1 {
            self.result = Some(result);
            return Ok(());
        }
        self.note(Annotation::Comment(Comment::new(result.text())))
    }

    /// The record that has been read, or `None` if there is nothing or only comments, as at the
    /// beginning and end of files.
    pub(super) fn finish(mut self) -> Option<Record> {
        let mut frame = self.frames.swap_remove(0);
        frame.settle();
        if self.result.is_none() && self.tags.is_empty() && frame.line.plies.is_empty() {
            return None;
        }
        let stated = || self.tags.get("Result")?.parse().ok();
        let result = self.result.or_else(stated).unwrap_or_default();
        Some(Record {
            tags: self.tags,
            line: frame.line,
            result,
        })
    }
}

/// Whether a byte can be part of a move, a number or a result.
pub(super) fn is_word_byte(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !byte.is_ascii_control() && !b"{}()[];$!?.<>\"%*".contains(&byte)
}
