//! Functions of one structure, in which operations of the one stand where the other calls private functions: equal wherever each of
//! these is equal to the operations in its place.
//!
//! The two bodies are walked side by side. What is no such call must be the same operation with the same attributes, of values
//! that correspond, and regions likewise; whatever control flow there is around, of data and with effects, it takes the same
//! way in both. A call of a private function that the first function calls nowhere stands for one or more operations of the
//! first that follow one another: these as a function of the values that they use (`ovolo_lang::outline`), which must be
//! the operands of the call in that order, are to be equal to the function that is called. Of its arguments nothing is taken for granted but
//! that those share no memory with others which `outline` sees to be alone.

use std::collections::BTreeSet;

use ovolo_lang::attribute::Attribute;
use ovolo_lang::clone::Mapping;
use ovolo_lang::fp::{FpModel, grant};
use ovolo_lang::ir::{BlockId, Module, Op, OpId, OpName, ValueId};
use ovolo_lang::outline::{captured, outline};

use super::pairs::Branch;

/// Operations that are compared. Arbitrary: where a call stands, each number of operations is tried.
const MOST_COMPARED: usize = 100_000;

/// The pairs of functions that must be equal for the two of a branch to be, where these differ in calls of private functions only: none
/// where they are the same. `None` where they differ otherwise.
pub(super) fn parts(branch: &Branch, model: FpModel) -> Option<Vec<Branch>> {
    let [(first, f), (second, g)] = &branch.pair;
    // What the model grants may be written or not.
    let granted = [first, second].map(|module| {
        let mut module = module.clone();
        grant(&mut module, model);
        module
    });
    let [first, second] = &granted;
    let mut walk = Walk {
        first,
        second,
        values: Mapping::default(),
        blocks: Vec::new(),
        symbols: BTreeSet::new(),
        called: called_from(first, *f),
        parts: Vec::new(),
        left: MOST_COMPARED,
    };
    if !walk.regions(first.op(*f), second.op(*g)) {
        return None;
    }
    let mut found = Vec::new();
    for (ops, called) in walk.parts {
        let mut module = first.clone();
        let name = second.op(called).attribute("sym_name")?.as_str()?;
        let outlined = outline(&mut module, &ops, name)?;
        let [own, other] = [module.op(outlined.function), second.op(called)];
        let is_same = |name: &str| match name {
            "sym_name" | "sym_visibility" => true,
            name => own.attribute(name) == other.attribute(name),
        };
        let mut names = own
            .attributes
            .iter()
            .chain(&other.attributes)
            .map(|named| &*named.0);
        if !names.all(is_same) {
            return None;
        }
        let function = outlined.function;
        found.push(Branch {
            pair: [(module, function), (second.clone(), called)],
            assumed: Vec::new(),
            is_part: true,
        });
    }
    Some(found)
}

/// The names of functions that a function calls, and those call.
fn called_from(module: &Module, function: OpId) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut pending = vec![function];
    while let Some(function) = pending.pop() {
        module.walk(function, &mut |op| {
            let callee = module.op(op).attribute("callee").and_then(Attribute::as_symbol);
            if let Some(name) = callee.filter(|name| !names.contains(*name)) {
                names.insert(name.to_string());
                pending.extend(module.function(name));
            }
        });
    }
    names
}

struct Walk<'m> {
    first: &'m Module,
    second: &'m Module,
    /// The values of the first program, by those of the second.
    values: Mapping,
    /// Blocks of the first that branches lead to, with those of the second.
    blocks: Vec<[BlockId; 2]>,
    /// Names of which the definitions are compared, or were.
    symbols: BTreeSet<String>,
    /// The functions that are called in the first.
    called: BTreeSet<String>,
    /// Operations of the first, and the function that is called in their place.
    parts: Vec<(Vec<OpId>, OpId)>,
    left: usize,
}

impl Walk<'_> {
    /// The private function with a body that an operation of the second program calls, where the first calls none of that name.
    fn called_alone(&self, op: OpId) -> Option<OpId> {
        let called = self.second.callee(op)?;
        let data = self.second.op(called);
        let name = data.attribute("sym_name")?.as_str()?;
        let is_private = data.attribute("sym_visibility").and_then(Attribute::as_str) == Some("private");
        (is_private && !self.called.contains(name)).then_some(called)
    }

    fn regions(&mut self, x: &Op, y: &Op) -> bool {
        if x.regions.len() != y.regions.len() {
            return false;
        }
        for (&a, &b) in x.regions.iter().zip(&y.regions) {
            let [a, b] = [&self.first.region(a).blocks, &self.second.region(b).blocks];
            if a.len() != b.len() {
                return false;
            }
            for (&a, &b) in a.iter().zip(b) {
                let [a_arguments, b_arguments] =
                    [&self.first.block(a).arguments, &self.second.block(b).arguments];
                if !self.correspond(a_arguments, b_arguments) {
                    return false;
                }
                self.blocks.push([a, b]);
            }
            for (&a, &b) in a.iter().zip(b) {
                if !self.ops(&self.first.block(a).ops, &self.second.block(b).ops) {
                    return false;
                }
            }
        }
        true
    }

    /// Notes that values of the two programs are the same, where their types are.
    fn correspond(&mut self, a: &[ValueId], b: &[ValueId]) -> bool {
        let is_same = |(a, b): (&ValueId, &ValueId)| self.first.ty(*a) == self.second.ty(*b);
        if a.len() != b.len() || !a.iter().zip(b).all(is_same) {
            return false;
        }
        self.values.extend(b.iter().copied().zip(a.iter().copied()));
        true
    }

    fn ops(&mut self, mut a: &[OpId], mut b: &[OpId]) -> bool {
        loop {
            let Some(left) = self.left.checked_sub(1) else {
                return false;
            };
            self.left = left;
            let (x, y) = match (a.split_first(), b.split_first()) {
                (None, None) => return true,
                (_, Some((&y, others))) if let Some(called) = self.called_alone(y) => {
                    return self.with_call(a, y, called, others);
                }
                (Some((&x, later)), Some((&y, others))) => {
                    (a, b) = (later, others);
                    (x, y)
                }
                _ => return false,
            };
            if !self.is_same(x, y) {
                return false;
            }
        }
    }

    /// Whether a call stands for the first of some operations, and the others are those after it.
    fn with_call(&mut self, a: &[OpId], call: OpId, called: OpId, others: &[OpId]) -> bool {
        for count in 1..=a.len() {
            let (part, later) = a.split_at(count);
            let Some(found) = captured(self.first, part) else {
                return false;
            };
            let data = self.second.op(call);
            let given: Option<Vec<ValueId>> = data
                .operands
                .iter()
                .map(|v| self.values.get(v).copied())
                .collect();
            if given.as_ref() != Some(&found.arguments) {
                continue;
            }
            let known = (self.values.clone(), self.blocks.len(), self.parts.len());
            let results = data.results.clone();
            if self.correspond(&found.results, &results) {
                self.parts.push((part.to_vec(), called));
                if self.ops(later, others) {
                    return true;
                }
            }
            self.values = known.0;
            self.blocks.truncate(known.1);
            self.parts.truncate(known.2);
            if self.left == 0 {
                return false;
            }
        }
        false
    }

    fn is_same(&mut self, x: OpId, y: OpId) -> bool {
        let [x, y] = [self.first.op(x), self.second.op(y)];
        let operands = y.operands.iter().map(|v| self.values.get(v));
        let are_same = x.operands.len() == y.operands.len()
            && x.operands.iter().zip(operands).all(|(a, b)| Some(a) == b)
            && x.successors.len() == y.successors.len()
            && x.successors
                .iter()
                .zip(&y.successors)
                .all(|(a, b)| self.blocks.contains(&[*a, *b]));
        matches!(x.name, OpName::Known(_))
            && x.name == y.name
            && are_same
            && self.attributes(x, y)
            && self.correspond(&x.results, &y.results)
            && self.regions(x, y)
    }

    fn attributes(&mut self, x: &Op, y: &Op) -> bool {
        let mut named = x.attributes.iter();
        x.attributes.len() == y.attributes.len()
            && named.all(|named| y.attribute(&named.0) == Some(&named.1))
            && x.attributes.iter().all(|named| self.symbols_in(&named.1))
    }

    /// Whether the names in an attribute mean the same in both programs.
    fn symbols_in(&mut self, attribute: &Attribute) -> bool {
        match attribute {
            Attribute::SymbolRef(path) => path.first().is_none_or(|name| self.is_same_symbol(name)),
            Attribute::Array(list) => list.iter().all(|a| self.symbols_in(a)),
            Attribute::Dictionary(entries) => entries.iter().all(|(_, a)| self.symbols_in(a)),
            Attribute::Typed(typed) => self.symbols_in(&typed.0),
            Attribute::Distinct { attribute, .. } => self.symbols_in(attribute),
            Attribute::Opaque(text) => !text.contains('@'),
            _ => true,
        }
    }

    fn is_same_symbol(&mut self, name: &str) -> bool {
        if !self.symbols.insert(name.to_string()) {
            return true;
        }
        let is_same = match [self.first, self.second].map(|module| symbol(module, name)) {
            [None, None] => true,
            [Some(a), Some(b)] => {
                let [x, y] = [self.first.op(a), self.second.op(b)];
                // A call in there would have to stand for operations of this function.
                let parts = self.parts.len();
                x.name == y.name && self.attributes(x, y) && self.regions(x, y) && self.parts.len() == parts
            }
            _ => false,
        };
        if !is_same {
            // Others were taken for the same on the ground that this is.
            self.left = 0;
        }
        is_same
    }
}

/// The operation at the top of a program with a name.
fn symbol(module: &Module, name: &str) -> Option<OpId> {
    let ops = &module.block(module.body()).ops;
    let is_named =
        |op: &&OpId| module.op(**op).attribute("sym_name").and_then(Attribute::as_str) == Some(name);
    ops.iter().find(is_named).copied()
}
