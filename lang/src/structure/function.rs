//! Modules, functions, calls and returns.

use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Op, OpId, ValueId};
use crate::op::OpCode;
use crate::types::{FunctionType, Type};

use super::operation::Checker;
use super::{Check, wrong};

impl Checker<'_> {
    pub fn module_op(&self, id: OpId, op: &Op) -> Check {
        self.count_operands(op, 0)?;
        self.count_results(op, 0)?;
        let found = counted(op.regions.len(), "region");
        if op.regions.len() != 1 {
            return Err(wrong(op, format!("has {found}")).help("requires one region"));
        }
        if self.module.single_block(id, 0).is_none() {
            return Err(wrong(op, "its region has several blocks or none").help("expects exactly one block"));
        }
        let is_own = |name: &str| matches!(name, "sym_name" | "sym_visibility");
        if let Some((name, _)) = op.attributes.iter().find(|(n, _)| !n.contains('.') && !is_own(n)) {
            let message = format!(
                "found the attribute `{name}`: a module can only contain attributes with dialect-prefixed names"
            );
            return Err(wrong(op, message).help("expected a name such as `dialect.name`"));
        }
        self.discardable(op)?;
        self.symbol(id, op, true, false)
    }

    /// Attributes of dialects that refuse them.
    fn discardable(&self, op: &Op) -> Check {
        match op.attributes.iter().find(|(name, _)| is_refused(name)) {
            None => Ok(()),
            Some((name, _)) => Err(refused(op, name)),
        }
    }

    pub fn unrealized_cast(&self, op: &Op) -> Check {
        match op.results.is_empty() {
            true => Err(wrong(op, "expected at least one result for the cast operation")),
            false => Ok(()),
        }
    }

    pub fn function(&self, id: OpId, op: &Op) -> Check {
        self.count_operands(op, 0)?;
        self.count_results(op, 0)?;
        let entry = match op.regions.as_slice() {
            [region] => self.module.region(*region).blocks.first(),
            _ => {
                return Err(wrong(op, format!("has {}", counted(op.regions.len(), "region")))
                    .help("expects one region"));
            }
        };
        self.discardable(op)?;
        self.symbol(id, op, false, entry.is_none())?;
        let ty = self.function_type(op)?;
        self.parameter_attributes(op, "arg_attrs", "argument", ty.inputs.len())?;
        self.parameter_attributes(op, "res_attrs", "result", ty.results.len())?;
        match entry {
            Some(&entry) => self.entry(op, &self.module.block(entry).arguments, &ty.inputs),
            None => Ok(()),
        }
    }

    fn function_type<'a>(&self, op: &'a Op) -> Result<&'a FunctionType, Diagnostic> {
        match self.attribute(op, "function_type")?.as_type() {
            Some(Type::Function(ty)) => Ok(ty),
            _ => Err(wrong(
                op,
                "the attribute `function_type` must be a type attribute of a function type",
            )),
        }
    }

    /// A dictionary of attributes with the prefix of a dialect for each argument or result.
    fn parameter_attributes(&self, op: &Op, name: &str, what: &str, count: usize) -> Check {
        let Some(found) = op.attribute(name) else {
            return Ok(());
        };
        let Attribute::Array(items) = found else {
            let message = format!("the attribute `{name}` is `{found}`");
            return Err(wrong(op, message).help(format!("expects an array of {what} attribute dictionaries")));
        };
        if items.len() != count {
            let message = format!(
                "the {what} attribute array `{name}` has {}",
                counted(items.len(), "element")
            );
            return Err(wrong(op, message).help(format!("expects {count}, the number of function {what}s")));
        }
        for item in items.iter() {
            if let Attribute::Dictionary(entries) = item
                && let Some((name, _)) = entries.iter().find(|(name, _)| is_refused(name))
            {
                return Err(refused(op, name));
            }
            let Attribute::Dictionary(entries) = item else {
                let message = format!("found `{item}` among the {what} attributes");
                return Err(
                    wrong(op, message).help(format!("expects each {what} attribute dictionary to be one"))
                );
            };
            if let Some((name, _)) = entries.iter().find(|(name, _)| !name.contains('.')) {
                let message = format!("{what}s may only have dialect attributes, but one has `{name}`");
                return Err(wrong(op, message).help("expected a name such as `dialect.name`"));
            }
        }
        Ok(())
    }

    fn entry(&self, op: &Op, arguments: &[ValueId], inputs: &[Type]) -> Check {
        if arguments.len() != inputs.len() {
            let message = format!("the entry block has {}", counted(arguments.len(), "argument"));
            let help = format!("must have {} to match the function signature", inputs.len());
            return Err(wrong(op, message).help(help));
        }
        let mismatch = arguments.iter().zip(inputs).position(|(&v, ty)| self.ty(v) != ty);
        match mismatch {
            None => Ok(()),
            Some(i) => Err(wrong(
                op,
                format!(
                    "the type of entry block argument #{i} is `{}`",
                    self.ty(arguments[i])
                ),
            )
            .help(format!(
                "must match that of the function signature, `{}`",
                inputs[i]
            ))),
        }
    }

    pub fn call(&self, id: OpId, op: &Op) -> Check {
        if !op.regions.is_empty() {
            return Err(wrong(op, "requires zero regions"));
        }
        let Some((callee, function)) = self.callee(id, op, "callee")? else {
            return Ok(());
        };
        let ty = self.function_type(function)?;
        self.match_types(op, &op.operands, &ty.inputs, "operand", "the callee")
            .and_then(|()| self.match_types(op, &op.results, &ty.results, "result", "the callee"))
            .map_err(|d| d.note(function.span, format!("the function `@{callee}`")))
    }

    pub fn function_constant(&self, id: OpId, op: &Op) -> Check {
        self.count(op, 0, 1)?;
        let Some((callee, function)) = self.callee(id, op, "value")? else {
            return Ok(());
        };
        let ty = self.function_type(function)?;
        match self.ty(op.results[0]) {
            Type::Function(found) if **found == *ty => Ok(()),
            found => Err(wrong(
                op,
                format!("the result has the type `{found}`: a reference to a function with mismatched type"),
            )
            .note(function.span, format!("the function `@{callee}`"))),
        }
    }

    /// The function that the attribute names; `None` when it may be in a symbol table of which nothing is
    /// known.
    fn callee<'a>(
        &'a self,
        id: OpId,
        op: &'a Op,
        attribute: &str,
    ) -> Result<Option<(&'a str, &'a Op)>, Diagnostic> {
        let reference = self.attribute(op, attribute)?;
        let name = match reference {
            Attribute::SymbolRef(path) if path.len() == 1 => &*path[0],
            _ => {
                let message = format!("the attribute `{attribute}` is `{reference}`");
                return Err(
                    wrong(op, message).help("requires a flat symbol reference attribute such as `@name`")
                );
            }
        };
        let Ok(found) = self.lookup(id, name) else {
            return Ok(None);
        };
        let function = found
            .filter(|&f| self.is(f, OpCode::Func))
            .map(|f| self.module.op(f));
        match function {
            Some(function) => Ok(Some((name, function))),
            None => Err(wrong(
                op,
                format!("`@{name}` is an undefined function: it does not reference a valid function"),
            )
            .help("expected the name of a `func.func` in the module around")),
        }
    }

    pub fn function_return(&self, id: OpId, op: &Op) -> Check {
        self.count_results(op, 0)?;
        let parent = self.module.parent_op(id).map(|p| self.module.op(p));
        let Some(function) = parent.filter(|p| p.code() == Some(OpCode::Func)) else {
            return Ok(());
        };
        let ty = self.function_type(function)?;
        self.match_types(
            op,
            &op.operands,
            &ty.results,
            "operand",
            "the enclosing function's results",
        )
        .map_err(|d| d.note(function.span, "the function"))
    }

    /// The values have these types, in this order.
    pub fn match_types(&self, op: &Op, values: &[ValueId], types: &[Type], what: &str, of: &str) -> Check {
        if values.len() != types.len() {
            let message = format!(
                "has {}: an incorrect number for {of}",
                counted(values.len(), what)
            );
            return Err(wrong(op, message).help(format!("expected {}", types.len())));
        }
        let mismatch = values.iter().zip(types).position(|(&v, ty)| self.ty(v) != ty);
        let Some(i) = mismatch else {
            return Ok(());
        };
        let message = format!(
            "{what} type mismatch: {what} #{i} has the type `{}`, which doesn't match {of}",
            self.ty(values[i])
        );
        Err(wrong(op, message).help(format!("expected `{}`", types[i])))
    }
}

/// The attribute with which MLIR's own tests see whether a dialect is asked about its attributes.
fn is_refused(name: &str) -> bool {
    name == "test.invalid_attr"
}

fn refused(op: &Op, name: &str) -> Diagnostic {
    wrong(
        op,
        format!("the attribute `{name}` is refused by its dialect: it is invalid to use"),
    )
}
