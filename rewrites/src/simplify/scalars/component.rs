//! Operations of a block that depend on each other, as an e-graph.

use egg::{Id, Symbol};
use ovolo_lang::algebra::Rounding;
use ovolo_lang::ir::{BlockId, Module, Op, OpId, ValueDef, ValueId};
use ovolo_lang::op::{OpCode, Trait, has_meaning};
use ovolo_lang::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::EGraph;
use super::constants::{Lanes, constant};
use super::scope::Scopes;
use crate::facts::FactAnalysis;
use crate::simplify::operands::variable;
use crate::simplify::substitute::Substitution;
use crate::term::{Node, Scalar, ScalarOp};

/// Operations that are looked at together, at most. Arbitrary: what rules make of more is cut off by the limits.
const MOST_OPS: usize = 48;
/// Operations around them that are looked at besides, at most, and how far away. Arbitrary.
const MOST_AROUND: usize = 24;
const FARTHEST: u32 = 4;

/// Operations of one block on values of one shape, in their order.
#[derive(Debug)]
pub struct Component {
    pub ops: Vec<OpId>,
    /// The results that something else uses.
    pub roots: Vec<ValueId>,
}

/// A component in its e-graph.
pub struct Lifted {
    pub egraph: EGraph,
    /// The classes of the results of the component, and of what they are computed from.
    pub classes: FxHashMap<ValueId, Id>,
    /// What other operations compute, by the names of the leaves.
    pub leaves: FxHashMap<Symbol, ValueId>,
    /// The operations of the component.
    pub ops: Vec<LiftedOp>,
    /// What the values of the component are computed from.
    pub sources: FxHashMap<ValueId, FxHashSet<ValueId>>,
    /// A type of the shape of all values.
    pub shape: Type,
    /// Whether what is around says something of a leaf.
    pub is_bounded: bool,
}

/// An operation with what it computes.
pub struct LiftedOp {
    pub op: OpId,
    pub operands: Vec<ValueId>,
    /// Each result with its node; with none where it is the operand as another type.
    pub results: Vec<(ValueId, Option<Node>)>,
}

/// An operation as the e-graph sees it: one node for each result, or that a result is its operand.
enum Modelled {
    Nodes(SmallVec<[ScalarOp; 2]>),
    Same,
}

/// The components of all blocks where what is used is defined before.
pub fn components(module: &Module) -> Vec<Component> {
    let mut users: FxHashMap<ValueId, SmallVec<[OpId; 2]>> = FxHashMap::default();
    let mut blocks = Vec::new();
    module.walk(module.top(), &mut |op| {
        let data = module.op(op);
        for &operand in &data.operands {
            users.entry(operand).or_default().push(op);
        }
        let is_graph = data.code().is_none_or(|code| code.has_trait(Trait::GraphRegion));
        if !is_graph {
            let regions = data.regions.iter();
            blocks.extend(regions.flat_map(|&r| module.region(r).blocks.iter().copied()));
        }
    });
    let of_block = |block| components_of(module, block, &users);
    blocks.into_iter().flat_map(of_block).collect()
}

fn components_of(
    module: &Module,
    block: BlockId,
    users: &FxHashMap<ValueId, SmallVec<[OpId; 2]>>,
) -> Vec<Component> {
    let mut groups: Vec<Vec<OpId>> = Vec::new();
    let mut group_of: FxHashMap<OpId, usize> = FxHashMap::default();
    for &op in &module.block(block).ops {
        if modelled(module, module.op(op)).is_none() {
            continue;
        }
        let mut mine: Vec<usize> = (module.op(op).operands.iter())
            .filter_map(|&operand| group_of.get(&module.defining_op(operand)?).copied())
            .filter(|&group| groups[group].len() < MOST_OPS)
            .collect();
        mine.sort_unstable();
        mine.dedup();
        let group = mine.first().copied().unwrap_or(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        for &other in mine.iter().skip(1) {
            if groups[group].len() + groups[other].len() < MOST_OPS {
                let moved = std::mem::take(&mut groups[other]);
                group_of.extend(moved.iter().map(|&op| (op, group)));
                groups[group].extend(moved);
            }
        }
        groups[group].push(op);
        group_of.insert(op, group);
    }
    let position: FxHashMap<OpId, usize> = module.block(block).ops.iter().copied().zip(0..).collect();
    let found = groups.into_iter().enumerate().filter(|(_, ops)| !ops.is_empty());
    let found = found.map(|(group, mut ops)| {
        ops.sort_unstable_by_key(|op| position[op]);
        let results = ops.iter().flat_map(|&op| module.op(op).results.iter().copied());
        let is_used_outside = |value: &ValueId| {
            let mut users = users.get(value).into_iter().flatten();
            users.any(|user| group_of.get(user) != Some(&group))
        };
        let roots = results.filter(is_used_outside).collect();
        Component { ops, roots }
    });
    found.filter(|component| !component.roots.is_empty()).collect()
}

/// The component as an e-graph; `None` where a value has no class.
pub fn lift(
    module: &Module,
    component: &Component,
    scopes: &Scopes,
    replaced: &Substitution,
) -> Option<Lifted> {
    let first = component.ops.first()?;
    let shape = module
        .ty(*module.op(*first).results.first()?)
        .with_element(Type::I1);
    let mut lifter = Lifter {
        module,
        replaced,
        scopes,
        block: module.op(*first).parent?,
        own: component.ops.iter().copied().collect(),
        around: 0,
        lifted: Lifted {
            egraph: EGraph::new(FactAnalysis::default()),
            classes: FxHashMap::default(),
            leaves: FxHashMap::default(),
            ops: Vec::new(),
            sources: FxHashMap::default(),
            shape,
            is_bounded: false,
        },
    };
    for &op in &component.ops {
        let lifted = lifter.op(op, FARTHEST)?;
        lifter.lifted.ops.push(lifted);
    }
    let mut lifted = lifter.lifted;
    lifted.egraph.rebuild();
    Some(lifted)
}

impl Lifted {
    /// Whether this is one operation on different values of which nothing is known. No rule makes less of it.
    pub fn is_plain(&self) -> bool {
        let [
            LiftedOp {
                operands, results, ..
            },
        ] = self.ops.as_slice()
        else {
            return false;
        };
        let different: FxHashSet<&ValueId> = operands.iter().collect();
        let are_leaves = self.leaves.len() == operands.len() && different.len() == operands.len();
        are_leaves && !self.is_bounded && results.len() == 1 && self.egraph.total_size() == operands.len() + 1
    }
}

struct Lifter<'m> {
    module: &'m Module,
    replaced: &'m Substitution,
    scopes: &'m Scopes,
    /// Where the component is.
    block: BlockId,
    own: FxHashSet<OpId>,
    /// Operations outside the component that were looked at.
    around: usize,
    lifted: Lifted,
}

impl Lifter<'_> {
    /// The operation, whose results get classes.
    fn op(&mut self, op: OpId, farthest: u32) -> Option<LiftedOp> {
        let data = self.module.op(op);
        let modelled = modelled(self.module, data)?;
        let operands: Vec<ValueId> = data.operands.iter().map(|&o| self.replaced.find(o)).collect();
        let mut ids = Vec::with_capacity(operands.len());
        let mut sources = FxHashSet::default();
        for &operand in &operands {
            ids.push(self.value(operand, farthest)?);
            match self.lifted.sources.get(&operand) {
                Some(its) => sources.extend(its.iter().copied()),
                None => drop(sources.insert(operand)),
            }
        }
        let mut results = Vec::new();
        for (i, &result) in data.results.iter().enumerate() {
            let (id, node) = match &modelled {
                Modelled::Same => (ids[0], None),
                Modelled::Nodes(ops) => {
                    let node = Node::Op(ops[i], ids.clone().into());
                    (self.lifted.egraph.add(node.clone()), Some(node))
                }
            };
            self.lifted.classes.insert(result, id);
            self.lifted.sources.insert(result, sources.clone());
            results.push((result, node));
        }
        Some(LiftedOp {
            op,
            operands,
            results,
        })
    }

    fn value(&mut self, value: ValueId, farthest: u32) -> Option<Id> {
        if let Some(&id) = self.lifted.classes.get(&value) {
            return Some(id);
        }
        let scalar = Scalar::of_lanes(self.module.ty(value))?;
        let id = match (constant(self.module, value), scalar) {
            (Some(Lanes::Splat(bits)), scalar) => self.lifted.egraph.add(Node::Const(scalar, bits)),
            _ => {
                let name = variable(value);
                self.lifted.leaves.insert(name, value);
                let leaf = self.lifted.egraph.add(Node::Outer(name, scalar));
                if let Some(fact) = self.scopes.fact(self.module, value, self.block) {
                    self.lifted.egraph.set_analysis_data(leaf, Some(fact));
                    self.lifted.is_bounded = true;
                }
                self.around(value, leaf, farthest);
                leaf
            }
        };
        self.lifted.classes.insert(value, id);
        Some(id)
    }

    /// Lets the leaf be what computes it, too. What has overflow flags may be poison where a sum of the same operands
    /// is none, so that is left out.
    fn around(&mut self, value: ValueId, leaf: Id, farthest: u32) {
        let ValueDef::Result { op, .. } = self.module.value(value).def else {
            return;
        };
        let data = self.module.op(op);
        let is_looked_at = farthest > 0
            && self.around < MOST_AROUND
            && !self.own.contains(&op)
            && data.results.len() == 1
            && !has_overflow_flags(data)
            && self.has_shape(data)
            && modelled(self.module, data).is_some();
        if !is_looked_at {
            return;
        }
        self.around += 1;
        if self.op(op, farthest - 1).is_some() {
            let id = self.lifted.classes[&value];
            self.lifted.egraph.union(id, leaf);
            // The leaf itself may be used, too.
            self.lifted.sources.entry(value).or_default().insert(value);
        }
    }

    fn has_shape(&self, data: &Op) -> bool {
        let ty = self.module.ty(data.results[0]);
        ty.with_element(Type::I1) == self.lifted.shape
    }
}

pub fn has_overflow_flags(op: &Op) -> bool {
    op.attribute("overflowFlags").is_some()
}

fn modelled(module: &Module, op: &Op) -> Option<Modelled> {
    let code = op.code()?;
    let is_extended = matches!(
        code,
        OpCode::AddUIExtended | OpCode::MulSIExtended | OpCode::MulUIExtended
    );
    let is_scalar = code.name().starts_with("arith.") || code.name().starts_with("math.");
    let has_meaning = is_extended || has_meaning(code) && op.results.len() == 1;
    if !is_scalar || !has_meaning || !code.has_trait(Trait::Elementwise) || op.operands.is_empty() {
        return None;
    }
    const KNOWN: [&str; 4] = ["overflowFlags", "fastmath", "predicate", "roundingmode"];
    let is_plain = op.attributes.iter().all(|(name, _)| KNOWN.contains(&&**name));
    if !is_plain || op.rounding() != Rounding::NearestEven {
        return None;
    }
    let shape = |value: &ValueId| module.ty(*value).with_element(Type::I1);
    let shape_of_first = shape(&op.operands[0]);
    let mut values = op.operands.iter().chain(&op.results);
    if !values.all(|value| shape(value) == shape_of_first && Scalar::of_lanes(module.ty(*value)).is_some()) {
        return None;
    }
    let scalar = |value: ValueId| Scalar::of_lanes(module.ty(value));
    let of = scalar(*op.operands.get(usize::from(code == OpCode::Select))?)?;
    let result = scalar(op.results[0])?;
    let code = match (code, of, result) {
        (OpCode::IndexCast | OpCode::IndexCastUI, Scalar::Integer(from), Scalar::Integer(to)) => {
            match (from.cmp(&to), code) {
                (std::cmp::Ordering::Equal, _) => return Some(Modelled::Same),
                (std::cmp::Ordering::Greater, _) => OpCode::TruncI,
                (std::cmp::Ordering::Less, OpCode::IndexCast) => OpCode::ExtSI,
                (std::cmp::Ordering::Less, _) => OpCode::ExtUI,
            }
        }
        _ => code,
    };
    let nodes = (0i64..).zip(&op.results).map(|(i, &result)| {
        Some(ScalarOp {
            code,
            ty: of,
            result: scalar(result)?,
            flags: op.fast_math(),
            predicate: match is_extended {
                true => i,
                false if matches!(code, OpCode::CmpI | OpCode::CmpF) => op.predicate(),
                false => 0,
            },
        })
    });
    nodes.collect::<Option<_>>().map(Modelled::Nodes)
}
