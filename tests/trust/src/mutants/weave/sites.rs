//! The places of mutants in a file.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, BinOp, Block, Expr, ExprBinary, ExprMatch, ExprStruct, ExprUnary, FnArg, ImplItemFn,
    ItemFn, Pat, PatGuard, PatType, Signature, TraitItemFn,
};

use crate::mutants::list::{Genre, Mutant};

type Alternatives = Vec<(u32, String)>;

/// A piece of the file that is written in another way.
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
    pub(super) alternatives: Alternatives,
}

/// In which way.
pub(super) enum Kind {
    /// The `const` of a function, since a constant cannot ask.
    Const,
    /// Before the first statement of a macro: a call that notes what it is given.
    Entry(String),
    /// A `match`, as it is. When arms are deleted it can have too few.
    Match,
    /// The statements of a function. The alternatives are values that it returns.
    Body,
    Expression,
    /// A pattern without a guard, whose arm is deleted.
    Pattern,
    /// A guard that is always or never true, or whose arm is deleted.
    Guard,
}

/// What is edited in a file, by where it starts, and the mutants without a place.
pub(super) fn sites(
    text: &str,
    mutants: &[(u32, &Mutant)],
    constant: &BTreeSet<String>,
) -> syn::Result<(Vec<Edit>, Vec<u32>)> {
    let file = syn::parse_file(text)?;
    let mut sites = Sites { text, mutants: HashMap::new(), constant, edits: Vec::new() };
    for (number, mutant) in mutants {
        let alternatives = sites.mutants.entry((mutant.genre, mutant.start())).or_default();
        alternatives.push((*number, mutant.replacement.clone()));
    }
    sites.visit_file(&file);
    // What is around comes before what is inside.
    sites.edits.sort_by_key(|edit| (edit.range.start, Reverse(edit.range.end)));
    let left = sites.mutants.into_values().flatten();
    Ok((sites.edits, left.map(|(number, _)| number).collect()))
}

struct Sites<'a> {
    text: &'a str,
    mutants: HashMap<(Genre, (usize, usize)), Alternatives>,
    constant: &'a BTreeSet<String>,
    edits: Vec<Edit>,
}

impl Sites<'_> {
    /// An expression, some part of which is replaced.
    fn expression(
        &mut self,
        genre: Genre,
        range: Range<usize>,
        parts: impl IntoIterator<Item: Spanned>,
    ) {
        let mut alternatives = Alternatives::new();
        for part in parts {
            let replaced = bytes(&part);
            let source = self.text;
            let text = |range: Range<usize>| source.get(range).unwrap_or_default();
            let (before, after) =
                (text(range.start..replaced.start), text(replaced.end..range.end));
            for (number, replacement) in self.take(genre, part.span()) {
                alternatives.push((number, format!("{before}{replacement}{after}")));
            }
        }
        self.add(range, Kind::Expression, alternatives);
    }

    fn add(&mut self, range: Range<usize>, kind: Kind, alternatives: Alternatives) {
        if !alternatives.is_empty() {
            self.edits.push(Edit { range, kind, alternatives });
        }
    }

    fn at(&self, genre: Genre, at: Span) -> &[(u32, String)] {
        self.mutants.get(&(genre, place(at))).map_or(&[], Vec::as_slice)
    }

    fn take(&mut self, genre: Genre, at: Span) -> Alternatives {
        self.mutants.remove(&(genre, place(at))).unwrap_or_default()
    }

    fn signature(&mut self, signature: &Signature) {
        if let Some(constness) = signature.constness
            && !self.constant.contains(&signature.ident.to_string())
        {
            let range = constness.span().byte_range();
            self.edits.push(Edit { range, kind: Kind::Const, alternatives: Vec::new() });
        }
    }

    /// A macro notes what it is given.
    fn entry(&mut self, function: &ItemFn) {
        let is_macro = function.attrs.iter().any(|attribute| {
            attribute
                .path()
                .get_ident()
                .is_some_and(|name| name.to_string().starts_with("proc_macro"))
        });
        if is_macro && let Some(first) = function.block.stmts.first() {
            let start = bytes(first).start;
            let arguments = function.sig.inputs.iter().filter_map(|input| match input {
                FnArg::Typed(PatType { pat, .. }) => match &**pat {
                    Pat::Ident(name) => Some(format!("{}.to_string()", name.ident)),
                    _ => None,
                },
                FnArg::Receiver(_) => None,
            });
            let arguments = arguments.collect::<Vec<_>>().join(", ");
            let name = function.sig.ident.to_string();
            let kind = Kind::Entry(format!("crate::mutant::record({name:?}, &[{arguments}]); "));
            self.edits.push(Edit { range: start..start, kind, alternatives: Vec::new() });
        }
    }

    fn body(&mut self, block: &Block) {
        if let (Some(first), Some(last)) = (block.stmts.first(), block.stmts.last()) {
            let range = bytes(first).start..bytes(last).end;
            let values = self.take(Genre::FnValue, first.span());
            self.add(range, Kind::Body, values);
        }
    }
}

impl<'ast> Visit<'ast> for Sites<'_> {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.signature(&function.sig);
        self.body(&function.block);
        self.entry(function);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.signature(&function.sig);
        self.body(&function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        if let Some(block) = &function.default {
            self.body(block);
        }
        visit::visit_trait_item_fn(self, function);
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        let is_chain = matches!(binary.op, BinOp::And(_) | BinOp::Or(_))
            && (has_let(&binary.left) || has_let(&binary.right));
        if !is_chain {
            self.expression(Genre::BinaryOperator, bytes(binary), [&binary.op]);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        self.expression(Genre::UnaryOperator, bytes(unary), [&unary.op]);
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_match(&mut self, expression: &'ast ExprMatch) {
        let arms = expression.arms.iter().flat_map(|arm| self.at(Genre::MatchArm, arm.span()));
        let alternatives = arms.cloned().collect();
        self.add(bytes(expression), Kind::Match, alternatives);
        visit::visit_expr_match(self, expression);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        let deleted = self.take(Genre::MatchArm, arm.span());
        let (range, kind, mut alternatives) = match &arm.pat {
            Pat::Guard(PatGuard { guard, .. }) => {
                (bytes(guard), Kind::Guard, self.take(Genre::MatchArmGuard, guard.span()))
            }
            pattern => (bytes(pattern), Kind::Pattern, Alternatives::new()),
        };
        alternatives.extend(deleted);
        self.add(range, kind, alternatives);
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, literal: &'ast ExprStruct) {
        self.expression(Genre::StructField, bytes(literal), literal.fields.pairs());
        visit::visit_expr_struct(self, literal);
    }
}

/// A line and a column, as `cargo mutants` counts them: both from 1.
fn place(span: Span) -> (usize, usize) {
    let start = span.start();
    (start.line, start.column + 1)
}

fn bytes(tokens: &impl Spanned) -> Range<usize> {
    tokens.span().byte_range()
}

fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            has_let(&binary.left) || has_let(&binary.right)
        }
        _ => false,
    }
}
