//! Arrays as large as the subscripts of nests need, where nothing else uses them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use egg::Symbol;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, FunctionType, MemRefType, Type};
use std::sync::Arc;

use crate::linear::{Atom, Linear};
use crate::nest::{BufferSource, Nest};
use crate::term::Node;

/// Cuts off the ends of arrays that no subscript of the nests reaches.
pub fn fit_arrays(module: &mut Module, nests: &[Nest]) {
    let mut needed: BTreeMap<ValueId, Vec<Option<i64>>> = BTreeMap::new();
    for nest in nests {
        let ranges = Ranges::of(nest);
        for (name, extents) in ranges.reached() {
            let Some((_, BufferSource::Memref(value))) = nest.buffers.get(&name) else {
                continue;
            };
            let known = needed
                .entry(*value)
                .or_insert_with(|| vec![Some(0); extents.len()]);
            for (known, extent) in known.iter_mut().zip(extents) {
                *known = known.zip(extent).map(|(a, b)| a.max(b));
            }
        }
    }
    let mut inside = BTreeSet::new();
    for nest in nests {
        for &op in [nest.op].iter().chain(&nest.others) {
            module.walk(op, &mut |op| {
                inside.insert(op);
            });
        }
    }
    let others = used_elsewhere(module, &inside);
    for (value, extents) in needed {
        if !others.contains(&value) {
            cut(module, value, &extents);
        }
    }
    let functions: Vec<OpId> = module.functions().collect();
    for function in functions {
        fit_type(module, function);
    }
}

/// Values that are used otherwise than to load from and store to, in the nests.
fn used_elsewhere(module: &Module, nests: &BTreeSet<OpId>) -> BTreeSet<ValueId> {
    let mut found = BTreeSet::new();
    module.walk(module.top(), &mut |op| {
        let data = module.op(op);
        let is_access = matches!(
            data.code(),
            Some(OpCode::AffineLoad | OpCode::AffineStore | OpCode::MemRefLoad | OpCode::MemRefStore)
        );
        let is_plain = is_access && nests.contains(&op) || data.code() == Some(OpCode::MemRefDealloc);
        if !is_plain {
            found.extend(&data.operands);
        }
    });
    found
}

fn cut(module: &mut Module, value: ValueId, extents: &[Option<i64>]) {
    let is_argument = module.defining_op(value).is_none();
    let is_allocated = module.defining_op(value).is_some_and(|op| {
        matches!(
            module.op(op).code(),
            Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca)
        )
    });
    let Type::MemRef(memref) = module.ty(value).clone() else {
        return;
    };
    let (Some(shape), true) = (&memref.shape, is_argument || is_allocated) else {
        return;
    };
    let dims = shape
        .iter()
        .zip(extents)
        .map(|(dim, extent)| match (dim, extent) {
            (Dim::Fixed(n), Some(extent)) => Dim::Fixed((*n).min((*extent).max(1))),
            _ => *dim,
        });
    let shape = Some(dims.collect());
    module.value_mut(value).ty = Type::MemRef(Arc::new(MemRefType {
        shape,
        ..(*memref).clone()
    }));
}

/// Gives the type of a function the types of its arguments.
fn fit_type(module: &mut Module, function: OpId) {
    let Some(body) = module.single_block(function, 0) else {
        return;
    };
    let inputs = module.block(body).arguments.iter();
    let inputs = inputs.map(|&argument| module.ty(argument).clone()).collect();
    let ty = module.op(function).attribute("function_type");
    if let Some(Type::Function(ty)) = ty.and_then(Attribute::as_type) {
        let results = ty.results.clone();
        let ty = Type::Function(Arc::new(FunctionType { inputs, results }));
        module
            .op_mut(function)
            .set_attribute("function_type", Attribute::Type(ty));
    }
}

/// The least and the greatest value of each induction variable, where they are known.
struct Ranges<'n> {
    nest: &'n Nest,
    known: HashMap<Symbol, Option<(i64, i64)>>,
}

impl Ranges<'_> {
    fn of(nest: &Nest) -> Ranges<'_> {
        let mut ranges = Ranges {
            nest,
            known: HashMap::new(),
        };
        // Of each loop, those of loops around it come before.
        for (name, domain) in &nest.domains {
            let least = domain.lower.iter().map(|l| Some(ranges.range(l)?.0));
            let least = least
                .collect::<Option<Vec<i64>>>()
                .and_then(|all| all.into_iter().max());
            let most = domain.upper.iter().map(|l| Some(ranges.range(l)?.1 - 1));
            let most = most
                .collect::<Option<Vec<i64>>>()
                .and_then(|all| all.into_iter().min());
            ranges.known.insert(*name, least.zip(most));
        }
        ranges
    }

    /// Of each array that is accessed the extents that contain all its subscripts; `None` for one that is not known.
    fn reached(&self) -> BTreeMap<Symbol, Vec<Option<i64>>> {
        let mut found: BTreeMap<Symbol, Vec<Option<i64>>> = BTreeMap::new();
        let nodes = self.nest.term.as_ref();
        let mut linears: Vec<Option<Linear>> = Vec::new();
        for node in nodes {
            let children = egg::Language::children(node);
            let place = |id| linears.get(usize::from(id)).and_then(Option::as_ref);
            linears.push(crate::linear::linear_of(node, place));
            let (name, indices) = match node {
                Node::Load(name, _, indices) => (*name, &indices[..]),
                Node::Store(name, _) => (*name, &children[..children.len() - 1]),
                _ => continue,
            };
            let extents: Vec<Option<i64>> = indices
                .iter()
                .map(|id| {
                    let greatest = self.range(linears[usize::from(*id)].as_ref()?)?.1;
                    greatest.checked_add(1)
                })
                .collect();
            let known = found.entry(name).or_insert_with(|| vec![Some(0); extents.len()]);
            for (known, extent) in known.iter_mut().zip(extents) {
                *known = known.zip(extent).map(|(a, b)| a.max(b));
            }
        }
        found
    }

    fn range(&self, linear: &Linear) -> Option<(i64, i64)> {
        let mut range = (linear.constant, linear.constant);
        for (atom, factor) in &linear.terms {
            let (least, most) = match atom {
                Atom::Var(name) => (*self.known.get(name)?)?,
                Atom::FloorDiv(inner, divisor) if *divisor > 0 => {
                    let (least, most) = self.range(inner)?;
                    (least.div_euclid(*divisor), most.div_euclid(*divisor))
                }
                Atom::Mod(_, divisor) if *divisor > 0 => (0, divisor - 1),
                _ => return None,
            };
            let (a, b) = (least.checked_mul(*factor)?, most.checked_mul(*factor)?);
            range = (range.0.checked_add(a.min(b))?, range.1.checked_add(a.max(b))?);
        }
        Some(range)
    }
}
