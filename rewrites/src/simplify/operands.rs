//! Maps with operands as expressions, and back.

use egg::{Id, Symbol};
use indexmap::IndexSet;
use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp, dim, symbol};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use rustc_hash::FxHashMap;

use crate::expression::Expression;
use crate::term::{IndexOp, Node};

/// Applications of maps within one another that are taken as one expression. Arbitrary; it bounds the size of what
/// a chain of them comes to.
const MOST_COMPOSED: u32 = 16;
/// Nodes beyond which an expression is not looked at.
const MOST_NODES: usize = 2_000;

/// The expressions of one operation's operands.
pub struct Operands<'m> {
    module: &'m Module,
    replaced: &'m FxHashMap<ValueId, ValueId>,
    nodes: Vec<Node>,
    ids: FxHashMap<Node, Id>,
    /// The values behind variables that some map has for a symbol: each of them may be one wherever it is.
    pub symbols: IndexSet<ValueId>,
}

/// The variable of a value. No two values share a number, so no two facts meet that are not of one value.
pub fn variable(value: ValueId) -> Symbol {
    Symbol::from(format!("v{}", value.index()))
}

/// The values behind variables.
pub type Names = FxHashMap<Symbol, ValueId>;

/// The names of all values of the module.
pub fn names(module: &Module) -> Names {
    let mut names = Names::default();
    module.walk(module.top(), &mut |op| {
        let blocks = module
            .op(op)
            .regions
            .iter()
            .flat_map(|&r| module.region(r).blocks.iter());
        let arguments = blocks.flat_map(|&b| module.block(b).arguments.iter());
        let values = module.op(op).results.iter().chain(arguments);
        names.extend(values.map(|&value| (variable(value), value)));
    });
    names
}

impl<'m> Operands<'m> {
    pub fn new(module: &'m Module, replaced: &'m FxHashMap<ValueId, ValueId>) -> Operands<'m> {
        Operands {
            module,
            replaced,
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            symbols: IndexSet::new(),
        }
    }

    pub fn add(&mut self, node: Node) -> Id {
        let next = Id::from(self.nodes.len());
        let id = *self.ids.entry(node.clone()).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    /// The results of the map of the operands; `None` where they are too large to be looked at.
    pub fn results(&mut self, map: &AffineMap, operands: &[ValueId]) -> Option<Vec<Expression>> {
        let ids = self.apply(map, operands, MOST_COMPOSED)?;
        Some(ids.into_iter().map(|id| self.expression(id)).collect())
    }

    pub fn expression(&self, id: Id) -> Expression {
        super::branches::reachable(&self.nodes, id)
    }

    fn apply(&mut self, map: &AffineMap, operands: &[ValueId], depth: u32) -> Option<Vec<Id>> {
        let num_dims = map.num_dims as usize;
        let inputs: Option<Vec<Id>> = operands
            .iter()
            .enumerate()
            .map(|(i, &operand)| self.operand(operand, i >= num_dims, depth))
            .collect();
        let inputs = inputs?;
        map.results
            .iter()
            .map(|expr| self.affine(expr, &inputs, num_dims))
            .collect()
    }

    fn operand(&mut self, value: ValueId, is_symbol: bool, depth: u32) -> Option<Id> {
        let mut value = value;
        while let Some(&other) = self.replaced.get(&value) {
            value = other;
        }
        if let ValueDef::Result { op, .. } = self.module.value(value).def {
            let op = self.module.op(op);
            match op.code() {
                Some(OpCode::Constant) => {
                    if let Some(constant) = op.attribute("value").and_then(Attribute::as_i64) {
                        return Some(self.add(Node::Int(constant)));
                    }
                }
                Some(OpCode::AffineApply) if depth > 0 => {
                    let map = op.attribute("map").and_then(Attribute::as_affine_map)?.clone();
                    return self.apply(&map, &op.operands, depth - 1)?.first().copied();
                }
                _ => {}
            }
        }
        if is_symbol {
            self.symbols.insert(value);
        }
        Some(self.add(Node::Var(variable(value))))
    }

    pub fn affine(&mut self, expr: &AffineExpr, inputs: &[Id], num_dims: usize) -> Option<Id> {
        let (op, ab) = match expr {
            AffineExpr::Constant(c) => return Some(self.add(Node::Int(*c))),
            AffineExpr::Dim(i) => return inputs.get(*i as usize).copied(),
            AffineExpr::Symbol(i) => return inputs.get(num_dims + *i as usize).copied(),
            AffineExpr::Binary(op, ab) => (op, ab),
        };
        let a = self.affine(&ab.0, inputs, num_dims)?;
        let b = self.affine(&ab.1, inputs, num_dims)?;
        let op = match op {
            AffineOp::Add => IndexOp::Add,
            AffineOp::Mul => IndexOp::Mul,
            AffineOp::FloorDiv => IndexOp::FloorDiv,
            AffineOp::CeilDiv => IndexOp::CeilDiv,
            AffineOp::Mod => IndexOp::Mod,
        };
        (self.nodes.len() < MOST_NODES).then(|| self.add(Node::Index(op, [a, b])))
    }
}

/// The inputs of a map that is made.
#[derive(Default)]
pub struct Inputs {
    pub dims: IndexSet<ValueId>,
    pub symbols: IndexSet<ValueId>,
}

impl Inputs {
    /// The expression over the inputs, which get what it mentions besides. `None` where it is not affine.
    pub fn affine(
        &mut self,
        names: &Names,
        symbols: &IndexSet<ValueId>,
        expression: &Expression,
    ) -> Option<AffineExpr> {
        let mut exprs: Vec<AffineExpr> = Vec::with_capacity(expression.nodes().len());
        for node in expression.nodes() {
            exprs.push(match node {
                Node::Int(value) => AffineExpr::Constant(*value),
                Node::Var(name) => {
                    let value = *names.get(name)?;
                    match symbols.contains(&value) {
                        true => symbol(self.symbols.insert_full(value).0 as u32),
                        false => dim(self.dims.insert_full(value).0 as u32),
                    }
                }
                Node::Index(op, [a, b]) => {
                    let op = match op {
                        IndexOp::Add => AffineOp::Add,
                        IndexOp::Mul => AffineOp::Mul,
                        IndexOp::FloorDiv => AffineOp::FloorDiv,
                        IndexOp::CeilDiv => AffineOp::CeilDiv,
                        IndexOp::Mod => AffineOp::Mod,
                        IndexOp::Min | IndexOp::Max => return None,
                    };
                    let (a, b) = (exprs[usize::from(*a)].clone(), exprs[usize::from(*b)].clone());
                    let is_allowed = match op {
                        AffineOp::Add => true,
                        AffineOp::Mul => a.is_symbolic_or_constant() || b.is_symbolic_or_constant(),
                        _ => b.is_symbolic_or_constant(),
                    };
                    match op {
                        _ if !is_allowed => return None,
                        AffineOp::Mul if a.is_symbolic_or_constant() => AffineExpr::binary(op, b, a),
                        _ => AffineExpr::binary(op, a, b),
                    }
                }
                _ => return None,
            });
        }
        exprs.pop()
    }

    /// The map of the results, and its operands.
    pub fn map(self, results: Vec<AffineExpr>) -> (AffineMap, Vec<ValueId>) {
        let map = AffineMap::new(self.dims.len() as u32, self.symbols.len() as u32, results);
        (map, self.dims.into_iter().chain(self.symbols).collect())
    }
}
