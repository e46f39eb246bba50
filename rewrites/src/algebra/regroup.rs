//! Sums and products beside the forms of classes, for rules to match.
//!
//! A rule speaks of `x * a + y`; a sum of five terms is one in many ways. Which of them are worth a node depends on
//! what the sum is an operand of: below a division by `c` it is multiples of `c` and a rest, below a minimum it is
//! what both operands share and the rest. All that is added equals the class by the ring axioms.

use egg::Id;
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;

use super::analysis::range_of;
use super::{Algebra, EGraph, Form, Monomial};
use crate::expression::predicate_of;
use crate::facts::Fact;
use crate::linear::gcd;
use crate::relates::{Operand, Relates, Relation};
use crate::term::{IndexOp, Node};

/// Adds the sums and products that rules may want. The e-graph is left rebuilt.
pub fn regroup(egraph: &mut EGraph, limit: usize) {
    let classes: Vec<Id> = egraph.classes().map(|class| class.id).collect();
    for class in classes {
        if egraph.total_size() >= limit {
            break;
        }
        let nodes: Vec<Node> = egraph[class].iter().cloned().collect();
        for node in &nodes {
            around(egraph, node);
        }
        shortest(egraph, class);
    }
    egraph.rebuild();
}

/// Regroups the operands of the node.
fn around(egraph: &mut EGraph, node: &Node) {
    match node {
        Node::Index(op @ (IndexOp::FloorDiv | IndexOp::CeilDiv | IndexOp::Mod), [a, b]) => {
            divided(egraph, *a, *b);
            if *op == IndexOp::Mod && is_nonzero(egraph, *b) {
                remainder(egraph, *a, *b);
            }
        }
        Node::Index(IndexOp::Min | IndexOp::Max, [a, b]) => shared(egraph, *a, *b),
        Node::Op(op, args) if op.code == OpCode::CmpI => {
            if let (Some(predicate), [a, b]) = (predicate_of(op), &args[..])
                && form(egraph, *a).is_some()
            {
                compared(egraph, predicate, *a, *b);
            }
        }
        Node::Op(op, args) if op.code == OpCode::Select => shared(egraph, args[1], args[2]),
        _ => {}
    }
}

fn is_nonzero(egraph: &EGraph, class: Id) -> bool {
    Algebra::relates(
        egraph,
        Relation::NotEqual,
        Operand::Class(class),
        Operand::Integer(0),
    )
    .is_yes()
}

/// `x mod a` is `x - (x floordiv a) * a` by definition, and cancels in sums as such.
fn remainder(egraph: &mut EGraph, x: Id, a: Id) {
    let quotient = egraph.add(Node::Index(IndexOp::FloorDiv, [x, a]));
    let minus_one = egraph.add(Node::Int(-1));
    let negated = egraph.add(Node::Index(IndexOp::Mul, [a, minus_one]));
    let product = egraph.add(Node::Index(IndexOp::Mul, [quotient, negated]));
    let sum = egraph.add(Node::Index(IndexOp::Add, [x, product]));
    let rest = egraph.add(Node::Index(IndexOp::Mod, [x, a]));
    egraph.union(rest, sum);
}

fn form(egraph: &EGraph, class: Id) -> Option<Form> {
    egraph[class].data.form.as_ref()?.canonical(|id| egraph.find(id))
}

/// A dividend as a multiple of the divisor and a rest.
fn divided(egraph: &mut EGraph, a: Id, b: Id) {
    let (Some(dividend), Some(divisor)) = (form(egraph, a), form(egraph, b)) else {
        return;
    };
    if let Some(c) = divisor.as_constant() {
        by_constant(egraph, a, &dividend, c);
    } else if let [(symbols, coefficient)] = divisor.terms.as_slice()
        && divisor.constant == 0
    {
        let symbols = symbols.clone();
        by_symbols(egraph, a, &dividend, &symbols);
        if *coefficient != 1 {
            let factor = Form::of_terms(0, vec![(symbols, 1)]);
            multiple_and_rest(egraph, b, &divisor, &Form::constant(*coefficient), &factor);
        }
    }
}

fn by_constant(egraph: &mut EGraph, class: Id, dividend: &Form, c: i128) {
    if c == 0 {
        return;
    }
    let mut factors: Vec<i128> = vec![c.abs()];
    for (_, coefficient) in &dividend.terms {
        factors.push(gcd(*coefficient, c));
    }
    for (monomial, coefficient) in &dividend.terms {
        let modulus = term_fact(egraph, monomial, *coefficient).congruence.modulus();
        factors.push(gcd(modulus.into(), c));
    }
    factors.sort_unstable();
    factors.dedup();
    for factor in factors.into_iter().filter(|&f| f > 1).rev().take(4) {
        aligned(egraph, class, dividend, factor);
        // Each coefficient gives its whole multiples of the factor, and keeps a rest of its own sign.
        let multiple = dividend.terms.iter().map(|(m, k)| (m.clone(), k / factor));
        let multiple = multiple.filter(|(_, k)| *k != 0).collect();
        let multiple = Form::of_terms(dividend.constant.div_euclid(factor), multiple);
        multiple_and_rest(egraph, class, dividend, &multiple, &Form::constant(factor));
        if factor != c.abs() {
            // Terms that the factor does not divide belong to the rest as a whole.
            let (whole, _) = dividend.split(|_, k| k % factor == 0);
            let multiple = Form {
                constant: dividend.constant.div_euclid(factor),
                ..Form::of_terms(
                    0,
                    whole.terms.iter().map(|(m, k)| (m.clone(), k / factor)).collect(),
                )
            };
            multiple_and_rest(egraph, class, dividend, &multiple, &Form::constant(factor));
        }
    }
}

fn term_fact(egraph: &EGraph, monomial: &Monomial, coefficient: i128) -> Fact {
    range_of(egraph, &Form::of_terms(0, vec![(monomial.clone(), coefficient)]))
}

/// The terms that the facts say the factor divides, as their quotient times the factor, and the others.
fn aligned(egraph: &mut EGraph, class: Id, dividend: &Form, factor: i128) {
    let Ok(divisor) = i64::try_from(factor) else {
        return;
    };
    let is_aligned = |monomial: &Monomial, coefficient: i128| {
        let fact = term_fact(egraph, monomial, coefficient);
        fact.congruence.is_multiple_of(divisor).is_yes()
    };
    let (mut whole, mut rest) = dividend.split(is_aligned);
    if whole.terms.iter().all(|(_, k)| k % factor == 0) {
        return;
    }
    rest.constant = whole.constant.rem_euclid(factor);
    whole.constant -= rest.constant;
    let parts = (materialize(egraph, &whole), materialize(egraph, &rest));
    let (Some(whole), Some(rest)) = parts else {
        return;
    };
    let factor = egraph.add(Node::Int(divisor));
    let quotient = egraph.add(Node::Index(IndexOp::FloorDiv, [whole, factor]));
    let product = egraph.add(Node::Index(IndexOp::Mul, [quotient, factor]));
    egraph.union(whole, product);
    let sum = egraph.add(Node::Index(IndexOp::Add, [whole, rest]));
    egraph.union(class, sum);
}

fn by_symbols(egraph: &mut EGraph, class: Id, dividend: &Form, symbols: &Monomial) {
    let without = |monomial: &Monomial| {
        let mut rest = monomial.clone();
        for symbol in symbols {
            let at = rest.iter().position(|id| id == symbol)?;
            rest.remove(at);
        }
        Some(rest)
    };
    let mut multiple = Form::default();
    for (monomial, coefficient) in &dividend.terms {
        if let Some(rest) = without(monomial) {
            let term = match rest.is_empty() {
                true => Form::constant(*coefficient),
                false => Form::of_terms(0, vec![(rest, *coefficient)]),
            };
            let Some(sum) = multiple.add(&term, 1) else {
                return;
            };
            multiple = sum;
        }
    }
    let divisor = Form::of_terms(0, vec![(symbols.clone(), 1)]);
    multiple_and_rest(egraph, class, dividend, &multiple, &divisor);
}

/// Adds `multiple * factor + rest` to the class, where that is the form of the class.
fn multiple_and_rest(egraph: &mut EGraph, class: Id, whole: &Form, multiple: &Form, factor: &Form) {
    let rest = multiple.times(factor).and_then(|product| whole.minus(&product));
    let Some(rest) = rest else {
        return;
    };
    if *multiple == Form::default() {
        return;
    }
    let parts = (materialize(egraph, multiple), materialize(egraph, factor));
    let (Some(multiple), Some(factor)) = parts else {
        return;
    };
    let product = egraph.add(Node::Index(IndexOp::Mul, [multiple, factor]));
    if rest == Form::default() {
        egraph.union(class, product);
    } else if let Some(rest) = materialize(egraph, &rest) {
        let sum = egraph.add(Node::Index(IndexOp::Add, [product, rest]));
        egraph.union(class, sum);
    }
}

/// Both operands as what they share and the rest of each; and as multiples of a common factor.
fn shared(egraph: &mut EGraph, a: Id, b: Id) {
    let (Some(left), Some(right)) = (form(egraph, a), form(egraph, b)) else {
        return;
    };
    let common: Vec<_> = left
        .terms
        .iter()
        .filter(|t| right.terms.contains(t))
        .cloned()
        .collect();
    // A constant is shared where one operand is nothing else but the common terms and it.
    let constant = match (
        common.len() == left.terms.len(),
        common.len() == right.terms.len(),
    ) {
        _ if left.constant == right.constant => left.constant,
        (true, _) => left.constant,
        (_, true) => right.constant,
        _ if common.is_empty() && left.constant != 0 && right.constant != 0 => left.constant,
        _ => 0,
    };
    let common = Form::of_terms(constant, common);
    if common != Form::default() && (common.as_constant().is_none() || !left.terms.is_empty()) {
        with_common(egraph, [(a, &left), (b, &right)], &common);
    }
    let factor = gcd(
        gcd(left.content(), left.constant),
        gcd(right.content(), right.constant),
    );
    if factor > 1 {
        for (class, form) in [(a, &left), (b, &right)] {
            let quotient = form.divided(factor);
            let parts = (
                materialize(egraph, &quotient),
                materialize(egraph, &Form::constant(factor)),
            );
            if let (Some(quotient), Some(factor)) = parts {
                let product = egraph.add(Node::Index(IndexOp::Mul, [quotient, factor]));
                egraph.union(class, product);
            }
        }
    }
}

fn with_common(egraph: &mut EGraph, operands: [(Id, &Form); 2], common: &Form) {
    let Some(common_class) = materialize(egraph, common) else {
        return;
    };
    for (class, form) in operands {
        if let Some(rest) = form.minus(common).and_then(|rest| materialize(egraph, &rest)) {
            let sum = egraph.add(Node::Index(IndexOp::Add, [rest, common_class]));
            egraph.union(class, sum);
        }
    }
}

/// Both sides of a comparison as what they share and the rest, so that no rest has a negative coefficient. A
/// common factor of the rests is taken out, of their constant as much as does not change the comparison.
fn compared(egraph: &mut EGraph, predicate: IntPredicate, a: Id, b: Id) {
    let (Some(left), Some(right)) = (form(egraph, a), form(egraph, b)) else {
        return;
    };
    let Some(difference) = right.minus(&left) else {
        return;
    };
    let (mut more, mut less) = difference.split(|_, k| k > 0);
    more.constant = difference.constant.max(0);
    less.constant = difference.constant.min(0);
    let Some(less) = Form::default().minus(&less) else {
        return;
    };
    if (&less, &more) != (&left, &right)
        && let Some(common) = left.minus(&less)
    {
        with_common(egraph, [(a, &left), (b, &right)], &common);
        return;
    }
    for (class, form) in [(a, &left), (b, &right)] {
        extremum_first(egraph, class, form);
    }
    let content = difference.content();
    if content > 1 {
        scaled(egraph, [(a, &left), (b, &right)], content);
    } else if predicate == IntPredicate::Slt {
        for (class, form) in [(a, &left), (b, &right)] {
            one_more(egraph, class, form);
        }
    }
}

/// `x * c + r` on each side, with a rest that is not negative and less than `c`.
fn scaled(egraph: &mut EGraph, operands: [(Id, &Form); 2], content: i128) {
    for (class, form) in operands {
        let terms = form.terms.iter().map(|(m, k)| (m.clone(), k / content)).collect();
        let quotient = Form::of_terms(form.constant.div_euclid(content), terms);
        let rest = form.constant.rem_euclid(content);
        let parts = (
            materialize(egraph, &quotient),
            materialize(egraph, &Form::constant(content)),
        );
        if let (Some(quotient), Some(factor)) = parts {
            let mut sum = egraph.add(Node::Index(IndexOp::Mul, [quotient, factor]));
            if let Some(rest) = (rest != 0)
                .then(|| materialize(egraph, &Form::constant(rest)))
                .flatten()
            {
                sum = egraph.add(Node::Index(IndexOp::Add, [sum, rest]));
            }
            egraph.union(class, sum);
        }
    }
}

/// `min(x, y) + rest`, for each minimum and maximum that is a term of the form.
fn extremum_first(egraph: &mut EGraph, class: Id, form: &Form) {
    if form.terms.len() + usize::from(form.constant != 0) < 3 {
        return;
    }
    for (i, (monomial, coefficient)) in form.terms.iter().enumerate() {
        let is_extremum = |node: &Node| matches!(node, Node::Index(IndexOp::Min | IndexOp::Max, _));
        if let ([atom], 1) = (&monomial[..], coefficient)
            && egraph[*atom].iter().any(is_extremum)
        {
            let mut rest = form.clone();
            rest.terms.remove(i);
            if let Some(rest) = materialize(egraph, &rest) {
                let sum = egraph.add(Node::Index(IndexOp::Add, [*atom, rest]));
                egraph.union(class, sum);
            }
        }
    }
}

/// `x + 1`, where that is what the form is.
fn one_more(egraph: &mut EGraph, class: Id, form: &Form) {
    if form.constant == 1 && !form.terms.is_empty() {
        let less = Form::of_terms(0, form.terms.clone());
        let parts = (
            materialize(egraph, &less),
            materialize(egraph, &Form::constant(1)),
        );
        if let (Some(less), Some(one)) = parts {
            let sum = egraph.add(Node::Index(IndexOp::Add, [less, one]));
            egraph.union(class, sum);
        }
    }
}

/// Adds the form of the class in its shortest texts: as a plain sum; with terms of one coefficient together; and
/// with quotients in remainders where that makes it shorter.
pub(super) fn shortest(egraph: &mut EGraph, class: Id) {
    let Some(form) = form(egraph, class) else {
        return;
    };
    if form.as_atom().is_some() || form.as_constant().is_some() {
        return;
    }
    if let Some(sum) = materialize(egraph, &form) {
        egraph.union(class, sum);
    }
    if form.terms.iter().any(|(monomial, _)| monomial.len() > 1)
        && let Some(sum) = factored(egraph, &form, MOST_FACTORED)
    {
        egraph.union(class, sum);
    }
    with_remainders(egraph, class, &form);
}

/// Factors that are taken out of one form, one after the other.
const MOST_FACTORED: usize = 8;

/// The form with the class that most of its terms share taken out of them, then the next one of what is left.
fn factored(egraph: &mut EGraph, form: &Form, left: usize) -> Option<Id> {
    let mut shares: Vec<(usize, Id)> = Vec::new();
    for (monomial, _) in &form.terms {
        let mut distinct = monomial.clone();
        distinct.dedup();
        for id in distinct {
            match shares.iter_mut().find(|(_, other)| *other == id) {
                Some((count, _)) => *count += 1,
                None => shares.push((1, id)),
            }
        }
    }
    let most = shares.into_iter().filter(|(count, _)| *count > 1);
    let Some((_, factor)) = most.max_by_key(|&(count, id)| (count, std::cmp::Reverse(id))) else {
        return materialize(egraph, form);
    };
    if left == 0 {
        return materialize(egraph, form);
    }
    let (shared, mut rest) = form.split(|monomial, _| monomial.contains(&factor));
    rest.constant = shared.constant;
    let mut quotient = Form::default();
    for (monomial, coefficient) in shared.terms {
        let mut monomial = monomial;
        let at = monomial.iter().position(|&id| id == factor)?;
        monomial.remove(at);
        let term = match monomial.is_empty() {
            true => Form::constant(coefficient),
            false => Form::of_terms(0, vec![(monomial, coefficient)]),
        };
        quotient = quotient.add(&term, 1)?;
    }
    let quotient = factored(egraph, &quotient, left - 1)?;
    let product = egraph.add(Node::Index(IndexOp::Mul, [quotient, factor]));
    if rest == Form::default() {
        return Some(product);
    }
    let rest = factored(egraph, &rest, left - 1)?;
    Some(egraph.add(Node::Index(IndexOp::Add, [product, rest])))
}

/// `x - (x floordiv c) * c` is `x mod c`, within a larger sum too.
fn with_remainders(egraph: &mut EGraph, class: Id, whole: &Form) {
    for (monomial, coefficient) in &whole.terms {
        let [atom] = monomial[..] else {
            continue;
        };
        let quotients: Vec<(Id, Id)> = egraph[atom]
            .iter()
            .filter_map(|node| match node {
                Node::Index(IndexOp::FloorDiv, [a, b]) => Some((*a, *b)),
                _ => None,
            })
            .collect();
        for (a, b) in quotients {
            let (Some(dividend), Some(c)) = (form(egraph, a), form(egraph, b).and_then(|f| f.as_constant()))
            else {
                continue;
            };
            if c == 0 || coefficient % c != 0 {
                continue;
            }
            // coefficient * q  ==  -k * c * q  ==  k * (a mod c) - k * a
            let k = -coefficient / c;
            let quotient = Form::of_terms(0, vec![(monomial.clone(), *coefficient)]);
            let rest = whole.minus(&quotient).and_then(|rest| rest.add(&dividend, -k));
            let Some(rest) = rest.filter(|rest| rest.terms.len() < whole.terms.len()) else {
                continue;
            };
            let remainder = egraph.add(Node::Index(IndexOp::Mod, [a, b]));
            let Some(sum) = plus_multiple(egraph, &rest, remainder, k) else {
                continue;
            };
            egraph.union(class, sum);
        }
    }
}

/// `rest + k * x`.
fn plus_multiple(egraph: &mut EGraph, rest: &Form, x: Id, k: i128) -> Option<Id> {
    let product = match k {
        1 => x,
        k => {
            let k = materialize(egraph, &Form::constant(k))?;
            egraph.add(Node::Index(IndexOp::Mul, [x, k]))
        }
    };
    if *rest == Form::default() {
        return Some(product);
    }
    let rest = materialize(egraph, rest)?;
    Some(egraph.add(Node::Index(IndexOp::Add, [product, rest])))
}

/// The class of the form: terms of one coefficient are added before they are multiplied, negative ones last.
/// `None` when a coefficient does not fit in 64 bits.
pub fn materialize(egraph: &mut EGraph, form: &Form) -> Option<Id> {
    let mut groups: Vec<(i128, Vec<Id>)> = Vec::new();
    for (monomial, coefficient) in &form.terms {
        let mut factors = monomial.iter();
        let mut product = *factors.next()?;
        for &factor in factors {
            product = egraph.add(Node::Index(IndexOp::Mul, [product, factor]));
        }
        match groups.iter_mut().find(|(k, _)| k == coefficient) {
            Some((_, group)) => group.push(product),
            None => groups.push((*coefficient, vec![product])),
        }
    }
    groups.sort_by_key(|(k, _)| *k < 0);
    let mut sum: Option<Id> = None;
    for (coefficient, group) in groups {
        let mut term = group
            .into_iter()
            .reduce(|a, b| egraph.add(Node::Index(IndexOp::Add, [a, b])))?;
        if coefficient != 1 {
            let coefficient = egraph.add(Node::Int(i64::try_from(coefficient).ok()?));
            term = egraph.add(Node::Index(IndexOp::Mul, [term, coefficient]));
        }
        sum = Some(match sum {
            None => term,
            Some(sum) => egraph.add(Node::Index(IndexOp::Add, [sum, term])),
        });
    }
    let constant = i64::try_from(form.constant).ok()?;
    match sum {
        Some(sum) if constant == 0 => Some(sum),
        sum => {
            let constant = egraph.add(Node::Int(constant));
            Some(sum.map_or(constant, |sum| {
                egraph.add(Node::Index(IndexOp::Add, [sum, constant]))
            }))
        }
    }
}
