//! Records.

use crate::errors::{error, value, wrong_type};
use crate::game;
use crate::make::make;
use crate::types::{PyGame, PyHistory, PyPosition};
use hyperrook_notation::record::{
    Annotation, Comment, Element, GameResult, GameTags, MAX_DEPTH, MoveStyle, Ply, Record,
    RecordError, RecordErrorKind, RecordReader, ReplayError, Tags, Variation,
};
use hyperrook_rules::Move;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use std::io::{self, BufReader, Read};
use std::sync::{Mutex, TryLockError};

/// A file of Python, open for reading texts or bytes.
struct PythonFile {
    file: Py<PyAny>,
    /// Bytes that were read and not yet passed on.
    rest: Vec<u8>,
    given: usize,
}

impl Read for PythonFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        /// The number of bytes that are read at a time.
        const CHUNK: usize = 1 << 16;
        if self.given == self.rest.len() {
            self.rest = Python::attach(|py| -> PyResult<Vec<u8>> {
                let chunk = self.file.bind(py).call_method1("read", (CHUNK,))?;
                if let Ok(text) = chunk.cast::<PyString>() {
                    return Ok(text.to_cow()?.as_bytes().to_vec());
                }
                let bytes = chunk.cast::<PyBytes>().map_err(|_| {
                    wrong_type(format!("read gave {} instead of a text", chunk.get_type()))
                })?;
                Ok(bytes.as_bytes().to_vec())
            })
            .map_err(io::Error::other)?;
            self.given = 0;
        }
        let rest = &self.rest[self.given..];
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.given += count;
        Ok(count)
    }
}

/// Reads records one by one from an open file.
#[pyclass(frozen, module = "hyperrook._core", name = "RecordReader")]
pub(crate) struct PyRecordReader(Mutex<RecordReader<BufReader<PythonFile>>>);

#[pymethods]
impl PyRecordReader {
    #[new]
    fn new(file: Py<PyAny>) -> PyRecordReader {
        let file = PythonFile {
            file,
            rest: Vec::new(),
            given: 0,
        };
        PyRecordReader(Mutex::new(RecordReader::new(BufReader::new(file))))
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        // Waiting would never end if the file itself requests the next record.
        let mut reader = match self.0.try_lock() {
            Ok(reader) => reader,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(value("the reader is reading a record already"));
            }
        };
        let records = &mut *reader;
        let next = py.detach(|| records.next());
        drop(reader);
        match next {
            None => Ok(None),
            Some(Ok(record)) => to_python(py, &record).map(Some),
            Some(Err(why)) => Err(record_error(py, why)),
        }
    }
}

/// The exception for a record that cannot be read. An error of the Python file is raised again
/// unchanged.
fn record_error(py: Python<'_>, why: RecordError) -> PyErr {
    let text = why.to_string();
    let (line, column) = (why.line, why.column);
    match why.kind {
        RecordErrorKind::Io(error) => error.downcast::<PyErr>().unwrap_or_else(PyErr::from),
        _ => error(py, "RecordError", (text, line, column)),
    }
}

/// The result that a text states.
pub(crate) fn result(text: &str) -> PyResult<GameResult> {
    text.parse()
        .map_err(|_| value("a result is \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\""))
}

/// A record as a `Record` of Python.
pub(crate) fn to_python<'py>(py: Python<'py>, record: &Record) -> PyResult<Bound<'py, PyAny>> {
    let tags = PyDict::new(py);
    for (name, value) in record.tags.iter() {
        tags.set_item(name, value)?;
    }
    let line = line_to_python(py, &record.line, &|mv: &String| {
        Ok(PyString::new(py, mv).into_any())
    })?;
    make(py, "Record", (tags, line, record.result.text()))
}

/// Converts a move for Python.
type WriteMove<'py, 'a, M> = &'a dyn Fn(&M) -> PyResult<Bound<'py, PyAny>>;

fn line_to_python<'py, M>(
    py: Python<'py>,
    line: &Variation<M>,
    write: WriteMove<'py, '_, M>,
) -> PyResult<Bound<'py, PyAny>> {
    let plies: PyResult<Vec<_>> = line
        .plies
        .iter()
        .map(|ply| ply_to_python(py, ply, write))
        .collect();
    make(
        py,
        "Variation",
        (annotations_to_python(py, &line.intro)?, plies?),
    )
}

fn ply_to_python<'py, M>(
    py: Python<'py>,
    ply: &Ply<M>,
    write: WriteMove<'py, '_, M>,
) -> PyResult<Bound<'py, PyAny>> {
    let after: PyResult<Vec<_>> = ply
        .after
        .iter()
        .map(|element| match element {
            Element::Annotation(annotation) => annotation_to_python(py, annotation),
            Element::Variation(line) => line_to_python(py, line, write),
        })
        .collect();
    let before = annotations_to_python(py, &ply.before)?;
    make(py, "Ply", (write(&ply.mv)?, before, after?, ply.numbered))
}

fn annotations_to_python<'py>(
    py: Python<'py>,
    annotations: &[Annotation],
) -> PyResult<Bound<'py, PyList>> {
    let made: PyResult<Vec<_>> = annotations
        .iter()
        .map(|annotation| annotation_to_python(py, annotation))
        .collect();
    PyList::new(py, made?)
}

fn annotation_to_python<'py>(
    py: Python<'py>,
    annotation: &Annotation,
) -> PyResult<Bound<'py, PyAny>> {
    match annotation {
        Annotation::Comment(comment) => make(py, "Comment", (&comment.text, comment.to_line_end)),
        Annotation::Glyph(number) => make(py, "Glyph", (*number,)),
    }
}

/// Converts a record of Python.
fn of_python(record: &Bound<'_, PyAny>) -> PyResult<Record> {
    let mut tags = Tags::new();
    for item in record.getattr("tags")?.call_method0("items")?.try_iter()? {
        let (name, text): (String, String) = item?.extract()?;
        tags.set(&name, &text)
            .map_err(|error| value(error.to_string()))?;
    }
    Ok(Record {
        tags,
        line: line_of_python(&record.getattr("line")?, 0)?,
        result: result(&record.getattr("result")?.extract::<String>()?)?,
    })
}

fn line_of_python(line: &Bound<'_, PyAny>, depth: usize) -> PyResult<Variation> {
    if depth > MAX_DEPTH {
        return Err(value(format!("variations can be {MAX_DEPTH} deep")));
    }
    let mut plies = Vec::new();
    for ply in line.getattr("plies")?.try_iter()? {
        let ply = ply?;
        let mut after = Vec::new();
        for element in ply.getattr("after")?.try_iter()? {
            let element = element?;
            after.push(if element.hasattr("plies")? {
                Element::Variation(line_of_python(&element, depth + 1)?)
            } else {
                Element::Annotation(annotation_of_python(&element)?)
            });
        }
        plies.push(Ply {
            before: annotations_of_python(&ply.getattr("before")?)?,
            mv: ply.getattr("move")?.str()?.to_cow()?.into_owned(),
            after,
            numbered: ply.getattr("numbered")?.is_truthy()?,
        });
    }
    Ok(Variation {
        intro: annotations_of_python(&line.getattr("intro")?)?,
        plies,
    })
}

fn annotations_of_python(annotations: &Bound<'_, PyAny>) -> PyResult<Vec<Annotation>> {
    let annotations = annotations.try_iter()?;
    annotations
        .map(|annotation| annotation_of_python(&annotation?))
        .collect()
}

fn annotation_of_python(annotation: &Bound<'_, PyAny>) -> PyResult<Annotation> {
    if annotation.hasattr("number")? {
        return Ok(Annotation::Glyph(annotation.getattr("number")?.extract()?));
    }
    let text: String = annotation.getattr("text")?.extract()?;
    let to_line_end = annotation.getattr("to_line_end")?.is_truthy()?;
    // A text of one line stays as it is, so that records are written as they were read.
    let comment = if text.contains(char::is_control) {
        Comment {
            to_line_end,
            ..Comment::new(&text)
        }
    } else {
        Comment { text, to_line_end }
    };
    Ok(Annotation::Comment(comment))
}

/// A record as text: PGN's export format.
#[pyfunction]
pub(crate) fn format_record(record: &Bound<'_, PyAny>) -> PyResult<String> {
    let record = of_python(record)?;
    hyperrook_notation::record::format_record(&record).map_err(|error| value(error.to_string()))
}

/// The game that the tags of a record name.
fn game_of(py: Python<'_>, tags: &Tags) -> PyResult<Py<PyGame>> {
    let failed = |why: String| error(py, "RecordError", (why, py.None(), py.None()));
    let GameTags { name, options, .. } =
        GameTags::of(tags).map_err(|why| failed(why.to_string()))?;
    let game = py
        .detach(|| game::named(&name, &options))
        .map_err(|why| failed(why.to_string()))?;
    Py::new(py, game)
}

/// Plays the moves of a record and returns a `Replay`.
#[pyfunction]
pub(crate) fn replay<'py>(
    py: Python<'py>,
    record: &Bound<'py, PyAny>,
    game: Option<Py<PyGame>>,
) -> PyResult<Bound<'py, PyAny>> {
    let record = of_python(record)?;
    let game = match game {
        Some(game) => game,
        None => game_of(py, &record.tags)?,
    };
    let compiled = &game.get().game;
    let replayed = py.detach(|| record.replay(|_| Ok(compiled.clone())));
    let replayed = replayed.map_err(|why| match why {
        ReplayError::Move { ply, .. } => error(
            py,
            "RecordError",
            (why.to_string(), py.None(), py.None(), ply),
        ),
        _ => error(py, "RecordError", (why.to_string(), py.None(), py.None())),
    })?;
    let write = |mv: &Move| {
        let wrapped = PyGame::wrap_move(&game, py, *mv)?;
        Ok(wrapped.into_bound(py).into_any())
    };
    let start = PyPosition::new(game.clone_ref(py), replayed.start.clone());
    let history = PyHistory {
        game: game.clone_ref(py),
        inner: replayed.history(),
    };
    let line = line_to_python(py, &replayed.record.line, &write)?;
    let warnings: Vec<String> = replayed.warnings.iter().map(ToString::to_string).collect();
    make(py, "Replay", (start, history, line, warnings))
}

/// The style of moves that `History` requests for records.
pub(crate) fn style(short: bool) -> MoveStyle {
    if short {
        MoveStyle::Short
    } else {
        MoveStyle::Text(hyperrook_notation::moves::CellStyle::Plain)
    }
}
