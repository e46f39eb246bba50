//! Lifting what operations compute: index arithmetic, and scalar data.

use egg::Id;
use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp};
use ovolo_lang::algebra::{FastMath, IntPredicate, Rounding};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{OpId, ValueDef, ValueId};
use ovolo_lang::op::{OpCode, Trait, has_meaning};

use super::{Lifter, MOST_INDEX_NODES, NotLifted};
use crate::linear::{Linear, linear_of};
use crate::term::{IndexOp, Node, Scalar, ScalarOp};

/// Operations outside a nest that an index may be made of for more to be known of it than its name.
const MOST_NEEDED: usize = 100;

impl Lifter<'_> {
    /// The index expressions of a load or store, through its map if it has one.
    pub(super) fn subscripts(&mut self, op: OpId, operands: &[ValueId]) -> Result<Vec<Id>, NotLifted> {
        let map = self
            .module
            .op(op)
            .attribute("map")
            .and_then(Attribute::as_affine_map);
        match map.cloned() {
            Some(map) => self.apply(&map, operands, op),
            None => operands.iter().map(|&v| self.expression(v, op)).collect(),
        }
    }

    pub(super) fn apply(
        &mut self,
        map: &AffineMap,
        operands: &[ValueId],
        op: OpId,
    ) -> Result<Vec<Id>, NotLifted> {
        let mut ids: Vec<Id> = operands
            .iter()
            .map(|&v| self.expression(v, op))
            .collect::<Result<_, _>>()?;
        let dims = (map.num_dims as usize).min(ids.len());
        for (number, id) in ids.iter_mut().enumerate().skip(dims) {
            let symbol = AffineExpr::Symbol((number - dims) as u32);
            if map.results.iter().any(|expr| is_multiplied(expr, &symbol)) {
                *id = self.factor(operands[number], *id);
            }
        }
        let (dims, symbols) = ids.split_at(dims);
        map.results
            .iter()
            .map(|e| {
                let id = self.affine(e, dims, symbols, op)?;
                Ok(self.normal(id))
            })
            .collect()
    }

    /// What something that varies is multiplied by: a sum of sizes that is computed before the nest is one size, so that it may be
    /// the length of rows.
    fn factor(&mut self, value: ValueId, id: Id) -> Id {
        let is_outside = self
            .module
            .defining_op(value)
            .is_some_and(|op| !self.inside.contains(&op));
        let linear = self.linears(&[id]).and_then(|mut all| all.pop());
        let Some(sum) =
            linear.filter(|sum| is_outside && sum.as_constant().is_none() && sum.as_var().is_none())
        else {
            return id;
        };
        if *self.module.ty(value) != ovolo_lang::types::Type::Index {
            return id;
        }
        if let Some(known) = self.sums.iter().find(|(_, known)| **known == sum) {
            return self.add(Node::Var(*known.0));
        }
        let name = self.name_of(value, "n");
        self.outside.insert(name, value);
        self.sums.insert(name, sum);
        self.add(Node::Var(name))
    }

    pub(super) fn affine(
        &mut self,
        expr: &AffineExpr,
        dims: &[Id],
        symbols: &[Id],
        op: OpId,
    ) -> Result<Id, NotLifted> {
        let operand = |list: &[Id], i: u32| list.get(i as usize).copied();
        let found = match expr {
            AffineExpr::Constant(c) => Some(self.add(Node::Int(*c))),
            AffineExpr::Dim(i) => operand(dims, *i),
            AffineExpr::Symbol(i) => operand(symbols, *i),
            AffineExpr::Binary(operation, ab) => {
                let a = self.affine(&ab.0, dims, symbols, op)?;
                let b = self.affine(&ab.1, dims, symbols, op)?;
                let operation = match operation {
                    AffineOp::Add => IndexOp::Add,
                    AffineOp::Mul => IndexOp::Mul,
                    AffineOp::FloorDiv => IndexOp::FloorDiv,
                    AffineOp::CeilDiv => IndexOp::CeilDiv,
                    AffineOp::Mod => IndexOp::Mod,
                };
                Some(self.add(Node::Index(operation, [a, b])))
            }
        };
        match found {
            Some(id) => Ok(id),
            None => self.refuse(op, "a map has more inputs than operands"),
        }
    }

    /// The same index expression in its normal form if it has one: there are fewer ways to write that.
    pub(super) fn normal(&mut self, id: Id) -> Id {
        let linear = self.linears(&[id]).and_then(|mut all| all.pop());
        linear.map_or(id, |linear| linear.nodes(&mut |node| self.add(node)))
    }

    /// `op(a, op(b, …))`.
    pub(super) fn fold(&mut self, op: IndexOp, ids: &[Id]) -> Id {
        let (&first, rest) = ids.split_first().expect("a bound map has a result");
        rest.iter().fold(first, |a, &b| self.add(Node::Index(op, [a, b])))
    }

    /// `None` also for an expression that is too long to be worked on as a tree.
    pub(super) fn linears(&self, ids: &[Id]) -> Option<Vec<Linear>> {
        if ids
            .iter()
            .any(|id| self.sizes[usize::from(*id)] > MOST_INDEX_NODES)
        {
            return None;
        }
        ids.iter().map(|&id| self.linear(id)).collect()
    }

    pub(super) fn linear(&self, id: Id) -> Option<Linear> {
        let node = &self.nodes[usize::from(id)];
        let children: Vec<Linear> = egg::Language::children(node)
            .iter()
            .map(|&c| self.linear(c))
            .collect::<Option<_>>()?;
        let place = |c: Id| egg::Language::children(node).iter().position(|&x| x == c);
        linear_of(node, |c| place(c).map(|i| &children[i]))
    }

    /// The expression of a scalar value.
    pub(super) fn expression(&mut self, value: ValueId, user: OpId) -> Result<Id, NotLifted> {
        if let Some(id) = self.certain(value, user) {
            return Ok(id);
        }
        if let Some(id) = self.values.get(&value) {
            return Ok(*id);
        }
        let scalar = self.scalar(value, user)?;
        let id = match self.module.value(value).def {
            ValueDef::Result { op, .. } => match self.computed(op, scalar)? {
                Some(id) => id,
                None if self.inside.contains(&op) => {
                    return self.refuse(op, self.not_understood(op));
                }
                None => self.converted(value, op, scalar),
            },
            ValueDef::Argument { .. } => self.outer(value, scalar),
        };
        self.values.insert(value, id);
        if !self.reads(id).is_empty() {
            self.live.push(value);
        }
        Ok(id)
    }

    /// A value that an operation outside the nest computes. An integer that is converted twice is one symbol.
    fn converted(&mut self, value: ValueId, op: OpId, scalar: Scalar) -> Id {
        let data = self.module.op(op);
        let key = match (data.code(), data.operands.as_slice()) {
            (Some(code @ (OpCode::IndexCast | OpCode::IndexCastUI)), &[operand])
                if scalar == Scalar::Index =>
            {
                (code, operand)
            }
            _ => return self.outer(value, scalar),
        };
        if let Some(id) = self.converted.get(&key) {
            return *id;
        }
        let id = self.outer(value, scalar);
        self.converted.insert(key, id);
        id
    }

    pub(super) fn outer(&mut self, value: ValueId, scalar: Scalar) -> Id {
        let name = self.name_of(value, if scalar == Scalar::Index { "n" } else { "outer" });
        self.outside.insert(name, value);
        self.add(match scalar {
            Scalar::Index => Node::Var(name),
            _ => Node::Outer(name, scalar),
        })
    }

    /// Whether it is the least or the greatest of two indices that a comparison of them chooses.
    fn extreme(&self, truth: Id, sides: [Id; 2]) -> Option<IndexOp> {
        let Node::Op(compare, compared) = &self.nodes[usize::from(truth)] else {
            return None;
        };
        if (compare.code, compare.ty) != (OpCode::CmpI, Scalar::Index) {
            return None;
        }
        let same = |a: Id, b: Id| a == b || self.linear(a).is_some_and(|a| self.linear(b) == Some(a));
        let is_straight = match **compared {
            [a, b] if same(a, sides[0]) && same(b, sides[1]) => true,
            [a, b] if same(a, sides[1]) && same(b, sides[0]) => false,
            _ => return None,
        };
        let is_less = match IntPredicate::from_code(compare.predicate)? {
            IntPredicate::Slt | IntPredicate::Sle => true,
            IntPredicate::Sgt | IntPredicate::Sge => false,
            _ => return None,
        };
        Some(if is_less == is_straight {
            IndexOp::Min
        } else {
            IndexOp::Max
        })
    }

    /// The node of an operation that the e-graph models; `None` for any other.
    fn computed(&mut self, op: OpId, scalar: Scalar) -> Result<Option<Id>, NotLifted> {
        let data = self.module.op(op);
        let Some(code) = data.code() else { return Ok(None) };
        match code {
            OpCode::Constant => return Ok(self.constant(op, scalar)),
            OpCode::MemRefDim => return Ok(self.extent(op)),
            OpCode::AffineApply | OpCode::AffineMin | OpCode::AffineMax => {
                let Some(map) = data.attribute("map").and_then(Attribute::as_affine_map).cloned() else {
                    return Ok(None);
                };
                let ids = self.apply(&map, &data.operands.clone(), op)?;
                let fold = if code == OpCode::AffineMax {
                    IndexOp::Max
                } else {
                    IndexOp::Min
                };
                return Ok(Some(self.fold(fold, &ids)));
            }
            OpCode::IndexCast if scalar == Scalar::Index => {
                if let Some(index) = self.integer(data.operands[0], op)? {
                    return Ok(Some(index));
                }
                if !self.inside.contains(&op) {
                    return Ok(None);
                }
            }
            _ if !self.inside.contains(&op) => return self.index_from_outside(op, code, scalar),
            _ if !has_meaning(code) && code != OpCode::FPowI => return Ok(None),
            // A node does not say how it rounds.
            _ if data.rounding() != Rounding::default() => return Ok(None),
            _ => {}
        }
        let operands = data.operands.clone();
        let mut args: Vec<Id> = operands
            .iter()
            .map(|&v| self.expression(v, op))
            .collect::<Result<_, _>>()?;
        let typed = if code == OpCode::Select {
            operands[1]
        } else {
            operands[0]
        };
        let ty = self.scalar(typed, op)?;
        if args
            .iter()
            .any(|a| scalar == Scalar::Index && self.sizes[usize::from(*a)] > MOST_INDEX_NODES)
        {
            return self.refuse(op, "an index expression is too long");
        }
        if code == OpCode::MulI && scalar == Scalar::Index {
            for n in 0..args.len() {
                let is_constant = matches!(self.nodes[usize::from(args[1 - n])], Node::Int(_));
                if !is_constant {
                    args[n] = self.factor(operands[n], args[n]);
                }
            }
        }
        if let (OpCode::Select, Scalar::Index, &[truth, x, y]) = (code, scalar, args.as_slice())
            && let Some(fold) = self.extreme(truth, [x, y])
        {
            return Ok(Some(self.fold(fold, &[x, y])));
        }
        if let (Scalar::Index, Some(node)) = (ty, index_node(code, &args)) {
            let id = self.index(node);
            return Ok(Some(self.normal(id)));
        }
        if let (Scalar::Index, Some(id)) = (scalar, self.index_rounded_to_zero(code, &args, op)) {
            return Ok(Some(self.normal(id)));
        }
        let is_comparison = matches!(code, OpCode::CmpI | OpCode::CmpF);
        let operation = ScalarOp {
            code,
            ty,
            result: scalar,
            flags: if code.has_trait(Trait::FastMath) {
                self.flags(op)
            } else {
                FastMath::NONE
            },
            predicate: if is_comparison { data.predicate() } else { 0 },
        };
        Ok(Some(self.add(Node::Op(operation, args.into()))))
    }

    /// A quotient or remainder that rounds toward zero, of an index that is not negative.
    fn index_rounded_to_zero(&mut self, code: OpCode, args: &[Id], user: OpId) -> Option<Id> {
        let op = match code {
            OpCode::DivSI | OpCode::DivUI => IndexOp::FloorDiv,
            OpCode::RemSI | OpCode::RemUI => IndexOp::Mod,
            _ => return None,
        };
        let &[a, b] = args else { return None };
        match self.nodes[usize::from(b)] {
            Node::Int(by) => self.rounded_down(op, a, Some(by)),
            _ if code == OpCode::RemSI => self.remainder(a, b, user),
            _ => None,
        }
    }

    /// What an operation outside the nest computes stays outside, but for an index that is affine in others: more is
    /// known of it so.
    fn index_from_outside(
        &mut self,
        op: OpId,
        code: OpCode,
        scalar: Scalar,
    ) -> Result<Option<Id>, NotLifted> {
        let operands = self.module.op(op).operands.clone();
        let is_arithmetic = matches!(
            code,
            OpCode::AddI | OpCode::SubI | OpCode::MulI | OpCode::FloorDivSI | OpCode::CeilDivSI
        );
        let is_quotient = code == OpCode::DivSI;
        if scalar != Scalar::Index || !(is_arithmetic || is_quotient) || !self.is_made_of_few(op) {
            return Ok(None);
        }
        let args: Vec<Id> = operands
            .iter()
            .map(|&v| self.expression(v, op))
            .collect::<Result<_, _>>()?;
        if is_quotient {
            return Ok(match self.nodes[usize::from(args[1])] {
                Node::Int(1) => Some(args[0]),
                Node::Int(by) => {
                    self.note_quotient(op, args[0], Some(by));
                    None
                }
                _ => None,
            });
        }
        let Some(node) = index_node(code, &args) else {
            return Ok(None);
        };
        let id = self.index(node);
        Ok(self.linears(&[id]).map(|_| self.normal(id)))
    }

    /// Whether an operation needs no more than a few others, and those that they need.
    fn is_made_of_few(&self, op: OpId) -> bool {
        let mut needed = vec![op];
        let mut next = 0;
        while next < needed.len() && needed.len() <= MOST_NEEDED {
            let operands = &self.module.op(needed[next]).operands;
            let definitions = operands.iter().filter_map(|&v| self.module.defining_op(v));
            let new: Vec<OpId> = definitions.filter(|d| !needed.contains(d)).collect();
            needed.extend(new);
            next += 1;
        }
        needed.len() <= MOST_NEEDED
    }

    fn index(&mut self, node: IndexNode) -> Id {
        match node {
            IndexNode::Plain(node) => self.add(node),
            IndexNode::Difference(a, b) => {
                let minus = self.add(Node::Int(-1));
                let negative = self.add(Node::Index(IndexOp::Mul, [b, minus]));
                self.add(Node::Index(IndexOp::Add, [a, negative]))
            }
        }
    }

    /// The flags of the operation with those of the model in force. An operation that is fused in the program stays so:
    /// there is nothing to contract.
    fn flags(&self, op: OpId) -> FastMath {
        let fp = self.surroundings.fp;
        let own = self.module.op(op).fast_math();
        let is_fused = self.module.op(op).code() == Some(OpCode::Fma);
        FastMath {
            contract: (own.contract || fp.contract) && !is_fused,
            reassoc: own.reassoc || fp.reassoc,
            afn: own.afn || fp.afn && self.module.op(op).code().is_some_and(OpCode::is_approximable),
            ..own
        }
    }

    /// The extent of a dimension that is fixed.
    fn extent(&mut self, op: OpId) -> Option<Id> {
        let [memref, dimension] = self.module.op(op).operands[..] else {
            return None;
        };
        let constant = self.module.defining_op(dimension)?;
        let dimension = self.module.op(constant).attribute("value")?.as_i64()?;
        let shape = self.module.ty(memref).as_memref()?.shape.as_ref()?;
        let extent = shape.get(usize::try_from(dimension).ok()?)?.fixed()?;
        Some(self.add(Node::Int(extent)))
    }

    fn constant(&mut self, op: OpId, scalar: Scalar) -> Option<Id> {
        let value = self.module.op(op).attribute("value")?;
        let node = match (value, scalar) {
            (_, Scalar::Index) => Node::Int(value.as_i64()?),
            (Attribute::Bool(b), _) => Node::Const(scalar, u128::from(*b)),
            (Attribute::Float(f), _) => Node::Const(scalar, f.bits),
            (Attribute::Integer { value, .. }, Scalar::Integer(width)) if width <= 64 => {
                let bits = i128::try_from(&**value).ok()? as u128;
                Node::Const(scalar, bits & ((1u128 << width) - 1))
            }
            _ => return None,
        };
        Some(self.add(node))
    }
}

/// Whether an expression has a product of a symbol with something that is no constant.
fn is_multiplied(expr: &AffineExpr, symbol: &AffineExpr) -> bool {
    let AffineExpr::Binary(op, parts) = expr else {
        return false;
    };
    let is_product = *op == AffineOp::Mul
        && (parts.0 == *symbol && parts.1.as_constant().is_none()
            || parts.1 == *symbol && parts.0.as_constant().is_none());
    is_product || is_multiplied(&parts.0, symbol) || is_multiplied(&parts.1, symbol)
}

enum IndexNode {
    Plain(Node),
    Difference(Id, Id),
}

/// The index arithmetic behind an operation on `index` values, which is exact under the assumption that
/// nothing overflows. Division that rounds toward zero has none.
fn index_node(code: OpCode, args: &[Id]) -> Option<IndexNode> {
    let op = match code {
        OpCode::AddI => IndexOp::Add,
        OpCode::MulI => IndexOp::Mul,
        OpCode::FloorDivSI => IndexOp::FloorDiv,
        OpCode::CeilDivSI => IndexOp::CeilDiv,
        OpCode::MinSI => IndexOp::Min,
        OpCode::MaxSI => IndexOp::Max,
        OpCode::SubI => return Some(IndexNode::Difference(args[0], args[1])),
        _ => return None,
    };
    Some(IndexNode::Plain(Node::Index(op, [args[0], args[1]])))
}
