//! Types that do not serialize to an object, and attributes in the wrong place.

use syn::Attribute;

use super::input::{Input, Shape};
use super::keys;
use crate::errors::{Errors, error};

pub(super) fn check(input: &Input<'_>, errors: &mut Errors) {
    check_misplaced(input, errors);
    keys::check(input, errors);
    for (place, shape) in input.shapes() {
        if let Shape::Other(what) = shape {
            errors.report_at(place, format_args!("`data` must be a JSON object, and {what}"));
        }
    }
}

/// Reports `#[payload(…)]` on a field or a variant, which the author meant for serde.
fn check_misplaced(input: &Input<'_>, errors: &mut Errors) {
    let fields = input.variants.iter().flat_map(|variant| &variant.fields);
    let fields = fields.flat_map(|field| &field.written.attrs);
    let variants = input.variants.iter().flat_map(|variant| variant.attributes);
    let is_ours = |attribute: &&Attribute| attribute.path().is_ident("payload");
    for attribute in fields.chain(variants).filter(is_ours) {
        errors.push(error!(attribute.meta, "`#[payload(…)]` belongs on the type; remove it here, or write `#[serde(…)]` for an attribute of serde"));
    }
}
