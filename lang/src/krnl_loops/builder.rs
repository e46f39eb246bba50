//! Loops and accesses over expressions of values: of `affine` where its rules allow the values, else of `scf` and `memref`.

use std::sync::Arc;

use crate::affine::{AffineExpr, AffineMap, constant, dim, symbol};
use crate::attribute::{Attribute, DenseElements};
use crate::ir::{BlockId, Module, NewOp, OpId, Span, ValueId};
use crate::op::OpCode;
use crate::structure::AffineScope;
use crate::text::Text;
use crate::types::{Dim, TensorType, Type};

/// The values that expressions speak of: the dimension `i` is the value number `i`.
#[derive(Clone, Debug, Default)]
pub struct Values {
    values: Vec<ValueId>,
}

impl Values {
    /// The expression that is a value; a constant where that is one.
    pub fn expr(&mut self, module: &Module, value: ValueId) -> AffineExpr {
        if let Some(known) = constant_of(module, value) {
            return constant(known);
        }
        let known = self.values.iter().position(|&other| other == value);
        let number = known.unwrap_or_else(|| {
            self.values.push(value);
            self.values.len() - 1
        });
        dim(number as u32)
    }

    /// The expressions that a map gives of values.
    pub fn apply(&mut self, module: &Module, map: &AffineMap, operands: &[ValueId]) -> Vec<AffineExpr> {
        let inputs: Vec<AffineExpr> = operands.iter().map(|&value| self.expr(module, value)).collect();
        let (dims, symbols) = inputs.split_at((map.num_dims as usize).min(inputs.len()));
        let results = map.results.iter();
        results
            .map(|result| result.replace(dims, symbols).simplified())
            .collect()
    }
}

/// The value of an `index` constant.
pub fn constant_of(module: &Module, value: ValueId) -> Option<i64> {
    let op = module.op(module.defining_op(value)?);
    match op.code() {
        Some(OpCode::Constant) => op.attribute("value")?.as_i64(),
        _ => None,
    }
}

/// What a loop is to be.
#[derive(Clone, Debug)]
pub struct Head<'a> {
    pub name: Option<Text>,
    /// The greatest of these is the first value.
    pub lower: &'a [AffineExpr],
    /// The least of these is the end.
    pub upper: &'a [AffineExpr],
    pub step: i64,
    pub inits: &'a [ValueId],
    pub is_parallel: bool,
}

/// A loop whose body is to be ended.
#[derive(Clone, Debug)]
pub struct Loop {
    pub op: OpId,
    pub inside: BlockId,
    pub variable: ValueId,
    pub carried: Vec<ValueId>,
    pub results: Vec<ValueId>,
}

/// Writes at the end of blocks of a function.
pub struct Builder<'m> {
    pub module: &'m mut Module,
    pub function: OpId,
    /// Of the operation that is being replaced.
    pub span: Span,
}

impl Builder<'_> {
    pub fn append(&mut self, block: BlockId, new: NewOp) -> OpId {
        let span = self.span;
        self.module.append(block, NewOp { span, ..new })
    }

    pub fn append_value(&mut self, block: BlockId, new: NewOp) -> ValueId {
        let op = self.append(block, new);
        self.module.op(op).results[0]
    }

    pub fn constant(&mut self, block: BlockId, value: Attribute) -> ValueId {
        let ty = value.ty().unwrap_or(Type::None);
        self.append_value(
            block,
            NewOp::new(OpCode::Constant).attribute("value", value).result(ty),
        )
    }

    /// An operation of one result of the type of its first operand.
    pub fn compute(&mut self, block: BlockId, code: OpCode, operands: &[ValueId]) -> ValueId {
        let ty = operands
            .first()
            .map_or(Type::None, |v| self.module.ty(*v).clone());
        self.append_value(
            block,
            NewOp::new(code).operands(operands.iter().copied()).result(ty),
        )
    }

    /// The map of expressions with dimensions and symbols in the order of their first use, as the affine dialect allows the
    /// values to be; `None` where it does not.
    pub fn affine(&self, exprs: &[AffineExpr], values: &Values) -> Option<(AffineMap, Vec<ValueId>)> {
        let scope = AffineScope::of(self.module, self.function);
        let (mut dims, mut symbols) = (Vec::new(), Vec::new());
        let mut is_allowed = true;
        let mut named = vec![None; values.values.len()];
        for expr in exprs {
            expr.walk_leaves(&mut |leaf| {
                let AffineExpr::Dim(number) = leaf else { return };
                let number = *number as usize;
                if named.get(number).is_none_or(Option::is_some) {
                    return;
                }
                let value = values.values[number];
                if scope.is_symbol(value) {
                    named[number] = Some(symbol(symbols.len() as u32));
                    symbols.push(value);
                } else {
                    is_allowed &= scope.is_dimension(value);
                    named[number] = Some(dim(dims.len() as u32));
                    dims.push(value);
                }
            });
        }
        let replacements: Vec<AffineExpr> = named.into_iter().map(|e| e.unwrap_or(constant(0))).collect();
        let results: Vec<AffineExpr> = exprs.iter().map(|e| e.replace(&replacements, &[])).collect();
        let is_affine = results.iter().all(is_semi_affine);
        let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, results);
        (is_allowed && is_affine).then(|| (map, dims.into_iter().chain(symbols).collect()))
    }

    /// The value of an expression.
    pub fn value(&mut self, block: BlockId, expr: &AffineExpr, values: &Values) -> ValueId {
        match expr {
            AffineExpr::Constant(known) => self.constant(block, Attribute::index(*known)),
            AffineExpr::Dim(number) if (*number as usize) < values.values.len() => {
                values.values[*number as usize]
            }
            _ => self.extreme(block, OpCode::AffineApply, std::slice::from_ref(expr), values),
        }
    }

    /// The greatest or the least of expressions, by `affine.max`, `affine.min` or `affine.apply`.
    fn extreme(&mut self, block: BlockId, code: OpCode, exprs: &[AffineExpr], values: &Values) -> ValueId {
        let (map, operands) = self.affine(exprs, values).unwrap_or_else(|| {
            // These operations ask for no more than values of type `index`.
            let count = values.values.len() as u32;
            let map = match exprs.iter().all(is_semi_affine) {
                true => AffineMap::new(count, 0, exprs.to_vec()),
                false => {
                    let symbols: Vec<AffineExpr> = (0..count).map(symbol).collect();
                    AffineMap::new(count, 0, exprs.to_vec()).replace(&symbols, &[], 0, count)
                }
            };
            (map, values.values.clone())
        });
        let new = NewOp::new(code)
            .operands(operands)
            .attribute("map", Attribute::affine_map(map));
        self.append_value(block, new.result(Type::Index))
    }

    fn bound(&mut self, block: BlockId, code: OpCode, exprs: &[AffineExpr], values: &Values) -> ValueId {
        match exprs {
            [single] => self.value(block, single, values),
            several => self.extreme(block, code, several, values),
        }
    }

    /// Reads an element.
    pub fn load(
        &mut self,
        block: BlockId,
        memref: ValueId,
        exprs: &[AffineExpr],
        values: &Values,
    ) -> ValueId {
        let element = self.module.ty(memref).element().clone();
        let new = self.access(
            block,
            &[memref],
            [OpCode::AffineLoad, OpCode::MemRefLoad],
            exprs,
            values,
        );
        self.append_value(block, new.result(element))
    }

    /// Writes an element.
    pub fn store(
        &mut self,
        block: BlockId,
        value: ValueId,
        memref: ValueId,
        exprs: &[AffineExpr],
        values: &Values,
    ) {
        let codes = [OpCode::AffineStore, OpCode::MemRefStore];
        let new = self.access(block, &[value, memref], codes, exprs, values);
        self.append(block, new);
    }

    /// An operation on an element: the one of the affine dialect, or that of another whose subscripts are values.
    pub fn access(
        &mut self,
        block: BlockId,
        first: &[ValueId],
        [affine, other]: [OpCode; 2],
        exprs: &[AffineExpr],
        values: &Values,
    ) -> NewOp {
        match self.affine(exprs, values) {
            Some((map, operands)) => NewOp::new(affine)
                .operands(first.iter().copied().chain(operands))
                .attribute("map", Attribute::affine_map(map)),
            None => {
                let subscripts: Vec<ValueId> = exprs.iter().map(|e| self.value(block, e, values)).collect();
                NewOp::new(other).operands(first.iter().copied().chain(subscripts))
            }
        }
    }

    /// A loop at the end of a block.
    pub fn begin(&mut self, block: BlockId, head: &Head<'_>, values: &Values) -> Loop {
        let bounds = self
            .affine(head.lower, values)
            .zip(self.affine(head.upper, values));
        let new = match bounds {
            Some((lower, upper)) if head.is_parallel && head.inits.is_empty() => {
                parallel(lower, upper, head.step)
            }
            Some(((lower, lower_operands), (upper, upper_operands))) => {
                let segments =
                    [lower_operands.len(), upper_operands.len(), head.inits.len()].map(|n| n as i64);
                NewOp::new(OpCode::AffineFor)
                    .operands(lower_operands.into_iter().chain(upper_operands))
                    .attribute("lowerBoundMap", Attribute::affine_map(lower))
                    .attribute("upperBoundMap", Attribute::affine_map(upper))
                    .attribute("step", Attribute::index(head.step))
                    .attribute("operandSegmentSizes", Attribute::i32_array(&segments))
            }
            None => {
                let lower = self.bound(block, OpCode::AffineMax, head.lower, values);
                let upper = self.bound(block, OpCode::AffineMin, head.upper, values);
                let step = self.constant(block, Attribute::index(head.step));
                NewOp::new(OpCode::ScfFor).operands([lower, upper, step])
            }
        };
        let types: Vec<Type> = head.inits.iter().map(|v| self.module.ty(*v).clone()).collect();
        let new = new.operands(head.inits.iter().copied());
        let op = self.append(block, types.iter().cloned().fold(new, NewOp::result));
        let region = self.module.add_region(op);
        let inside = self.module.add_block(region);
        let variable = self.module.add_argument(inside, Type::Index, head.name.clone());
        let carried = types
            .into_iter()
            .map(|ty| self.module.add_argument(inside, ty, None))
            .collect();
        Loop {
            op,
            inside,
            variable,
            carried,
            results: self.module.op(op).results.to_vec(),
        }
    }

    /// Ends the body of a loop with what it hands on.
    pub fn end(&mut self, made: &Loop, yielded: &[ValueId]) {
        let code = match self.module.op(made.op).code() {
            Some(OpCode::ScfFor) => OpCode::ScfYield,
            _ => OpCode::AffineYield,
        };
        self.append(made.inside, NewOp::new(code).operands(yielded.iter().copied()));
    }
}

/// One loop whose iterations may run in parallel.
fn parallel(
    (lower, lower_operands): (AffineMap, Vec<ValueId>),
    (upper, upper_operands): (AffineMap, Vec<ValueId>),
    step: i64,
) -> NewOp {
    let count = |map: &AffineMap| group_size(map.results.len());
    let groups = [count(&lower), count(&upper)];
    let [lower_groups, upper_groups] = groups;
    NewOp::new(OpCode::AffineParallel)
        .operands(lower_operands.into_iter().chain(upper_operands))
        .attribute("lowerBoundsMap", Attribute::affine_map(lower))
        .attribute("lowerBoundsGroups", lower_groups)
        .attribute("upperBoundsMap", Attribute::affine_map(upper))
        .attribute("upperBoundsGroups", upper_groups)
        .attribute(
            "steps",
            Attribute::array(vec![Attribute::integer(step, Type::I64)]),
        )
        .attribute("reductions", Attribute::array(Vec::new()))
}

/// `dense<n> : tensor<1xi32>`.
fn group_size(count: usize) -> Attribute {
    let ty = Type::Tensor(Arc::new(TensorType {
        shape: Some(vec![Dim::Fixed(1)]),
        element: Type::I32,
        encoding: None,
    }));
    let elements = vec![Attribute::integer(count as i64, Type::I32)];
    Attribute::DenseElements(Arc::new(DenseElements { ty, elements }))
}

/// Whether products and quotients have a right side that holds no dimension.
fn is_semi_affine(expr: &AffineExpr) -> bool {
    let mut fits = true;
    expr.walk(&mut |part| {
        if let AffineExpr::Binary(op, sides) = part
            && *op != crate::affine::AffineOp::Add
        {
            fits &= sides.1.is_symbolic_or_constant();
        }
    });
    fits
}
