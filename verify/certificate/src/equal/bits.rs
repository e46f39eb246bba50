//! Integers that are computed by different operations: equal for all values of what they are computed of.
//!
//! Both are terms of bit vectors over leaves, loads, arguments and operations that are not modelled here. Each leaf of the second
//! function is shown to have the value of one of the first by the comparison itself, and gets its name; z3 is asked whether the
//! terms can differ. Where they cannot, the values are equal wherever the leaves are. What is modelled has a value for all
//! operands: divisors are constants other than 0 and -1, shifts are by constants below the width, and operations with a promise
//! (`overflowFlags`) are leaves. Terms that are the same number (`numbers`) need no z3. Rules are proved with another encoding, `arithmetic` of `ovolo-verify`: what is wrong in one of them
//! does not confirm itself.

use std::collections::BTreeMap;
use std::rc::Rc;

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::algebra::IntPredicate;
use z3::ast::{BV, Bool};

use super::super::Refused;
use super::super::function::{Array, Operation, SELECT, Value};
use super::integers::{Known, constant, is_combined, width};
use super::numbers::{Parts, Sum};
use super::{Comparison, Context, Guide, Node, Place};

/// Operations of a term, each counted once. Arbitrary.
const MOST_OPERATIONS: usize = 400;

/// Leaves that are compared with one that have not its fingerprint. Arbitrary.
const MOST_OTHERS: usize = 3;

/// The terms of the values that a function has computed: what several operations read is one term.
struct Terms<'p> {
    /// Whether what is a sum of others is a leaf.
    are_sums_leaves: bool,
    count: usize,
    /// By where a value is kept and its statement: the instances and the term in each.
    known: BTreeMap<(*const (), usize), Vec<Instance>>,
    /// Of the numbers of both functions.
    parts: &'p mut Parts,
}

impl Terms<'_> {
    fn of(parts: &mut Parts, are_sums_leaves: bool) -> Terms<'_> {
        Terms {
            are_sums_leaves,
            count: 0,
            known: BTreeMap::new(),
            parts,
        }
    }
}

/// The bits of a value, and it as a number where it is seen as one.
#[derive(Clone)]
struct Term {
    bits: BV,
    number: Option<Sum>,
}

/// The variables of an instance, and the term there.
type Instance = (Vec<AffineExpr>, Term);

/// A leaf, where it is, and its name, the number of which is its place among the leaves of the first function.
type Leaf<'f> = (Place<'f>, &'f Value, (BV, u32));

/// Comparisons of bits inside one another. Arbitrary: leaves are what other statements have computed, and to compare those by bits
/// again, and what they were computed of, takes as many ways as there are leaves in each.
const MOST_WITHIN: usize = 2;

/// What gives a leaf its name; `None` where it has none.
type Names<'n, 'f, 'a> = dyn FnMut(
        &mut Comparison<'f, 'a>,
        &mut dyn Guide<'f>,
        &Place<'f>,
        &'f Value,
        u32,
    ) -> Refused<Option<(BV, u32)>>
    + 'n;

impl<'f, 'a> Comparison<'f, 'a> {
    /// Whether two integers, results of operations, are equal for all values of their leaves, which are equal.
    pub(super) fn bits(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        second: &Place<'f>,
        first: &Place<'f>,
        depth: usize,
    ) -> Refused<bool> {
        let (Node::Value(b), Node::Value(a)) = (&second.node, &first.node) else {
            return Ok(false);
        };
        let (b, a): (&'f Value, &'f Value) = (b, a);
        let (Some(width), true) = (width(b), width(b) == width(a)) else {
            return Ok(false);
        };
        // Leaves alone are compared as any values.
        let is_leaf = [b, a].iter().any(|value| operands_of(value, width).is_none());
        if is_leaf || self.within_bits == MOST_WITHIN {
            return Ok(false);
        }
        let reason = std::mem::take(&mut self.reason);
        // Sums of many are told apart faster as combinations than as bits.
        let mut is_equal = false;
        for are_sums_leaves in [true, false] {
            let is_worth = !are_sums_leaves || self.within_bits == 0;
            is_equal = is_equal
                || is_worth
                    && self.same_bits(
                        guide,
                        context,
                        [(second, b), (first, a)],
                        (width, are_sums_leaves),
                        depth,
                    )?;
        }
        self.reason = reason;
        Ok(is_equal)
    }

    /// The same with sums of others as leaves, or of what they are sums of.
    fn same_bits(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        [(second, b), (first, a)]: [(&Place<'f>, &'f Value); 2],
        (width, are_sums_leaves): (u32, bool),
        depth: usize,
    ) -> Refused<bool> {
        let (mark, used) = (guide.mark(), self.used.len());
        let mut own: Vec<Leaf<'f>> = Vec::new();
        let mut parts = Parts::default();
        let mut terms = Terms::of(&mut parts, are_sums_leaves);
        let a = self.term(
            guide,
            context,
            first,
            a,
            width,
            &mut terms,
            &mut |_, _, place, leaf, width| {
                Ok(Some(found(&own, place, leaf).unwrap_or_else(|| {
                    let name = (
                        BV::new_const(format!("leaf{}", own.len()), width),
                        own.len() as u32,
                    );
                    own.push((place.clone(), leaf, name.clone()));
                    name
                })))
            },
        )?;
        let mut fingerprints = Vec::new();
        for (place, leaf, _) in &own {
            fingerprints.push(self.fingerprint(guide, context, place, leaf)?);
        }
        let mut matched: Vec<Leaf<'f>> = Vec::new();
        let mut terms = Terms::of(&mut parts, are_sums_leaves);
        let b = match (a.is_some(), own.is_empty()) {
            (true, false) => self.term(
                guide,
                context,
                second,
                b,
                width,
                &mut terms,
                &mut |this, guide, place, leaf, width| {
                    if let Some(name) = found(&matched, place, leaf) {
                        return Ok(Some(name));
                    }
                    let fingerprint = this.fingerprint(guide, context, place, leaf)?;
                    let of_width = (0..own.len()).filter(|&n| own[n].2.0.get_size() == width);
                    let (mut tried, others): (Vec<usize>, Vec<usize>) =
                        of_width.partition(|&n| fingerprints[n] == fingerprint);
                    tried.extend(others.into_iter().take(MOST_OTHERS));
                    for n in tried {
                        let (mark, used) = (guide.mark(), this.used.len());
                        let (b, a) = (place.value(leaf), own[n].0.value(own[n].1));
                        this.within_bits += 1;
                        let is_equal = this.equal(guide, context, b, a, depth + 1);
                        this.within_bits -= 1;
                        if is_equal? {
                            matched.push((place.clone(), leaf, own[n].2.clone()));
                            return Ok(Some(own[n].2.clone()));
                        }
                        guide.go_back(mark);
                        this.used.truncate(used);
                    }
                    Ok(None)
                },
            )?,
            _ => None,
        };
        let is_equal = a.zip(b).is_some_and(|(a, b)| {
            let numbers = a.number.zip(b.number);
            numbers.is_some_and(|(a, b)| a.is_equal(&b, width))
                || self.asked.is_never(&b.bits.eq(&a.bits).not())
        });
        if !is_equal {
            guide.go_back(mark);
            self.used.truncate(used);
        }
        Ok(is_equal)
    }

    /// The term of a value of a width, of names for its leaves; `None` where a leaf has none. What is read from a register is what
    /// was stored there.
    #[allow(clippy::too_many_arguments)]
    fn term(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        place: &Place<'f>,
        value: &'f Value,
        width: u32,
        terms: &mut Terms<'_>,
        names: &mut Names<'_, 'f, 'a>,
    ) -> Refused<Option<Term>> {
        let written: *const () = match value {
            Value::Op(op) => Rc::as_ptr(op).cast(),
            Value::Load(access) => Rc::as_ptr(access).cast(),
            _ => std::ptr::from_ref(value).cast(),
        };
        let key = (written, place.statement);
        let known = terms.known.get(&key).into_iter().flatten();
        if let Some((_, term)) = known.into_iter().find(|(at, _)| *at == place.at) {
            return Ok((term.bits.get_size() == width).then(|| term.clone()));
        }
        terms.count += 1;
        if terms.count > MOST_OPERATIONS {
            return Ok(None);
        }
        let term = 'term: {
            if let Value::Load(access) = value
                && matches!(access.array, Array::Register(_))
                && let Some(stored) = self.stored_by(guide, context, place, value)?
                && let Node::Value(value) = stored.node
            {
                break 'term self.term(guide, context, &stored, value, width, terms, names)?;
            }
            let is_sum = terms.are_sums_leaves && terms.count > 1 && is_combined(value, width);
            let (Value::Op(op), Some(widths), false) = (value, operands_of(value, width), is_sum) else {
                let name = names(self, guide, place, value, width)?;
                break 'term name.map(|(bits, number)| Term {
                    bits,
                    number: terms.parts.leaf(number, width),
                });
            };
            let op: &'f Operation = op;
            let mut operands = Vec::new();
            for (operand, width) in op.operands.iter().zip(widths) {
                match self.term(guide, context, place, operand, width, terms, names)? {
                    Some(term) => operands.push(term),
                    None => break 'term None,
                }
            }
            let bits: Vec<BV> = operands.iter().map(|operand| operand.bits.clone()).collect();
            let numbers: Option<Vec<Sum>> = operands.into_iter().map(|operand| operand.number).collect();
            match (op.key == SELECT, bits.as_slice()) {
                (true, [condition, then, otherwise]) => Some(Term {
                    bits: condition.eq(BV::from_u64(1, 1)).ite(then, otherwise),
                    number: numbers.and_then(|all| match all.as_slice() {
                        [condition, then, otherwise] => terms.parts.choice([condition, then, otherwise]),
                        _ => None,
                    }),
                }),
                (true, _) => None,
                (false, operands) => Known::of(op).and_then(|known| {
                    Some(Term {
                        bits: computed(&known, operands)?,
                        number: numbers.and_then(|all| terms.parts.computed(&known, &all)),
                    })
                }),
            }
        };
        if let Some(term) = &term {
            let known = terms.known.entry(key).or_default();
            known.push((place.at.clone(), term.clone()));
        }
        Ok(term)
    }

    /// The instance that has stored what a load reads, and what it stores, if that is one.
    pub(super) fn stored_by(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        place: &Place<'f>,
        value: &'f Value,
    ) -> Refused<Option<Place<'f>>> {
        let Value::Load(access) = value else {
            return Ok(None);
        };
        // Of an array many stores may be read, and to ask for each takes longer than what it may tell is worth.
        let is_of_many = match access.array {
            _ if self.accumulation(place.side, value).is_some() => true,
            Array::Register(_) => false,
            Array::Local(_) => self.sources(guide, place.side, place.statement, access)?.len() != 1,
            _ => true,
        };
        if is_of_many {
            return Ok(None);
        }
        let mut from = None;
        for (condition, case) in self.cases(guide, context, place, value)?.unwrap_or_default() {
            if self.is_impossible(context, &[condition])? {
                continue;
            }
            let stored = match case.node {
                Node::Stored => case.value(&self.statement(case.side, case.statement).value),
                Node::Value(_) => case,
                Node::Cell(..) => return Ok(None),
            };
            if from.replace(stored).is_some() {
                return Ok(None);
            }
        }
        Ok(from)
    }
}

/// The name of a leaf that is known: one that is written alike has the same value in the same instance.
fn found(known: &[Leaf<'_>], place: &Place<'_>, leaf: &Value) -> Option<(BV, u32)> {
    let written = format!("{leaf:?}");
    let is_it = |(other, value, _): &&Leaf<'_>| {
        other.statement == place.statement && other.at == place.at && format!("{value:?}") == written
    };
    known.iter().find(is_it).map(|(.., name)| name.clone())
}

/// The widths of the operands of a value that is an operation which is modelled.
fn operands_of(value: &Value, width: u32) -> Option<Vec<u32>> {
    let Value::Op(op) = value else { return None };
    match op.key == SELECT {
        true => Some(vec![1, width, width]),
        false => Known::of(op)
            .filter(|known| known.result == width && is_modelled(known, op))
            .map(|known| known.operands),
    }
}

/// Whether an operation has a value for all operands that is modelled.
fn is_modelled(known: &Known<'_>, op: &Operation) -> bool {
    let by = || match op.operands.last() {
        Some(Value::Op(by)) => constant(&Known::of(by)?),
        _ => None,
    };
    match known.name {
        "arith.divsi" | "arith.remsi" => by().is_some_and(|by| by != 0 && by != -1),
        "arith.divui" | "arith.remui" => by().is_some_and(|by| by != 0),
        "arith.shli" | "arith.shrui" | "arith.shrsi" => {
            by().is_some_and(|by| (0..i128::from(known.result)).contains(&by))
        }
        "arith.constant" => constant(known).is_some(),
        name => {
            let ones: Vec<BV> = known
                .operands
                .iter()
                .map(|width| BV::from_u64(1, *width))
                .collect();
            matches!(name.split_once('.'), Some(("arith", _))) && computed(known, &ones).is_some()
        }
    }
}

/// What an operation computes, as the `arith` dialect defines it.
fn computed(known: &Known<'_>, operands: &[BV]) -> Option<BV> {
    let bit = |holds: Bool| holds.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1));
    let width = known.result;
    Some(match (known.name, operands) {
        ("arith.constant", []) => BV::from_str(width, &constant(known)?.to_string())?,
        ("arith.addi", [a, b]) => a.bvadd(b),
        ("arith.subi", [a, b]) => a.bvsub(b),
        ("arith.muli", [a, b]) => a.bvmul(b),
        ("arith.andi", [a, b]) => a.bvand(b),
        ("arith.ori", [a, b]) => a.bvor(b),
        ("arith.xori", [a, b]) => a.bvxor(b),
        ("arith.shli", [a, b]) => a.bvshl(b),
        ("arith.shrui", [a, b]) => a.bvlshr(b),
        ("arith.shrsi", [a, b]) => a.bvashr(b),
        ("arith.divsi", [a, b]) => a.bvsdiv(b),
        ("arith.remsi", [a, b]) => a.bvsrem(b),
        ("arith.divui", [a, b]) => a.bvudiv(b),
        ("arith.remui", [a, b]) => a.bvurem(b),
        ("arith.minsi", [a, b]) => a.bvslt(b).ite(a, b),
        ("arith.maxsi", [a, b]) => a.bvsgt(b).ite(a, b),
        ("arith.minui", [a, b]) => a.bvult(b).ite(a, b),
        ("arith.maxui", [a, b]) => a.bvugt(b).ite(a, b),
        ("arith.extui", [a]) => a.zero_ext(width.checked_sub(a.get_size())?),
        ("arith.extsi", [a]) => a.sign_ext(width.checked_sub(a.get_size())?),
        ("arith.trunci", [a]) => a.extract(width - 1, 0),
        ("arith.cmpi", [a, b]) => bit(match IntPredicate::from_code(known.attribute?.parse().ok()?)? {
            IntPredicate::Eq => a.eq(b),
            IntPredicate::Ne => a.eq(b).not(),
            IntPredicate::Slt => a.bvslt(b),
            IntPredicate::Sle => a.bvsle(b),
            IntPredicate::Sgt => a.bvsgt(b),
            IntPredicate::Sge => a.bvsge(b),
            IntPredicate::Ult => a.bvult(b),
            IntPredicate::Ule => a.bvule(b),
            IntPredicate::Ugt => a.bvugt(b),
            IntPredicate::Uge => a.bvuge(b),
        }),
        _ => return None,
    })
}
