//! Integers that are sums of multiples of others: equal where these are equal, each as often.
//!
//! **Theorem.** In the ring of integers modulo 2ʷ, which those of w bits are, `x + y`, `x - y`, `x * c` and `x << c` with a constant `c` are
//! combinations of x and y. Two combinations with one constant are equal if there is a bijection of their leaves, those with a
//! factor that is not 0, that takes each to one of the same value with the same factor. Operations with a promise (`overflowFlags`)
//! are leaves. So the lowest w bits of a combination of more bits are the combination of the lowest w bits of its leaves; those of what is
//! extended from w bits are what is extended.

use std::rc::Rc;

use super::super::Refused;
use super::super::function::{Array, Value};
use super::integers::{Known, Parts, is_combined, parts, width};
use super::{Comparison, Context, Guide, Node, Place};

/// Leaves of a combination. Arbitrary.
const MOST_LEAVES: usize = 64;

/// Leaves that one is compared with that have its factor and not its fingerprint. Arbitrary.
const MOST_OTHERS: usize = 6;

/// Combinations inside one another. Arbitrary: a leaf that is loaded may be far behind, and what is not found so is compared in other ways
/// too, on each level.
const MOST_WITHIN: usize = 2;

/// Loads of one combination that are followed to what was stored. Arbitrary.
const MOST_FOLLOWED: usize = 64;

/// A value and how often it is added: the lowest bits of it, or what it is when it is extended.
struct Leaf<'f> {
    place: Place<'f>,
    value: &'f Value,
    extension: Option<Extension>,
    factor: i128,
    fingerprint: u64,
}

/// How an integer is made longer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extension {
    Signed,
    Unsigned,
}

/// A sum of multiples, modulo 2ʷ.
struct Combination<'f> {
    width: u32,
    /// Loads that were followed.
    followed: usize,
    constant: i128,
    leaves: Vec<Leaf<'f>>,
}

impl Combination<'_> {
    /// A number as the least that is congruent to it and not negative.
    fn reduced(&self, number: i128) -> i128 {
        number.rem_euclid(1 << self.width)
    }

    fn product(&self, a: i128, b: i128) -> i128 {
        // What is beyond 128 bits is a multiple of 2ʷ.
        self.reduced(self.reduced(a).wrapping_mul(self.reduced(b)))
    }
}

impl<'f> Comparison<'f, '_> {
    /// Whether two integers are combinations of the same values; `None` where neither is one.
    pub(super) fn combinations(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        [second, first]: [&Place<'f>; 2],
        depth: usize,
    ) -> Refused<Option<bool>> {
        let (Node::Value(b), Node::Value(a)) = (&second.node, &first.node) else {
            return Ok(None);
        };
        let (b, a): (&'f Value, &'f Value) = (b, a);
        // Products of greater ones are beyond what is computed with here.
        let Some(width) = width(b).filter(|own| width(a) == Some(*own) && *own <= 64) else {
            return Ok(None);
        };
        let is_one = is_combined(b, width) || is_combined(a, width);
        if !is_one || self.within_combinations == MOST_WITHIN {
            return Ok(None);
        }
        let mut both = Vec::new();
        for (place, value) in [(second, b), (first, a)] {
            let mut made = Combination {
                width,
                followed: 0,
                constant: 0,
                leaves: Vec::new(),
            };
            if !self.combine(guide, context, place, value, 1, &mut made)? {
                return Ok(None);
            }
            made.leaves.retain(|leaf| leaf.factor != 0);
            both.push(made);
        }
        let [b, a] = [&both[0], &both[1]];
        let factors = |all: &Combination<'f>| {
            let mut factors: Vec<i128> = all.leaves.iter().map(|leaf| leaf.factor).collect();
            factors.sort_unstable();
            factors
        };
        if b.constant != a.constant || factors(b) != factors(a) {
            return Ok(Some(false));
        }
        // What is loaded of memory of the function's own may be far behind: it is compared where it looks the same, and all else does.
        let fingerprints = |all: &Combination<'f>| {
            let mut fingerprints: Vec<u64> = all.leaves.iter().map(|leaf| leaf.fingerprint).collect();
            fingerprints.sort_unstable();
            fingerprints
        };
        let others = match fingerprints(b) == fingerprints(a) {
            true => 0,
            false if b.leaves.iter().chain(&a.leaves).any(|leaf| reads_own(leaf.value)) => {
                return Ok(Some(false));
            }
            false => MOST_OTHERS,
        };
        let (mark, used) = (guide.mark(), self.used.len());
        let reason = self.reason.clone();
        let mut taken = vec![false; a.leaves.len()];
        'leaves: for leaf in &b.leaves {
            let open = (0..a.leaves.len()).filter(|&n| !taken[n] && a.leaves[n].factor == leaf.factor);
            let open = open.filter(|&n| a.leaves[n].extension == leaf.extension);
            let is_likely = |n: &usize| a.leaves[*n].fingerprint == leaf.fingerprint;
            let (mut tried, rest): (Vec<usize>, Vec<usize>) = open.partition(is_likely);
            tried.extend(rest.into_iter().take(others));
            for n in tried {
                let (mark, used) = (guide.mark(), self.used.len());
                let other = &a.leaves[n];
                let pair = (leaf.place.value(leaf.value), other.place.value(other.value));
                self.within_combinations += 1;
                let is_equal = self.equal(guide, context, pair.0, pair.1, depth + 1);
                self.within_combinations -= 1;
                if is_equal? {
                    taken[n] = true;
                    continue 'leaves;
                }
                guide.go_back(mark);
                self.used.truncate(used);
            }
            guide.go_back(mark);
            self.used.truncate(used);
            self.reason = reason;
            return Ok(Some(false));
        }
        self.reason = reason;
        Ok(Some(true))
    }

    /// Adds a multiple of a value; `false` where that takes too many leaves, or one that updates make.
    fn combine(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        place: &Place<'f>,
        value: &'f Value,
        factor: i128,
        made: &mut Combination<'f>,
    ) -> Refused<bool> {
        if let Value::Load(access) = value
            && matches!(access.array, Array::Register(_) | Array::Local(_))
            && made.followed < MOST_FOLLOWED
            && let Some(stored) = self.stored_by(guide, context, place, value)?
            && let Node::Value(value) = stored.node
            && stored.statement != place.statement
        {
            made.followed += 1;
            return self.combine(guide, context, &stored, value, factor, made);
        }
        // What updates make of a cell is compared update by update.
        if self.accumulation(place.side, value).is_some() {
            return Ok(false);
        }
        match parts(value, made.width) {
            Some(Parts::Constant(number)) => {
                made.constant = made.reduced(made.constant + made.product(number, factor));
                Ok(true)
            }
            Some(Parts::Of(parts)) => {
                for (part, by) in parts {
                    let factor = made.product(factor, by);
                    if !self.combine(guide, context, place, part, factor, made)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            None => {
                let place = place.clone();
                let (value, extension) = extended(value);
                let known = made.leaves.iter_mut().find(|leaf| {
                    let is_there = leaf.place.statement == place.statement && leaf.place.at == place.at;
                    is_there && leaf.extension == extension && is_written_alike(leaf.value, value)
                });
                match known {
                    Some(leaf) => {
                        leaf.factor = (leaf.factor + factor).rem_euclid(1 << made.width);
                    }
                    None => made.leaves.push(Leaf {
                        fingerprint: self.fingerprint(guide, context, &place, value)?,
                        factor: made.reduced(factor),
                        place,
                        value,
                        extension,
                    }),
                }
                Ok(made.leaves.len() <= MOST_LEAVES)
            }
        }
    }
}

/// What is extended, and how; any other value as it is.
fn extended(value: &Value) -> (&Value, Option<Extension>) {
    let Value::Op(op) = value else {
        return (value, None);
    };
    match (Known::of(op).map(|known| known.name), op.operands.as_slice()) {
        (Some("arith.extsi"), [a]) => (a, Some(Extension::Signed)),
        (Some("arith.extui"), [a]) => (a, Some(Extension::Unsigned)),
        _ => (value, None),
    }
}

/// Whether a value is computed of what is loaded of memory of the function's own.
fn reads_own(value: &Value) -> bool {
    match value {
        Value::Load(access) => !matches!(access.array, Array::Argument(_)),
        Value::Op(op) => op.operands.iter().any(reads_own),
        Value::Choice(choice) => reads_own(&choice.1) || reads_own(&choice.2),
        Value::OneOf(_, values) => values.iter().any(reads_own),
        Value::Index(_) | Value::Argument(_) => false,
    }
}

/// Whether two values of one instance are the same as they are written, loads those of one time.
fn is_written_alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Op(a), Value::Op(b)) => Rc::ptr_eq(a, b),
        (Value::Load(a), Value::Load(b)) => {
            let is_of_cell = a.array == b.array && a.subscripts == b.subscripts;
            Rc::ptr_eq(a, b) || is_of_cell && a.time == b.time
        }
        _ => std::ptr::eq(a, b),
    }
}
