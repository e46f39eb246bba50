//! Constant tables as constants of the module.

use std::sync::Arc;

use ovolo_lang::attribute::{Attribute, DenseElements};
use ovolo_lang::ir::{NewOp, OpId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, Type};

use super::Lowering;
use super::memory::ArrayId;

impl Lowering<'_> {
    /// The operation that gives an array that is made by these operations as a constant of the module, where they store constants into each
    /// of its elements.
    pub(super) fn constant_of_module(&mut self, array: ArrayId, made: &[OpId]) -> Option<OpId> {
        let (&allocation, stores) = made.split_first()?;
        let [old] = self.module.op(allocation).results[..] else {
            return None;
        };
        let ty = self.module.ty(old).as_memref()?.clone();
        let shape: Vec<i64> = ty
            .shape
            .iter()
            .flatten()
            .map(|dim| dim.fixed())
            .collect::<Option<_>>()?;
        let mut elements = Vec::new();
        for (place, &store) in stores.iter().enumerate() {
            let op = self.module.op(store);
            let at = op.attribute("map")?.as_affine_map()?.constant_results()?;
            let number = at
                .iter()
                .zip(&shape)
                .fold(0, |number, (at, extent)| number * extent + at);
            if op.code() != Some(OpCode::AffineStore) || usize::try_from(number) != Ok(place) {
                return None;
            }
            let value = self.module.op(self.module.defining_op(op.operands[0])?);
            elements.push(
                value
                    .attribute("value")
                    .filter(|_| value.code() == Some(OpCode::Constant))?
                    .clone(),
            );
        }
        if i64::try_from(elements.len()) != Ok(shape.iter().product()) {
            return None;
        }
        let dims = shape.iter().map(|&extent| Dim::Fixed(extent)).collect();
        let values = Attribute::DenseElements(Arc::new(DenseElements {
            ty: Type::tensor(dims, ty.element.clone()),
            elements,
        }));
        let name = self.module.value(old).name.clone();
        let name = self.global(
            name.as_deref().unwrap_or("table"),
            Type::MemRef(Arc::new(ty.clone())),
            values,
        );
        let mut get = NewOp::new(OpCode::MemRefGetGlobal)
            .attribute("name", Attribute::symbol(&name))
            .result(Type::MemRef(Arc::new(ty)));
        get.span = self.span;
        let get = self.module.create(get);
        let value = self.module.op(get).results[0];
        self.module.value_mut(value).name = self.module.value(old).name.clone();
        self.arrays[array.0].value = value;
        Some(get)
    }

    /// The name of a constant of the module; one that is there already is taken.
    fn global(&mut self, base: &str, ty: Type, values: Attribute) -> String {
        let top = self.module.body();
        let known = self.module.block(top).ops.iter().map(|&op| self.module.op(op));
        let mut same = known.filter(|op| {
            op.code() == Some(OpCode::MemRefGlobal) && op.attribute("initial_value") == Some(&values)
        });
        if let Some(name) = same.find_map(|op| op.attribute("sym_name")?.as_str()) {
            return name.to_string();
        }
        let mut name = self.module.free_name(base);
        // That of a table inside of a function may be that of another function.
        while self.unit.functions.iter().any(|function| function.name == name) {
            name = self.module.free_name(&format!("{name}_"));
        }
        let mut new = NewOp::constant_global(&name, ty, values);
        new.span = self.span;
        self.module.append(top, new);
        name
    }
}
