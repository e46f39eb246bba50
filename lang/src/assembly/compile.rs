//! From the text of a signature to a [`Signature`].

mod elements;

use std::sync::{LazyLock, OnceLock};

use crate::op::{Dialect, OpCode};

use super::class::Class;
use super::derive::{Compute, DERIVATIONS};
use super::kind::Kind;
use super::lexer::tokens;
use super::signature::{
    Argument, Assembly, AttributeSpec, Blocks, Element, Group, Part, RegionSpec, Rule, RuleKind, Scope,
    Signature, TypeSpec, Variable,
};
use super::syntax::{self, Arity, Expr, KindExpr, Syntax};

lalrpop_util::lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, unused)]
    grammar,
    "/assembly/grammar.rs"
);

const OPERAND_SEGMENTS: &str = "operandSegmentSizes";
const RESULT_SEGMENTS: &str = "resultSegmentSizes";

type Compiled<T> = Result<T, String>;

impl Signature {
    /// The signature of an operation's row; compiled when it is first asked for.
    pub fn of(code: OpCode) -> &'static Signature {
        static ALL: LazyLock<Vec<Vec<OnceLock<Signature>>>> = LazyLock::new(|| {
            let slots = |d: &Dialect| d.table().iter().map(|_| OnceLock::new()).collect();
            Dialect::ALL.iter().map(slots).collect()
        });
        ALL[code.dialect() as usize][code.row()].get_or_init(|| {
            Signature::compile(code, code.def().signature)
                .unwrap_or_else(|error| panic!("the signature of {}: {error}", code.name()))
        })
    }

    /// Reads a signature; an empty one stands for an operation of which nothing is known.
    pub fn compile(code: OpCode, text: &'static str) -> Result<Signature, String> {
        signature(code, text)
    }
}

fn signature(code: OpCode, text: &'static str) -> Compiled<Signature> {
    if text.is_empty() {
        return Ok(unknown(code));
    }
    let syntax = parse(text)?;
    let mut signature = declarations(code, &syntax)?;
    signature.assembly = elements::assembly(&signature, &syntax.assembly)?;
    mark_written(&mut signature);
    let written = signature.attributes.iter().filter(|spec| spec.is_written);
    signature.shown = written.map(|spec| spec.name).collect();
    if signature.operand_segments.is_some() {
        signature.shown.push(OPERAND_SEGMENTS);
    }
    if signature.result_segments.is_some() {
        signature.shown.push(RESULT_SEGMENTS);
    }
    inferable(&signature)?;
    Ok(signature)
}

fn parse(text: &'static str) -> Compiled<Syntax<'static>> {
    use lalrpop_util::ParseError;
    grammar::SignatureParser::new()
        .parse(tokens(text))
        .map_err(|error| {
            let at = match &error {
                ParseError::InvalidToken { location } | ParseError::UnrecognizedEof { location, .. } => {
                    *location
                }
                ParseError::UnrecognizedToken { token, .. } | ParseError::ExtraToken { token } => token.0,
                ParseError::User { error } => *error,
            };
            let expected = match error {
                ParseError::UnrecognizedToken { expected, .. }
                | ParseError::UnrecognizedEof { expected, .. } => expected,
                _ => Vec::new(),
            };
            format!("found `{}`, expected one of {}", &text[at..], expected.join(" "))
        })
}

/// The signature of an operation about which the table says nothing.
fn unknown(code: OpCode) -> Signature {
    Signature {
        code,
        variables: Vec::new(),
        operands: Vec::new(),
        results: Vec::new(),
        attributes: Vec::new(),
        successors: Vec::new(),
        regions: Vec::new(),
        parents: Vec::new(),
        rules: Vec::new(),
        operand_segments: None,
        result_segments: None,
        assembly: Assembly::Generic,
        shown: Vec::new(),
        has_groups: false,
    }
}

fn declarations(code: OpCode, syntax: &Syntax<'static>) -> Compiled<Signature> {
    let mut signature = unknown(code);
    for attribute in &syntax.attributes {
        let kind = Kind::new(&attribute.kind)?;
        signature.attributes.push(AttributeSpec {
            name: attribute.name,
            is_optional: attribute.is_optional
                || attribute.default.is_some()
                || attribute.kind == KindExpr::Name("unit"),
            default: attribute.default.as_ref().map(|d| kind.default(d)).transpose()?,
            kind,
            is_written: false,
        });
    }
    for variable in &syntax.variables {
        signature.variables.push(Variable {
            name: variable.name,
            class: Class::new(&variable.class)?,
            sources: Vec::new(),
        });
    }
    signature.operands = groups(&signature, &syntax.operands)?;
    signature.results = groups(&signature, &syntax.results)?;
    signature.successors = syntax.successors.clone();
    for region in &syntax.regions {
        signature.regions.push(RegionSpec {
            name: region.name,
            arity: region.arity,
            blocks: blocks(region.kind)?,
            terminator: region.ends.map(operation).transpose()?,
        });
    }
    signature.parents = syntax
        .parents
        .iter()
        .map(|name| operation(name))
        .collect::<Compiled<_>>()?;
    for (name, parts) in &syntax.rules {
        let (scope, parts) = match parts.as_slice() {
            [] => (Scope::OperandsAndResults, &[][..]),
            ["operands"] => (Scope::Operands, &[][..]),
            parts => (Scope::Parts, parts),
        };
        let parts = parts.iter().map(|name| part(&signature, name));
        signature.rules.push(Rule {
            kind: rule(name)?,
            scope,
            parts: parts.collect::<Compiled<_>>()?,
        });
    }
    segments(&mut signature);
    Ok(signature)
}

fn groups(signature: &Signature, parts: &[syntax::Part<'static>]) -> Compiled<Vec<Group>> {
    let groups = parts.iter().map(|part| {
        Ok(Group {
            name: part.name,
            arity: part.arity,
            ty: type_spec(signature, &part.ty)?,
            is_written: false,
        })
    });
    groups.collect()
}

fn type_spec(signature: &Signature, expr: &Expr<'static>) -> Compiled<TypeSpec> {
    let variable = |name: &str| signature.variables.iter().position(|v| v.name == name);
    match expr {
        Expr::Name(name) if variable(name).is_some() => {
            Ok(TypeSpec::Variable(variable(name).unwrap_or_default()))
        }
        Expr::Call(function, argument) => {
            let found = DERIVATIONS.iter().find(|d| d.name == *function);
            let derivation = found.ok_or_else(|| format!("`{function}` is no function of types"))?;
            let argument = match derivation.compute {
                Compute::OfAttribute(_) => {
                    let position = signature.attributes.iter().position(|a| a.name == *argument);
                    position.map(Argument::Attribute)
                }
                _ => variable(argument).map(Argument::Variable),
            };
            let argument = argument.ok_or_else(|| format!("`{function}` has no argument of its kind"))?;
            Ok(TypeSpec::Derived(derivation, argument))
        }
        _ => {
            let class = Class::new(expr)?;
            let only = class.only();
            Ok(TypeSpec::Class { class, only })
        }
    }
}

fn blocks(kind: &str) -> Compiled<Blocks> {
    match kind {
        "any" => Ok(Blocks::Any),
        "block" => Ok(Blocks::One),
        "optional-block" => Ok(Blocks::AtMostOne),
        _ => {
            let count = kind.strip_prefix("blocks-").and_then(|count| count.parse().ok());
            let count = count.map(Blocks::Exactly);
            count.ok_or_else(|| format!("`{kind}` is no kind of regions"))
        }
    }
}

fn operation(name: &str) -> Compiled<OpCode> {
    OpCode::from_name(name).ok_or_else(|| format!("`{name}` is no operation"))
}

fn rule(name: &str) -> Compiled<RuleKind> {
    match name {
        "same-shape" => Ok(RuleKind::SameShape),
        "same-element" => Ok(RuleKind::SameElement),
        "same-rank" => Ok(RuleKind::SameRank),
        "same-type" => Ok(RuleKind::SameType),
        "same-encoding" => Ok(RuleKind::SameEncoding),
        "equal-segments" => Ok(RuleKind::EqualSegments),
        _ => Err(format!("`{name}` is no rule")),
    }
}

/// Where more than one group has an open number of values an attribute says how many each has.
fn segments(signature: &mut Signature) {
    let is_open = |groups: &[Group]| groups.iter().filter(|g| g.arity != Arity::One).count() > 1;
    if is_open(&signature.operands) && !signature.has_equal_operand_groups() {
        signature.operand_segments = Some(OPERAND_SEGMENTS);
    }
    if is_open(&signature.results) && !signature.has_equal_result_groups() {
        signature.result_segments = Some(RESULT_SEGMENTS);
    }
}

fn part(signature: &Signature, name: &str) -> Compiled<Part> {
    let group = |groups: &[Group]| groups.iter().position(|g| g.name == name);
    let attribute = || signature.attributes.iter().position(|a| a.name == name);
    let region = || signature.regions.iter().position(|r| r.name == name);
    let successor = || signature.successors.iter().position(|s| s.0 == name);
    let found = group(&signature.operands)
        .map(Part::Operand)
        .or_else(|| attribute().map(Part::Attribute))
        .or_else(|| region().map(Part::Region))
        .or_else(|| successor().map(Part::Successor))
        .or_else(|| group(&signature.results).map(Part::Result));
    found.ok_or_else(|| format!("`{name}` is no part of the operation"))
}

/// Notes which types and attributes the assembly shows.
fn mark_written(signature: &mut Signature) {
    let mut shown = Vec::new();
    match &signature.assembly {
        Assembly::Elements(elements) => {
            signature.has_groups = elements.iter().any(|e| matches!(e, Element::Group { .. }));
            elements.iter().for_each(|e| shown_parts(e, &mut shown));
        }
        // The function that reads and writes the form knows.
        Assembly::Custom | Assembly::Generic => {
            shown.extend((0..signature.operands.len()).map(|i| (Part::Operand(i), true)));
            shown.extend((0..signature.results.len()).map(|i| (Part::Result(i), true)));
        }
    }
    for (part, is_type) in shown {
        match (part, is_type) {
            (Part::Operand(i), true) => signature.operands[i].is_written = true,
            (Part::Result(i), true) => signature.results[i].is_written = true,
            (Part::Attribute(i), _) => signature.attributes[i].is_written = true,
            _ => continue,
        }
        let spec = signature.groups(part).map(|g| &g.ty);
        if let Some(&TypeSpec::Variable(v)) = spec {
            signature.variables[v].sources.push(part);
        }
    }
}

/// The parts that an element shows, and whether it shows their types.
fn shown_parts(element: &Element, shown: &mut Vec<(Part, bool)>) {
    match element {
        Element::Literal { .. } | Element::Dictionary { .. } => {}
        Element::Part(part) => shown.push((*part, false)),
        Element::Types(parts) => shown.extend(parts.iter().map(|p| (*p, true))),
        Element::FunctionalType(inputs, results) => {
            shown.extend(inputs.iter().chain(results).map(|p| (*p, true)));
        }
        Element::Directive(directive, parts) => {
            shown.extend(parts.iter().map(|p| (*p, directive.shows_types())));
        }
        Element::Group { arms, .. } => {
            arms.iter()
                .flat_map(|a| &a.elements)
                .for_each(|e| shown_parts(e, shown));
        }
    }
}

/// Every type is shown, fixed, or follows from one that is shown.
fn inferable(signature: &Signature) -> Compiled<()> {
    if !matches!(signature.assembly, Assembly::Elements(_)) {
        return Ok(());
    }
    for group in signature.operands.iter().chain(&signature.results) {
        let known = |v: usize| !signature.variables[v].sources.is_empty();
        let follows = match &group.ty {
            TypeSpec::Class { only, .. } => only.is_some(),
            TypeSpec::Variable(v) | TypeSpec::Derived(_, Argument::Variable(v)) => known(*v),
            TypeSpec::Derived(_, Argument::Attribute(_)) => true,
        };
        if !group.is_written && !follows {
            return Err(format!("the assembly does not give the type of `{}`", group.name));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signature_of_the_table_compiles() {
        let compile = |row: &'static crate::op::OpDef| {
            let error = signature(row.code, row.signature).err()?;
            Some(format!("{}: {error}", row.name))
        };
        let wrong: Vec<String> = OpCode::table().filter_map(compile).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn a_mistake_is_told() {
        let told = |text| signature(OpCode::AddI, text).expect_err("a mistake");
        assert_eq!(told("(a: any); b"), "`b` is no part of the operation");
        assert_eq!(told("(a: thing); a ':' type(a)"), "`thing` is no class of types");
        assert_eq!(told("(a: any); a"), "the assembly does not give the type of `a`");
        assert_eq!(told("(a: any) {k: kinds}; a"), "`kinds` is no kind of attributes");
        assert!(told("(a any); a").starts_with("found `any); a`, expected one of"));
    }
}
