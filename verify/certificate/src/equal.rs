//! Whether the stores that two functions leave behind have equal values.

mod bits;
mod chain;
mod combinations;
mod families;
mod family;
mod fingerprint;
mod guide;
mod integers;
mod numbers;
mod place;
mod sums;

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, constant, dim};
use ovolo_lang::fp::FpModel;
use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Bool, Int};

use super::Refused;
use super::ask::Asked;
use super::certificate::{Lemma, Named, Source, fits, unfit};
use super::function::{Access, Array, Function, Guard, Operation, Statement, Value};
use super::operands::pairings;
use super::sources::{Read, Sources, variables};
pub use family::Family;
pub use guide::{Guide, Stored, Sums};
pub use place::{Context, Node, Place};

/// Stores through which a value is followed without a lemma. Arbitrary.
const MOST_DEPTH: usize = 120;

/// Nodes of the expressions that tell which instance a value is of: a recurrence that is followed from instance to instance makes them
/// longer. Arbitrary.
const MOST_NODES: usize = 1_000;

/// Stores through which a value is followed one by one before the ends of chains of copies are looked for. Arbitrary: chains
/// that a few unrolled iterations make, or a window of nine elements of which one is inside, are shorter.
const FOLLOWED: usize = 34;

/// How often operands are compared in another order, where they are not seen to be equal in theirs. Arbitrary: each time may take as
/// long as the first.
const MOST_OTHER_ORDERS: usize = 200;

/// The first and the second function.
pub const FIRST: usize = 0;
pub const SECOND: usize = 1;

/// Where a condition holds, and where not, with what two choices by it are there.
type Sides<'f> = [(Context, [Place<'f>; 2]); 2];

/// Two functions that are compared, under a guide.
pub struct Comparison<'f, 'a> {
    pub functions: [&'f Function; 2],
    pub asked: &'a mut Asked,
    pub model: FpModel,
    /// Whether sums are compared term by term.
    pub has_sums: bool,
    /// Loads that are before or after each update of what they read.
    settled: FxHashSet<Named>,
    /// Of loads, whether each instance reads of one source alone.
    exclusive: FxHashMap<Named, bool>,
    /// Of loads and operations their numbers.
    names: FxHashMap<(usize, usize, *const ()), usize>,
    /// The sources of loads, each checked.
    sources: FxHashMap<Named, Rc<Sources>>,
    /// The lemmas that were used, each for a statement of the second function and one of the first.
    pub used: Vec<([usize; 2], Lemma)>,
    /// Why the last comparison failed.
    pub reason: String,
    /// How many comparisons of bits the one at hand is a part of.
    within_bits: usize,
    /// How many combinations it is a part of.
    within_combinations: usize,
    fingerprints: FxHashMap<Written, u64>,
    /// How many loads the fingerprint at hand is behind.
    following: usize,
    /// How often operands may still be compared in another order.
    other_orders: usize,
}

/// Where a value is kept, its side and statement, and the instance.
type Written = (*const (), usize, usize, Vec<AffineExpr>);

impl<'f, 'a> Comparison<'f, 'a> {
    /// Compares two functions; where updates of theirs are taken together, with sums whose terms may be in any order.
    pub fn of(
        functions: [&'f Function; 2],
        model: FpModel,
        has_sums: bool,
        asked: &'a mut Asked,
    ) -> Comparison<'f, 'a> {
        let mut names = FxHashMap::default();
        for (side, function) in functions.iter().enumerate() {
            for (number, statement) in function.statements.iter().enumerate() {
                let mut node = 0;
                statement.value.nodes(&mut |value| {
                    names.insert((side, number, value), node);
                    node += 1;
                });
            }
        }
        Comparison {
            functions,
            asked,
            model,
            has_sums,
            settled: FxHashSet::default(),
            exclusive: FxHashMap::default(),
            names,
            sources: FxHashMap::default(),
            used: Vec::new(),
            reason: String::new(),
            within_bits: 0,
            within_combinations: 0,
            fingerprints: FxHashMap::default(),
            following: 0,
            other_orders: MOST_OTHER_ORDERS,
        }
    }

    /// What a part of the value of a statement is called.
    pub fn name<T>(&self, side: usize, statement: usize, node: &T) -> Named {
        let node = self
            .names
            .get(&(side, statement, std::ptr::from_ref(node).cast()));
        Named {
            side,
            statement,
            node: node.copied().unwrap_or(usize::MAX),
        }
    }

    pub fn statement(&self, side: usize, number: usize) -> &'f Statement {
        &self.functions[side].statements[number]
    }

    /// The statements of a pair, of the second function and of the first.
    pub fn statements(&self, [u, t]: [usize; 2]) -> Refused<[&'f Statement; 2]> {
        let second = self.functions[SECOND].statements.get(u);
        let first = self.functions[FIRST].statements.get(t);
        second
            .zip(first)
            .map(|(second, first)| [second, first])
            .ok_or_else(|| unfit("a statement that there is not"))
    }

    /// Whether a map takes each instance of a statement to one of another.
    pub fn is_total(&mut self, pair: [usize; 2], map: &[AffineExpr]) -> Refused<bool> {
        let [second, first] = self.statements(pair)?;
        let dims = variables("v", &second.domain);
        let image = self.asked.sizes.encode_all(map, &dims)?;
        let mut conditions = self.asked.sizes.domain(&second.domain, &dims)?;
        conditions.push(Bool::and(&self.asked.sizes.domain(&first.domain, &image)?).not());
        self.asked.is_impossible(&conditions)
    }

    /// Whether a map takes each instance of a statement, where it is one of another, to one that stores to the same cell.
    pub fn keeps_cells(&mut self, pair: [usize; 2], map: &[AffineExpr]) -> Refused<bool> {
        let [second, first] = self.statements(pair)?;
        let dims = variables("v", &second.domain);
        let image = self.asked.sizes.encode_all(map, &dims)?;
        let mut conditions = self.asked.sizes.domain(&second.domain, &dims)?;
        conditions.extend(self.asked.sizes.domain(&first.domain, &image)?);
        let stored = self.asked.sizes.encode_all(&second.target.subscripts, &dims)?;
        let wanted = self.asked.sizes.encode_all(&first.target.subscripts, &image)?;
        let same: Vec<Bool> = stored.iter().zip(&wanted).map(|(b, a)| b.eq(a)).collect();
        conditions.push(Bool::and(&same).not());
        Ok(second.target.array == first.target.array && self.asked.is_impossible(&conditions)?)
    }

    /// Whether a lemma follows from those that are used.
    pub fn lemma_holds(
        &mut self,
        guide: &mut dyn Guide<'f>,
        pair: [usize; 2],
        lemma: &Lemma,
    ) -> Refused<bool> {
        let [second, first] = self.statements(pair)?;
        fits(&lemma.map, first.domain.loops.len(), second.domain.loops.len())?;
        let dims = variables("v", &second.domain);
        let image = self.asked.sizes.encode_all(&lemma.map, &dims)?;
        let mut conditions = self.asked.sizes.domain(&second.domain, &dims)?;
        conditions.extend(self.asked.sizes.domain(&first.domain, &image)?);
        for guard in self.guards(pair[0], lemma)? {
            conditions.push(self.asked.sizes.guard(&guard, &dims)?);
        }
        let own = (0..dims.len()).map(|i| dim(i as u32)).collect();
        let place = |side, at| Place {
            side,
            statement: if side == SECOND { pair[0] } else { pair[1] },
            at,
            node: Node::Stored,
        };
        let (b, a) = (place(SECOND, own), place(FIRST, lemma.map.clone()));
        let context = Context {
            dims,
            intervals: second.domain.intervals().into(),
            conditions,
        };
        self.equal(guide, &context, b.value(&second.value), a.value(&first.value), 0)
    }

    /// The conditions of a lemma.
    fn guards(&self, statement: usize, lemma: &Lemma) -> Refused<Vec<Guard>> {
        let all = self.conditions_of_choices(statement);
        let guard = |&(number, holds): &(usize, bool)| {
            let guard = all
                .get(number)
                .ok_or_else(|| unfit("a condition that there is not"))?;
            Ok(if holds { guard.clone() } else { guard.negated() })
        };
        lemma.within.iter().map(guard).collect()
    }

    /// The conditions of choices in the value of a statement of the second function.
    pub fn conditions_of_choices(&self, statement: usize) -> Vec<Guard> {
        let mut all = Vec::new();
        self.statement(SECOND, statement).value.guards(&mut all);
        all
    }

    /// Whether a map takes an instance to another.
    pub fn takes(
        &mut self,
        context: &Context,
        map: &[AffineExpr],
        at: &[AffineExpr],
        wanted: &[AffineExpr],
    ) -> Refused<bool> {
        match self.is_taken_elsewhere(context, map, at, wanted)? {
            Some(differs) => self.is_impossible(context, &[differs]),
            None => Ok(true),
        }
    }

    /// The condition that a map takes an instance to another than this one; `None` where it is seen at once that it does not.
    pub fn is_taken_elsewhere(
        &self,
        context: &Context,
        map: &[AffineExpr],
        at: &[AffineExpr],
        wanted: &[AffineExpr],
    ) -> Refused<Option<Bool>> {
        let mut same = Vec::new();
        for (expr, wanted) in map.iter().zip(wanted) {
            let expr = expr.replace(at, &[]);
            if !is_same(&expr, wanted) {
                let [a, b] = [&expr, wanted].map(|e| self.asked.sizes.encode(e, &context.dims));
                same.push(a?.eq(&b?));
            }
        }
        Ok((!same.is_empty()).then(|| Bool::and(&same).not()))
    }

    pub fn is_impossible(&mut self, context: &Context, more: &[Bool]) -> Refused<bool> {
        let conditions = [&context.conditions[..], more].concat();
        self.asked.is_impossible(&conditions)
    }

    /// The sources of a load.
    pub fn sources(
        &mut self,
        guide: &mut dyn Guide<'f>,
        side: usize,
        statement: usize,
        access: &'f Rc<Access>,
    ) -> Refused<Rc<Sources>> {
        let load = self.name(side, statement, &**access);
        if load.node == usize::MAX {
            return Err("a load that has no number".into());
        }
        if let Some(known) = self.sources.get(&load) {
            return Ok(known.clone());
        }
        let read = self.read(side, statement, access);
        let found = guide.sources(self, &read, load)?;
        let found = Rc::new(read.checked(found, self.asked)?);
        self.sources.insert(load, found.clone());
        Ok(found)
    }

    /// The sources of all loads that were asked for.
    pub fn known_sources(&self) -> impl Iterator<Item = (Named, &[Source])> {
        self.sources.iter().map(|(&load, sources)| (load, &***sources))
    }

    fn read(&self, side: usize, statement: usize, access: &'f Access) -> Read<'f> {
        Read::of(
            self.functions[side],
            &self.statement(side, statement).domain,
            access,
        )
    }

    /// Whether two nodes have one value wherever the context holds. Where they have not, why is noted.
    pub fn equal(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        second: Place<'f>,
        first: Place<'f>,
        depth: usize,
    ) -> Refused<bool> {
        self.asked.compares()?;
        if depth > MOST_DEPTH || [&second, &first].iter().any(|place| place.is_long()) {
            return self.differ(context, "a value that is copied too many times");
        }
        if self.is_open(&first) {
            return Ok(true);
        }
        if let Some(choices) = self.same_choices(context, &second, &first)? {
            for (context, [b, a]) in choices {
                if !self.is_impossible(&context, &[])? && !self.equal(guide, &context, b, a, depth + 1)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        for (place, other) in [(&second, &first), (&first, &second)] {
            let Node::Value(value) = place.node else { continue };
            let cases = self.cases(guide, context, place, value)?;
            if let Some(mut cases) = cases {
                if depth >= FOLLOWED
                    && let Value::Load(access) = value
                    && let Some(end) = self.end_of_copies(guide, context, place, access)?
                {
                    if !self.is_impossible(&end.context, &[])? {
                        let [b, a] = in_order(end.place, other);
                        if !self.equal(guide, &end.context, b, a, depth + 1)? {
                            return Ok(false);
                        }
                    }
                    cases
                        .iter_mut()
                        .for_each(|(condition, _)| *condition &= end.goes_on.not());
                }
                let is_trivial = cases.len() == 1;
                for (condition, case) in cases {
                    let context = context.and(condition);
                    if !is_trivial && self.is_impossible(&context, &[])? {
                        continue;
                    }
                    let [b, a] = in_order(case, other);
                    if !self.equal(guide, &context, b, a, depth + 1)? {
                        return Ok(false);
                    }
                }
                return Ok(true);
            }
        }
        // A product with one is its other operand, but for a NaN: that of a product has any sign.
        if let Node::Value(Value::Op(a)) = &first.node {
            let a: &'f Operation = a;
            let is_product = matches!(&second.node, Node::Value(Value::Op(b)) if b.key == a.key);
            if let Some(value) = a.once().filter(|_| !is_product) {
                return self.equal(guide, context, second, first.value(value), depth + 1);
            }
        }
        if self.combinations(guide, context, [&second, &first], depth)? == Some(true) {
            return Ok(true);
        }
        let values = [&second, &first].map(|place| match place.node {
            Node::Value(value) => Some(value),
            _ => None,
        });
        if let Some(reduction) = self.reduction(values) {
            return self.sums(guide, context, [&second, &first], reduction, depth);
        }
        match (&second.node, &first.node) {
            (Node::Cell(x, b), Node::Cell(y, a)) => {
                if x != y || !matches!(x, Array::Argument(_)) {
                    return self.differ(context, "a load reads other memory");
                }
                let mut same = Vec::new();
                for (b, a) in b.iter().zip(a).filter(|(b, a)| !is_same(b, a)) {
                    let [b, a] = [b, a].map(|e| self.asked.sizes.encode(e, &context.dims));
                    same.push(b?.eq(&a?));
                }
                match same.is_empty() {
                    true => Ok(true),
                    false => self.differ(&context.and(Bool::and(&same).not()), "a load reads another cell"),
                }
            }
            (Node::Stored, Node::Stored) => self.stored(guide, context, second, first, depth),
            (Node::Cell(..), Node::Stored) => {
                let value = &self.statement(FIRST, first.statement).value;
                let is_once = matches!(value, Value::Op(op) if op.once().is_some());
                match is_once || value.conditional_copy().is_some() {
                    true => self.equal(guide, context, second, first.value(value), depth + 1),
                    false => self.differ(context, "a value is computed otherwise"),
                }
            }
            (Node::Stored, Node::Cell(..))
                if let value = &self.statement(SECOND, second.statement).value
                    && (value.conditional_copy().is_some() || matches!(value, Value::OneOf(..))) =>
            {
                self.equal(guide, context, second.value(value), first, depth + 1)
            }
            (Node::Stored, Node::Value(Value::Op(_))) => {
                let value = &self.statement(SECOND, second.statement).value;
                self.equal(guide, context, second.value(value), first, depth + 1)
            }
            (Node::Value(Value::Op(_)), Node::Stored) => {
                let value = &self.statement(FIRST, first.statement).value;
                self.equal(guide, context, second, first.value(value), depth + 1)
            }
            (Node::Value(Value::Index(b)), Node::Value(Value::Index(a))) => {
                let b = self
                    .asked
                    .sizes
                    .encode(&b.replace(&second.at, &[]), &context.dims)?;
                let a = self
                    .asked
                    .sizes
                    .encode(&a.replace(&first.at, &[]), &context.dims)?;
                self.differ(&context.and(b.eq(&a).not()), "an index as data differs")
            }
            (Node::Value(Value::Argument(b)), Node::Value(Value::Argument(a))) if a == b => Ok(true),
            (Node::Value(Value::Op(b)), Node::Value(Value::Op(a))) => {
                let (b, a): (&'f Operation, &'f Operation) = (b, a);
                self.operations(guide, context, (&second, b), (&first, a), depth)
            }
            _ => self.differ(context, "a value is computed otherwise"),
        }
    }

    /// What two choices are, where they are by one condition.
    fn same_choices(
        &mut self,
        context: &Context,
        second: &Place<'f>,
        first: &Place<'f>,
    ) -> Refused<Option<Sides<'f>>> {
        let (Node::Value(Value::Choice(b)), Node::Value(Value::Choice(a))) = (&second.node, &first.node)
        else {
            return Ok(None);
        };
        let mut guards = Vec::new();
        for (place, guard) in [(second, &b.0), (first, &a.0)] {
            let at = self.asked.sizes.encode_all(&place.at, &context.dims)?;
            guards.push(self.asked.sizes.guard(guard, &at)?);
        }
        let [second_holds, first_holds] = [&guards[0], &guards[1]];
        if !self.is_impossible(context, &[second_holds.eq(first_holds).not()])? {
            return Ok(None);
        }
        Ok(Some([
            (
                context.and(second_holds.clone()),
                [second.value(&b.1), first.value(&a.1)],
            ),
            (
                context.and(second_holds.not()),
                [second.value(&b.2), first.value(&a.2)],
            ),
        ]))
    }

    /// Whether it is what a cell of a returned array holds in which the first function has stored nothing.
    fn is_open(&self, first: &Place<'f>) -> bool {
        let Node::Cell(array @ Array::Local(_), _) = first.node else {
            return false;
        };
        let target = &self.statement(FIRST, first.statement).target;
        matches!(target.array, Array::Returned(..)) && self.functions[FIRST].accumulates(array).is_none()
    }

    /// Notes why two values differ, unless the context does not occur.
    pub(super) fn differ(&mut self, context: &Context, reason: &str) -> Refused<bool> {
        if self.is_impossible(context, &[])? {
            return Ok(true);
        }
        self.asked.suspect(&context.conditions);
        self.reason = reason.into();
        Ok(false)
    }

    /// What a choice or a load is, by cases; `None` for any other value, and for what is a sum.
    fn cases(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        place: &Place<'f>,
        value: &'f Value,
    ) -> Refused<Option<Vec<(Bool, Place<'f>)>>> {
        match self.accumulation(place.side, value) {
            Some(_) => Ok(None),
            None => self.origins(guide, context, place, value),
        }
    }

    /// The same, where of what updates change it is what they begin with.
    pub(super) fn origins(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        place: &Place<'f>,
        value: &'f Value,
    ) -> Refused<Option<Vec<(Bool, Place<'f>)>>> {
        let inner = |this: &Self, place: &Place<'f>| this.asked.sizes.encode_all(&place.at, &context.dims);
        Ok(Some(match value {
            Value::Choice(choice) => {
                let at = inner(self, place)?;
                let holds = self.asked.sizes.guard(&choice.0, &at)?;
                vec![
                    (holds.clone(), place.value(&choice.1)),
                    (holds.not(), place.value(&choice.2)),
                ]
            }
            Value::OneOf(number, values) => {
                let at = inner(self, place)?;
                let number = self.asked.sizes.encode(number, &at)?;
                let numbered = values.iter().enumerate();
                numbered
                    .map(|(n, value)| (number.eq(Int::from_i64(n as i64)), place.value(value)))
                    .collect()
            }
            Value::Load(access) => {
                let sources = self.sources(guide, place.side, place.statement, access)?;
                let at = inner(self, place)?;
                let read = self.read(place.side, place.statement, access);
                let conditions = read.conditions(&sources, &at, self.asked)?;
                let mut all = Vec::new();
                for (source, condition) in sources.iter().zip(&conditions) {
                    let stored = &self.statement(place.side, source.statement).value;
                    let at = source
                        .at
                        .iter()
                        .map(|expr| expr.replace(&place.at, &[]).simplified_within(&context.intervals));
                    let is_copy = stored.is_copy() && self.accumulation(place.side, stored).is_none();
                    let node = match is_copy {
                        true => Node::Value(stored),
                        false => Node::Stored,
                    };
                    let place = Place {
                        side: place.side,
                        statement: source.statement,
                        at: at.collect(),
                        node,
                    };
                    all.push((condition.clone(), place));
                }
                let cell = access.subscripts.iter().map(|expr| expr.replace(&place.at, &[]));
                let cell = place.with(Node::Cell(access.array, cell.collect()));
                let nothing = conditions.last().cloned().ok_or("a load without conditions")?;
                all.push((nothing, cell));
                all
            }
            _ => return Ok(None),
        }))
    }

    /// Whether two instances store one value: by a lemma, or by what they compute.
    fn stored(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        second: Place<'f>,
        first: Place<'f>,
        depth: usize,
    ) -> Refused<bool> {
        let pair = [second.statement, first.statement];
        let [b, a] = self.statements(pair)?.map(|statement| &statement.value);
        // Where one of them only copies what another instance has stored, under a condition, the other stores nothing.
        let copying = match (b.conditional_copy(), a.conditional_copy()) {
            (Some(copy), None) => Some((&second, &first, copy)),
            (None, Some(copy)) => Some((&first, &second, copy)),
            _ => None,
        };
        let mut narrower = None;
        if let Some((place, other, (guard, copied))) = copying {
            let at = self.asked.sizes.encode_all(&place.at, &context.dims)?;
            let copies = self.asked.sizes.guard(&guard, &at)?;
            let within = context.and(copies.clone());
            if !self.is_impossible(&within, &[])? {
                let [b, a] = in_order(place.value(copied), other);
                if !self.equal(guide, &within, b, a, depth + 1)? {
                    return Ok(false);
                }
                let rest = context.and(copies.not());
                if self.is_impossible(&rest, &[])? {
                    return Ok(true);
                }
                narrower = Some(rest);
            }
        }
        let context = narrower.as_ref().unwrap_or(context);
        match guide.stored(self, context, [&second, &first])? {
            Stored::Lemma(lemma) => {
                let mut applies = self.takes(context, &lemma.map, &second.at, &first.at)?;
                for guard in self.guards(pair[0], &lemma)? {
                    applies = applies && self.holds(context, &guard, &second.at)?;
                }
                if !applies {
                    return self.differ(context, "a load reads what another instance stores");
                }
                self.used.push((pair, lemma));
                Ok(true)
            }
            Stored::Compare => {
                let [b, a] = self.statements(pair)?;
                let (b, a) = (second.value(&b.value), first.value(&a.value));
                self.equal(guide, context, b, a, depth + 1)
            }
            Stored::Differ(reason) => self.differ(context, reason),
        }
    }

    /// Whether a condition holds for an instance.
    pub fn holds(&mut self, context: &Context, guard: &Guard, at: &[AffineExpr]) -> Refused<bool> {
        let at = self.asked.sizes.encode_all(at, &context.dims)?;
        let holds = self.asked.sizes.guard(guard, &at)?;
        self.is_impossible(context, &[holds.not()])
    }

    /// The pairs in another order, where that is worth another try: what is loaded comes first, for it tells which instances are alike,
    /// and so which of two orders of the operands of another operand is right.
    fn loaded_first(&mut self, pairs: &[[&'f Value; 2]]) -> Option<Vec<[&'f Value; 2]>> {
        let is_loaded = |[_, a]: &[&Value; 2]| !matches!(a, Value::Op(_));
        let mut sorted = pairs.to_vec();
        sorted.sort_by_key(|pair| !is_loaded(pair));
        let is_other = sorted.iter().map(is_loaded).ne(pairs.iter().map(is_loaded));
        let is_left = self.other_orders > 0;
        self.other_orders -= usize::from(is_other && is_left);
        (is_other && is_left).then_some(sorted)
    }

    fn operations(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        (second, b): (&Place<'f>, &'f Operation),
        (first, a): (&Place<'f>, &'f Operation),
        depth: usize,
    ) -> Refused<bool> {
        let ways = pairings(b, a, self.model.contract);
        let (mark, used) = (guide.mark(), self.used.len());
        for way in guide.ways(self, context, (second, b), (first, a))? {
            let Some(pairs) = ways.get(way) else { continue };
            let mut order = Some(pairs.clone());
            while let Some(pairs) = order.take() {
                let (mark, used) = (guide.mark(), self.used.len());
                let mut is_equal = true;
                for &[b, a] in &pairs {
                    is_equal =
                        is_equal && self.equal(guide, context, second.value(b), first.value(a), depth + 1)?;
                }
                if is_equal {
                    let pair = [(second, b), (first, a)]
                        .map(|(place, op)| self.name(place.side, place.statement, op));
                    guide.took_way(pair, way);
                    return Ok(true);
                }
                guide.go_back(mark);
                self.used.truncate(used);
                order = self.loaded_first(&pairs);
            }
        }
        // Where operations are the same, operands differ, which are compared by themselves.
        if b.key != a.key && self.bits(guide, context, second, first, depth)? {
            let pair =
                [(second, b), (first, a)].map(|(place, op)| self.name(place.side, place.statement, op));
            guide.took_way(pair, ways.len());
            return Ok(true);
        }
        guide.go_back(mark);
        self.used.truncate(used);
        // Statements that are alike are one, and lanes too: of each the operands may be in another order.
        if let Some(cases) = second.of_few(context).filter(|_| ways.len() > 1) {
            let mut is_equal = true;
            for case in cases {
                is_equal = is_equal && self.operations(guide, &case, (second, b), (first, a), depth)?;
            }
            if !is_equal {
                guide.go_back(mark);
                self.used.truncate(used);
            }
            return Ok(is_equal);
        }
        match self.reason.is_empty() {
            true => self.differ(context, "a value is computed otherwise"),
            false => self.is_impossible(context, &[]),
        }
    }
}

impl Place<'_> {
    /// Whether the expressions that tell which instance it is have become too long to be worked on.
    fn is_long(&self) -> bool {
        let mut nodes = 0;
        self.at.iter().for_each(|expr| expr.walk(&mut |_| nodes += 1));
        nodes > MOST_NODES
    }
}

/// A place of either function and one of the other, that of the second function first.
fn in_order<'f>(place: Place<'f>, other: &Place<'f>) -> [Place<'f>; 2] {
    match place.side {
        SECOND => [place, other.clone()],
        _ => [other.clone(), place],
    }
}

/// Whether two expressions are the same as sums.
pub fn is_same(a: &AffineExpr, b: &AffineExpr) -> bool {
    a == b || (a + &(b * &constant(-1))).simplified() == constant(0)
}
