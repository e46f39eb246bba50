//! From the surface of a rule file to rules: names, types and the conditions under which a rule can be
//! applied.

use std::collections::BTreeSet;

use ovolo_lang::algebra::FastMath;
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::types::FloatKind;

use super::scope::{Kind, Scope};
use super::syntax::{Checked, Clause, Declared, Expr, Item, Name};
use super::{Domain, Example, Reading, Rule, Term};
use crate::term::Scalar;

pub(super) fn check(
    items: Vec<Item>,
    others: &[Rule],
    reading: &Reading,
) -> Result<Vec<Rule>, Vec<Diagnostic>> {
    let names: Vec<Name> = items.iter().map(|item| item.name.clone()).collect();
    let mut lemmas: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
    lemmas.extend(others.iter().map(|rule| rule.name.as_str()));
    let (mut rules, mut errors) = (Vec::new(), Vec::new());
    for (i, item) in items.into_iter().enumerate() {
        if let Some(first) = names[..i].iter().find(|n| n.text == item.name.text) {
            errors.push(
                Diagnostic::new(item.name.span, "another rule has this name")
                    .note(first.span, "the first rule"),
            );
        }
        match rule(item, &lemmas, reading) {
            Ok(rule) => rules.push(rule),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(rules) } else { Err(errors) }
}

fn rule(item: Item, lemmas: &[&str], reading: &Reading) -> Checked<Rule> {
    let domain = domain(&item.domain)?;
    let gates = gates(&item.gates, &domain)?;
    let mut scope = Scope::new(&domain, reading);
    for declared in &item.variables {
        scope.declare(declared)?;
    }
    let (left, right) = scope.sides(&item.left, &item.right)?;
    let mut rule = Rule {
        name: item.name.text,
        documentation: String::new(),
        source: None,
        domain: domain.clone(),
        gates,
        variables: Vec::new(),
        left,
        right,
        both_ways: item.both_ways,
        conditions: Vec::new(),
        lemmas: Vec::new(),
        assumed: None,
        examples: Vec::new(),
        span: item.name.span,
    };
    for clause in &item.clauses {
        match clause {
            Clause::When(chains) => rule.conditions.extend(scope.conditions(chains)?),
            Clause::By(names) => {
                for name in names {
                    if !lemmas.contains(&name.text.as_str()) {
                        return Err(Diagnostic::new(
                            name.span,
                            format!("no rule is named `{}`", name.text),
                        ));
                    }
                    rule.lemmas.push(name.text.clone());
                }
            }
            Clause::Assumed(reason) => rule.assumed = Some(reason.clone()),
            Clause::Example(left, right, known, span) => {
                let mut names = Scope::new(&domain, reading).open();
                names.take_widths(&scope.variables, &[left, right])?;
                let (left, right) = names.sides(left, right)?;
                rule.examples.push(Example {
                    left,
                    right,
                    assumptions: names.conditions(known)?,
                    names: names.variables,
                    span: *span,
                });
            }
        }
    }
    rule.variables = scope.variables;
    if !reading.only_to_prove {
        applicable(&rule, &item.left, &item.right, &item.variables)?;
    }
    document(&mut rule, &item.documentation);
    Ok(rule)
}

/// Whether each direction binds what it uses.
fn applicable(rule: &Rule, left: &Expr, right: &Expr, declared: &[Declared]) -> Checked<()> {
    let bound = variables(&rule.left);
    let is_pattern = |term: &Term| matches!(term, Term::Index(..) | Term::Op(_));
    if !is_pattern(&rule.left) {
        return Err(Diagnostic::new(
            left.span,
            "the left side of a rule is an operation",
        ));
    }
    let mut computed = false;
    rule.left
        .walk(&mut |t| computed |= matches!(t, Term::Computed(_)));
    if computed {
        return Err(Diagnostic::new(
            left.span,
            "constants are computed on the right side only",
        ));
    }
    for (i, Declared { name, .. }) in declared.iter().enumerate() {
        if !bound.contains(&i) {
            return Err(Diagnostic::new(
                name.span,
                format!("`{}` does not occur on the left side", name.text),
            )
            .help("a rule is applied where its left side matches, which must give each variable a value"));
        }
    }
    let mut unknown = false;
    rule.right.walk(&mut |term| {
        if let Term::Computed(inner) = term {
            unknown |= variables(inner).iter().any(|v| !rule.variables[*v].constant);
        }
    });
    if unknown {
        return Err(Diagnostic::new(
            right.span,
            "a constant is computed from variables that are not constants",
        )
        .help("declare them with `const`"));
    }
    if rule.both_ways {
        rule.right
            .walk(&mut |t| computed |= matches!(t, Term::Computed(_)));
        if computed || !is_pattern(&rule.right) || variables(&rule.right) != bound {
            return Err(
                Diagnostic::new(right.span, "this side cannot be the left side of a rule")
                    .help("write `=>`, or use all variables in one operation"),
            );
        }
    }
    Ok(())
}

fn variables(term: &Term) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    term.walk(&mut |t| {
        if let Term::Variable(i) = t {
            found.insert(*i);
        }
    });
    found
}

fn document(rule: &mut Rule, lines: &[String]) {
    let (sources, text): (Vec<&String>, Vec<&String>) =
        lines.iter().partition(|line| line.starts_with("Source:"));
    let join = |lines: Vec<&str>| lines.join("\n").trim().to_string();
    rule.documentation = join(text.iter().map(|line| line.as_str()).collect());
    let source = join(
        sources
            .iter()
            .map(|line| line["Source:".len()..].trim())
            .collect(),
    );
    rule.source = (!source.is_empty()).then_some(source);
}

fn domain(names: &[Name]) -> Checked<Domain> {
    let mut scalars = Vec::new();
    for name in names {
        match (name.text.as_str(), names.len()) {
            ("index", 1) => return Ok(Domain::Index),
            ("bits", 1) => return Ok(Domain::Bits),
            ("float", 1) => return Ok(Domain::Floats),
            _ => scalars.push(scalar(name)?),
        }
    }
    let is_float = |s: &Scalar| matches!(s, Scalar::Float(_));
    match scalars.first() {
        None => Ok(Domain::Index),
        Some(first) if scalars.iter().all(|s| is_float(s) == is_float(first)) => Ok(Domain::Only(scalars)),
        Some(_) => Err(Diagnostic::new(
            names[0].span,
            "a rule is about integers or about floats",
        )),
    }
}

fn scalar(name: &Name) -> Checked<Scalar> {
    let width = |digits: &str| digits.parse().ok().filter(|w| (1..=64).contains(w));
    let scalar = match name.text.as_str() {
        "f16" => Some(FloatKind::F16),
        "bf16" => Some(FloatKind::BF16),
        "f32" => Some(FloatKind::F32),
        "f64" => Some(FloatKind::F64),
        _ => None,
    };
    scalar
        .map(Scalar::Float)
        .or_else(|| name.text.strip_prefix('i').and_then(width).map(Scalar::Integer))
        .ok_or_else(|| {
            Diagnostic::new(name.span, format!("`{}` is no domain of rules", name.text))
                .help("expected index, bits, float, or a list of types such as i32, i64 or f32, f64")
        })
}

fn gates(names: &[Name], domain: &Domain) -> Checked<FastMath> {
    let mut words = Vec::new();
    for name in names {
        if FastMath::parse(&name.text).is_none() {
            return Err(
                Diagnostic::new(name.span, format!("`{}` is no fast-math flag", name.text))
                    .help("expected reassoc, nnan, ninf, nsz, arcp, contract or afn"),
            );
        }
        if Kind::of(domain) != Kind::Float {
            return Err(Diagnostic::new(
                name.span,
                "only rules over floats have fast-math flags",
            ));
        }
        words.push(name.text.as_str());
    }
    Ok(FastMath::parse(&words.join(","))
        .filter(|_| !words.is_empty())
        .unwrap_or_default())
}
