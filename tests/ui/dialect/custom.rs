use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, Object, PlainData, Reply};
use envelope_runtime::{ErrorReport, ToolFailure, envelope_tool};

struct Unwritten;

#[derive(Default)]
struct Acme;

impl PlainData<u8> for Acme {}

impl Dialect for Acme {
    const ID: &'static str = "acme";

    type Root = AnyJson;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.only_data();
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[path = "../../../examples/graphql/dialect.rs"]
#[allow(dead_code)]
mod dialect;

// The author names a type that is not a dialect.
// why: A custom dialect implements `Dialect`, which writes data and failures.
// fix: `impl Dialect for Unwritten { … }`
#[envelope_tool(dialect = crate::Unwritten)]
fn no_such_type() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names a type in the list that is no dialect.
// why: A custom dialect implements `Dialect`, which writes data and failures.
// fix: `impl Dialect for Unwritten { … }`
#[envelope_tool(dialects("response-v2", Unwritten))]
fn no_dialect_in_a_list() -> Result<(), ToolFailure> {
    Ok(())
}

// The author keeps the id in a constant.
// why: A path is the type of a custom dialect; the macro has to see the id of a published one.
// fix: `dialect = "response-v2"`
const DIALECT: &str = "response-v2";

#[envelope_tool(dialect = DIALECT)]
fn dialect_as_a_constant() -> Result<(), ToolFailure> {
    println!("{DIALECT}");
    Ok(())
}

// The author returns data that their own dialect takes in a reply only.
// why: A custom dialect decides which data needs no metadata, with `PlainData`.
// fix: the dialect's `Reply`, or `impl<T> PlainData<T> for PlainDataOfACustomDialect {}`
#[derive(Default)]
struct PlainDataOfACustomDialect;

impl PlainData<u8> for PlainDataOfACustomDialect {}

impl Dialect for PlainDataOfACustomDialect {
    const ID: &'static str = "acme";

    type Root = AnyJson;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.only_data();
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[envelope_tool(dialect = PlainDataOfACustomDialect)]
fn plain_data_of_a_custom_dialect() -> Result<String, ToolFailure> {
    Ok(String::new())
}

// The author returns data that a custom dialect in the list has no plain form for.
// why: A custom dialect decides which data needs no metadata, with `PlainData`.
// fix: the dialect's `Reply`, or `impl<T> PlainData<T> for Globex {}`
#[derive(Default)]
struct Globex;

impl PlainData<u8> for Globex {}

impl Dialect for Globex {
    const ID: &'static str = "acme";

    type Root = AnyJson;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.only_data();
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[envelope_tool(dialects("response-v2", Globex))]
fn data_of_another_custom_dialect() -> Result<(), ToolFailure> {
    Ok(())
}

// The author misspells a setting of the custom dialect in the list.
// why: The settings of a custom dialect are its methods.
// fix: leave it out, or add the method to `Acme`
#[envelope_tool(dialects("response-v2", Acme), tenan = "blue", data = "n")]
fn setting_of_no_custom_dialect() -> Result<u8, ToolFailure> {
    Ok(7)
}

// The author misspells a setting of a contract, in a list with a custom dialect.
// why: A setting that no contract in the list has is a method of the custom dialect, which only the compiler knows.
// fix: `telemetry`
// It could be a method of `Acme`, so the message is only the compiler's.
#[envelope_tool(dialects("response-v2", Acme), telemtry, data = "n")]
fn misspelt_setting_beside_a_custom_dialect() -> Result<u8, ToolFailure> {
    Ok(7)
}

// The author misspelt a setting of their own dialect.
// why: The settings of a custom dialect are its methods.
// fix: `path = "order"`
#[envelope_tool(dialect = dialect::GraphQl, pathh = "order")]
fn misspelt_setting_of_a_custom_dialect() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives a custom dialect a setting that no method can be named after.
// why: The settings of a custom dialect are its methods, and these words cannot even be raw identifiers.
// fix: a setting that the dialect has, such as `terse`
#[envelope_tool(dialect = dialect::GraphQl, self)]
fn setting_that_is_no_name() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes a format setting of a custom dialect like any other setting.
// why: A format string reads the data, and a failure has none: the method gets `None` then.
// fix: `fn note(mut self, text: Option<String>) -> Self`
#[derive(Default)]
struct Hooli {
    note: Option<String>,
}

impl Hooli {
    fn note(mut self, text: String) -> Self {
        self.note = Some(text);
        self
    }
}

impl PlainData<u8> for Hooli {}

impl Dialect for Hooli {
    const ID: &'static str = "acme";

    type Root = AnyJson;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.optional_string("note", self.note.as_deref());
        envelope.data("result");
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[envelope_tool(dialect = Hooli, note("{} found", data))]
fn format_setting_without_an_option() -> Result<u8, ToolFailure> {
    Ok(7)
}

// The author lets the custom dialect nest the data, and requires an object of it as well.
// why: An `Object` is for data that is not nested, or whose entries are part of the envelope.
// fix: `type Root = AnyJson;`
#[derive(Default)]
struct Nesting;

impl<T> PlainData<T> for Nesting {}

impl Dialect for Nesting {
    const ID: &'static str = "nesting";

    type Root = Object;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.data("result");
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[envelope_tool(dialect = Nesting)]
fn value_for_an_object() -> Result<serde_json::Value, ToolFailure> {
    Ok(serde_json::Value::Null)
}

// The author forgets which data their own dialect takes.
// why: A custom dialect decides which data needs no metadata, with `PlainData`.
// fix: `impl<T> envelope_runtime::dialect::PlainData<T> for Initech {}`
#[derive(Default)]
struct Initech;

impl Dialect for Initech {
    const ID: &'static str = "acme";

    type Root = AnyJson;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.only_data();
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[envelope_tool(dialect = Initech)]
fn dialect_without_plain_data() -> Result<u8, ToolFailure> {
    Ok(7)
}

// The author names the type of the data as the root of a dialect.
// why: The root of a dialect says whether data has to be an object.
// fix: `type Root = envelope_runtime::dialect::AnyJson;`
// why: The tool places its data by the root of its dialect.
// fix: `type Root = envelope_runtime::dialect::AnyJson;`
// errors: 2, since the tool asks the same type for the place of its data
#[derive(Default)]
struct Soylent;

impl<T> PlainData<T> for Soylent {}

impl Dialect for Soylent {
    const ID: &'static str = "acme";

    type Root = u8;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.only_data();
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[envelope_tool(dialect = Soylent)]
fn root_of_no_kind() -> Result<u8, ToolFailure> {
    Ok(7)
}

// The author changes a dialect in place.
// why: A setting is a method that takes the dialect and returns it.
// fix: `fn loud(mut self) -> Self`
#[derive(Default)]
struct Tyrell(bool);

impl Tyrell {
    fn loud(&mut self) -> &mut Self {
        self.0 = true;
        self
    }
}

impl<T> PlainData<T> for Tyrell {}

impl Dialect for Tyrell {
    const ID: &'static str = "acme";

    type Root = AnyJson;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.only_data();
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[envelope_tool(dialect = Tyrell, loud)]
fn setting_in_place() -> Result<u8, ToolFailure> {
    Ok(7)
}

// The author returns nothing from a setting.
// why: A setting is a method that takes the dialect and returns it.
// fix: `fn tenant(mut self, tenant: &str) -> Self`
#[derive(Default)]
struct Wayland(String);

impl Wayland {
    fn tenant(&mut self, tenant: &str) {
        self.0 = tenant.to_owned();
    }
}

impl<T> PlainData<T> for Wayland {}

impl Dialect for Wayland {
    const ID: &'static str = "acme";

    type Root = AnyJson;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.only_data();
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[envelope_tool(dialect = Wayland, tenant = "blue")]
fn setting_that_returns_nothing() -> Result<u8, ToolFailure> {
    Ok(7)
}

// The author gives a dialect metadata of its own.
// why: The runtime puts warnings, pages and cuts into the metadata, with the methods of `Metadata`.
// fix: `impl envelope_runtime::dialect::Metadata for Notes {}`
#[derive(Default)]
struct Notes(Vec<String>);

#[derive(Default)]
struct Aperture;

impl Dialect for Aperture {
    const ID: &'static str = "acme";

    type Root = AnyJson;
    type Meta = Notes;

    fn success(&self, _: &Call, notes: &Notes, envelope: &mut Entries<'_>) {
        envelope.only_value(&notes.0);
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[envelope_tool(dialect = Aperture)]
fn metadata_without_the_trait() -> Result<Reply<u8, Aperture>, ToolFailure> {
    Ok(Reply::from_parts(7, Notes::default()))
}

fn main() {
    println!("{}", value_for_an_object());
    println!("{}", no_such_type());
    println!("{}", no_dialect_in_a_list());
    println!("{}", plain_data_of_a_custom_dialect());
    println!("{}", data_of_another_custom_dialect());
    println!("{}", setting_of_no_custom_dialect());
    println!("{}", misspelt_setting_beside_a_custom_dialect());
    println!("{}", misspelt_setting_of_a_custom_dialect());
    println!("{}", setting_that_is_no_name());
    println!("{}", format_setting_without_an_option());
}
