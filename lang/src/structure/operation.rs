//! The rules of one operation, by its row.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Check, declarative, wrong};
use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Module, Op, OpId, ValueId};
use crate::krnl::LoopUses;
use crate::op::{Dialect, OpCode, Trait};
use crate::types::Type;

use super::scope::{Applied, Scope};
use super::symbol_table::SymbolTable;

/// What the checks of the operations below one isolated operation share.
pub struct Checker<'m> {
    pub module: &'m Module,
    /// The closest symbol table around.
    pub table: Option<Arc<SymbolTable<'m>>>,
    /// The regions whose values are symbols of affine maps.
    pub scope: Scope,
    /// What the result of each `affine.apply` met so far may be.
    pub applied: RefCell<FxHashMap<ValueId, Applied>>,
    /// What schedules and runs loops of the krnl dialect, from the first such operation on.
    pub loops: OnceCell<LoopUses>,
}

impl<'m> Checker<'m> {
    pub fn new(module: &'m Module, table: Option<Arc<SymbolTable<'m>>>) -> Checker<'m> {
        Checker {
            module,
            table,
            scope: Scope::new(),
            applied: RefCell::default(),
            loops: OnceCell::new(),
        }
    }

    /// What the operation asks of its parts.
    pub fn operation(&self, id: OpId, op: &Op) -> Check {
        let Some(code) = op.code() else {
            return self.unknown(op);
        };
        declarative::check(self.module, id, code).map_err(|d| *d)?;
        if code.has_trait(Trait::Elementwise) {
            self.elementwise(op)?;
        }
        self.own(id, op, code)
    }

    fn own(&self, id: OpId, op: &Op, code: OpCode) -> Check {
        match code {
            OpCode::Module => self.module_op(id, op),
            OpCode::UnrealizedCast => self.unrealized_cast(op),
            OpCode::Func => self.function(id, op),
            OpCode::Call => self.call(id, op),
            OpCode::FuncConstant => self.function_constant(id, op),
            OpCode::Return => self.function_return(id, op),
            OpCode::Branch => self.branch(op),
            OpCode::CondBranch => self.conditional_branch(op),
            OpCode::Switch => self.switch(op),
            OpCode::AffineFor => self.affine_for(id, op),
            OpCode::AffineParallel => self.affine_parallel(id, op),
            OpCode::AffineIf => self.affine_if(id, op),
            OpCode::AffineYield => self.affine_yield(id, op),
            OpCode::AffineApply | OpCode::AffineMin | OpCode::AffineMax => self.affine_apply(op, code),
            OpCode::AffineLoad
            | OpCode::AffineStore
            | OpCode::AffineVectorLoad
            | OpCode::AffineVectorStore => self.affine_access(op, code),
            OpCode::AffinePrefetch => self.affine_prefetch(op),
            OpCode::AffineDelinearizeIndex => self.delinearize_index(op),
            OpCode::AffineDmaStart => self.dma_start(op),
            OpCode::AffineDmaWait => self.dma_wait(op),
            OpCode::Constant => self.constant(op),
            OpCode::ExtSI
            | OpCode::ExtUI
            | OpCode::TruncI
            | OpCode::ExtF
            | OpCode::TruncF
            | OpCode::SIToFP
            | OpCode::UIToFP
            | OpCode::FPToSI
            | OpCode::FPToUI
            | OpCode::IndexCast
            | OpCode::IndexCastUI
            | OpCode::Bitcast
            | OpCode::MemRefCast => self.cast(op, code),
            OpCode::Select => self.select(op),
            OpCode::ScfExecuteRegion => self.scf_execute_region(op),
            OpCode::ScfFor => self.scf_for(id, op),
            OpCode::ScfForall => self.scf_forall(id, op),
            OpCode::ScfInParallel => self.scf_in_parallel(id, op),
            OpCode::ScfIf => self.scf_if(op),
            OpCode::ScfIndexSwitch => self.scf_index_switch(op),
            OpCode::ScfParallel => self.scf_parallel(id, op),
            OpCode::ScfReduce => self.scf_reduce(op),
            OpCode::ScfReduceReturn => self.scf_reduce_return(op),
            OpCode::ScfWhile => self.scf_while(id, op),
            _ if code.dialect() == Dialect::MemRef => self.memref_op(id, op, code),
            _ if code.has_trait(Trait::Symbol) => self.symbol(id, op, false, false),
            _ => match code.dialect() {
                Dialect::Krnl => self.krnl(id, op, code),
                Dialect::Linalg => self.linalg(id, op, code),
                Dialect::Tensor => self.tensor(id, op, code),
                Dialect::Bufferization => self.bufferization(op, code),
                Dialect::Vector => self.vector_op(op, code),
                _ => Ok(()),
            },
        }
    }

    /// A dialect of the table has no operations but its rows.
    fn unknown(&self, op: &Op) -> Check {
        let dialect = op.name.as_str().split_once('.').map(|(dialect, _)| dialect);
        match dialect {
            Some(name) if OpCode::is_dialect(name) => {
                let message = format!(
                    "an unregistered operation: the dialect `{name}` does not allow unknown operations"
                );
                Err(wrong(op, message))
            }
            _ => Ok(()),
        }
    }

    // What many operations ask for

    pub fn is(&self, op: OpId, code: OpCode) -> bool {
        self.module.op(op).code() == Some(code)
    }

    pub fn ty(&self, value: ValueId) -> &'m Type {
        self.module.ty(value)
    }

    /// The operation has this many operands and results, and no regions.
    pub fn count(&self, op: &Op, operands: usize, results: usize) -> Check {
        self.count_operands(op, operands)?;
        self.count_results(op, results)?;
        if !op.regions.is_empty() {
            return Err(wrong(
                op,
                format!("requires zero regions, but has {}", op.regions.len()),
            ));
        }
        Ok(())
    }

    pub fn count_operands(&self, op: &Op, operands: usize) -> Check {
        if op.operands.len() == operands {
            return Ok(());
        }
        let found = counted(op.operands.len(), "operand");
        Err(wrong(op, format!("has {found}")).help(format!("expected {operands}")))
    }

    pub fn count_results(&self, op: &Op, results: usize) -> Check {
        if op.results.len() == results {
            return Ok(());
        }
        let found = counted(op.results.len(), "result");
        Err(wrong(op, format!("has {found}")).help(format!("expected {results}")))
    }

    /// Each value is an `index`.
    pub fn indices(&self, op: &Op, values: &[ValueId]) -> Check {
        match values.iter().find(|&&v| *self.ty(v) != Type::Index) {
            None => Ok(()),
            Some(&v) => {
                Err(wrong(op, format!("an index has the type `{}`", self.ty(v)))
                    .help("must have `index` type"))
            }
        }
    }

    pub fn expect_type(&self, op: &Op, value: ValueId, expected: &Type, what: &str) -> Check {
        if self.ty(value) == expected {
            return Ok(());
        }
        Err(wrong(op, format!("{what} has the type `{}`", self.ty(value)))
            .help(format!("expected `{expected}`")))
    }

    pub fn attribute<'a>(&self, op: &'a Op, name: &str) -> Result<&'a Attribute, Diagnostic> {
        op.attribute(name)
            .ok_or_else(|| wrong(op, format!("requires the attribute `{name}`")))
    }

    /// How many operands each group of `operandSegmentSizes` has; together they are all operands.
    pub fn segments<const N: usize>(&self, op: &Op) -> Result<[usize; N], Diagnostic> {
        let mut sizes = [0; N];
        let Attribute::DenseArray(array) = self.attribute(op, "operandSegmentSizes")? else {
            return Err(wrong(
                op,
                "requires `operandSegmentSizes` to be a dense `i32` array attribute",
            ));
        };
        if array.elements.iter().any(|e| e.as_i64().is_none_or(|n| n < 0)) {
            return Err(wrong(
                op,
                "the attribute `operandSegmentSizes` cannot have negative elements",
            ));
        }
        for (size, element) in sizes.iter_mut().zip(&array.elements) {
            *size = element
                .as_i64()
                .and_then(|n| usize::try_from(n).ok())
                .unwrap_or_default();
        }
        let total = sizes.iter().try_fold(0usize, |sum, &n| sum.checked_add(n));
        if array.elements.len() == N && total == Some(op.operands.len()) {
            return Ok(sizes);
        }
        let message = format!(
            "the operand count does not match the total size in the attribute `operandSegmentSizes`, which has {}",
            counted(array.elements.len(), "element")
        );
        Err(wrong(op, message).help(format!("expected {N} sizes that sum to {}", op.operands.len())))
    }
}
