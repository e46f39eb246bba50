//! Guesses of variables from equations. Nothing depends on whether they are right: what is claimed of them is checked.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, AffineOp, constant, dim};

use ovolo_certificate::function::{Domain, Guard, Loop};

fn minus(a: &AffineExpr, b: &AffineExpr) -> AffineExpr {
    a + &(b * &constant(-1))
}

/// Values of a variable up to which each is tried. Arbitrary.
const FEW: i64 = 8;

/// The variables of a domain, those that are known as expressions of other variables.
#[derive(Clone)]
pub struct Unknowns<'d> {
    domain: &'d Domain,
    pub known: Vec<Option<AffineExpr>>,
    /// Expressions of these variables that equal expressions of others.
    equations: Rc<Vec<(AffineExpr, AffineExpr)>>,
    /// Which of several lower bounds of a loop is taken to be where it begins.
    begin: usize,
}

impl<'d> Unknowns<'d> {
    pub fn of(domain: &'d Domain) -> Unknowns<'d> {
        Unknowns {
            domain,
            known: vec![None; domain.loops.len()],
            equations: Rc::default(),
            begin: usize::MAX,
        }
    }

    /// The variables, with each loop taken to begin at a lower bound of its own: several, where loops have several.
    pub fn of_each_begin(domain: &'d Domain) -> Vec<Unknowns<'d>> {
        let most = domain.loops.iter().map(|around| around.lower.len()).max();
        let of = |begin| Unknowns {
            begin,
            ..Unknowns::of(domain)
        };
        (0..most.unwrap_or(0).max(1)).rev().map(of).collect()
    }

    /// Where a loop is taken to begin.
    fn lower(&self, variable: usize) -> Option<&'d AffineExpr> {
        let lower = &self.domain.loops[variable].lower;
        lower.get(self.begin).or(lower.last())
    }

    pub fn all(&self) -> Option<Vec<AffineExpr>> {
        self.known.iter().cloned().collect()
    }

    /// The variables that are open, the one to decide next first.
    fn open(&self, order: Order) -> Vec<usize> {
        let open = (0..self.known.len()).filter(|&v| self.known[v].is_none());
        let mut open: Vec<usize> = open.collect();
        match order {
            Order::Outermost => {}
            Order::Innermost => open.reverse(),
            Order::Few => open.sort_by_key(|&v| self.few(v).is_none()),
        }
        open
    }

    /// All values of a variable that has few.
    pub fn few(&self, variable: usize) -> Option<Vec<AffineExpr>> {
        let around = &self.domain.loops[variable];
        let count = self.count(variable).filter(|&n| n <= FEW)?;
        let first = around.lower.iter().find_map(|bound| self.value(bound))?;
        let values = (0..count).map(|n| &first + &constant(n * around.step));
        Some(values.collect())
    }

    /// Learns what it can from expressions of these variables that equal expressions of others.
    pub fn learn(&mut self, equations: &[(AffineExpr, AffineExpr)]) {
        self.equations = Rc::new([&whole(equations), &split(equations), equations].concat());
        self.learn_more();
    }

    /// Learns from the same equations what they say with what has become known since.
    fn learn_more(&mut self) {
        let equations = self.equations.clone();
        loop {
            let before = self.known.iter().flatten().count();
            for (ours, theirs) in equations.iter() {
                self.equate(ours, theirs);
            }
            for depth in (0..self.known.len()).rev() {
                if self.known[depth].is_none() {
                    self.known[depth] = self.only(depth);
                }
                self.enclose(depth);
            }
            if self.known.iter().flatten().count() == before {
                return;
            }
        }
    }

    /// Open variables of an expression with their factors, and the rest with what is known in place of the others.
    fn parts(&self, expr: &AffineExpr) -> Option<(Vec<(usize, i64)>, AffineExpr)> {
        let mut open = BTreeMap::new();
        let rest = self.collect(expr, 1, &mut open)?;
        open.retain(|_, c| *c != 0);
        Some((open.into_iter().collect(), rest))
    }

    /// Adds `factor` times the open variables of an expression, and gives as many times the rest.
    fn collect(&self, expr: &AffineExpr, factor: i64, open: &mut BTreeMap<usize, i64>) -> Option<AffineExpr> {
        match expr {
            AffineExpr::Dim(i) if self.known.get(*i as usize)?.is_none() => {
                let sum = open.entry(*i as usize).or_default();
                *sum = sum.checked_add(factor)?;
                Some(constant(0))
            }
            AffineExpr::Binary(AffineOp::Add, ab) => {
                let a = self.collect(&ab.0, factor, open)?;
                Some(&a + &self.collect(&ab.1, factor, open)?)
            }
            AffineExpr::Binary(AffineOp::Mul, ab) if ab.1.as_constant().is_some() => {
                self.collect(&ab.0, factor.checked_mul(ab.1.as_constant()?)?, open)
            }
            known => Some(&self.value(known)? * &constant(factor)),
        }
    }

    /// An expression in which every variable is known.
    fn value(&self, expr: &AffineExpr) -> Option<AffineExpr> {
        let mut is_known = true;
        let replaced = expr.replace_leaves(&|leaf| match leaf {
            AffineExpr::Dim(i) => self.known.get(*i as usize)?.clone(),
            _ => None,
        });
        expr.walk(&mut |e| {
            if let AffineExpr::Dim(i) = e {
                is_known &= matches!(self.known.get(*i as usize), Some(Some(_)));
            }
        });
        is_known.then_some(replaced)
    }

    /// Where a loop begins, up to multiples of its step; where that is a variable which is open, where that one begins.
    fn start(&self, variable: usize) -> Option<AffineExpr> {
        let around = &self.domain.loops[variable];
        if around.step == 1 {
            // Only the remainder by the step is of interest.
            return Some(constant(0));
        }
        around.lower.iter().rev().find_map(|bound| {
            self.value(bound).or_else(|| match self.parts(bound)? {
                (open, rest) if open.len() == 1 && open[0].1 == 1 => {
                    let outer = open[0].0;
                    let is_same = self.domain.loops[outer].step % around.step == 0;
                    is_same.then(|| Some(&self.start(outer)? + &rest)).flatten()
                }
                _ => None,
            })
        })
    }

    /// `ours = theirs`, where `ours` is an expression of these variables.
    fn equate(&mut self, ours: &AffineExpr, theirs: &AffineExpr) {
        let Some((open, rest)) = self.parts(ours) else {
            // A quotient without rest is the likely one.
            if let AffineExpr::Binary(AffineOp::FloorDiv, ab) = ours {
                self.equate(&ab.0, &(theirs * &ab.1));
            }
            return;
        };
        let left = minus(theirs, &rest);
        match open.as_slice() {
            [] => {}
            [(variable, 1)] => self.known[*variable] = Some(left),
            [(variable, -1)] => self.known[*variable] = Some(minus(&constant(0), &left)),
            [(variable, c)] if *c > 1 => self.known[*variable] = Some(left.floordiv(*c)),
            [_] => {}
            several if several.iter().all(|(_, c)| *c < 0) => {
                let negated: Vec<(usize, i64)> = several.iter().map(|(v, c)| (*v, -c)).collect();
                self.digits(&negated, minus(&constant(0), &left));
            }
            several => self.digits(several, left),
        }
    }

    /// Several variables in one equation, as digits of a number: each but the greatest runs over fewer values than fit into
    /// the step of the next.
    fn digits(&mut self, open: &[(usize, i64)], left: AffineExpr) {
        // Each variable is where it begins and a multiple of its step; where it begins at another open variable, that one
        // counts with it.
        let mut factors: BTreeMap<usize, i64> = BTreeMap::new();
        let mut left = left;
        let mut pending: Vec<(usize, i64)> = open.to_vec();
        let mut order = Vec::new();
        while let Some((variable, c)) = pending.pop() {
            order.push(variable);
            *factors.entry(variable).or_default() += c;
            let Some(lower) = self.lower(variable) else { return };
            let Some((outer, rest)) = self.parts(lower) else {
                return;
            };
            if outer.iter().any(|(v, _)| *v >= variable) || order.len() > 16 {
                return;
            }
            left = minus(&left, &(&rest * &constant(c)));
            pending.extend(outer.into_iter().map(|(v, k)| (v, k * c)));
        }
        let mut digits: Vec<(i64, usize)> = Vec::new();
        for (&variable, &c) in &factors {
            let Some(weight) = c.checked_mul(self.domain.loops[variable].step).filter(|&w| w > 0) else {
                return;
            };
            digits.push((weight, variable));
        }
        digits.sort_unstable_by(|a, b| b.cmp(a));
        let fits = |pair: &[(i64, usize)]| {
            let count = self.count(pair[1].1);
            count
                .and_then(|n| n.checked_mul(pair[1].0))
                .is_some_and(|all| all <= pair[0].0)
        };
        if !digits.windows(2).all(fits) {
            return;
        }
        let mut counts: BTreeMap<usize, AffineExpr> = BTreeMap::new();
        for &(weight, variable) in &digits {
            let count = left.floordiv(weight);
            left = minus(&left, &(&count * &constant(weight)));
            counts.insert(variable, count);
        }
        for (variable, count) in counts {
            let around = &self.domain.loops[variable];
            let Some(start) = self.lower(variable).and_then(|bound| self.value(bound)) else {
                return;
            };
            self.known[variable] = Some(&start + &(&count * &constant(around.step)));
        }
    }

    /// How many values a variable has, wherever that is a constant.
    fn count(&self, variable: usize) -> Option<i64> {
        let around = &self.domain.loops[variable];
        let pairs = around
            .upper
            .iter()
            .flat_map(|u| around.lower.iter().map(move |l| minus(u, l)));
        let extents = pairs.filter_map(|extent| extent.simplified().as_constant());
        extents
            .min()
            .map(|extent| (extent.max(0) + around.step - 1) / around.step)
    }

    /// The value of a variable that has no other.
    fn only(&self, variable: usize) -> Option<AffineExpr> {
        let around = &self.domain.loops[variable];
        let mut pairs = around
            .upper
            .iter()
            .flat_map(|u| around.lower.iter().map(move |l| (u, l)));
        let (_, only) = pairs.find(|(u, l)| minus(u, l).simplified().as_constant() == Some(1))?;
        self.value(only)
    }

    /// The tile that a known iteration is in: the variable at which its loop begins.
    fn enclose(&mut self, depth: usize) {
        let Some(value) = self.known[depth].clone() else {
            return;
        };
        for bound in &self.domain.loops[depth].lower {
            let Some((open, rest)) = self.parts(bound) else {
                continue;
            };
            let &[(variable, c)] = open.as_slice() else {
                continue;
            };
            let left = minus(&value, &rest);
            let step = self.domain.loops[variable].step;
            // Where the loop inside is longer than a step it does not tell which iteration it is in.
            let extent = self
                .count(depth)
                .map(|n| n.saturating_mul(self.domain.loops[depth].step));
            if extent.is_none_or(|n| n > c.saturating_mul(step)) {
                continue;
            }
            self.known[variable] = match (c, step) {
                (1, 1) => Some(left),
                (1, _) => self.start(variable).map(|start| aligned(&left, &start, step)),
                (c, 1) if c > 1 => Some(left.floordiv(c)),
                _ => None,
            };
        }
    }

    /// The greatest values that an open variable may have, as each of its bounds and of the bounds of known variables has
    /// it.
    pub fn greatest(&self, variable: usize) -> Vec<AffineExpr> {
        let around = &self.domain.loops[variable];
        let own = around.upper.iter().filter_map(|bound| self.value(bound));
        let mut all: Vec<AffineExpr> = own.map(|bound| &bound + &constant(-1)).collect();
        all.extend(self.limits(variable, true));
        match self.start(variable) {
            Some(start) if around.step != 1 => all
                .into_iter()
                .map(|last| aligned(&last, &start, around.step))
                .collect(),
            _ => all,
        }
    }

    /// The least values of an open variable.
    pub fn least(&self, variable: usize) -> Vec<AffineExpr> {
        let around = &self.domain.loops[variable];
        let own = around.lower.iter().filter_map(|bound| self.value(bound));
        let mut all: Vec<AffineExpr> = own.collect();
        let limits = self.limits(variable, false);
        match self.start(variable) {
            Some(start) if around.step != 1 => all.extend(
                limits
                    .into_iter()
                    .map(|first| aligned(&(&first + &constant(around.step - 1)), &start, around.step)),
            ),
            _ => all.extend(limits),
        }
        all
    }

    /// The greatest or least value of an expression, where other open variables than one are at their bounds.
    fn extreme(&self, expr: &AffineExpr, is_greatest: bool, variable: usize) -> Option<AffineExpr> {
        let mut expr = expr.clone();
        for _ in 0..self.known.len() {
            let (open, _) = self.parts(&expr)?;
            let Some(&(other, c)) = open.iter().rev().find(|(v, _)| *v != variable) else {
                return Some(expr);
            };
            let around = &self.domain.loops[other];
            let bound = match (c > 0) == is_greatest {
                true => around.upper.first()? + &constant(-around.step),
                false => around.lower.first()?.clone(),
            };
            expr = expr.replace_leaves(&|leaf| (*leaf == dim(other as u32)).then(|| bound.clone()));
        }
        None
    }

    /// The greatest or least values of an open variable for which bounds of known variables and conditions hold.
    fn limits(&self, variable: usize, is_greatest: bool) -> Vec<AffineExpr> {
        // Expressions that are at least 0.
        let mut all: Vec<(i64, AffineExpr)> = Vec::new();
        let mut add = |expr: &AffineExpr, others: &AffineExpr, sign: i64| {
            let Some((open, rest)) = self.parts(expr) else {
                return;
            };
            if let Some(&(_, c)) = open.first().filter(|(v, _)| *v == variable && open.len() == 1) {
                all.push((c * sign, &(&rest * &constant(sign)) + others));
            }
        };
        for (inner, value) in self.domain.loops.iter().zip(&self.known) {
            let Some(value) = value else { continue };
            inner.lower.iter().for_each(|bound| add(bound, value, -1));
            let below = minus(&constant(-1), value);
            inner.upper.iter().for_each(|bound| add(bound, &below, 1));
        }
        for guard in &self.domain.guards {
            if let Guard::All(constraints) = guard {
                constraints.iter().for_each(|c| add(&c.expr, &constant(0), 1));
            }
        }
        for (ours, theirs) in self.equations.iter() {
            // The greatest value of one side is no less than the other.
            for (is_greatest, sign) in [(true, 1), (false, -1)] {
                if let Some(extreme) = self.extreme(ours, is_greatest, variable) {
                    add(&extreme, &(theirs * &constant(-sign)), sign);
                }
            }
        }
        let of_variable = all.into_iter().filter(|(c, _)| (*c < 0) == is_greatest);
        // c * variable + rest >= 0.
        let limit = |(c, rest): (i64, AffineExpr)| match c {
            c if c < 0 => rest.floordiv(-c),
            c => minus(&constant(0), &rest.floordiv(c)),
        };
        of_variable.map(limit).collect()
    }

    /// Variables of another domain that run over the same values as an open one, and what the program counts with in all
    /// others, as values of the open one.
    pub fn alike(&self, variable: usize, others: &[Loop]) -> [Vec<AffineExpr>; 2] {
        let around = &self.domain.loops[variable];
        let first = self.value(&around.counter.0);
        let (mut same, mut different) = (Vec::new(), Vec::new());
        for (i, other) in others.iter().enumerate() {
            let own = dim(i as u32);
            if (&around.lower, &around.upper, around.step) == (&other.lower, &other.upper, other.step) {
                same.push(own);
            } else if let Some(first) = &first {
                different.push(minus(&other.counted(&own), first).floordiv(around.counter.1));
            }
        }
        let is_free = |expr: &AffineExpr| !self.known.iter().flatten().any(|known| known == expr);
        let (free, taken): (Vec<_>, Vec<_>) = same.into_iter().partition(is_free);
        let mut same = free;
        different.retain(is_free);
        different.reverse();
        // Nests of one depth are likely to have the same loops in the same order.
        if others.len() == self.known.len() {
            let own = dim(variable as u32);
            different.sort_by_key(|expr| *expr != own);
        }
        // One variable may be two: that of a loop, and where another one is as far.
        match same.is_empty() {
            true => same = taken,
            false => different.extend(taken),
        }
        [same, different]
    }
}

/// Where a quotient, alone or in a sum, and the remainder of one expression are known, what the expression is.
fn whole(equations: &[(AffineExpr, AffineExpr)]) -> Vec<(AffineExpr, AffineExpr)> {
    let mut all = Vec::new();
    for (quotient, q) in equations {
        let Some((rest, parts)) = quotient_in(quotient) else {
            continue;
        };
        for (remainder, r) in equations {
            let is_of_same = match remainder {
                AffineExpr::Binary(AffineOp::Mod, ab) => **ab == parts,
                _ => false,
            };
            if is_of_same {
                let (of, by) = &parts;
                all.push((of + &(&rest * by), &(q * by) + r));
            }
        }
    }
    all
}

/// The parts of a quotient in a sum, behind what is added to it.
fn quotient_in(expr: &AffineExpr) -> Option<(AffineExpr, (AffineExpr, AffineExpr))> {
    match expr {
        AffineExpr::Binary(AffineOp::FloorDiv, ab) => Some((constant(0), (**ab).clone())),
        AffineExpr::Binary(AffineOp::Add, ab) => {
            let with = |inner: &AffineExpr, other: &AffineExpr| {
                let (rest, parts) = quotient_in(inner)?;
                Some((&rest + other, parts))
            };
            with(&ab.0, &ab.1).or_else(|| with(&ab.1, &ab.0))
        }
        _ => None,
    }
}

/// Where rows of a linear array are as long as a symbol: that rows and columns are equal (Grosser, Pop, Ramanujam & Sadayappan
/// 2015), which holds of columns inside of rows.
fn split(equations: &[(AffineExpr, AffineExpr)]) -> Vec<(AffineExpr, AffineExpr)> {
    let mut all = Vec::new();
    for (ours, theirs) in equations {
        let (Some(mut ours), Some(mut theirs)) = (strides(ours), strides(theirs)) else {
            continue;
        };
        let is_stride =
            |(symbols, part): (&Vec<u32>, &AffineExpr)| !symbols.is_empty() && part.as_constant().is_none();
        if !ours.iter().chain(&theirs).any(is_stride) {
            continue;
        }
        let stride = ours.keys().chain(theirs.keys()).cloned().collect::<BTreeSet<_>>();
        for symbols in stride {
            let [a, b] = [&mut ours, &mut theirs].map(|parts| parts.remove(&symbols).unwrap_or(constant(0)));
            all.push((a, b));
        }
    }
    all
}

/// An expression as a sum of products of symbols, each times an expression.
fn strides(expr: &AffineExpr) -> Option<BTreeMap<Vec<u32>, AffineExpr>> {
    Some(match expr {
        AffineExpr::Binary(AffineOp::Add, ab) => {
            let mut all = strides(&ab.0)?;
            for (symbols, part) in strides(&ab.1)? {
                let sum = all.entry(symbols).or_insert(constant(0));
                *sum = &*sum + &part;
            }
            all
        }
        AffineExpr::Binary(AffineOp::Mul, ab) => {
            let mut all = BTreeMap::new();
            for (first, a) in strides(&ab.0)? {
                for (second, b) in strides(&ab.1)? {
                    let mut symbols = [&first[..], &second[..]].concat();
                    symbols.sort_unstable();
                    let part = match (a.as_constant(), b.as_constant()) {
                        (None, None) => return None,
                        _ => &a * &b,
                    };
                    let sum = all.entry(symbols).or_insert(constant(0));
                    *sum = &*sum + &part;
                }
            }
            all
        }
        AffineExpr::Symbol(symbol) => BTreeMap::from([(vec![*symbol], constant(1))]),
        other => BTreeMap::from([(Vec::new(), other.clone())]),
    })
}

/// The greatest number up to `value` that is a multiple of `step` from `start`.
fn aligned(value: &AffineExpr, start: &AffineExpr, step: i64) -> AffineExpr {
    let steps = minus(value, start).floordiv(step);
    start + &(&steps * &constant(step))
}

/// Which variable is decided first.
#[derive(Clone, Copy, PartialEq)]
pub enum Order {
    Outermost,
    Innermost,
    /// One that has few values.
    Few,
}

pub const ORDERS: [Order; 3] = [Order::Outermost, Order::Innermost, Order::Few];

/// What open variables may be, `choices` of each given those before it, each tried with what `equations` then tell.
pub fn completions<'d>(
    unknowns: Unknowns<'d>,
    equations: &[(AffineExpr, AffineExpr)],
    choices: &dyn Fn(&Unknowns<'d>, usize) -> Vec<AffineExpr>,
    order: Order,
    most: usize,
    found: &mut Vec<Vec<AffineExpr>>,
) {
    let mut unknowns = unknowns;
    unknowns.learn(equations);
    completions_of(unknowns, choices, order, (most, &mut MOST_TRIED.clone()), found);
}

/// Choices that are tried for open variables together. Arbitrary: most ways to choose lead to what was found before, or nowhere.
const MOST_TRIED: usize = 100;

fn completions_of<'d>(
    unknowns: Unknowns<'d>,
    choices: &dyn Fn(&Unknowns<'d>, usize) -> Vec<AffineExpr>,
    order: Order,
    (most, left): (usize, &mut usize),
    found: &mut Vec<Vec<AffineExpr>>,
) {
    if let Some(all) = unknowns.all() {
        if !found.contains(&all) {
            found.push(all);
        }
        return;
    }
    let open = unknowns.open(order).into_iter();
    let mut decided = open.map(|variable| (variable, choices(&unknowns, variable)));
    let Some((variable, choices_of_it)) = decided.find(|(_, choices)| !choices.is_empty()) else {
        return;
    };
    for choice in choices_of_it {
        if found.len() >= most || *left == 0 {
            return;
        }
        *left -= 1;
        let mut next = unknowns.clone();
        next.known[variable] = Some(choice);
        next.learn_more();
        completions_of(next, choices, order, (most, &mut *left), found);
    }
}
