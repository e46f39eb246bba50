//! Modules, functions, calls and returns.

use crate::attribute::Attribute;
use crate::ir::{Op, OpId, ValueId};
use crate::op::OpCode;
use crate::types::{FunctionType, Type};

use super::{Check, Checker, wrong};

impl Checker<'_> {
    pub fn module(&self, id: OpId, op: &Op) -> Check {
        self.count_operands(op, 0)?;
        self.count_results(op, 0)?;
        match self.module.single_block(id, 0) {
            Some(block) if op.regions.len() == 1 && self.module.block(block).arguments.is_empty() => Ok(()),
            _ => Err(wrong(
                op,
                "a module has one region of one block without arguments",
            )),
        }
    }

    pub fn function(&self, id: OpId, op: &Op) -> Check {
        self.count_operands(op, 0)?;
        self.count_results(op, 0)?;
        let parent = self.module.parent_op(id);
        if !parent.is_none_or(|p| self.is(p, OpCode::Module) || self.module.op(p).modelled().is_none()) {
            return Err(wrong(op, "the function is not directly in a module"));
        }
        if self.attribute(op, "sym_name")?.as_str().is_none() {
            return Err(wrong(op, "the attribute `sym_name` is not a string"));
        }
        let ty = self.function_type(op)?;
        let visibility = op.attribute("sym_visibility");
        let words = ["private", "public", "nested"];
        if visibility.is_some_and(|v| !v.as_str().is_some_and(|v| words.contains(&v))) {
            return Err(wrong(op, "the visibility is not known").help("expected private, public or nested"));
        }
        for (name, count) in [("arg_attrs", ty.inputs.len()), ("res_attrs", ty.results.len())] {
            let fits = |a: &Attribute| match a {
                Attribute::Array(items) => {
                    items.len() == count && items.iter().all(|i| matches!(i, Attribute::Dictionary(_)))
                }
                _ => false,
            };
            if op.attribute(name).is_some_and(|a| !fits(a)) {
                return Err(wrong(
                    op,
                    format!("`{name}` is not a list of {count} dictionaries"),
                ));
            }
        }
        let [region] = op.regions.as_slice() else {
            return Err(wrong(op, "a function has one region"));
        };
        let Some(&entry) = self.module.region(*region).blocks.first() else {
            if visibility.and_then(Attribute::as_str) != Some("private") {
                return Err(wrong(op, "a function without a body is not private")
                    .help("write `func.func private @name(…)`, or give it a body"));
            }
            return Ok(());
        };
        let arguments = &self.module.block(entry).arguments;
        self.match_types(op, arguments, &ty.inputs, "the entry block's arguments")
    }

    fn function_type<'a>(&self, op: &'a Op) -> Result<&'a FunctionType, crate::diagnostic::Diagnostic> {
        match self.attribute(op, "function_type")?.as_type() {
            Some(Type::Function(ty)) => Ok(ty),
            _ => Err(wrong(op, "the attribute `function_type` is not a function type")),
        }
    }

    pub fn call(&self, id: OpId, op: &Op) -> Check {
        if !op.regions.is_empty() {
            return Err(wrong(op, "a call has no regions"));
        }
        let callee = self.attribute(op, "callee")?;
        let Attribute::SymbolRef(path) = callee else {
            return Err(wrong(op, "the attribute `callee` is not a symbol"));
        };
        let mut table = self.module.parent_op(id);
        while let Some(around) = table {
            if self.is(around, OpCode::Module) {
                break;
            }
            table = self.module.parent_op(around);
        }
        let found = table.and_then(|table| match &**path {
            [name] => self.symbols.get(&(table, &**name)).copied(),
            _ => None,
        });
        let Some(function) = found.filter(|&f| self.is(f, OpCode::Func)) else {
            return Err(wrong(op, format!("no function `{callee}` is in the module")));
        };
        let function = self.module.op(function);
        let ty = self.function_type(function)?;
        let checked = self
            .match_types(op, &op.operands, &ty.inputs, "the operands of the call")
            .and_then(|()| self.match_types(op, &op.results, &ty.results, "the results of the call"));
        checked.map_err(|d| d.note(function.span, "the function"))
    }

    pub fn function_return(&self, id: OpId, op: &Op) -> Check {
        self.count_results(op, 0)?;
        let Some(function) = self.module.parent_op(id).filter(|&p| self.is(p, OpCode::Func)) else {
            return Err(wrong(op, "`func.return` is not directly in a function"));
        };
        let function = self.module.op(function);
        let ty = self.function_type(function)?;
        self.match_types(op, &op.operands, &ty.results, "the values returned")
            .map_err(|d| d.note(function.span, "the function"))
    }

    /// The values have these types, in this order.
    pub fn match_types(&self, op: &Op, values: &[ValueId], types: &[Type], what: &str) -> Check {
        let found: Vec<&Type> = values.iter().map(|&v| self.ty(v)).collect();
        if found.iter().copied().eq(types) {
            return Ok(());
        }
        let list = |types: &[&Type]| {
            let names: Vec<String> = types.iter().map(ToString::to_string).collect();
            format!("({})", names.join(", "))
        };
        let wanted: Vec<&Type> = types.iter().collect();
        Err(wrong(op, format!("{what} have the types {}", list(&found)))
            .help(format!("expected {}", list(&wanted))))
    }
}
