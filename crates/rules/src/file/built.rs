//! Definition files that a [`crate::DefinitionBuilder`] has written: faults are located by keys,
//! because users never see the lines.

use super::GameFile;
use super::definition_fault::DefinitionFault;
use super::diagnostic::{FIX_FIRST, Faults, more};
use super::reader::content_start;
use super::tree::{self, Node, Table, Value};
use super::wording::Wording;
use crate::{Definition, OptionValue};
use hyperrook_geometry::FaultList;

impl GameFile {
    /// Like [`GameFile::parse`], for a text that a builder has written.
    pub(crate) fn parse_built(
        name: &str,
        text: &str,
    ) -> Result<GameFile, FaultList<DefinitionFault>> {
        let mut faults = Faults::new(name, text, Wording::Builder);
        GameFile::read_text(name, text, false, &mut faults).ok_or_else(|| by_keys(faults))
    }

    /// The definition with the default options of a text that a builder has written.
    pub(crate) fn define_built(&self) -> Result<Definition, FaultList<DefinitionFault>> {
        self.read_built(&self.options)
    }

    /// The definition with these options of a text that a builder has written.
    pub(super) fn read_built(
        &self,
        options: &[OptionValue],
    ) -> Result<Definition, FaultList<DefinitionFault>> {
        let mut faults = Faults::new(&self.file, &self.text, Wording::Builder);
        match self.read(options, &mut faults) {
            Some(definition) if faults.is_empty() => Ok(definition),
            _ => Err(by_keys(faults)),
        }
    }
}

fn by_keys(faults: Faults<'_>) -> FaultList<DefinitionFault> {
    let text = faults.text();
    let tree = tree::read(text, &mut Faults::new("", text, Wording::Builder));
    let mut places = Vec::new();
    list_table(&tree, text, &mut Vec::new(), &mut places);
    let (placed, left_out) = faults.into_placed();
    let mut found: Vec<DefinitionFault> = placed
        .into_iter()
        .map(|fault| {
            // If several places begin together, the last one is the deepest.
            let before = places.iter().filter(|place| place.begins <= fault.at);
            let place = before.max_by_key(|place| place.begins);
            // A fault of the whole file is reported at its first byte.
            let place = place.filter(|_| fault.at > 0);
            DefinitionFault::at_keys(
                place.map_or(&[], |place| &place.path[..]),
                place
                    .and_then(|place| place.content)
                    .map(|content| fault.at.saturating_sub(content)),
                fault.message,
                fault.help,
            )
        })
        .collect();
    if left_out > 0 {
        let help = Some(FIX_FIRST.to_owned());
        found.push(DefinitionFault::at_keys(&[], None, more(left_out), help));
    }
    found.into()
}

/// Where a key or its value begins.
struct KeyPlace {
    begins: usize,
    /// Where the characters of a text begin, after its opening quotes.
    content: Option<usize>,
    path: Vec<String>,
}

fn list_table(table: &Table, text: &str, path: &mut Vec<String>, places: &mut Vec<KeyPlace>) {
    for (key, entry) in table.iter() {
        path.push(key.to_owned());
        places.push(KeyPlace {
            begins: entry.key.start,
            content: None,
            path: path.clone(),
        });
        list_node(&entry.node, text, path, places);
        path.pop();
    }
}

fn list_node(node: &Node, text: &str, path: &mut Vec<String>, places: &mut Vec<KeyPlace>) {
    let is_text = matches!(node.value, Value::Text(_));
    let content = || node.span.start + content_start(text.get(node.span.clone()).unwrap_or(""));
    places.push(KeyPlace {
        begins: node.span.start,
        content: is_text.then(content),
        path: path.clone(),
    });
    match &node.value {
        Value::Table(table) => list_table(table, text, path, places),
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(index.to_string());
                list_node(item, text, path, places);
                path.pop();
            }
        }
        _ => {}
    }
}
