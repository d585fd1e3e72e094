//! Mistakes in the arguments of a block, each reported once for all of its tools, and items that cannot be tools.

use std::collections::HashSet;

use syn::Attribute;

use super::{Given, Router, router};
use crate::errors::{Errors, error};
use crate::syntax::values::literal;
use crate::tool::attribute::Arguments;
use crate::tool::check;
use crate::tool::function::Function;
use crate::tool::item::{Block, Item, Kind};
use crate::tool::marks::ends_in;

impl Given<'_> {
    pub(super) fn check(&self, errors: &mut Errors) {
        let message = "`skip` exempts one function; write it on each function of this block that should stay as it is";
        errors.report_each(self.arguments.flag("skip"), message);
        check_items(self.block, errors);
        if self.tools.is_empty() {
            let is_handler = |other: &Attribute| ends_in(&other.meta, "tool_handler");
            let fix = if self.item.attributes.iter().any(is_handler) {
                "write this attribute above `#[tool_router]`, whose block has the tools"
            } else {
                "write `#[tool]` or `#[envelope_tool]` on each one that should be"
            };
            let message = format!("no function in this block is marked as a tool; {fix}");
            errors.report(&self.item.keyword, message);
        } else {
            self.check_arguments(errors);
        }
        self.check_order(errors);
    }

    fn check_arguments(&self, errors: &mut Errors) {
        let Self { arguments, item, .. } = self;
        let tools: Vec<&Arguments> = self.tools.iter().map(|(_, mark)| &mark.arguments).collect();
        if !arguments.names_dialect() && !tools.iter().any(|own| own.names_dialect()) {
            errors.push(check::no_dialect(arguments));
            return;
        }
        check::settings(arguments, &tools, errors);
        check::check_via(arguments, errors);
        if !has_router(item) && !self.is_below_router() {
            check::check_copies(arguments, errors);
        }
        for written in &arguments.written {
            let name = written.name.to_string();
            if tools.iter().all(|own| own.overrides(&name)) {
                errors.push(error!(written.name, "this `{name}` has no effect, since each tool of the block has its own; remove it here"));
            }
        }
        let is_taken = self.tools.iter().any(|(tool, _)| tool.takes_request());
        for name in arguments.of_requests().filter(|_| !is_taken) {
            errors.push(error!(name, "`{name}` is about the arguments of a request, and no tool of this block takes any; remove it"));
        }
        let message = "`output_schema` adds a function beside the tool, for which the `impl` of a trait has no place; remove it, or write the tool in an `impl` without a trait";
        let flag = arguments.named("output_schema").filter(|_| item.is_of_trait());
        errors.report_each(flag, message);
    }

    /// Reports a block whose router the SDK has made already: its tools know neither the id nor the dialect of a request.
    fn check_order(&self, errors: &mut Errors) {
        if self.is_below_router() {
            let first = self.arguments.written.first().map(|first| &first.name);
            let place = first.or(self.item.keyword.as_ref());
            errors.push(error!(place, "`#[tool_router]` is above this attribute, so that its tools do not know the id and the dialect of a request; write `#[envelope_tool(…)]` above `#[tool_router]`"));
        }
    }

    /// Whether the SDK's `#[tool_router]` above the block has expanded.
    fn is_below_router(&self) -> bool {
        self.block.items.iter().any(router::is_made_by_sdk)
    }
}

/// Whether the block, or a block inside, has a router of the SDK.
fn has_router(item: &Item) -> bool {
    let Some(block) = item.block() else { return false };
    Router::parse(item).is_some() || block.items.iter().any(has_router)
}

/// Reports a tool of the SDK with the name of another one, since its router keeps only one of them. The compiler reports functions with one
/// name, and only one of several tools with a `cfg` is compiled.
fn check_names(block: &Block, errors: &mut Errors) {
    let is_always = |item: &&Item| !item.attributes.iter().any(|it| it.path().is_ident("cfg"));
    let functions = block.items.iter().filter(is_always).filter_map(Item::function);
    let (mut names, mut given) = (HashSet::new(), Vec::new());
    for tool in functions.filter(Function::is_tool) {
        match tool.sdk_argument("name") {
            Some(name) => given.push(name),
            None => drop(names.insert(tool.name().to_string())),
        }
    }
    for name in given.iter().filter_map(literal).filter(|name| !names.insert(name.value())) {
        errors.push(error!(name, "another tool of this block is named `{}`, and a router has each name once; give each tool its own name", name.value()));
    }
}

/// Reports marks on items that cannot be tools, tools with one name, and arguments that `skip` makes useless.
fn check_items(block: &Block, errors: &mut Errors) {
    check_names(block, errors);
    for item in &block.items {
        match (item.skip(), &item.mark, &item.kind) {
            (Some(own), ..) => check_skip(own, errors),
            (None, Some(mark), Kind::Other) => {
                errors.push(error!(
                    item.keyword,
                    "a tool is a function; remove `#[{}]` from this item", mark.name
                ));
            }
            (None, None, Kind::Block(block)) => check_items(block, errors),
            _ => {}
        }
    }
}

/// Reports an argument without effect, because `skip` leaves the function as it is.
fn check_skip(own: &Arguments, errors: &mut Errors) {
    if let Some(other) = own.written.iter().find(|written| written.name != "skip") {
        let name = &other.name;
        errors.push(error!(name, "`skip` leaves the function as it is, so that `{name}` has no effect; remove `{name}` or `skip`"));
    }
}
