//! The structural rules of a module: what each operation asks of its operands, attributes, results and
//! regions, and that every use is dominated by its definition.

mod affine;
mod arith;
mod dominance;
mod function;
mod memory;
mod vector;

use rustc_hash::FxHashMap;

use crate::assembly;
use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{BlockId, Module, Op, OpId, ValueId};
use crate::op::{OpCode, Trait};
use crate::types::Type;

/// Checks every operation of the module.
pub fn verify(module: &Module) -> Result<(), Vec<Diagnostic>> {
    let mut checker = Checker {
        module,
        symbols: FxHashMap::default(),
        applied: FxHashMap::default(),
        diagnostics: Vec::new(),
    };
    module.walk(module.top(), &mut |op| checker.collect_symbols(op));
    module.walk(module.top(), &mut |op| checker.operation(op));
    dominance::check(module, &mut checker.diagnostics);
    let mut diagnostics = checker.diagnostics;
    diagnostics.sort_by_key(|d| d.span.start);
    if diagnostics.is_empty() {
        Ok(())
    } else {
        Err(diagnostics)
    }
}

/// What one operation's check gives: at most its first mistake.
type Check = Result<(), Diagnostic>;

struct Checker<'m> {
    module: &'m Module,
    /// The operations that a name means in each module.
    symbols: FxHashMap<(OpId, &'m str), OpId>,
    applied: FxHashMap<ValueId, affine::Applied>,
    diagnostics: Vec<Diagnostic>,
}

impl<'m> Checker<'m> {
    fn collect_symbols(&mut self, id: OpId) {
        let op = self.module.op(id);
        let Some(table) = self.module.parent_op(id).filter(|&p| self.is(p, OpCode::Module)) else {
            return;
        };
        let Some(name) = op.attribute("sym_name").and_then(Attribute::as_str) else {
            return;
        };
        if let Some(earlier) = self.symbols.insert((table, name), id) {
            self.diagnostics.push(
                wrong(op, format!("the symbol `@{name}` is defined twice"))
                    .note(self.module.op(earlier).span, "first defined here"),
            );
        }
    }

    fn operation(&mut self, id: OpId) {
        let op = self.module.op(id);
        let Some(code) = op.code() else { return };
        if code == OpCode::AffineApply {
            self.note_apply(op);
        }
        let result = assembly::check(self.module, id, code)
            .map_err(|d| *d)
            .and_then(|()| self.own(id, op, code))
            .and_then(|()| self.terminators(id, code));
        self.diagnostics.extend(result.err());
    }

    fn own(&self, id: OpId, op: &Op, code: OpCode) -> Check {
        match code {
            OpCode::Module => self.module(id, op),
            OpCode::Func => self.function(id, op),
            OpCode::Call => self.call(id, op),
            OpCode::Return => self.function_return(id, op),
            OpCode::AffineFor => self.affine_for(id, op),
            OpCode::AffineIf => self.affine_if(id, op),
            OpCode::AffineYield => self.affine_yield(id, op),
            OpCode::AffineApply | OpCode::AffineMin | OpCode::AffineMax => self.affine_apply(op, code),
            OpCode::AffineLoad
            | OpCode::AffineStore
            | OpCode::AffineVectorLoad
            | OpCode::AffineVectorStore => self.affine_access(op, code),
            OpCode::MemRefAlloc | OpCode::MemRefAlloca => self.allocation(op),
            OpCode::MemRefLoad | OpCode::MemRefStore | OpCode::VectorLoad | OpCode::VectorStore => {
                self.access(op, code)
            }
            OpCode::MemRefCast => self.memref_cast(op),
            OpCode::Constant => self.constant(op),
            OpCode::ExtSI
            | OpCode::ExtUI
            | OpCode::TruncI
            | OpCode::ExtF
            | OpCode::TruncF
            | OpCode::IndexCast
            | OpCode::IndexCastUI
            | OpCode::Bitcast => self.cast(op, code),
            OpCode::Select => self.select(op),
            OpCode::VectorBroadcast => self.broadcast(op),
            OpCode::VectorExtract => self.extract(op),
            OpCode::VectorInsert => self.insert(op),
            OpCode::VectorReduction => self.reduction(op),
            _ => Ok(()),
        }
    }

    /// A terminator stands only at the end of its block, and where one is needed there is one.
    fn terminators(&self, id: OpId, code: OpCode) -> Check {
        let op = self.module.op(id);
        if code.has_trait(Trait::Terminator)
            && let Some(block) = op.parent
            && self.module.block(block).ops.last() != Some(&id)
        {
            let message = format!("`{}` is not the last of its block", code.name());
            return Err(wrong(op, message).help("must be the last operation in the parent block"));
        }
        if code.has_trait(Trait::NoTerminator) {
            return Ok(());
        }
        for (i, &region) in op.regions.iter().enumerate() {
            let wanted = match code {
                OpCode::AffineFor | OpCode::AffineIf => Some(OpCode::AffineYield),
                _ => assembly::terminator_of(code, i),
            };
            for &block in &self.module.region(region).blocks {
                self.block_end(op, code, wanted, block)?;
            }
        }
        Ok(())
    }

    /// The block ends in the wanted operation, or in any terminator where none is wanted.
    fn block_end(&self, op: &Op, code: OpCode, wanted: Option<OpCode>, block: BlockId) -> Check {
        let Some(&last) = self.module.block(block).ops.last() else {
            let message = format!("a block of `{}` is empty", code.name());
            return Err(wrong(op, message).help("expected at least a terminator in the block"));
        };
        let last = self.module.op(last);
        let fits = match (last.code(), wanted) {
            (Some(found), Some(wanted)) => found == wanted,
            (Some(found), None) => found.has_trait(Trait::Terminator),
            // An operation that no table knows may be a branch, but not the terminator that is asked for.
            (None, wanted) => wanted.is_none(),
        };
        if fits {
            return Ok(());
        }
        let help = match wanted {
            Some(wanted) => format!("expects regions to end with `{}`", wanted.name()),
            None => "the block has no terminator".to_string(),
        };
        let message = format!("a block of `{}` ends in `{}`", code.name(), last.name.as_str());
        Err(wrong(last, message).help(help))
    }

    fn is(&self, op: OpId, code: OpCode) -> bool {
        self.module.op(op).code() == Some(code)
    }

    fn ty(&self, value: ValueId) -> &'m Type {
        self.module.ty(value)
    }

    /// The operation has this many operands and results, and no regions.
    fn count(&self, op: &Op, operands: usize, results: usize) -> Check {
        self.count_operands(op, operands)?;
        self.count_results(op, results)?;
        if !op.regions.is_empty() {
            return Err(wrong(op, format!("`{}` has no regions", op.name.as_str())));
        }
        Ok(())
    }

    fn count_operands(&self, op: &Op, operands: usize) -> Check {
        if op.operands.len() == operands {
            return Ok(());
        }
        Err(wrong(
            op,
            format!(
                "`{}` has {}",
                op.name.as_str(),
                counted(op.operands.len(), "operand")
            ),
        )
        .help(format!("expected {operands}")))
    }

    fn count_results(&self, op: &Op, results: usize) -> Check {
        if op.results.len() == results {
            return Ok(());
        }
        Err(wrong(
            op,
            format!(
                "`{}` has {}",
                op.name.as_str(),
                counted(op.results.len(), "result")
            ),
        )
        .help(format!("expected {results}")))
    }

    /// Each value is an `index`.
    fn indices(&self, op: &Op, values: &[ValueId]) -> Check {
        match values.iter().find(|&&v| *self.ty(v) != Type::Index) {
            None => Ok(()),
            Some(&v) => Err(wrong(
                op,
                format!("an index of `{}` has the type `{}`", op.name.as_str(), self.ty(v)),
            )
            .help("expected `index`")),
        }
    }

    fn expect_type(&self, op: &Op, value: ValueId, expected: &Type, what: &str) -> Check {
        if self.ty(value) == expected {
            return Ok(());
        }
        Err(wrong(op, format!("{what} has the type `{}`", self.ty(value)))
            .help(format!("expected `{expected}`")))
    }

    fn attribute<'a>(&self, op: &'a Op, name: &str) -> Result<&'a Attribute, Diagnostic> {
        op.attribute(name)
            .ok_or_else(|| wrong(op, format!("`{}` has no attribute `{name}`", op.name.as_str())))
    }

    /// How many operands each group of `operandSegmentSizes` has; together they are all operands.
    fn segments<const N: usize>(&self, op: &Op) -> Result<[usize; N], Diagnostic> {
        let sizes = self
            .attribute(op, "operandSegmentSizes")?
            .as_i64_list()
            .unwrap_or_default();
        let sizes: Vec<usize> = sizes.iter().filter_map(|&n| usize::try_from(n).ok()).collect();
        let total = sizes.iter().try_fold(0usize, |sum, &n| sum.checked_add(n));
        match <[usize; N]>::try_from(sizes) {
            Ok(sizes) if total == Some(op.operands.len()) => Ok(sizes),
            _ => Err(wrong(op, "`operandSegmentSizes` does not fit the operands")
                .help(format!("expected {N} sizes that sum to {}", op.operands.len()))),
        }
    }
}

fn wrong(op: &Op, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(op.span, message)
}
