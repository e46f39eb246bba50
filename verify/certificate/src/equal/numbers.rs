//! Integers of fixed width as sums of numbers: what is computed wide and narrow alike is the same sum where neither wraps around.
//!
//! The value of width `w` is its sum modulo 2ʷ. Where the bounds of the sum, a number, fit into `w` bits with a sign or without one, the sum
//! is what the value is read as with or without a sign, and the parts of comparisons, quotients and wider integers are taken of numbers.
//! Anything else is a part by itself, by its operation, its width and the low bits of its operands.

use std::collections::BTreeMap;

use ovolo_lang::algebra::IntPredicate;
use rustc_hash::FxHashMap;

use super::integers::{Known, constant};

/// A number: so many times each of some parts, and a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    parts: BTreeMap<u32, i128>,
    constant: i128,
}

/// What a sum is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// Of a name: the value with its sign.
    Leaf(u32),
    /// What a function of numbers gives.
    Of(Function, Vec<Sum>),
    /// What an operation of a width gives for operands of a width, with its sign.
    Bits(String, u32, u32, Vec<Sum>),
}

/// Functions of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Function {
    /// The quotient by a positive constant, rounded down.
    Floor(i128),
    /// The remainder of the least number that is not negative, modulo two to the power of this.
    Unsigned(u32),
    /// The same of the number with a sign.
    Signed(u32),
    Product,
    Least,
    Greatest,
    /// Bitwise, of numbers that are not negative.
    And,
    Or,
    Xor,
    /// Minus one where the number is less than zero, zero elsewhere.
    IsNegative,
    /// Minus one where the number is zero, zero elsewhere.
    IsZero,
    /// The second number where the first is not zero, else the third.
    Choice,
}

/// The least and the greatest that a number can be.
type Bounds = (i128, i128);

/// The parts of sums, each once, with what they can be.
#[derive(Default)]
pub(super) struct Parts {
    known: FxHashMap<Part, u32>,
    bounds: Vec<Bounds>,
}

/// How a value of a width is its sum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exact {
    Signed,
    Unsigned,
}

impl Parts {
    /// What has a name.
    pub fn leaf(&mut self, name: u32, width: u32) -> Option<Sum> {
        Some(self.part(Part::Leaf(name), of_width(width)?))
    }

    /// What an operation gives; `None` where a number is beyond 128 bits.
    pub fn computed(&mut self, known: &Known<'_>, operands: &[Sum]) -> Option<Sum> {
        let width = known.result;
        let of = known.operands.first().copied();
        match (known.name, operands) {
            ("arith.constant", []) => Some(Sum::constant(constant(known)?)),
            ("arith.addi", [a, b]) => a.plus(b, 1),
            ("arith.subi", [a, b]) => a.plus(b, -1),
            ("arith.muli", [a, b]) => match (a.as_constant(), b.as_constant()) {
                (_, Some(by)) => a.times(by),
                (Some(by), _) => b.times(by),
                _ => self.product(known, [a, b]),
            },
            ("arith.shli", [a, by]) => a.times(1i128.checked_shl(u32::try_from(by.as_constant()?).ok()?)?),
            ("arith.trunci", [a]) => Some(a.clone()),
            ("arith.extsi", [a]) => match self.is_exact(a, of?, Exact::Signed)? {
                true => Some(a.clone()),
                false => Some(self.part(
                    Part::Of(Function::Signed(of?), vec![a.modulo(of?)?]),
                    of_width(of?)?,
                )),
            },
            ("arith.extui", [a]) => match self.is_exact(a, of?, Exact::Unsigned)? {
                true => Some(a.clone()),
                false => {
                    let all = (0, 1i128.checked_shl(of?)?.checked_sub(1)?);
                    Some(self.part(Part::Of(Function::Unsigned(of?), vec![a.modulo(of?)?]), all))
                }
            },
            ("arith.shrsi" | "arith.shrui", [a, by]) => {
                let by = 1i128.checked_shl(u32::try_from(by.as_constant()?).ok()?)?;
                let exact = match known.name {
                    "arith.shrsi" => Exact::Signed,
                    _ => Exact::Unsigned,
                };
                match self.is_exact(a, width, exact)? {
                    true => self.floor(a, by),
                    false => self.bits(known, operands),
                }
            }
            ("arith.divui" | "arith.divsi" | "arith.remui" | "arith.remsi", [a, by]) => {
                let by = by.as_constant()?;
                let exact = match known.name {
                    "arith.divsi" | "arith.remsi" => Exact::Signed,
                    _ => Exact::Unsigned,
                };
                if by <= 0 || self.bounds(a)?.0 < 0 || !self.is_exact(a, width, exact)? {
                    return self.bits(known, operands);
                }
                let quotient = self.floor(a, by)?;
                match known.name {
                    "arith.divui" | "arith.divsi" => Some(quotient),
                    _ => a.plus(&quotient, by.checked_neg()?),
                }
            }
            ("arith.minsi" | "arith.maxsi" | "arith.minui" | "arith.maxui", [a, b]) => {
                let exact = match known.name {
                    "arith.minsi" | "arith.maxsi" => Exact::Signed,
                    _ => Exact::Unsigned,
                };
                if !self.is_exact(a, width, exact)? || !self.is_exact(b, width, exact)? {
                    return self.bits(known, operands);
                }
                let (x, y) = (self.bounds(a)?, self.bounds(b)?);
                let (function, bounds) = match known.name {
                    "arith.minsi" | "arith.minui" => (Function::Least, (x.0.min(y.0), x.1.min(y.1))),
                    _ => (Function::Greatest, (x.0.max(y.0), x.1.max(y.1))),
                };
                Some(self.part(Part::Of(function, in_order([a, b])), bounds))
            }
            ("arith.xori", [a, b]) if width == 1 && (a.as_constant(), b.as_constant()) != (None, None) => {
                // A truth value is zero or minus one.
                let (value, turned) = match (a.as_constant(), b.as_constant()) {
                    (_, Some(turned)) => (a, turned),
                    (Some(turned), _) => (b, turned),
                    _ => return None,
                };
                match turned {
                    0 => Some(value.clone()),
                    _ => Sum::constant(-1).plus(value, -1),
                }
            }
            ("arith.andi" | "arith.ori" | "arith.xori", [a, b]) => {
                let are_exact =
                    self.is_exact(a, width, Exact::Unsigned)? && self.is_exact(b, width, Exact::Unsigned)?;
                if !are_exact {
                    return self.bits(known, operands);
                }
                let (x, y) = (self.bounds(a)?.1, self.bounds(b)?.1);
                let (function, greatest) = match known.name {
                    "arith.andi" => (Function::And, x.min(y)),
                    name => {
                        let places = 128 - x.max(y).leading_zeros();
                        let function = if name == "arith.ori" {
                            Function::Or
                        } else {
                            Function::Xor
                        };
                        (function, 1i128.checked_shl(places)?.checked_sub(1)?)
                    }
                };
                Some(self.part(Part::Of(function, in_order([a, b])), (0, greatest)))
            }
            ("arith.cmpi", [a, b]) => self.comparison(known, [a, b]),
            _ => self.bits(known, operands),
        }
    }

    /// The second number where a truth value is set, else the third.
    pub fn choice(&mut self, [condition, then, otherwise]: [&Sum; 3]) -> Option<Sum> {
        let mut parts = [condition.clone(), then.clone(), otherwise.clone()];
        if parts[0].first_is_negative() {
            parts[0] = Sum::constant(-1).plus(&parts[0], -1)?;
            parts.swap(1, 2);
        }
        if self.bounds(&parts[0])? != (-1, 0) {
            return None;
        }
        let (x, y) = (self.bounds(then)?, self.bounds(otherwise)?);
        let part = Part::Of(Function::Choice, parts.to_vec());
        Some(self.part(part, (x.0.min(y.0), x.1.max(y.1))))
    }

    fn comparison(&mut self, known: &Known<'_>, [a, b]: [&Sum; 2]) -> Option<Sum> {
        let of = *known.operands.first()?;
        let predicate = IntPredicate::from_code(known.attribute?.parse().ok()?)?;
        use IntPredicate as P;
        let is_equality = matches!(predicate, P::Eq | P::Ne);
        let exact = match predicate {
            P::Ult | P::Ule | P::Ugt | P::Uge => Exact::Unsigned,
            _ => Exact::Signed,
        };
        let both = |exact| Some(self.is_exact(a, of, exact)? && self.is_exact(b, of, exact)?);
        if !(both(exact)? || is_equality && both(Exact::Unsigned)?) {
            return self.bits(known, &[a.clone(), b.clone()]);
        }
        let one = Sum::constant(1);
        match predicate {
            P::Eq | P::Ne => {
                let mut difference = a.plus(b, -1)?;
                if difference.first_is_negative() {
                    difference = difference.times(-1)?;
                }
                let is_zero = self.part(Part::Of(Function::IsZero, vec![difference]), (-1, 0));
                match predicate {
                    P::Eq => Some(is_zero),
                    _ => Sum::constant(-1).plus(&is_zero, -1),
                }
            }
            P::Slt | P::Ult => self.is_negative(a.plus(b, -1)?),
            P::Sgt | P::Ugt => self.is_negative(b.plus(a, -1)?),
            P::Sle | P::Ule => self.is_negative(a.plus(b, -1)?.plus(&one, -1)?),
            P::Sge | P::Uge => self.is_negative(b.plus(a, -1)?.plus(&one, -1)?),
        }
    }

    /// Whether a number is less than zero, which it is where it is not at least zero.
    fn is_negative(&mut self, sum: Sum) -> Option<Sum> {
        match sum.first_is_negative() {
            false => Some(self.part(Part::Of(Function::IsNegative, vec![sum]), (-1, 0))),
            true => {
                let other = Sum::constant(-1).plus(&sum, -1)?;
                let other = self.part(Part::Of(Function::IsNegative, vec![other]), (-1, 0));
                Sum::constant(-1).plus(&other, -1)
            }
        }
    }

    fn product(&mut self, known: &Known<'_>, [a, b]: [&Sum; 2]) -> Option<Sum> {
        let mut are_exact = true;
        for factor in [a, b] {
            are_exact &= self.is_exact(factor, known.result, Exact::Signed)?
                || self.is_exact(factor, known.result, Exact::Unsigned)?;
        }
        if !are_exact {
            return self.bits(known, &[a.clone(), b.clone()]);
        }
        let (x, y) = (self.bounds(a)?, self.bounds(b)?);
        let mut all = Vec::new();
        for (x, y) in [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)] {
            all.push(x.checked_mul(y)?);
        }
        let bounds = (*all.iter().min()?, *all.iter().max()?);
        Some(self.part(Part::Of(Function::Product, in_order([a, b])), bounds))
    }

    fn floor(&mut self, a: &Sum, by: i128) -> Option<Sum> {
        let (least, greatest) = self.bounds(a)?;
        let bounds = (least.div_euclid(by), greatest.div_euclid(by));
        match by {
            1 => Some(a.clone()),
            _ => Some(self.part(Part::Of(Function::Floor(by), vec![a.clone()]), bounds)),
        }
    }

    /// What an operation on bits gives, of which nothing else is known.
    fn bits(&mut self, known: &Known<'_>, operands: &[Sum]) -> Option<Sum> {
        let mut low = Vec::new();
        for (operand, width) in operands.iter().zip(&known.operands) {
            low.push(operand.modulo(*width)?);
        }
        let is_commutative = matches!(
            known.name,
            "arith.andi"
                | "arith.ori"
                | "arith.xori"
                | "arith.muli"
                | "arith.minsi"
                | "arith.maxsi"
                | "arith.minui"
                | "arith.maxui"
        );
        if let ([a, b], true) = (low.as_slice(), is_commutative) {
            low = in_order([a, b]);
        }
        let name = match known.attribute {
            Some(attribute) => format!("{} {attribute}", known.name),
            None => known.name.to_string(),
        };
        let of = known.operands.first().copied().unwrap_or_default();
        Some(self.part(Part::Bits(name, of, known.result, low), of_width(known.result)?))
    }

    fn part(&mut self, part: Part, bounds: Bounds) -> Sum {
        let next = self.bounds.len() as u32;
        let number = *self.known.entry(part).or_insert(next);
        if number == next {
            self.bounds.push(bounds);
        }
        Sum {
            parts: BTreeMap::from([(number, 1)]),
            constant: 0,
        }
    }

    fn bounds(&self, sum: &Sum) -> Option<Bounds> {
        let mut all = (sum.constant, sum.constant);
        for (part, times) in &sum.parts {
            let (least, greatest) = self.bounds[*part as usize];
            let ends = [least.checked_mul(*times)?, greatest.checked_mul(*times)?];
            all.0 = all.0.checked_add(ends[0].min(ends[1]))?;
            all.1 = all.1.checked_add(ends[0].max(ends[1]))?;
        }
        Some(all)
    }

    fn is_exact(&self, sum: &Sum, width: u32, exact: Exact) -> Option<bool> {
        let (least, greatest) = self.bounds(sum)?;
        let (from, to) = match exact {
            Exact::Signed => of_width(width)?,
            Exact::Unsigned => (0, 1i128.checked_shl(width)?.checked_sub(1)?),
        };
        Some(least >= from && greatest <= to)
    }
}

impl Sum {
    fn constant(constant: i128) -> Sum {
        Sum {
            parts: BTreeMap::new(),
            constant,
        }
    }

    fn as_constant(&self) -> Option<i128> {
        self.parts.is_empty().then_some(self.constant)
    }

    fn plus(&self, other: &Sum, times: i128) -> Option<Sum> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(times)?)?;
        for (part, factor) in &other.parts {
            let known = sum.parts.entry(*part).or_insert(0);
            *known = known.checked_add(factor.checked_mul(times)?)?;
        }
        sum.parts.retain(|_, factor| *factor != 0);
        Some(sum)
    }

    fn times(&self, by: i128) -> Option<Sum> {
        Sum::constant(0).plus(self, by)
    }

    /// The number whose factors are the least ones with the same low bits.
    fn modulo(&self, width: u32) -> Option<Sum> {
        let modulus = 1i128.checked_shl(width).filter(|modulus| *modulus > 0)?;
        let parts = self
            .parts
            .iter()
            .map(|(part, factor)| (*part, factor.rem_euclid(modulus)));
        Some(Sum {
            parts: parts.filter(|(_, factor)| *factor != 0).collect(),
            constant: self.constant.rem_euclid(modulus),
        })
    }

    fn first_is_negative(&self) -> bool {
        self.parts.values().next().is_some_and(|factor| *factor < 0)
    }

    /// Whether two values of a width are equal: whether their numbers have the same low bits.
    pub fn is_equal(&self, other: &Sum, width: u32) -> bool {
        let pair = self.modulo(width).zip(other.modulo(width));
        pair.is_some_and(|(a, b)| a == b)
    }
}

/// The numbers of a width with their signs.
fn of_width(width: u32) -> Option<Bounds> {
    let half = 1i128
        .checked_shl(width.checked_sub(1)?)
        .filter(|half| *half > 0)?;
    Some((-half, half - 1))
}

fn in_order([a, b]: [&Sum; 2]) -> Vec<Sum> {
    let key = |sum: &Sum| {
        (
            sum.parts.iter().map(|(p, f)| (*p, *f)).collect::<Vec<_>>(),
            sum.constant,
        )
    };
    match key(a) <= key(b) {
        true => vec![a.clone(), b.clone()],
        false => vec![b.clone(), a.clone()],
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::super::super::function::{Operation, Value};
    use super::*;

    /// A generator of numbers (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
    struct Drawn(u64);

    impl Drawn {
        fn next(&mut self, below: u64) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (z ^ (z >> 31)) % below
        }
    }

    const WIDTHS: [u32; 4] = [8, 16, 32, 1];

    /// The numbers of the leaves, as many of each width.
    const LEAVES: u64 = 3;

    fn signed(bits: i128, width: u32) -> i128 {
        bits << (128 - width) >> (128 - width)
    }

    fn unsigned(bits: i128, width: u32) -> i128 {
        bits & ((1 << width) - 1)
    }

    fn operation(key: String, operands: Vec<Value>) -> Value {
        Value::Op(Rc::new(Operation {
            key,
            is_commutative: false,
            operands,
        }))
    }

    /// Draws terms of leaves.
    struct Drawing<'p> {
        drawn: Drawn,
        parts: &'p mut Parts,
        /// Of each leaf its bits in several trials.
        leaves: Vec<Vec<i128>>,
    }

    /// A term as a number, and its bits with a sign in each trial.
    type Term = (Option<Sum>, Vec<i128>);

    impl Drawing<'_> {
        fn known(&mut self, name: &str, attribute: &str, of: &[u32], to: u32, operands: Vec<Term>) -> Term {
            let mut key = name.to_string() + attribute;
            of.iter().for_each(|width| key += &format!(" i{width}"));
            key += &format!(" -> i{to}");
            let placeholder = operands.iter().map(|_| Value::Argument(0)).collect();
            let value = operation(key, placeholder);
            let Value::Op(op) = &value else { unreachable!() };
            let known = Known::of(op).expect("an operation that is modelled");
            let sums: Option<Vec<Sum>> = operands.iter().map(|operand| operand.0.clone()).collect();
            let sum = sums.and_then(|sums| self.parts.computed(&known, &sums));
            let values = (0..self.leaves[0].len()).map(|trial| {
                let bits: Vec<i128> = operands.iter().map(|operand| operand.1[trial]).collect();
                signed(evaluated(name, attribute, of, &bits), to)
            });
            (sum, values.collect())
        }

        fn constant(&mut self, width: u32, value: i128) -> Term {
            let text = match width {
                1 => (value != 0).to_string(),
                _ => value.to_string(),
            };
            self.known(
                "arith.constant",
                &format!(" value = {text}"),
                &[],
                width,
                Vec::new(),
            )
        }

        fn term(&mut self, width: u32, depth: u32) -> Term {
            let choice = self.drawn.next(if depth == 0 { 2 } else { 12 });
            let below = |drawing: &mut Self, width| drawing.term(width, depth - 1);
            match choice {
                0 => {
                    let value = signed(self.drawn.next(1 << 20) as i128 >> self.drawn.next(18), width);
                    self.constant(width, value)
                }
                1 => {
                    let place = WIDTHS.iter().position(|known| *known == width).unwrap_or(0) as u64;
                    let leaf = (place * LEAVES + self.drawn.next(LEAVES)) as u32;
                    (self.parts.leaf(leaf, width), self.leaves[leaf as usize].clone())
                }
                2..=4 => {
                    let names = [
                        "addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui",
                    ];
                    let name = names[self.drawn.next(names.len() as u64) as usize];
                    let operands = vec![below(self, width), below(self, width)];
                    self.known(&format!("arith.{name}"), "", &[width; 2], width, operands)
                }
                5 | 6 if width > 1 => {
                    let name = ["shli", "shrsi", "shrui"][self.drawn.next(3) as usize];
                    let by = self.drawn.next(u64::from(width)) as i128;
                    let operands = vec![below(self, width), self.constant(width, by)];
                    self.known(&format!("arith.{name}"), "", &[width; 2], width, operands)
                }
                7 if width > 1 => {
                    let name = ["divsi", "divui", "remsi", "remui"][self.drawn.next(4) as usize];
                    let by = 1 + self.drawn.next(20) as i128;
                    let operands = vec![below(self, width), self.constant(width, by)];
                    self.known(&format!("arith.{name}"), "", &[width; 2], width, operands)
                }
                8 | 9 if width > 1 => {
                    let from = WIDTHS[self.drawn.next(4) as usize];
                    if from == width {
                        return below(self, width);
                    }
                    let name = match from > width {
                        true => "arith.trunci",
                        false => ["arith.extui", "arith.extsi"][self.drawn.next(2) as usize],
                    };
                    let operands = vec![below(self, from)];
                    self.known(name, "", &[from], width, operands)
                }
                _ if width == 1 => {
                    let of = WIDTHS[self.drawn.next(3) as usize];
                    let predicate = self.drawn.next(10);
                    let operands = vec![below(self, of), below(self, of)];
                    self.known(
                        "arith.cmpi",
                        &format!(" predicate = {predicate}"),
                        &[of; 2],
                        1,
                        operands,
                    )
                }
                _ => {
                    let [condition, then, otherwise] =
                        [below(self, 1), below(self, width), below(self, width)];
                    let sums = [&condition.0, &then.0, &otherwise.0];
                    let sum = match sums {
                        [Some(condition), Some(then), Some(otherwise)] => {
                            self.parts.choice([condition, then, otherwise])
                        }
                        _ => None,
                    };
                    let all = condition.1.iter().zip(then.1.iter().zip(&otherwise.1));
                    let values =
                        all.map(|(holds, (then, otherwise))| if *holds != 0 { *then } else { *otherwise });
                    (sum, values.collect())
                }
            }
        }
    }

    fn evaluated(name: &str, attribute: &str, of: &[u32], bits: &[i128]) -> i128 {
        let width = of.first().copied().unwrap_or(1);
        let u: Vec<i128> = bits.iter().map(|bits| unsigned(*bits, width)).collect();
        match (name, bits) {
            ("arith.constant", []) => match attribute.rsplit(' ').next() {
                Some("true") => -1,
                Some("false") => 0,
                Some(number) => number.parse().expect("a number"),
                None => unreachable!(),
            },
            ("arith.addi", [a, b]) => a + b,
            ("arith.subi", [a, b]) => a - b,
            ("arith.muli", [a, b]) => a * b,
            ("arith.andi", [a, b]) => a & b,
            ("arith.ori", [a, b]) => a | b,
            ("arith.xori", [a, b]) => a ^ b,
            ("arith.minsi", [a, b]) => *a.min(b),
            ("arith.maxsi", [a, b]) => *a.max(b),
            ("arith.minui", _) => u[0].min(u[1]),
            ("arith.maxui", _) => u[0].max(u[1]),
            ("arith.shli", [a, b]) => a << b,
            ("arith.shrsi", [a, b]) => a >> b,
            ("arith.shrui", _) => u[0] >> u[1],
            ("arith.divsi", [a, b]) => a / b,
            ("arith.divui", _) => u[0] / u[1],
            ("arith.remsi", [a, b]) => a % b,
            ("arith.remui", _) => u[0] % u[1],
            ("arith.extui", _) => u[0],
            ("arith.extsi" | "arith.trunci", [a]) => *a,
            ("arith.cmpi", [a, b]) => {
                let predicate = attribute.rsplit(' ').next().and_then(|code| code.parse().ok());
                use IntPredicate as P;
                let holds = match predicate.and_then(IntPredicate::from_code).expect("a predicate") {
                    P::Eq => a == b,
                    P::Ne => a != b,
                    P::Slt => a < b,
                    P::Sle => a <= b,
                    P::Sgt => a > b,
                    P::Sge => a >= b,
                    P::Ult => u[0] < u[1],
                    P::Ule => u[0] <= u[1],
                    P::Ugt => u[0] > u[1],
                    P::Uge => u[0] >= u[1],
                };
                -i128::from(holds)
            }
            other => panic!("{other:?}"),
        }
    }

    /// Terms whose numbers are equal have the same bits for all that was tried, and what a number is known to be it is.
    #[test]
    fn equal_numbers_have_equal_bits() {
        let (mut equal, mut seen) = (0, 0);
        for seed in 0..300 {
            let mut parts = Parts::default();
            let mut drawn = Drawn(seed);
            let leaves = WIDTHS.iter().flat_map(|width| vec![*width; LEAVES as usize]);
            let leaves = leaves
                .map(|width| {
                    let trial = |n| match n {
                        0 => signed(-1, width),
                        1 => signed(1 << (width - 1), width),
                        2 => 0,
                        _ => signed(i128::from(drawn.next(u64::MAX)), width),
                    };
                    (0..24).map(trial).collect()
                })
                .collect();
            let mut drawing = Drawing {
                drawn: Drawn(seed + 1000),
                parts: &mut parts,
                leaves,
            };
            let terms: Vec<(u32, Term)> = (0..60)
                .map(|n| {
                    let width = WIDTHS[n % 4];
                    (width, drawing.term(width, 3))
                })
                .collect();
            for (width, (sum, values)) in &terms {
                let Some(sum) = sum else { continue };
                seen += 1;
                // Bounds of a number that fits are bounds of the value.
                for exact in [Exact::Signed, Exact::Unsigned] {
                    if parts.is_exact(sum, *width, exact) == Some(true) {
                        let (least, greatest) = parts.bounds(sum).expect("bounds");
                        for value in values {
                            let value = match exact {
                                Exact::Signed => *value,
                                Exact::Unsigned => unsigned(*value, *width),
                            };
                            assert!(
                                least <= value && value <= greatest,
                                "{sum:?} {value} {least} {greatest}"
                            );
                        }
                    }
                }
                for (other_width, (other, other_values)) in &terms {
                    if other_width == width
                        && let Some(other) = other
                        && sum.is_equal(other, *width)
                    {
                        equal += 1;
                        assert_eq!(values, other_values, "{sum:?}");
                    }
                }
            }
        }
        assert!(seen > 10_000 && equal > seen + 500, "{seen} {equal}");
    }
}
