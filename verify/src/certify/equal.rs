//! Whether the stores that two functions leave behind have equal values.

mod guesses;
mod sums;

use std::collections::HashMap;
use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, Interval, constant, dim, symbol};
use ovolo_lang::fp::FpModel;
use z3::ast::{Bool, Int};

use super::Refused;
use super::ask::Asked;
use super::function::{Access, Array, Domain, Function, Guard, Operation, Statement, Value};
use super::interpolate::{Sample, interpolate};
use super::operands::pairings;
use super::sources::{Read, Source, variables};
use super::terms::Point;

/// Stores through which a value is followed without a lemma. Arbitrary.
const MOST_DEPTH: usize = 120;

/// Operations and loads up to which two values are compared before it is tried whether they are equal. Arbitrary.
const MOST_LIKENED: usize = 3;

const NOT_ACCESSED: &str = "the second function may access memory that the first does not, for some data";

/// The first and the second function.
const FIRST: usize = 0;
const SECOND: usize = 1;

/// The variables at hand and what is known of them.
#[derive(Clone)]
struct Context {
    dims: Vec<Int>,
    intervals: Rc<[Interval]>,
    conditions: Vec<Bool>,
}

impl Context {
    fn and(&self, condition: Bool) -> Context {
        let mut more = self.clone();
        more.conditions.push(condition);
        more
    }
}

/// What is compared.
#[derive(Clone)]
enum Node<'f> {
    /// A part of the value of a statement.
    Value(&'f Value),
    /// What a statement stores.
    Stored,
    /// What a cell held in the beginning.
    Cell(Array, Vec<AffineExpr>),
}

/// A node in an instance of a statement, whose variables are expressions of those of the context.
#[derive(Clone)]
struct Place<'f> {
    side: usize,
    statement: usize,
    at: Vec<AffineExpr>,
    node: Node<'f>,
}

impl<'f> Place<'f> {
    fn with(&self, node: Node<'f>) -> Place<'f> {
        Place { node, ..self.clone() }
    }

    fn value(&self, value: &'f Value) -> Place<'f> {
        self.with(Node::Value(value))
    }
}

/// An instance of a statement of the second function stores what the instance of one of the first does that the map gives,
/// wherever there is that instance and the conditions hold.
struct Lemma {
    map: Vec<AffineExpr>,
    /// Conditions of choices in the value of the statement that held wherever the lemma was used.
    within: Vec<Guard>,
    /// Maps that are not tried yet, the next one last.
    others: Vec<Vec<AffineExpr>>,
    demands: Vec<Demand>,
    is_checked: bool,
}

/// Where a map must take which instance.
type Demand = (Context, [Vec<AffineExpr>; 2]);

/// What is taken back where an attempt fails.
enum Event {
    Lemma([usize; 2]),
    Demand([usize; 2]),
}

pub struct Equality<'f, 'a> {
    functions: [&'f Function; 2],
    asked: &'a mut Asked,
    model: FpModel,
    /// Whether sums are compared term by term.
    has_sums: bool,
    /// Of loads in sums the variables and their domain.
    summed: HashMap<*const Access, &'f Domain>,
    sources: HashMap<(usize, *const Access), Rc<Vec<Source>>>,
    lemmas: HashMap<[usize; 2], Lemma>,
    order: Vec<[usize; 2]>,
    events: Vec<Event>,
    reason: String,
}

impl<'f, 'a> Equality<'f, 'a> {
    pub fn new(functions: [&'f Function; 2], model: FpModel, asked: &'a mut Asked) -> Equality<'f, 'a> {
        Equality {
            functions,
            asked,
            model,
            has_sums: false,
            summed: HashMap::new(),
            sources: HashMap::new(),
            lemmas: HashMap::new(),
            order: Vec::new(),
            events: Vec::new(),
            reason: String::new(),
        }
    }

    /// The same for functions whose loops are collapsed, with sums whose terms may be in any order.
    pub fn of_sums(functions: [&'f Function; 2], model: FpModel, asked: &'a mut Asked) -> Equality<'f, 'a> {
        let mut summed = HashMap::new();
        let statements = functions.iter().flat_map(|function| &function.statements);
        statements.for_each(|statement| {
            statement.value.sums(&mut |sum| {
                let mut loads = Vec::new();
                sum.term.loads(&mut loads);
                summed.extend(
                    loads
                        .into_iter()
                        .map(|load| (std::ptr::from_ref(load), &sum.domain)),
                );
            });
        });
        Equality {
            has_sums: true,
            summed,
            ..Equality::new(functions, model, asked)
        }
    }

    /// Checks that what is left behind is the same, and that the first function has the accesses of these statements too.
    pub fn check(mut self, accesses: &[usize]) -> Refused<()> {
        let is_left =
            |statement: &&Statement| matches!(statement.target.array, Array::Result(_) | Array::Output(_));
        for (u, second) in self.functions[SECOND].statements.iter().enumerate() {
            if !is_left(&second) {
                continue;
            }
            let same = |first: &Statement| first.target.array == second.target.array;
            let t = self.functions[FIRST].statements.iter().position(same);
            let t = t.ok_or("the functions leave other values behind")?;
            let map = (0..second.domain.loops.len()).map(|i| dim(i as u32)).collect();
            self.assume([u, t], map, Vec::new(), Vec::new());
        }
        let accesses: Vec<[usize; 2]> = accesses
            .iter()
            .map(|&u| self.accessed_too(u))
            .collect::<Refused<_>>()?;
        while let Some(pair) = self
            .order
            .iter()
            .copied()
            .find(|pair| !self.lemmas[pair].is_checked)
        {
            self.lemma_holds(pair)?;
        }
        // What was assumed may have become another map.
        for pair in accesses {
            if !self.is_total(pair, &self.lemmas[&pair].map.clone())? {
                return Err(NOT_ACCESSED.into());
            }
        }
        Ok(())
    }

    /// Assumes that an access of the second function is one of the first wherever it is executed.
    fn accessed_too(&mut self, u: usize) -> Refused<[usize; 2]> {
        for t in 0..self.functions[FIRST].statements.len() {
            let pair = [u, t];
            let [second, first] = [self.statement(SECOND, u), self.statement(FIRST, t)];
            let is_alike = second.target.array == first.target.array
                && self.is_alike((u, &second.value), (t, &first.value), MOST_LIKENED)?;
            if !is_alike {
                continue;
            }
            for map in self.guesses(pair)? {
                if self.is_total(pair, &map)? {
                    self.assume(pair, map, Vec::new(), Vec::new());
                    return Ok(pair);
                }
            }
        }
        Err(NOT_ACCESSED.into())
    }

    /// Whether a map takes each instance of a statement to one of another.
    fn is_total(&mut self, [u, t]: [usize; 2], map: &[AffineExpr]) -> Refused<bool> {
        let [second, first] = [self.statement(SECOND, u), self.statement(FIRST, t)];
        let dims = variables("v", &second.domain);
        let image = self.asked.sizes.encode_all(map, &dims)?;
        let mut conditions = self.asked.sizes.domain(&second.domain, &dims)?;
        conditions.push(Bool::and(&self.asked.sizes.domain(&first.domain, &image)?).not());
        self.asked.is_impossible(&conditions)
    }

    fn assume(
        &mut self,
        pair: [usize; 2],
        map: Vec<AffineExpr>,
        others: Vec<Vec<AffineExpr>>,
        within: Vec<Guard>,
    ) {
        self.lemmas.insert(
            pair,
            Lemma {
                map,
                within,
                others,
                demands: Vec::new(),
                is_checked: false,
            },
        );
        self.order.push(pair);
        self.events.push(Event::Lemma(pair));
    }

    /// Takes back what was assumed since.
    fn roll_back(&mut self, events: usize) {
        for event in self.events.drain(events..).rev() {
            match event {
                Event::Lemma(pair) => {
                    self.lemmas.remove(&pair);
                    self.order.retain(|known| *known != pair);
                }
                Event::Demand(pair) => {
                    if let Some(lemma) = self.lemmas.get_mut(&pair) {
                        lemma.demands.pop();
                    }
                }
            }
        }
    }

    fn statement(&self, side: usize, number: usize) -> &'f Statement {
        &self.functions[side].statements[number]
    }

    /// Checks a lemma, with the next map where one does not do.
    fn lemma_holds(&mut self, pair: [usize; 2]) -> Refused<()> {
        let [u, t] = pair;
        let (second, first) = (self.statement(SECOND, u), self.statement(FIRST, t));
        loop {
            let (map, within) = (self.lemmas[&pair].map.clone(), self.lemmas[&pair].within.clone());
            let dims = variables("v", &second.domain);
            let image = self.asked.sizes.encode_all(&map, &dims)?;
            let mut conditions = self.asked.sizes.domain(&second.domain, &dims)?;
            conditions.extend(self.asked.sizes.domain(&first.domain, &image)?);
            for guard in &within {
                conditions.push(self.asked.sizes.guard(guard, &dims)?);
            }
            let own = (0..dims.len()).map(|i| dim(i as u32)).collect();
            let place = |side, statement, at| Place {
                side,
                statement,
                at,
                node: Node::Stored,
            };
            let (b, a) = (place(SECOND, u, own), place(FIRST, t, map.clone()));
            let context = Context {
                dims,
                intervals: second.domain.intervals().into(),
                conditions,
            };
            let events = self.events.len();
            if self.equal(&context, b.value(&second.value), a.value(&first.value), 0)? {
                // What was found on the way may have asked for another map of this very lemma, or for more instances.
                let is_same = |lemma: &&mut Lemma| lemma.map == map && lemma.within == within;
                if let Some(lemma) = self.lemmas.get_mut(&pair).filter(is_same) {
                    lemma.is_checked = true;
                    return Ok(());
                }
                continue;
            }
            self.roll_back(events);
            if self.lemmas[&pair].map != map {
                continue;
            }
            if !self.next_map(pair)? {
                return Err(std::mem::take(&mut self.reason));
            }
        }
    }

    /// Takes the next map that meets all demands.
    fn next_map(&mut self, pair: [usize; 2]) -> Refused<bool> {
        while let Some(map) = self.lemmas.get_mut(&pair).and_then(|lemma| lemma.others.pop()) {
            let demands = self.lemmas[&pair].demands.clone();
            let mut is_met = true;
            for (context, [at, wanted]) in &demands {
                is_met = is_met && self.takes(context, &map, at, wanted)?;
            }
            if is_met {
                if let Some(lemma) = self.lemmas.get_mut(&pair) {
                    lemma.map = map;
                    lemma.is_checked = false;
                }
                return Ok(true);
            }
        }
        let demands = self.lemmas[&pair].demands.clone();
        let Some(map) = self.interpolated(pair, &demands)? else {
            return Ok(false);
        };
        Ok(match self.lemmas.get_mut(&pair) {
            // Where it is the map that does not do there is no other.
            Some(lemma) if lemma.map != map => {
                lemma.map = map;
                lemma.is_checked = false;
                true
            }
            _ => false,
        })
    }

    /// An affine map that meets demands, found from examples of them.
    fn interpolated(&mut self, [u, t]: [usize; 2], demands: &[Demand]) -> Refused<Option<Vec<AffineExpr>>> {
        let [second, first] = [self.statement(SECOND, u), self.statement(FIRST, t)];
        let variables = (0..second.domain.loops.len()).rev().map(|i| dim(i as u32));
        let sizes = (0..self.asked.sizes.terms.len()).map(|i| symbol(i as u32));
        let inputs: Vec<AffineExpr> = variables.chain(sizes).collect();
        let mut samples: Vec<Vec<Sample>> = first.domain.loops.iter().map(|_| Vec::new()).collect();
        for _ in 0..inputs.len() + 2 {
            let map = samples.iter().map(|samples| interpolate(samples, &inputs));
            let Some(map) = map.collect::<Option<Vec<AffineExpr>>>() else {
                return Ok(None);
            };
            let mut example = None;
            for (context, [at, wanted]) in demands {
                let Some(differs) = self.is_taken_elsewhere(context, &map, at, wanted)? else {
                    continue;
                };
                let conditions = [&context.conditions[..], &[differs]].concat();
                let Ok(found) = self.asked.example(&conditions, [&context.dims, &[]]) else {
                    return Ok(None);
                };
                if let Some([sizes, x, _]) = found {
                    let point = Point { sizes: &sizes };
                    let (Some(at), Some(wanted)) = (point.all(at, &x), point.all(wanted, &x)) else {
                        return Ok(None);
                    };
                    example = Some((at.into_iter().rev().chain(sizes).collect::<Vec<i64>>(), wanted));
                    break;
                }
            }
            let Some((inputs, outputs)) = example else {
                return Ok(Some(map));
            };
            for (samples, output) in samples.iter_mut().zip(outputs) {
                let inputs = inputs.clone();
                samples.push(Sample { inputs, output });
            }
        }
        Ok(None)
    }

    /// Whether a map takes an instance to another.
    fn takes(
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
    fn is_taken_elsewhere(
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

    fn is_impossible(&mut self, context: &Context, more: &[Bool]) -> Refused<bool> {
        let conditions = [&context.conditions[..], more].concat();
        self.asked.is_impossible(&conditions)
    }

    fn sources(&mut self, side: usize, statement: usize, access: &'f Rc<Access>) -> Refused<Rc<Vec<Source>>> {
        let key = (side, Rc::as_ptr(access));
        if let Some(known) = self.sources.get(&key) {
            return Ok(known.clone());
        }
        let found = Rc::new(self.read(side, statement, access).sources(self.asked)?);
        self.sources.insert(key, found.clone());
        Ok(found)
    }

    fn read(&self, side: usize, statement: usize, access: &'f Access) -> Read<'f> {
        Read {
            function: self.functions[side],
            domain: match self.summed.get(&std::ptr::from_ref(access)) {
                Some(domain) => domain,
                None => &self.statement(side, statement).domain,
            },
            access,
        }
    }

    /// Whether two nodes have one value wherever the context holds. Where they have not, why is noted.
    fn equal(
        &mut self,
        context: &Context,
        second: Place<'f>,
        first: Place<'f>,
        depth: usize,
    ) -> Refused<bool> {
        if depth > MOST_DEPTH {
            return self.differ(context, "a value that is copied too many times");
        }
        for (place, other) in [(&second, &first), (&first, &second)] {
            let Node::Value(value) = place.node else { continue };
            let cases = self.cases(context, place, value)?;
            if let Some(cases) = cases {
                let is_trivial = cases.len() == 1;
                for (condition, case) in cases {
                    let context = context.and(condition);
                    if !is_trivial && self.is_impossible(&context, &[])? {
                        continue;
                    }
                    let (b, a) = match place.side {
                        SECOND => (case, other.clone()),
                        _ => (other.clone(), case),
                    };
                    if !self.equal(&context, b, a, depth + 1)? {
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
                return self.equal(context, second, first.value(value), depth + 1);
            }
        }
        if let (Node::Value(b), Node::Value(a)) = (&second.node, &first.node)
            && let Some(reduction) = self.reduction(b, a)
        {
            return self.sums(context, [&second, &first], reduction, depth);
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
                match same.is_empty() || self.is_impossible(context, &[Bool::and(&same).not()])? {
                    true => Ok(true),
                    false => self.differ(context, "a load reads another cell"),
                }
            }
            (Node::Stored, Node::Stored) => self.stored(context, second, first, depth),
            (Node::Cell(..), Node::Stored) => {
                let value = &self.statement(FIRST, first.statement).value;
                match value {
                    Value::Op(op) if op.once().is_some() => {
                        self.equal(context, second, first.value(value), depth + 1)
                    }
                    _ => self.differ(context, "a value is computed otherwise"),
                }
            }
            (Node::Stored, Node::Value(Value::Op(_))) => {
                let value = &self.statement(SECOND, second.statement).value;
                self.equal(context, second.value(value), first, depth + 1)
            }
            (Node::Value(Value::Op(_)), Node::Stored) => {
                let value = &self.statement(FIRST, first.statement).value;
                self.equal(context, second, first.value(value), depth + 1)
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
                match self.is_impossible(context, &[b.eq(&a).not()])? {
                    true => Ok(true),
                    false => self.differ(context, "an index as data differs"),
                }
            }
            (Node::Value(Value::Argument(b)), Node::Value(Value::Argument(a))) if a == b => Ok(true),
            (Node::Value(Value::Op(b)), Node::Value(Value::Op(a))) => {
                let (b, a): (&'f Operation, &'f Operation) = (b, a);
                self.operations(context, (&second, b), (&first, a), depth)
            }
            _ => self.differ(context, "a value is computed otherwise"),
        }
    }

    /// Notes why two values differ, unless the context does not occur.
    fn differ(&mut self, context: &Context, reason: &str) -> Refused<bool> {
        if self.is_impossible(context, &[])? {
            return Ok(true);
        }
        self.asked.suspect(&context.conditions);
        self.reason = reason.into();
        Ok(false)
    }

    /// What a choice or a load is, by cases; `None` for any other value.
    fn cases(
        &mut self,
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
                let sources = self.sources(place.side, place.statement, access)?;
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
                    let node = match stored.is_copy() {
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
        context: &Context,
        second: Place<'f>,
        first: Place<'f>,
        depth: usize,
    ) -> Refused<bool> {
        let pair = [second.statement, first.statement];
        let events = self.events.len();
        if self.lemmas.contains_key(&pair) {
            let map = self.lemmas[&pair].map.clone();
            let mut is_met = self.takes(context, &map, &second.at, &first.at)?;
            self.widen(pair, context, &second.at)?;
            self.demand(pair, context, &second, &first);
            if !is_met {
                is_met = self.next_map(pair)?;
            }
            if is_met {
                return Ok(true);
            }
            self.roll_back(events);
            return self.differ(context, "a load reads what another instance stores");
        }
        let (b, a) = (self.statement(SECOND, pair[0]), self.statement(FIRST, pair[1]));
        if self.is_alike((pair[0], &b.value), (pair[1], &a.value), MOST_LIKENED)? {
            let mut guesses = self.guesses(pair)?;
            guesses.reverse();
            while let Some(map) = guesses.pop() {
                if self.takes(context, &map, &second.at, &first.at)? {
                    let within = self.within(context, &second)?;
                    self.assume(pair, map, guesses, within);
                    self.demand(pair, context, &second, &first);
                    return Ok(true);
                }
            }
            let demand = (context.clone(), [second.at.clone(), first.at.clone()]);
            if let Some(map) = self.interpolated(pair, &[demand])? {
                let within = self.within(context, &second)?;
                self.assume(pair, map, Vec::new(), within);
                self.demand(pair, context, &second, &first);
                return Ok(true);
            }
            return self.differ(context, "a store of the second function is none of the first");
        }
        self.equal(context, second.value(&b.value), first.value(&a.value), depth + 1)
    }

    /// The conditions of choices in the value of a statement that hold for an instance of it: lanes that are filled up, say,
    /// compute what nobody stores.
    fn within(&mut self, context: &Context, place: &Place<'f>) -> Refused<Vec<Guard>> {
        let mut guards = Vec::new();
        self.statement(SECOND, place.statement).value.guards(&mut guards);
        let mut within = Vec::new();
        for guard in guards {
            for guard in [guard.negated(), guard] {
                if !within.contains(&guard) && self.holds(context, &guard, &place.at)? {
                    within.push(guard);
                    break;
                }
            }
        }
        Ok(within)
    }

    fn holds(&mut self, context: &Context, guard: &Guard, at: &[AffineExpr]) -> Refused<bool> {
        let at = self.asked.sizes.encode_all(at, &context.dims)?;
        let holds = self.asked.sizes.guard(guard, &at)?;
        self.is_impossible(context, &[holds.not()])
    }

    /// Leaves out the conditions of a lemma that do not hold for an instance for which it is used.
    fn widen(&mut self, pair: [usize; 2], context: &Context, at: &[AffineExpr]) -> Refused<()> {
        for guard in self.lemmas[&pair].within.clone() {
            if !self.holds(context, &guard, at)?
                && let Some(lemma) = self.lemmas.get_mut(&pair)
            {
                lemma.within.retain(|other| *other != guard);
                lemma.is_checked = false;
            }
        }
        Ok(())
    }

    fn demand(&mut self, pair: [usize; 2], context: &Context, second: &Place<'f>, first: &Place<'f>) {
        if let Some(lemma) = self.lemmas.get_mut(&pair) {
            lemma
                .demands
                .push((context.clone(), [second.at.clone(), first.at.clone()]));
            self.events.push(Event::Demand(pair));
        }
    }

    fn operations(
        &mut self,
        context: &Context,
        (second, b): (&Place<'f>, &'f Operation),
        (first, a): (&Place<'f>, &'f Operation),
        depth: usize,
    ) -> Refused<bool> {
        for pairs in self.pairings((second, b), (first, a))? {
            let events = self.events.len();
            let mut is_equal = true;
            for [b, a] in pairs {
                is_equal = is_equal && self.equal(context, second.value(b), first.value(a), depth + 1)?;
            }
            if is_equal {
                return Ok(true);
            }
            self.roll_back(events);
        }
        match self.reason.is_empty() {
            true => self.differ(context, "a value is computed otherwise"),
            false => self.is_impossible(context, &[]),
        }
    }

    /// The pairs of operands each of which must be equal for two operations to be; the likeliest pairing first.
    fn pairings(
        &mut self,
        (second, b): (&Place<'f>, &'f Operation),
        (first, a): (&Place<'f>, &'f Operation),
    ) -> Refused<Vec<Vec<[&'f Value; 2]>>> {
        let mut likely = Vec::new();
        let mut others = Vec::new();
        for pairs in pairings(b, a, self.model.contract) {
            match self.are_alike(&pairs, [second.statement, first.statement], MOST_LIKENED)? {
                true => likely.push(pairs),
                false => others.push(pairs),
            }
        }
        likely.extend(others);
        Ok(likely)
    }
}

/// Whether two expressions are the same as sums.
fn is_same(a: &AffineExpr, b: &AffineExpr) -> bool {
    a == b || (a + &(b * &constant(-1))).simplified() == constant(0)
}
