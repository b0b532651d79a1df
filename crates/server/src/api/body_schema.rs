//! Which fields a body may have.
//!
//! `deny_unknown_fields` would refuse unknown fields wherever a type is read. Many types of
//! bodies are also read from the database, from other nodes or from the socket, where fields of
//! newer versions are ignored. So bodies are compared with their schema, which is also the one
//! in the description of the API.

use hyperrook_notation::words::{list, shorten};
use serde_json::{Map, Value};
use std::any::TypeId;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use utoipa::ToSchema;

/// The most characters of the path of an unknown field that are repeated.
const MAX_PATH: usize = 100;

/// The schemas of the bodies that were read so far.
static SCHEMAS: LazyLock<Mutex<HashMap<TypeId, Arc<BodySchema>>>> = LazyLock::new(Mutex::default);

/// The schema of a type of body, with the schemas to which it refers.
#[derive(Debug)]
pub(super) struct BodySchema {
    root: Value,
    named: BTreeMap<String, Value>,
}

/// What is not allowed in a body although it could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BodyFault {
    /// The path of the field at fault (`game.option`); nothing for the whole body.
    pub(super) field: Option<String>,
    /// What is wrong, in a sentence. For an unknown field it names those that are possible.
    pub(super) reason: String,
}

impl BodySchema {
    /// The schema of a type.
    pub(super) fn of<T: ToSchema + 'static>() -> Arc<BodySchema> {
        let mut schemas = SCHEMAS.lock().unwrap_or_else(PoisonError::into_inner);
        let schema = schemas.entry(TypeId::of::<T>());
        schema
            .or_insert_with(|| Arc::new(BodySchema::derive::<T>()))
            .clone()
    }

    fn derive<T: ToSchema>() -> BodySchema {
        // A derived schema can always be written as JSON.
        let json = |schema| serde_json::to_value(schema).unwrap_or_default();
        let mut named = Vec::new();
        T::schemas(&mut named);
        BodySchema {
            root: json(T::schema()),
            named: named
                .into_iter()
                .map(|(name, schema)| (name, json(schema)))
                .collect(),
        }
    }

    /// The first field of a body that is not in its schema, or the first list in the place of an
    /// object: serde would read it as the values of the fields, in order.
    pub(super) fn fault(&self, body: &Value) -> Option<BodyFault> {
        self.fault_within(&self.root, body, "")
    }

    fn fault_within(&self, schema: &Value, value: &Value, path: &str) -> Option<BodyFault> {
        match value {
            Value::Array(values) => {
                let alternatives = self.alternatives(schema, value);
                let is_object = |schema: &&Value| schema["properties"].is_object();
                if !alternatives.is_empty() && alternatives.iter().all(is_object) {
                    return Some(list_for_object(path));
                }
                let items = alternatives.iter().find_map(|schema| schema.get("items"))?;
                let mut values = values.iter().enumerate();
                values.find_map(|(at, value)| {
                    self.fault_within(items, value, &format!("{path}[{at}]"))
                })
            }
            Value::Object(fields) => self.fault_among(schema, value, fields, path),
            _ => None,
        }
    }

    fn fault_among(
        &self,
        schema: &Value,
        value: &Value,
        fields: &Map<String, Value>,
        path: &str,
    ) -> Option<BodyFault> {
        let objects = self.alternatives(schema, value);
        let objects: Vec<&Value> = objects.into_iter().filter(|s| may_be_object(s)).collect();
        let mut known: BTreeMap<&String, &Value> = BTreeMap::new();
        let mut of_any_name = None;
        for object in objects {
            let properties = object["properties"].as_object();
            let others = object.get("additionalProperties");
            if properties.is_none() && others.is_none() {
                // Any object, or a value of which nothing is known.
                return None;
            }
            known.extend(properties.into_iter().flatten());
            of_any_name = of_any_name.or(others);
        }
        if known.is_empty() && of_any_name.is_none() {
            // No object is expected. The reader says what is.
            return None;
        }
        fields.iter().find_map(|(name, value)| {
            let path = match path {
                "" => name.clone(),
                path => format!("{path}.{name}"),
            };
            match known.get(&name).copied().or(of_any_name) {
                Some(schema) => self.fault_within(schema, value, &path),
                None => Some(unknown(&path, known.keys().copied())),
            }
        })
    }

    /// The schemas without references and choices that a value may have.
    fn alternatives<'a>(&'a self, schema: &'a Value, value: &Value) -> Vec<&'a Value> {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next().unwrap_or(reference);
            let named = self.named.get(name);
            return named.map_or_else(Vec::new, |schema| self.alternatives(schema, value));
        }
        let all = |parts: &'a Value| {
            let parts = parts.as_array().into_iter().flatten();
            parts
                .map(|part| self.alternatives(part, value))
                .collect::<Vec<_>>()
        };
        if schema["allOf"].is_array() {
            let parts = all(&schema["allOf"]);
            // A choice of which nothing fits is an error that the reader finds.
            if parts.iter().any(Vec::is_empty) {
                return Vec::new();
            }
            return parts.concat();
        }
        for choice in ["oneOf", "anyOf"] {
            if schema[choice].is_array() {
                return all(&schema[choice]).concat();
            }
        }
        if is_of_another_kind(schema, value) {
            return Vec::new();
        }
        vec![schema]
    }
}

fn may_be_object(schema: &Value) -> bool {
    match &schema["type"] {
        Value::Null => true,
        Value::Array(types) => types.iter().any(|kind| kind == "object"),
        kind => kind == "object",
    }
}

/// Whether the field that tells the kinds of objects apart has another value.
fn is_of_another_kind(schema: &Value, value: &Value) -> bool {
    if !value.is_object() {
        return false;
    }
    let properties = schema["properties"].as_object().into_iter().flatten();
    let mut kinds = properties.filter_map(|(name, property)| {
        let kinds = property["enum"].as_array()?;
        (kinds.len() == 1).then(|| value.get(name) != kinds.first())
    });
    kinds.any(|is_other| is_other)
}

fn unknown<'a>(path: &str, possible: impl Iterator<Item = &'a String>) -> BodyFault {
    let path = shorten(path, MAX_PATH);
    let possible: Vec<String> = possible.map(|name| format!("`{name}`")).collect();
    let reason = match &*possible {
        [one] => format!("There is no field `{path}`. The only possible field is {one}."),
        names => format!(
            "There is no field `{path}`. Possible fields are {}.",
            list(names, "and")
        ),
    };
    BodyFault {
        field: Some(path),
        reason,
    }
}

fn list_for_object(path: &str) -> BodyFault {
    let (field, subject) = match path {
        "" => (None, "The body".to_owned()),
        path => (Some(path.to_owned()), format!("`{path}`")),
    };
    BodyFault {
        field,
        reason: format!("{subject} must be an object, not a list."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::action::PlayerAction;
    use crate::messages::types::NewGameBody;
    use hyperrook_view::types::MoveTree;
    use serde_json::json;

    #[derive(ToSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct KeyedAction {
        key: Option<String>,
        #[serde(flatten)]
        action: PlayerAction,
    }

    #[derive(ToSchema)]
    #[schema(value_type = Object)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Settings(Value);

    fn unknown<T: ToSchema + 'static>(body: &Value) -> Option<String> {
        let found = BodySchema::of::<T>().fault(body);
        found.and_then(|fault| fault.field)
    }

    fn new_game(field: &str, value: Value) -> Value {
        let mut body = json!({
            "game": {"name": "gateway", "options": {"length": "8"}}, "colour": "white",
            "clock": {"kind": "none"}, "rated": false, "opponent": {"kind": "link"},
            "position": null,
        });
        body[field] = value;
        body
    }

    #[test]
    fn unknown_fields_are_found_at_any_depth() {
        let wrong = |field: &str, value: Value| unknown::<NewGameBody>(&new_game(field, value));
        assert_eq!(wrong("rated", json!(false)), None);
        assert_eq!(wrong("color", json!("white")).as_deref(), Some("color"));
        let long = wrong(&"x".repeat(5000), json!("white")).unwrap();
        assert_eq!(long.chars().count(), MAX_PATH + 1);
        let game = json!({"name": "gateway", "option": {"length": "8"}});
        assert_eq!(wrong("game", game).as_deref(), Some("game.option"));
        let clock = json!({"kind": "days", "days": 3, "day": 4});
        assert_eq!(wrong("clock", clock).as_deref(), Some("clock.day"));
        // The field of another kind of clock.
        let clock = json!({"kind": "live", "initial_ms": 1, "increment_ms": 0, "days": 4});
        assert_eq!(wrong("clock", clock).as_deref(), Some("clock.days"));
        let opponent = json!({"kind": "link", "level": 3});
        assert_eq!(
            wrong("opponent", opponent).as_deref(),
            Some("opponent.level")
        );
    }

    #[test]
    fn unknown_fields_are_found_in_lists() {
        let node = json!({"id": 1, "parent": null, "move": "e2e4", "mv": "e2e4"});
        let tree = json!({
            "game": {"name": "chess"}, "tags": [["Event", "x"]], "start": null, "nodes": [node],
        });
        let found = unknown::<MoveTree>(&tree);
        assert_eq!(found.as_deref(), Some("nodes[0].mv"));
        let found = unknown::<Vec<MoveTree>>(&json!([tree]));
        assert_eq!(found.as_deref(), Some("[0].nodes[0].mv"));
    }

    #[test]
    fn actions_have_the_fields_of_their_kind_and_a_key() {
        let draw = json!({"t": "draw", "accept": true, "key": "k"});
        assert_eq!(unknown::<KeyedAction>(&draw), None);
        let resign = json!({"t": "resign", "accept": true, "key": "k"});
        assert_eq!(unknown::<KeyedAction>(&resign).as_deref(), Some("accept"));
    }

    /// What the reader finds wrong is left to it.
    #[test]
    fn values_of_the_wrong_kind_have_no_unknown_fields() {
        let wrong = |field: &str, value: Value| unknown::<NewGameBody>(&new_game(field, value));
        assert_eq!(wrong("clock", json!({"kind": "sand", "days": 1})), None);
        assert_eq!(wrong("clock", json!({"days": 1})), None);
        assert_eq!(wrong("colour", json!({"white": true})), None);
        assert_eq!(wrong("game", json!("chess")), None);
        assert_eq!(
            unknown::<KeyedAction>(&json!({"t": "castle", "key": "k"})),
            None
        );
    }

    #[test]
    fn lists_are_not_objects() {
        let fault = |body: &Value| BodySchema::of::<NewGameBody>().fault(body).unwrap();
        let whole = fault(&json!(["chess"]));
        assert_eq!(whole.reason, "The body must be an object, not a list.");
        assert_eq!(whole.field, None);
        let clock = fault(&new_game("clock", json!(["none"])));
        assert_eq!(clock.reason, "`clock` must be an object, not a list.");
        let game = fault(&new_game("game", json!(["chess"])));
        assert_eq!(game.reason, "`game` must be an object, not a list.");
        assert_eq!(game.field.as_deref(), Some("game"));
    }

    #[test]
    fn settings_have_any_fields() {
        assert_eq!(unknown::<Settings>(&json!({"any": {"field": 1}})), None);
    }

    #[test]
    fn possible_fields_are_named() {
        let body = new_game("color", json!("white"));
        let found = BodySchema::of::<NewGameBody>().fault(&body).unwrap();
        assert_eq!(
            found.reason,
            "There is no field `color`. Possible fields are `clock`, `colour`, `game`, \
             `opponent`, `position` and `rated`."
        );
    }
}
