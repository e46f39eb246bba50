//! Symbol tables: which operation a name means.

use rustc_hash::FxHashMap;

use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::ir::{Module, OpId};

use super::wrong;

/// The names that the operations directly in one operation have.
#[derive(Default)]
pub struct SymbolTable<'m> {
    names: FxHashMap<&'m str, OpId>,
}

impl<'m> SymbolTable<'m> {
    /// Reads the names of everything directly in `table`; a name used twice is a mistake.
    pub fn of(module: &'m Module, table: OpId, diagnostics: &mut Vec<Diagnostic>) -> SymbolTable<'m> {
        let mut names = FxHashMap::default();
        let regions = module.op(table).regions.iter();
        let blocks = regions.flat_map(|&region| &module.region(region).blocks);
        for &id in blocks.flat_map(|&block| &module.block(block).ops) {
            let op = module.op(id);
            let Some(name) = op.attribute("sym_name").and_then(Attribute::as_str) else {
                continue;
            };
            if let Some(&earlier) = names.get(name) {
                let message = format!("redefinition of the symbol named `@{name}`, which is defined twice");
                diagnostics.push(wrong(op, message).note(module.op(earlier).span, "first defined here"));
            } else {
                names.insert(name, id);
            }
        }
        SymbolTable { names }
    }

    pub fn get(&self, name: &str) -> Option<OpId> {
        self.names.get(name).copied()
    }
}
