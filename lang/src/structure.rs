//! The structural rules of a module: what each operation asks of its operands, attributes, results and
//! regions, where it may stand, and that every use is dominated by its definition.
//!
//! The operations isolated from above (functions and modules) are walked one by one, each on its own
//! (`walk`); those of one module in parallel. The walk looks at each operation once: its row and its own
//! rules (`affine`, `arith`, `branch`, `function`, `memory`, `vector`), the place where it
//! stands (`placement`) and its operands (`dominance`).

mod access;
mod affine;
mod arith;
mod branch;
mod bufferization;
mod declarative;
mod dims_and_symbols;
mod dominance;
mod function;
mod krnl;
mod linalg;
mod memory;
mod memref;
mod operation;
mod parallel;
mod placement;
mod scf;
mod scf_parallel;
mod scope;
mod shape_rules;
mod shapes;
mod symbol_table;
mod symbols;
mod tensor;
mod vector;
mod walk;
mod window;

use std::sync::Arc;

use rayon::prelude::*;

use crate::diagnostic::Diagnostic;
use crate::ir::{Module, Op, OpId, ValueId};

use operation::Checker;
use symbol_table::SymbolTable;
use walk::Walk;

/// Isolated operations below which a second thread costs more than it saves.
const PARALLEL_FROM: usize = 16;

/// Checks every operation of the module.
pub fn verify(module: &Module) -> Result<(), Vec<Diagnostic>> {
    let mut diagnostics = isolated(module, module.top(), None);
    if diagnostics.is_empty() {
        return Ok(());
    }
    diagnostics.sort_by_key(|d| d.span.start);
    Err(diagnostics)
}

/// What values of a function may be in the maps of affine operations.
pub struct AffineScope<'m>(Checker<'m>);

impl<'m> AffineScope<'m> {
    /// Of a function as it stands.
    pub fn of(module: &'m Module, function: OpId) -> AffineScope<'m> {
        let mut checker = Checker::new(module, None);
        checker.scope.extend(module.op(function).regions.iter().copied());
        AffineScope(checker)
    }

    /// Whether a value may be a dimension.
    pub fn is_dimension(&self, value: ValueId) -> bool {
        self.0.is_dimension(value)
    }

    /// Whether a value may be a symbol.
    pub fn is_symbol(&self, value: ValueId) -> bool {
        self.0.is_symbol(value)
    }
}

/// What one operation's check gives: at most its first mistake.
type Check = Result<(), Diagnostic>;

/// The mistakes in an operation that is isolated from above, and below.
fn isolated<'m>(module: &'m Module, op: OpId, table: Option<&Arc<SymbolTable<'m>>>) -> Vec<Diagnostic> {
    let walked = Walk::of(module, op, table);
    let mut diagnostics = walked.diagnostics;
    let below =
        |&(op, ref table): &(OpId, Option<Arc<SymbolTable<'m>>>)| isolated(module, op, table.as_ref());
    let found: Vec<Vec<Diagnostic>> = match walked.isolated.len() < PARALLEL_FROM {
        true => walked.isolated.iter().map(below).collect(),
        false => walked.isolated.par_iter().map(below).collect(),
    };
    diagnostics.extend(found.into_iter().flatten());
    diagnostics
}

/// A mistake of an operation.
#[cold]
fn wrong(op: &Op, message: impl AsRef<str>) -> Diagnostic {
    Diagnostic::new(op.span, format!("`{}`: {}", op.name.as_str(), message.as_ref()))
}
