//! Questions in a form in which quotients of one number are few.
//!
//! Tiles of tiles make quotients and remainders of quotients and remainders, of which z3 does not see that they are sums of
//! each other: for `x mod 48 floordiv 4 == x floordiv 4 - x floordiv 48 * 12` it searches. So every number becomes a sum of
//! multiples of variables and of quotients, by
//!
//! - `x mod c == x - x floordiv c * c`,
//! - `(x + y * c) floordiv c == x floordiv c + y`, and
//! - `(x * g + r) floordiv (c * g) == x floordiv c` for `0 <= r < g`,
//!
//! and of quotients of one number by `c` and by a multiple `c * k` it is told that
//! `0 <= x floordiv c - x floordiv (c * k) * k < k`. All of this holds of all integers, for `c`, `g`, `k` > 0.

mod ranges;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use z3::ast::{Ast, Bool, Dynamic, Int};
use z3::{DeclKind, Model};

use super::linear::{Linear, Relation};
use super::refute::{Case, is_refuted};
use ranges::Within;

/// A condition on sums.
#[derive(Clone, Debug)]
enum Form {
    Compare(Linear, Relation, Within),
    All(Vec<Rc<Told>>),
    Any(Vec<Rc<Told>>),
    Not(Rc<Told>),
    Other(Bool),
}

/// A condition in other words.
#[derive(Debug)]
struct Told {
    form: Form,
    condition: Bool,
    quotients: Vec<usize>,
    /// How many conditions it consists of, one in several places counted for each.
    size: usize,
}

/// Conditions beyond which a question is not written out. Arbitrary.
const MOST_WRITTEN_OUT: usize = 3_000;

impl Told {
    /// A condition that always holds, or never does.
    fn constant(holds: bool) -> Told {
        Told {
            form: match holds {
                true => Form::All(Vec::new()),
                false => Form::Any(Vec::new()),
            },
            condition: Bool::from_bool(holds),
            quotients: Vec::new(),
            size: 1,
        }
    }

    /// Whether it always holds, or never does.
    fn as_constant(&self) -> Option<bool> {
        match &self.form {
            Form::All(parts) if parts.is_empty() => Some(true),
            Form::Any(parts) if parts.is_empty() => Some(false),
            _ => None,
        }
    }

    /// That all conditions hold (`all`), or one of them.
    fn joined(all: bool, parts: impl IntoIterator<Item = Rc<Told>>) -> Rc<Told> {
        let mut joined: Vec<Rc<Told>> = Vec::new();
        for part in parts {
            match (&part.form, all) {
                (Form::Any(parts), true) | (Form::All(parts), false) if parts.is_empty() => return part,
                (Form::All(parts), true) | (Form::Any(parts), false) => joined.extend(parts.iter().cloned()),
                _ => joined.push(part),
            }
        }
        if let [one] = joined.as_slice() {
            return one.clone();
        }
        if joined.is_empty() {
            return Rc::new(Told::constant(all));
        }
        let same: Vec<&Bool> = joined.iter().map(|part| &part.condition).collect();
        let condition = match all {
            true => Bool::and(&same),
            false => Bool::or(&same),
        };
        let quotients = joined.iter().flat_map(|part| &part.quotients);
        let sizes = joined.iter().map(|part| part.size);
        Rc::new(Told {
            condition,
            quotients: quotients.copied().collect(),
            size: sizes.fold(1, usize::saturating_add),
            form: match all {
                true => Form::All(joined),
                false => Form::Any(joined),
            },
        })
    }

    /// That a condition does not hold.
    fn negated(part: &Rc<Told>) -> Rc<Told> {
        if let Form::Not(part) = &part.form {
            return part.clone();
        }
        Rc::new(match part.as_constant() {
            Some(holds) => Told::constant(!holds),
            None => Told {
                form: Form::Not(part.clone()),
                condition: part.condition.not(),
                quotients: part.quotients.clone(),
                size: part.size.saturating_add(1),
            },
        })
    }

    /// Adds to conditions that this one holds, or does not.
    fn assume(&self, holds: bool, case: &mut Case) {
        match (&self.form, holds) {
            (Form::Compare(sum, relation, _), true) => case.compare(sum, *relation),
            (Form::Compare(sum, relation, _), false) => match relation {
                Relation::Less => case.compare(sum, Relation::NotLess),
                Relation::NotGreater => case.compare(sum, Relation::Greater),
                Relation::Greater => case.compare(sum, Relation::NotGreater),
                Relation::NotLess => case.compare(sum, Relation::Less),
                Relation::Equal => case.differs(sum),
            },
            (Form::All(parts), true) | (Form::Any(parts), false) => {
                parts.iter().for_each(|part| part.assume(holds, case));
            }
            (Form::Any(parts), true) | (Form::All(parts), false) => {
                let of = |part: &Rc<Told>| {
                    let mut one = Case::default();
                    part.assume(holds, &mut one);
                    one
                };
                case.choose(parts.iter().map(of).collect());
            }
            (Form::Not(part), _) => part.assume(!holds, case),
            (Form::Other(_), _) => {}
        }
    }
}

/// A model of z3, and what the atoms are in it as far as was asked.
pub struct Known {
    pub model: Model,
    values: RefCell<FxHashMap<usize, Option<i64>>>,
}

impl Known {
    pub fn of(model: Model) -> Known {
        Known {
            model,
            values: RefCell::default(),
        }
    }
}

/// The numbers that occur in questions.
#[derive(Default)]
pub struct Quotients {
    atoms: Vec<Int>,
    by_atom: FxHashMap<Int, usize>,
    numbers: FxHashMap<Int, Option<Linear>>,
    conditions: FxHashMap<Bool, Rc<Told>>,
    /// Of atoms that are quotients the dividend and the divisor.
    quotients: FxHashMap<usize, (Linear, i64)>,
    /// The terms of sums that are compared, numbered.
    terms: FxHashMap<BTreeMap<usize, i64>, usize>,
}

impl Quotients {
    /// Whether it is seen without a search that conditions do not hold together.
    fn refutes(&self, told: &[Rc<Told>]) -> bool {
        let sizes = told.iter().map(|told| told.size);
        if sizes.fold(0, usize::saturating_add) > MOST_WRITTEN_OUT {
            return false;
        }
        let mut case = Case::default();
        let mut found = BTreeSet::new();
        for told in told {
            told.assume(true, &mut case);
            found.extend(told.quotients.iter().copied());
        }
        for quotient in &found {
            if let Some((dividend, divisor)) = self.quotients.get(quotient) {
                // 0 <= dividend - divisor * quotient < divisor
                let rest = dividend.clone().plus(&Linear::of(*quotient), -divisor);
                if let Some(rest) = rest {
                    case.at_least(&rest, 1, 0);
                    case.at_least(&rest, -1, divisor - 1);
                }
            }
        }
        for (part, whole, times) in self.nested(&found) {
            // 0 <= part - whole * times < times
            if let Some(rest) = Linear::of(part).plus(&Linear::of(whole), -times) {
                case.at_least(&rest, 1, 0);
                case.at_least(&rest, -1, times - 1);
            }
        }
        is_refuted(&case)
    }

    /// Of quotients of one number by `c` and by `c * k` both, and `k`.
    fn nested(&self, quotients: &BTreeSet<usize>) -> Vec<(usize, usize, i64)> {
        let mut by_dividend: BTreeMap<&Linear, Vec<(i64, usize)>> = BTreeMap::new();
        for atom in quotients {
            if let Some((dividend, divisor)) = self.quotients.get(atom) {
                by_dividend.entry(dividend).or_default().push((*divisor, *atom));
            }
        }
        let mut all = Vec::new();
        for mut group in by_dividend.into_values() {
            group.sort_unstable();
            for (n, (great, whole)) in group.iter().enumerate() {
                let part = group[..n].iter().rev().find(|(small, _)| great % small == 0);
                all.extend(part.map(|(small, part)| (*part, *whole, great / small)));
            }
        }
        all
    }

    /// Conditions in other words, without what others tell that are known or stand before them; `None` where it is seen without a
    /// search that they do not hold together.
    pub fn told<'c>(&mut self, known: &'c [Bool], conditions: &'c [Bool]) -> Option<Vec<Bool>> {
        let [known, told] = [known, conditions].map(|all| {
            let all = all.iter().map(|condition| self.condition(condition));
            all.collect::<Vec<_>>()
        });
        let told = self.shortened(&known, told)?;
        let all = [&known[..], &told].concat();
        if self.refutes(&all) {
            return None;
        }
        let found = told.iter().flat_map(|told| told.quotients.iter().copied());
        let facts = self
            .nested(&found.collect())
            .into_iter()
            .flat_map(|(part, whole, times)| {
                let left = &self.atoms[part] - &self.atoms[whole] * Int::from_i64(times);
                [left.ge(0), left.lt(times)]
            });
        Some(
            told.iter()
                .map(|told| told.condition.clone())
                .chain(facts)
                .collect(),
        )
    }

    /// Whether a condition holds in a model.
    pub fn holds(&mut self, condition: &Bool, known: &Known) -> bool {
        let told = self.condition(condition);
        self.is_met(&told, known) == Some(true)
    }

    fn is_met(&self, told: &Told, known: &Known) -> Option<bool> {
        Some(match &told.form {
            Form::Compare(sum, relation, _) => relation.holds(self.value(sum, known)?.into()),
            Form::All(parts) => {
                for part in parts {
                    if !self.is_met(part, known)? {
                        return Some(false);
                    }
                }
                true
            }
            Form::Any(parts) => {
                for part in parts {
                    if self.is_met(part, known)? {
                        return Some(true);
                    }
                }
                false
            }
            Form::Not(part) => !self.is_met(part, known)?,
            Form::Other(condition) => known.model.eval(condition, true)?.as_bool()?,
        })
    }

    fn value(&self, sum: &Linear, known: &Known) -> Option<i64> {
        let mut all = sum.constant;
        for (&atom, &c) in &sum.terms {
            let cached = known.values.borrow().get(&atom).copied();
            let value = cached.unwrap_or_else(|| {
                let value = match self.quotients.get(&atom) {
                    Some((dividend, divisor)) => self
                        .value(dividend, known)
                        .map(|value| value.div_euclid(*divisor)),
                    None => known
                        .model
                        .eval(&self.atoms[atom], true)
                        .and_then(|value| value.as_i64()),
                };
                known.values.borrow_mut().insert(atom, value);
                value
            });
            all = all.checked_add(value?.checked_mul(c)?)?;
        }
        Some(all)
    }

    fn condition(&mut self, condition: &Bool) -> Rc<Told> {
        if let Some(known) = self.conditions.get(condition) {
            return known.clone();
        }
        let told = self.restated(condition).unwrap_or_else(|| {
            Rc::new(Told {
                form: Form::Other(condition.clone()),
                condition: condition.clone(),
                quotients: Vec::new(),
                size: 1,
            })
        });
        self.conditions.insert(condition.clone(), told.clone());
        told
    }

    fn restated(&mut self, condition: &Bool) -> Option<Rc<Told>> {
        let kind = condition.safe_decl().ok()?.kind();
        let children = condition.children();
        if let [a, b] = children.as_slice()
            && let (Some(a), Some(b)) = (a.as_int(), b.as_int())
        {
            let relation = match kind {
                DeclKind::Le => Relation::NotGreater,
                DeclKind::Lt => Relation::Less,
                DeclKind::Ge => Relation::NotLess,
                DeclKind::Gt => Relation::Greater,
                DeclKind::Eq => Relation::Equal,
                _ => return None,
            };
            let (a, b) = (self.number(&a)?, self.number(&b)?);
            let difference = a.plus(&b, -1)?;
            let is_small = |c: &i64| c.checked_neg().is_some();
            if !difference.terms.values().all(is_small) {
                return None;
            }
            return Some(self.compared(difference, relation));
        }
        let parts = children
            .iter()
            .map(|child| Some(self.condition(&child.as_bool()?)));
        let parts = parts.collect::<Option<Vec<Rc<Told>>>>()?;
        match (kind, parts.as_slice()) {
            (DeclKind::And, _) => Some(Told::joined(true, parts)),
            (DeclKind::Or, _) => Some(Told::joined(false, parts)),
            (DeclKind::True | DeclKind::False, []) => Some(Rc::new(Told::constant(kind == DeclKind::True))),
            (DeclKind::Not, [part]) => Some(Told::negated(part)),
            _ => None,
        }
    }

    /// That a sum compares with zero so.
    fn compared(&mut self, sum: Linear, relation: Relation) -> Rc<Told> {
        if sum.terms.is_empty() {
            return Rc::new(Told::constant(relation.holds(sum.constant.into())));
        }
        let mut quotients = Vec::new();
        self.quotients_of(&sum, &mut quotients);
        let (left, zero) = (self.sum(&sum), Int::from_i64(0));
        let condition = match relation {
            Relation::NotGreater => left.le(&zero),
            Relation::Less => left.lt(&zero),
            Relation::NotLess => left.ge(&zero),
            Relation::Greater => left.gt(&zero),
            Relation::Equal => left.eq(&zero),
        };
        let within = self.within(&sum, relation);
        Rc::new(Told {
            form: Form::Compare(sum, relation, within),
            condition,
            quotients,
            size: 1,
        })
    }

    /// The quotients in a sum, and in what is divided in it.
    fn quotients_of(&self, sum: &Linear, found: &mut Vec<usize>) {
        for &atom in sum.terms.keys() {
            if let Some((dividend, _)) = self.quotients.get(&atom) {
                found.push(atom);
                self.quotients_of(dividend, found);
            }
        }
    }

    fn number(&mut self, number: &Int) -> Option<Linear> {
        if let Some(known) = self.numbers.get(number) {
            return known.clone();
        }
        let linear = self.linear(number);
        self.numbers.insert(number.clone(), linear.clone());
        linear
    }

    fn linear(&mut self, number: &Int) -> Option<Linear> {
        if let Some(constant) = number.as_i64() {
            return Some(Linear {
                constant,
                ..Linear::default()
            });
        }
        let kind = number.safe_decl().ok()?.kind();
        if let (DeclKind::Ite, [holds, a, b]) = (kind, number.children().as_slice()) {
            let holds = self.condition(&holds.as_bool()?).condition.clone();
            let (a, b) = (self.number(&a.as_int()?)?, self.number(&b.as_int()?)?);
            return Some(self.atom(&holds.ite(&self.sum(&a), &self.sum(&b))));
        }
        let children: Vec<Int> = number.children().iter().filter_map(Dynamic::as_int).collect();
        if children.len() != number.num_children() {
            return Some(self.atom(number));
        }
        match (kind, children.as_slice()) {
            (DeclKind::Add, all) => {
                let mut sum = Linear::default();
                for child in all {
                    sum = sum.plus(&self.number(child)?, 1)?;
                }
                Some(sum)
            }
            (DeclKind::Sub, [first, others @ ..]) => {
                let mut sum = self.number(first)?;
                for child in others {
                    sum = sum.plus(&self.number(child)?, -1)?;
                }
                Some(sum)
            }
            (DeclKind::Uminus, [child]) => Linear::default().plus(&self.number(child)?, -1),
            (DeclKind::Mul, [a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                match (a.terms.is_empty(), b.terms.is_empty()) {
                    (true, _) => Linear::default().plus(&b, a.constant),
                    (_, true) => Linear::default().plus(&a, b.constant),
                    _ => Some(self.atom(&(self.sum(&a) * self.sum(&b)))),
                }
            }
            (DeclKind::Idiv | DeclKind::Mod, [a, by]) if by.as_i64().is_some_and(|by| by > 0) => {
                let (a, by) = (self.number(a)?, by.as_i64()?);
                let quotient = self.quotient(&a, by)?;
                match kind {
                    DeclKind::Idiv => Some(quotient),
                    _ => a.plus(&quotient, -by),
                }
            }
            _ => Some(self.atom(number)),
        }
    }

    fn quotient(&mut self, sum: &Linear, by: i64) -> Option<Linear> {
        let (mut rest, whole) = sum.divided(by);
        let common = rest.terms.values().fold(by, |a, &b| num_integer::gcd(a, b));
        rest.terms.values_mut().for_each(|c| *c /= common);
        rest.constant = rest.constant.div_euclid(common);
        let by = by / common;
        if rest.terms.is_empty() || by == 1 {
            // What is left is less than the divisor.
            return match rest.terms.is_empty() {
                true => Some(whole),
                false => whole.plus(&rest, 1),
            };
        }
        let quotient = self.sum(&rest).div(Int::from_i64(by));
        let atom = self.numbered(&quotient);
        self.quotients.insert(atom, (rest, by));
        whole.plus(&Linear::of(atom), 1)
    }

    fn atom(&mut self, number: &Int) -> Linear {
        Linear::of(self.numbered(number))
    }

    fn numbered(&mut self, number: &Int) -> usize {
        if let Some(&known) = self.by_atom.get(number) {
            return known;
        }
        self.atoms.push(number.clone());
        self.by_atom.insert(number.clone(), self.atoms.len() - 1);
        self.atoms.len() - 1
    }

    fn sum(&self, sum: &Linear) -> Int {
        let mut all: Vec<Int> = Vec::new();
        for (&atom, &c) in &sum.terms {
            all.push(match c {
                1 => self.atoms[atom].clone(),
                _ => &self.atoms[atom] * Int::from_i64(c),
            });
        }
        if sum.constant != 0 || all.is_empty() {
            all.push(Int::from_i64(sum.constant));
        }
        match all.as_slice() {
            [one] => one.clone(),
            all => Int::add(all),
        }
    }
}
