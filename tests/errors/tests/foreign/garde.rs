//! The report of `garde`.

use envelope_runtime::ToolError;
use garde::{Report, Validate};
use serde_json::{Value, json};

use crate::support::check;

#[derive(Validate)]
struct Order {
    #[garde(length(min = 1), ascii)]
    customer: &'static str,
    #[garde(dive)]
    items: Vec<Item>,
}

#[derive(Validate)]
struct Item {
    #[garde(alphanumeric, length(max = 3))]
    name: &'static str,
    #[garde(range(max = 10))]
    count: u32,
}

fn report(customer: &'static str, name: &'static str, count: u32) -> Report {
    let first = Item { name: "abc", count: 1 };
    Order { customer, items: vec![first, Item { name, count }] }.validate().unwrap_err()
}

fn details(report: &Report) -> Value {
    serde_json::to_value(report.failure().report().details()).unwrap()
}

#[test]
fn reports() {
    check(
        "garde",
        vec![
            ("`Report` of one field", report("ann", "hunter2!", 1).failure()),
            ("`Report` of several fields", report("", "hunter2", 4711).failure()),
        ],
    );
}

#[test]
fn each_field_is_a_detail() {
    let one = report("ann", "abc", 11);
    assert_eq!(
        one.failure().to_string(),
        "Validation failed: items[1].count: it is greater than 10"
    );
    assert_eq!(details(&one), json!({"items[1].count": "it is greater than 10"}));

    let several = json!({
        "customer": "length is lower than 1",
        "items[1].name": "not alphanumeric; length is greater than 3",
        "items[1].count": "it is greater than 10",
    });
    assert_eq!(details(&report("", "hunter2!", 4711)), several);
}

#[test]
fn a_rule_about_the_whole_is_named_input() {
    fn rule(_: &Range, (): &()) -> garde::Result {
        Err(garde::Error::new("the end is before the start"))
    }

    #[derive(Validate)]
    #[garde(custom(rule))]
    struct Range {
        #[garde(skip)]
        _start: u32,
    }

    let report = Range { _start: 1 }.validate().unwrap_err();
    assert_eq!(details(&report), json!({"input": "the end is before the start"}));
}
