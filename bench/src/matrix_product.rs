//! Functions that are one product of matrices, C ← α·op(A)·op(B) + β·C, as routines of libraries compute it.
//!
//! They are known by their loops and the affine maps of their accesses, at the sizes of a call: one statement in three loops,
//! or in two around a reduction, adds products of an element of A and one of B to an element of C, of which one index is that
//! of A and the other that of B. Before it, elements of C may be set to zero or multiplied by a factor.

mod access;
mod terms;

use std::collections::BTreeSet;

use ovolo_lang::ir::{BlockId, Module, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{FloatKind, Type};

use ovolo_timing::data::Argument;

use crate::indices::Indices;
use access::Access;
use terms::{Element, Factor, Term};

/// A product at the sizes of one call, of rows that lie one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatrixProduct {
    pub kind: FloatKind,
    /// C is m by n, and so many products are added for each of its elements.
    pub m: i64,
    pub n: i64,
    pub k: i64,
    pub alpha: f64,
    pub beta: f64,
    pub a: Matrix,
    pub b: Matrix,
    pub c: Matrix,
}

/// Where a matrix lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The array that it is in, by its place among the arguments, and the element that it starts at.
    pub argument: usize,
    pub offset: i64,
    /// Elements from the start of a row to that of the next.
    pub leading: i64,
    /// Whether the rows that lie in memory are columns of the factor.
    pub is_transposed: bool,
}

/// The product that a function computes when it is called with these arguments, or why it computes none.
pub fn matrix_product(
    module: &Module,
    function: OpId,
    arguments: &[Argument],
) -> Result<MatrixProduct, String> {
    let body = module.single_block(function, 0);
    let (Some(body), Some(indices)) = (body, Indices::of(module, function, arguments)) else {
        return Err("its body is not one block".to_string());
    };
    let mut reader = Reader {
        module,
        indices,
        parameters: &module.block(body).arguments,
        arguments,
        loops: Vec::new(),
        variables: BTreeSet::new(),
        stores: Vec::new(),
    };
    reader.block(body)?;
    let (update, start) = match reader.stores.as_slice() {
        [update] => (update, None),
        [start, update] => (update, Some(start)),
        others => return Err(format!("{} statements store something", others.len())),
    };
    let mut product = reader.product(update, start)?;
    if let Some(start) = start {
        product.beta *= reader.start(start, update)?;
    }
    Ok(product)
}

/// A loop with an extent that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Loop {
    variable: ValueId,
    extent: i64,
}

/// A store and the loops around it.
#[derive(Clone, Debug)]
struct Store {
    op: OpId,
    loops: Vec<Loop>,
}

/// Walks a function and notes what it stores.
struct Reader<'m> {
    module: &'m Module,
    /// Of the variables of loops, their first values.
    indices: Indices<'m>,
    parameters: &'m [ValueId],
    arguments: &'m [Argument],
    /// Around the operation that is looked at.
    loops: Vec<Loop>,
    /// Of all loops.
    variables: BTreeSet<ValueId>,
    stores: Vec<Store>,
}

impl Reader<'_> {
    fn block(&mut self, block: BlockId) -> Result<(), String> {
        for &op in &self.module.block(block).ops {
            self.op(op)?;
        }
        Ok(())
    }

    fn op(&mut self, id: OpId) -> Result<(), String> {
        let op = self.module.op(id);
        let code = op
            .code()
            .ok_or_else(|| format!("it has `{}`", op.name.as_str()))?;
        match code {
            OpCode::AffineFor => self.affine_for(id),
            OpCode::AffineStore => {
                let loops = self.loops.clone();
                self.stores.push(Store { op: id, loops });
                Ok(())
            }
            OpCode::Return if op.operands.is_empty() => Ok(()),
            OpCode::AffineLoad | OpCode::AffineYield => Ok(()),
            OpCode::AddF | OpCode::SubF | OpCode::MulF | OpCode::NegF | OpCode::Fma => Ok(()),
            _ if op.operands.iter().any(|&operand| self.is_variable(operand)) => {
                Err(format!("`{}` computes with the variable of a loop", code.name()))
            }
            code if self.indices.learn(op, code) => Ok(()),
            code => Err(format!("it has `{}`", code.name())),
        }
    }

    fn affine_for(&mut self, id: OpId) -> Result<(), String> {
        let op = self.module.op(id);
        if op.operands.iter().any(|&operand| self.is_variable(operand)) {
            return Err("the bounds of a loop depend on those around it".to_string());
        }
        let bounds = self.indices.bounds(id);
        let bounds = bounds.ok_or("the bounds of a loop are not known before the call")?;
        if bounds.step != 1 {
            return Err(format!("a loop has steps of {}", bounds.step));
        }
        let own = self.own_loop(id)?;
        self.indices.know(own.variable, bounds.start);
        self.variables.insert(own.variable);
        self.loops.push(own);
        let body = self.module.single_block(id, 0).ok_or("a loop has no body")?;
        self.block(body)?;
        self.loops.pop();
        Ok(())
    }

    fn own_loop(&self, id: OpId) -> Result<Loop, String> {
        let bounds = self.indices.bounds(id);
        let body = self.module.single_block(id, 0);
        let variable = body.and_then(|body| self.module.block(body).arguments.first());
        let (Some(bounds), Some(&variable)) = (bounds, variable) else {
            return Err("a loop has no variable".to_string());
        };
        Ok(Loop {
            variable,
            extent: (bounds.end - bounds.start).max(0),
        })
    }

    fn is_variable(&self, value: ValueId) -> bool {
        self.variables.contains(&value)
    }

    /// The product of which a store is the sum.
    fn product(&self, update: &Store, start: Option<&Store>) -> Result<MatrixProduct, String> {
        let target = self.access(update.op, 1)?;
        let sum = self.sum(update, &target)?;
        let is_clear = |load: &OpId| {
            let is_later = start.is_none_or(|start| !self.is_before(*load, start.op));
            is_later && self.module.op(*load).parent == self.module.op(update.op).parent
        };
        if !sum.targets.iter().all(is_clear) {
            return Err("an element of the result is read elsewhere than where it is stored".to_string());
        }
        let [term] = sum.products.as_slice() else {
            return Err(format!(
                "{} products of two elements are added",
                sum.products.len()
            ));
        };
        let [Factor::Element(x), Factor::Element(y)] = term.factors.as_slice() else {
            return Err(NO_SUM.to_string());
        };
        let factors = [&x.access, &y.access];
        let kind = self.kind(&target)?;
        if factors.iter().any(|access| self.kind(access) != Ok(kind)) {
            return Err("its arrays have elements of several types".to_string());
        }
        let operands = Operands {
            loops: &sum.loops,
            target: &target,
        };
        operands.product(kind, term.coefficient, sum.beta, factors)
    }

    /// What a statement adds up, over all loops around it and that of a reduction.
    fn sum(&self, update: &Store, target: &Access) -> Result<Sum, String> {
        let mut sum = Sum {
            loops: update.loops.clone(),
            ..Sum::default()
        };
        for term in self.terms(self.module.op(update.op).operands[0])? {
            match term.factors.as_slice() {
                [Factor::Reduced(id)] => self.reduced(*id, term.coefficient, target, &mut sum)?,
                _ => sum.add(term, target)?,
            }
        }
        let is_reduced = sum.loops.len() > update.loops.len();
        match is_reduced || sum.beta == 1.0 {
            true => Ok(sum),
            false => Err("an element is not added to what it was".to_string()),
        }
    }

    /// Adds the result of a loop, multiplied by a factor.
    fn reduced(&self, id: OpId, factor: f64, target: &Access, sum: &mut Sum) -> Result<(), String> {
        let op = self.module.op(id);
        let body = self
            .module
            .single_block(id, 0)
            .map(|body| self.module.block(body));
        let parts = body.and_then(|body| {
            let yields = self.module.op(*body.ops.last()?);
            match (body.arguments.as_slice(), yields.operands.as_slice()) {
                (&[_, carried], &[yielded]) => Some((carried, yielded)),
                _ => None,
            }
        });
        let (Some((carried, yielded)), Some(&start)) = (parts, op.operands.last()) else {
            return Err(NO_SUM.to_string());
        };
        sum.loops.push(self.own_loop(id)?);
        let mut times_carried = 0.0;
        for term in self.terms(yielded)? {
            match term.factors.as_slice() {
                [Factor::Carried(value)] if *value == carried => times_carried += term.coefficient,
                [Factor::Element(_), Factor::Element(_)] => sum.add(term.times(factor), target)?,
                _ => return Err(NO_SUM.to_string()),
            }
        }
        for term in self.terms(start)? {
            match term.factors.as_slice() {
                [Factor::Element(_)] => sum.add(term.times(factor), target)?,
                _ => {
                    return Err(
                        "its sum starts neither with zero nor with an element of the result".to_string(),
                    );
                }
            }
        }
        match times_carried == 1.0 {
            true => Ok(()),
            false => Err(NO_SUM.to_string()),
        }
    }

    /// The factor by which a store multiplies what is there before a sum.
    fn start(&self, start: &Store, update: &Store) -> Result<f64, String> {
        let (own, target) = (self.access(start.op, 1)?, self.access(update.op, 1)?);
        let terms = self.terms(self.module.op(start.op).operands[0])?;
        let loops = match update.loops.len() {
            3 => update
                .loops
                .iter()
                .filter(|own| target.along(own) != 0)
                .copied()
                .collect(),
            _ => update.loops.clone(),
        };
        if !own.covers(&start.loops, &target, &loops) {
            return Err("its first statement does not set just the elements of the result".to_string());
        }
        match terms.as_slice() {
            [] => Ok(0.0),
            [term] if matches!(term.factors.as_slice(), [Factor::Element(element)] if element.access == own) => {
                Ok(term.coefficient)
            }
            _ => Err("its first statement neither clears nor scales the result".to_string()),
        }
    }

    /// Whether an operation stands before another of its block.
    fn is_before(&self, first: OpId, second: OpId) -> bool {
        let block = self.module.op(first).parent;
        let Some(block) = block.filter(|_| block == self.module.op(second).parent) else {
            return false;
        };
        let mut ops = self.module.block(block).ops.iter();
        ops.find(|&&op| op == first || op == second) == Some(&first)
    }

    fn kind(&self, access: &Access) -> Result<FloatKind, String> {
        match &self.arguments[access.argument] {
            Argument::Buffer(buffer) => match buffer.element {
                Type::Float(kind) => Ok(kind),
                _ => Err("its elements are no floats".to_string()),
            },
            Argument::Scalar { .. } => Err("it stores to no array".to_string()),
        }
    }
}

const NO_SUM: &str = "what it stores is no sum of products of two elements";

/// What a statement adds up.
#[derive(Default)]
struct Sum {
    loops: Vec<Loop>,
    products: Vec<Term>,
    /// How many times the element is added that was there.
    beta: f64,
    /// The loads of that element.
    targets: Vec<OpId>,
}

impl Sum {
    fn add(&mut self, term: Term, target: &Access) -> Result<(), String> {
        match term.factors.as_slice() {
            [Factor::Element(_), Factor::Element(_)] => self.products.push(term),
            [Factor::Element(Element { access, load })] if access == target => {
                self.beta += term.coefficient;
                self.targets.push(*load);
            }
            _ => return Err(NO_SUM.to_string()),
        }
        Ok(())
    }
}

/// What is around a sum of products, and where it goes.
struct Operands<'s> {
    loops: &'s [Loop],
    target: &'s Access,
}

impl Operands<'_> {
    fn product(
        &self,
        kind: FloatKind,
        alpha: f64,
        beta: f64,
        factors: [&Access; 2],
    ) -> Result<MatrixProduct, String> {
        let [x, y, z] = self.loops else {
            return Err(format!(
                "{} loops are around its sum, not three",
                self.loops.len()
            ));
        };
        let (of_target, others): (Vec<&Loop>, Vec<&Loop>) =
            [x, y, z].into_iter().partition(|own| self.target.along(own) != 0);
        let ([first, second], [k]) = (of_target.as_slice(), others.as_slice()) else {
            return Err("the result is no matrix over two of its three loops".to_string());
        };
        // The result is taken by its rows as they lie.
        let (m, n) = match self.target.along(second) {
            1 => (first, second),
            _ => (second, first),
        };
        let c = self.target.matrix([m, n]).filter(|c| !c.is_transposed);
        let c = c.ok_or("the rows of the result do not lie one after the other")?;
        let is_factor = |access: &Access, with: &Loop, without: &Loop| {
            access.along(with) != 0 && access.along(k) != 0 && access.along(without) == 0
        };
        let [a, b] = match factors {
            [a, b] if is_factor(a, m, n) && is_factor(b, n, m) => [a, b],
            [b, a] if is_factor(a, m, n) && is_factor(b, n, m) => [a, b],
            _ => {
                return Err(
                    "its factors do not have one loop of the result each, and the one of the sum".to_string(),
                );
            }
        };
        if [a, b].iter().any(|factor| factor.argument == c.argument) {
            return Err("the result is a factor too".to_string());
        }
        let strided = "the rows and the columns of a factor are strided";
        Ok(MatrixProduct {
            kind,
            m: m.extent,
            n: n.extent,
            k: k.extent,
            alpha,
            beta,
            a: a.matrix([m, k]).ok_or(strided)?,
            b: b.matrix([k, n]).ok_or(strided)?,
            c,
        })
    }
}

#[cfg(test)]
mod tests;
