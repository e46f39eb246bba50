//! Names of operations: what they ask of the operation that has one, and what a reference means.

use crate::ir::{Op, OpId};
use crate::op::Trait;

use super::operation::Checker;
use super::{Check, wrong};

impl Checker<'_> {
    /// The operation that a flat reference means; `None` when there is none, `Err` when an operation of no
    /// table row around may be a symbol table of which nothing is known.
    pub fn lookup(&self, from: OpId, name: &str) -> Result<Option<OpId>, ()> {
        if let Some(found) = self.table.as_ref().and_then(|table| table.get(name)) {
            return Ok(Some(found));
        }
        let mut around = self.module.parent_op(from);
        while let Some(op) = around {
            match self.module.op(op).code() {
                None => return Err(()),
                Some(code) if code.has_trait(Trait::SymbolTable) => break,
                Some(_) => around = self.module.parent_op(op),
            }
        }
        Ok(None)
    }

    /// The name and the visibility of an operation with a name, and that a table holds it.
    pub fn symbol(&self, id: OpId, op: &Op, is_optional: bool, is_declaration: bool) -> Check {
        match op.attribute("sym_name") {
            None if is_optional => return Ok(()),
            None => return Err(wrong(op, "requires the attribute `sym_name`")),
            Some(name) if name.as_str().is_none() => {
                return Err(wrong(op, format!("the attribute `sym_name` is `{name}`"))
                    .help("expected a string attribute"));
            }
            Some(_) => {}
        }
        let visibility = op.attribute("sym_visibility");
        if let Some(visibility) = visibility {
            let words = ["private", "public", "nested"];
            if !visibility.as_str().is_some_and(|v| words.contains(&v)) {
                let message = format!("the visibility `sym_visibility` is `{visibility}`");
                return Err(wrong(op, message)
                    .help("expected the string attribute \"public\", \"private\" or \"nested\""));
            }
        }
        let is_public = visibility.is_none_or(|v| v.as_str() == Some("public"));
        if is_declaration && is_public {
            let message =
                "the symbol is a declaration of public visibility: without a body it must be private";
            return Err(wrong(op, message).help("write `private` before the name, or give it a body"));
        }
        self.held_by_table(id, op)
    }

    fn held_by_table(&self, id: OpId, op: &Op) -> Check {
        let Some(parent) = self.module.parent_op(id).map(|p| self.module.op(p)) else {
            return Ok(());
        };
        match parent.code() {
            Some(code) if !code.has_trait(Trait::SymbolTable) => {
                let message = format!(
                    "the parent of the symbol is `{}`, which has no symbol table",
                    code.name()
                );
                Err(wrong(op, message).help("expected it directly in an operation with the SymbolTable trait, such as `builtin.module`"))
            }
            _ => Ok(()),
        }
    }
}
