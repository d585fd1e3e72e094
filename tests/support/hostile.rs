//! Envelopes that are made to cost a reader or a checker as much as possible, in any size.

/// An envelope that repeats one text many times.
#[derive(Clone, Copy)]
pub struct Hostile {
    pub name: &'static str,
    before: &'static str,
    /// Each `%` is replaced by the number of the repetition.
    repeated: &'static str,
    after: &'static str,
}

const fn hostile(
    name: &'static str,
    (before, after): (&'static str, &'static str),
    repeated: &'static str,
) -> Hostile {
    Hostile { name, before, repeated, after }
}

macro_rules! ten {
    ($text:literal) => {
        concat!($text, $text, $text, $text, $text, $text, $text, $text, $text, $text)
    };
}

/// The texts before and after the repetitions.
type Frame = (&'static str, &'static str);

const DATA: Frame =
    (r#"{"success":true,"data":{"a":["#, r#"0]},"error":null,"meta":{"version":"response-v2"}}"#);
const KEYS: Frame =
    (r#"{"success":true,"data":{"#, r#""a":0},"error":null,"meta":{"version":"response-v2"}}"#);
const TEXT: Frame =
    (r#"{"success":true,"data":{"a":""#, r#""},"error":null,"meta":{"version":"response-v2"}}"#);
const KEY: Frame = (
    r#"{"success":true,"data":{""#,
    concat!(
        r#"":{"#,
        ten!(r#""a":0,"a":0,"a":0,"a":0,"a":0,"a":0,"a":0,"a":0,"a":0,"a":0,"#),
        r#""a":0}},"error":null,"meta":{"version":"response-v2"}}"#,
    ),
);
const EXTRA_KEYS: Frame =
    (r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v2"},"#, r#""a":0}"#);
const DETAILS: Frame = (
    r#"{"success":false,"error":"m","data":{"details":{"#,
    r#""a":0}},"meta":{"version":"response-v2"}}"#,
);
const DETAIL: Frame = (
    r#"{"success":false,"error":"m","data":{"details":{"a":["#,
    r#"0]}},"meta":{"version":"response-v2"}}"#,
);
const UPGRADES: Frame = (
    r#"{"success":false,"error":"m","data":{"details":{"upgrades":["#,
    r#"{"feature":"f","tier":"pro","reason":"r"}]}},"meta":{"version":"response-v2"}}"#,
);
const MESSAGES: Frame = (
    r#"{"success":false,"error":"m","data":{},"meta":{"version":"response-v2","warnings":["#,
    r#""a"],"warning_details":[{"message":"a"}]}}"#,
);
const WARNINGS: Frame = (
    r#"{"success":false,"error":"m","data":{},"meta":{"version":"response-v2","warnings":["a"],"warning_details":["#,
    r#"{"message":"a"}]}}"#,
);
const ISSUES: Frame = (
    r#"{"schema_id":"dotbot-mcp-response@1","tool":"t","version":"1.0.0","status":"error","summary":"s","data":{},"audit":{"timestamp":"2026-01-02T13:57:00Z","duration_ms":1,"source":"s"},"errors":[{"code":"C","message":"m"}],"warnings":["#,
    "0]}",
);
const ERRORS: Frame = (
    r#"{"schema_id":"dotbot-mcp-response@1","tool":"t","version":"1.0.0","status":"error","summary":"s","data":{},"audit":{"timestamp":"2026-01-02T13:57:00Z","duration_ms":1,"source":"s"},"warnings":[],"errors":["#,
    "0]}",
);
const ACTIONS: Frame = (
    r#"{"schema_id":"dotbot-mcp-response@1","tool":"t","version":"1.0.0","status":"ok","summary":"s","data":{},"audit":{"timestamp":"2026-01-02T13:57:00Z","duration_ms":1,"source":"s"},"warnings":[],"errors":[],"actions":["#,
    "0]}",
);
const HINTS: Frame = (
    r#"{"tier":"pro","tool_version":"1.0.0","tool_id":"t","request_id":"r","capabilities":[],"error":{"error":"m","error_code":"timeout","error_details":{}},"data":null,"upgrade_hints":["#,
    r#"{"feature":"f","tier":"pro","reason":"r"}]}"#,
);
const SCALPEL_WARNINGS: Frame = (
    r#"{"tier":"pro","tool_version":"1.0.0","tool_id":"t","request_id":"r","capabilities":[],"upgrade_hints":[],"data":null,"error":{"error":"m","error_code":"timeout","error_details":{"warnings":["#,
    r#""a"]}}}"#,
);
const MCP_WARNINGS: Frame = (
    r#"{"content":[{"type":"text","text":"Error: m"}],"isError":true,"_meta":{"warnings":["#,
    "0]}}",
);
const BLOCKS: Frame = (r#"{"isError":true,"content":["#, "0]}");
const DATA_BLOCKS: Frame = (r#"{"isError":false,"content":["#, r#"{"type":"text","text":"0"}]}"#);
const JSON_TEXT: Frame = (r#"{"isError":false,"content":[{"type":"text","text":"["#, r#"0]"}]}"#);

const DEEP_ARRAY: &str = concat!(
    ten!("["),
    ten!("["),
    ten!("["),
    ten!("["),
    "0",
    ten!("]"),
    ten!("]"),
    ten!("]"),
    ten!("]"),
    ","
);
const DEEP_OBJECT: &str = concat!(ten!(r#"{"":"#), ten!(r#"{"":"#), "0", ten!("}"), ten!("}"), ",");

const HINT: &str = r#"{"feature":"f","tier":"pro","reason":"r","":{}},"#;

/// Envelopes that repeat values in the data, in the details, and in every list of a contract.
pub const ALL: [Hostile; 33] = [
    hostile("numbers", DATA, "0,"),
    hostile("empty arrays", DATA, "[],"),
    hostile("deep arrays", DATA, DEEP_ARRAY),
    hostile("deep objects", DATA, DEEP_OBJECT),
    hostile("private keys", DATA, r#"{"$serde_json::private::Number":"1e5"},"#),
    hostile("keys", KEYS, r#""%":0,"#),
    hostile("one key many times", KEYS, r#""a":0,"#),
    hostile("a long key", KEY, "key"),
    hostile("a long key with slashes", KEY, "/~"),
    hostile("escapes", TEXT, r"\n"),
    hostile("keys of the envelope", EXTRA_KEYS, r#""%":{},"#),
    hostile("deep objects beside a failure", DETAIL, DEEP_OBJECT),
    hostile("deep arrays beside a failure", DETAIL, DEEP_ARRAY),
    hostile("details", DETAILS, r#""%":0,"#),
    hostile("one detail many times", DETAILS, r#""a":0,"#),
    hostile("upgrades", UPGRADES, HINT),
    hostile("messages", MESSAGES, r#""%","#),
    hostile("one message many times", MESSAGES, r#""a","#),
    hostile("warnings", WARNINGS, r#"{"message":"%"},"#),
    hostile("numbers as warnings", WARNINGS, "0,"),
    hostile("contexts of warnings", WARNINGS, r#"{"context":{"":{"":{}}}},"#),
    hostile("issues", ISSUES, r#"{"code":"A","message":"%"},"#),
    hostile("numbers as issues", ISSUES, "0,"),
    hostile("errors", ERRORS, r#"{"":{}},"#),
    hostile("numbers as errors", ERRORS, "0,"),
    hostile("actions", ACTIONS, r#"{"":{}},"#),
    hostile("numbers as actions", ACTIONS, "0,"),
    hostile("hints", HINTS, HINT),
    hostile("warnings of Code Scalpel", SCALPEL_WARNINGS, r#""%","#),
    hostile("warnings of MCP", MCP_WARNINGS, r#"{"message":"%"},"#),
    hostile("blocks", BLOCKS, "{},"),
    hostile("metadata of blocks", DATA_BLOCKS, r#"{"_meta":{"":{"":{}}}},"#),
    hostile("JSON in a text", JSON_TEXT, "[[0]],"),
];

impl Hostile {
    /// Makes an envelope of about this many bytes.
    pub fn envelope(&self, bytes: usize) -> String {
        let mut text = String::with_capacity(bytes + 1_000);
        text.push_str(self.before);
        for number in 0_usize.. {
            if text.len() >= bytes {
                break;
            }
            text.push_str(&self.repeated.replace('%', &number.to_string()));
        }
        text.push_str(self.after);
        text
    }
}
