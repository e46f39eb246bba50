//! Constants: literals, vectors and tables.

use ovolo_lang::algebra::Algebra;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::Op;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, Type};

use super::algebra::{CAlgebra, Unprintable, c_type, float_literal};
use super::source::{Printer, declaration, shape, unprintable};

impl Printer<'_> {
    pub fn constant(&mut self, op: &Op) -> Result<(), Unprintable> {
        let ty = self.module.ty(op.results[0]).element().clone();
        match op.attribute("value") {
            Some(Attribute::DenseElements(dense)) => {
                let literals = dense.elements.iter().map(|value| literal(op, value, &ty));
                self.vector_constant(op, &literals.collect::<Result<Vec<_>, _>>()?)
            }
            Some(value) => {
                self.names.insert(op.results[0], literal(op, value, &ty)?);
                Ok(())
            }
            None => Err(unprintable(op)),
        }
    }

    /// A constant of the module as an array of the function.
    pub fn table(&mut self, op: &Op) -> Result<(), Unprintable> {
        let name = op.attribute("name").and_then(Attribute::as_symbol);
        let mut tops = self
            .module
            .block(self.module.body())
            .ops
            .iter()
            .map(|&op| self.module.op(op));
        let global = tops.find(|top| {
            let own = top.attribute("sym_name").and_then(Attribute::as_str);
            top.code() == Some(OpCode::MemRefGlobal) && own.is_some() && own == name
        });
        let dense = global.filter(|global| global.attribute("constant").is_some());
        let (Some(Attribute::DenseElements(dense)), Some(memref)) = (
            dense.and_then(|global| global.attribute("initial_value")),
            self.module.ty(op.results[0]).as_memref(),
        ) else {
            return Err(unprintable(op));
        };
        let extents: Option<Vec<i64>> = shape(memref)?.iter().map(|extent: &Dim| extent.fixed()).collect();
        let extents = extents.ok_or_else(|| unprintable(op))?;
        let element = c_type(&memref.element)?;
        let literals = dense
            .elements
            .iter()
            .map(|value| literal(op, value, &memref.element));
        let mut literals = literals.collect::<Result<Vec<String>, Unprintable>>()?;
        let count = usize::try_from(extents.iter().product::<i64>()).map_err(|_| unprintable(op))?;
        // One element stands for all.
        if let [only] = literals.as_slice() {
            literals = vec![only.clone(); count];
        }
        let name = self.name(op.results[0]);
        let data = self.fresh(&format!("{name}_data"));
        let count = count.max(1);
        self.line(&format!(
            "_Alignas(64) static const {element} {data}[{count}] = {{{}}};",
            literals.join(", ")
        ));
        let pointer = declaration(element, "*", &name, memref);
        self.line(&format!("{pointer} = (void *){data};"));
        let extents = extents.iter().map(i64::to_string).collect();
        self.extents.insert(op.results[0], extents);
        Ok(())
    }
}

fn literal(op: &Op, value: &Attribute, ty: &Type) -> Result<String, Unprintable> {
    Ok(match value {
        Attribute::Float(value) => float_literal(value.kind, value.bits)?,
        Attribute::Bool(value) => u8::from(*value).to_string(),
        Attribute::Integer { value, .. } => {
            let value = i128::try_from(&**value).map_err(|_| unprintable(op))?;
            c_type(ty)?;
            CAlgebra.int_constant(ty, value)
        }
        _ => return Err(unprintable(op)),
    })
}
