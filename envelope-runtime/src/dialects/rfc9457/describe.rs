//! The schema of RFC 9457.

use envelope_contracts::rfc9457::{CONTRACT, MAX_STATUS, MIN_STATUS};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::json;

use super::{ID, Rfc9457};
use crate::dialect::{Contents, Describe, of_contract};

#[doc(hidden)]
impl Describe for Rfc9457 {
    fn envelope(contents: Contents, _: &mut SchemaGenerator) -> Schema {
        let problem = json_schema!({
            "type": "object",
            "properties": {"status": {"type": "integer"}, "code": contents.error_code(ID)},
            "required": ["type", "title", "status", "detail"],
        });
        json_schema!({"anyOf": [contents.data, problem]})
    }

    /// A success is any data, so only objects with the mark of a problem have to follow the schema of problems.
    fn contract(_: &mut SchemaGenerator) -> Schema {
        let mut problem = of_contract(&CONTRACT);
        if let Some(status) = problem.pointer_mut("/properties/status") {
            status["minimum"] = MIN_STATUS.into();
            status["maximum"] = MAX_STATUS.into();
        }
        let marks = CONTRACT.marks.iter().map(|mark| {
            let keys = mark.iter().map(|key| ((*key).to_owned(), json!({})));
            json!({
                "type": "object",
                "properties": keys.collect::<serde_json::Map<_, _>>(),
                "required": mark,
            })
        });
        json_schema!({
            "if": {"anyOf": marks.collect::<Vec<_>>()},
            "then": problem,
        })
    }
}
