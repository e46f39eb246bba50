//! Custom forms. Each answers `None` when the operation does not fit the form.

use crate::algebra::{FloatPredicate, IntPredicate};
use crate::attribute::Attribute;
use crate::ir::{Op, OpId, ValueId};
use crate::linalg::definition;
use crate::op::{OpCode, Shape, Trait};
use crate::types::Type;

use super::operation::Printer;

impl Printer<'_> {
    pub fn custom(&mut self, op: OpId) -> Option<()> {
        let code = self.module.op(op).code()?;
        if !self.module.op(op).successors.is_empty() {
            return None;
        }
        match code.shape() {
            Shape::Binary => self.uniform(op, code, 2),
            Shape::Unary => self.uniform(op, code, 1),
            Shape::Ternary => self.uniform(op, code, 3),
            Shape::Compare => self.compare(op, code),
            Shape::Cast => self.cast(op, code),
            Shape::Own | Shape::Generic => self.own(op, code),
        }
    }

    fn own(&mut self, op: OpId, code: OpCode) -> Option<()> {
        match code {
            OpCode::Module => self.module(op),
            OpCode::Func => self.function(op),
            OpCode::Call => self.call(op),
            OpCode::Return | OpCode::AffineYield => self.terminator(op, code),
            OpCode::UnrealizedCast => self.unrealized_cast(op),
            OpCode::AffineFor => self.affine_for(op),
            OpCode::AffineIf => self.affine_if(op),
            OpCode::AffineApply | OpCode::AffineMin | OpCode::AffineMax => self.affine_apply(op, code),
            OpCode::AffineLoad | OpCode::AffineVectorLoad => self.affine_load(op, code),
            OpCode::AffineStore | OpCode::AffineVectorStore => self.affine_store(op, code),
            OpCode::AffineParallel => self.affine_parallel(op),
            OpCode::AffinePrefetch => self.affine_prefetch(op),
            OpCode::AffineDelinearizeIndex => self.delinearize_index(op),
            OpCode::AffineDmaStart => self.affine_dma_start(op),
            OpCode::AffineDmaWait => self.affine_dma_wait(op),
            OpCode::Constant => self.constant(op),
            OpCode::Select => self.select(op),
            OpCode::MemRefAlloc | OpCode::MemRefAlloca => self.allocation(op, code),
            OpCode::MemRefDealloc => self.operands_and_types(op, code, 1),
            OpCode::MemRefDim => self.dim(op),
            OpCode::MemRefLoad | OpCode::VectorLoad => self.load(op, code),
            OpCode::MemRefStore | OpCode::VectorStore => self.store(op, code),
            OpCode::MemRefCopy => self.copy(op),
            OpCode::VectorBroadcast => self.cast(op, code),
            OpCode::VectorExtract => self.extract(op),
            OpCode::VectorInsert => self.insert(op),
            OpCode::VectorReduction => self.reduction(op),
            OpCode::LinalgGeneric => self.linalg_generic(op),
            OpCode::LinalgMap => self.linalg_map(op),
            OpCode::LinalgReduce => self.linalg_reduce(op),
            OpCode::LinalgTranspose => self.linalg_rearrange(op, code, "permutation"),
            OpCode::LinalgBroadcast => self.linalg_rearrange(op, code, "dimensions"),
            _ => self.linalg_named(op, code, definition(code)?),
            OpCode::ScfCondition => self.scf_condition(op),
            OpCode::ScfExecuteRegion => self.scf_execute_region(op),
            OpCode::ScfFor => self.scf_for(op),
            OpCode::ScfForall => self.scf_forall(op),
            OpCode::ScfInParallel => self.scf_in_parallel(op),
            OpCode::ScfIf => self.scf_if(op),
            OpCode::ScfIndexSwitch => self.scf_index_switch(op),
            OpCode::ScfParallel => self.scf_parallel(op),
            OpCode::ScfReduce => self.scf_reduce(op),
            OpCode::ScfReduceReturn => self.operands_and_types(op, code, 1),
            OpCode::ScfWhile => self.scf_while(op),
            OpCode::ScfYield => self.terminator(op, code),
            _ => None,
        }
    }

    /// The operation when it has this many operands and results and no regions.
    pub fn plain(&self, op: OpId, operands: usize, results: usize) -> Option<&Op> {
        let o = self.module.op(op);
        (o.operands.len() == operands && o.results.len() == results && o.regions.is_empty()).then_some(o)
    }

    pub fn head(&mut self, code: OpCode) {
        self.push(code.name());
        self.push(" ");
    }

    /// ` fastmath<…>` and ` overflow<…>`; `None` when the attribute is something else.
    pub fn flags(&mut self, op: OpId, code: OpCode) -> Option<()> {
        for (name, wanted, prefix, word) in [
            ("fastmath", Trait::FastMath, "#arith.fastmath<", " fastmath<"),
            ("overflowFlags", Trait::Overflow, "#arith.overflow<", " overflow<"),
        ] {
            if !code.has_trait(wanted) {
                continue;
            }
            match self.module.op(op).attribute(name) {
                None => {}
                Some(Attribute::Opaque(text)) => {
                    let flags = text.strip_prefix(prefix)?;
                    self.push(word);
                    self.push(flags);
                }
                Some(_) => return None,
            }
        }
        Some(())
    }

    pub fn shown_flags(code: OpCode) -> &'static [&'static str] {
        match (code.has_trait(Trait::FastMath), code.has_trait(Trait::Overflow)) {
            (true, _) => &["fastmath"],
            (_, true) => &["overflowFlags"],
            _ => &[],
        }
    }

    fn uniform(&mut self, op: OpId, code: OpCode, operands: usize) -> Option<()> {
        let o = self.plain(op, operands, 1)?;
        let (values, result) = (o.operands.clone(), o.results[0]);
        if values
            .iter()
            .any(|&v| self.module.ty(v) != self.module.ty(result))
        {
            return None;
        }
        self.head(code);
        self.values(&values);
        self.flags(op, code)?;
        self.attributes_but(op, Self::shown_flags(code));
        self.push(" : ");
        self.ty(result);
        Some(())
    }

    fn compare(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let o = self.plain(op, 2, 1)?;
        let (values, result) = (o.operands.clone(), o.results[0]);
        let ty = self.module.ty(values[0]);
        if ty != self.module.ty(values[1]) || *self.module.ty(result) != ty.with_element(Type::I1) {
            return None;
        }
        let predicate = if code.has_trait(Trait::FloatLike) {
            FloatPredicate::from_code(o.predicate())?.as_str()
        } else {
            IntPredicate::from_code(o.predicate())?.as_str()
        };
        self.head(code);
        self.push(predicate);
        self.push(", ");
        self.values(&values);
        self.flags(op, code)?;
        let shown = [&["predicate"], Self::shown_flags(code)].concat();
        self.attributes_but(op, &shown);
        self.push(" : ");
        self.ty(values[0]);
        Some(())
    }

    fn cast(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let o = self.plain(op, 1, 1)?;
        let (value, result) = (o.operands[0], o.results[0]);
        self.head(code);
        self.value(value);
        self.flags(op, code)?;
        self.attributes_but(op, Self::shown_flags(code));
        self.push(" : ");
        self.ty(value);
        self.push(" to ");
        self.ty(result);
        Some(())
    }

    pub fn operands_and_types(&mut self, op: OpId, code: OpCode, operands: usize) -> Option<()> {
        let values = self.plain(op, operands, 0)?.operands.clone();
        self.head(code);
        self.values(&values);
        self.attributes_but(op, &[]);
        self.push(" : ");
        self.types_of(&values);
        Some(())
    }

    fn constant(&mut self, op: OpId) -> Option<()> {
        let o = self.plain(op, 0, 1)?;
        let value = o.attribute("value")?.clone();
        if value.ty().as_ref() != Some(self.module.ty(o.results[0])) {
            return None;
        }
        self.push("arith.constant");
        self.attributes_but(op, &["value"]);
        self.push(" ");
        self.text.attribute(&value);
        Some(())
    }

    fn select(&mut self, op: OpId) -> Option<()> {
        let o = self.plain(op, 3, 1)?;
        let (values, result) = (o.operands.clone(), o.results[0]);
        let ty = self.module.ty(result);
        if self.module.ty(values[1]) != ty || self.module.ty(values[2]) != ty {
            return None;
        }
        self.head(OpCode::Select);
        self.values(&values);
        self.attributes_but(op, &[]);
        self.push(" : ");
        if *self.module.ty(values[0]) != Type::I1 {
            self.ty(values[0]);
            self.push(", ");
        }
        self.ty(result);
        Some(())
    }

    pub fn all_index(&self, values: &[ValueId]) -> bool {
        values.iter().all(|&v| *self.module.ty(v) == Type::Index)
    }
}
