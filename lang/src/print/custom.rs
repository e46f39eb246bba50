//! Custom forms. Each answers `None` when the operation does not fit the form.

use std::fmt::Write;

use crate::algebra::{FloatPredicate, IntPredicate};
use crate::attribute::Attribute;
use crate::ir::{Op, OpId, RegionId, ValueId};
use crate::op::{OpCode, Shape, Trait};
use crate::parse::DYNAMIC_POSITION;
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
            Shape::Own => self.own(op, code),
            Shape::Generic => None,
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
    fn flags(&mut self, op: OpId, code: OpCode) -> Option<()> {
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

    fn shown_flags(code: OpCode) -> &'static [&'static str] {
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

    fn operands_and_types(&mut self, op: OpId, code: OpCode, operands: usize) -> Option<()> {
        let values = self.plain(op, operands, 0)?.operands.clone();
        self.head(code);
        self.values(&values);
        self.attributes_but(op, &[]);
        self.push(" : ");
        self.types_of(&values);
        Some(())
    }

    fn module(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let block = self.module.single_block(op, 0)?;
        if o.regions.len() != 1
            || !o.operands.is_empty()
            || !o.results.is_empty()
            || !self.module.block(block).arguments.is_empty()
        {
            return None;
        }
        let region = o.regions[0];
        self.push(match self.dialect {
            "builtin" => "module",
            _ => "builtin.module",
        });
        if let Some(name) = o.attribute("sym_name") {
            self.push(" ");
            self.text.symbol(name.as_str()?);
        }
        self.attribute_clause(op, &["sym_name"]);
        self.push(" ");
        self.custom_region(region, "builtin", 0);
        Some(())
    }

    /// ` attributes {…}`.
    fn attribute_clause(&mut self, op: OpId, shown: &[&str]) {
        let rest = self.rest(op, shown);
        if !rest.is_empty() {
            self.push(" attributes ");
            self.text.dictionary(rest.into_iter());
        }
    }

    fn function(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let Some(Type::Function(ty)) = o.attribute("function_type").and_then(Attribute::as_type) else {
            return None;
        };
        let ty = ty.clone();
        let region = single_region(o)?;
        let name = o.attribute("sym_name")?.as_str()?;
        let entry = self.module.region(region).blocks.first().copied();
        let arguments: Option<Vec<ValueId>> = entry.map(|b| self.module.block(b).arguments.clone());
        if let Some(arguments) = &arguments
            && !(arguments.len() == ty.inputs.len()
                && arguments
                    .iter()
                    .zip(&ty.inputs)
                    .all(|(&a, t)| self.module.ty(a) == t))
        {
            return None;
        }
        self.push("func.func ");
        if let Some(visibility) = o.attribute("sym_visibility") {
            let visibility = visibility
                .as_str()
                .filter(|v| matches!(*v, "private" | "public" | "nested"))?;
            self.push(visibility);
            self.push(" ");
        }
        self.text.symbol(name);
        self.push("(");
        for (i, input) in ty.inputs.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            if let Some(arguments) = &arguments {
                self.value(arguments[i]);
                self.push(": ");
            }
            self.text.ty(input);
            self.parameter_attributes(o, "arg_attrs", i, ty.inputs.len())?;
        }
        self.push(")");
        if !ty.results.is_empty() {
            self.push(" -> ");
            if o.attribute("res_attrs").is_none() {
                self.text.result_types(&ty.results);
            } else {
                self.push("(");
                for (i, result) in ty.results.iter().enumerate() {
                    if i > 0 {
                        self.push(", ");
                    }
                    self.text.ty(result);
                    self.parameter_attributes(o, "res_attrs", i, ty.results.len())?;
                }
                self.push(")");
            }
        }
        let shown = [
            "sym_name",
            "function_type",
            "sym_visibility",
            "arg_attrs",
            "res_attrs",
        ];
        self.attribute_clause(op, &shown);
        if entry.is_some() {
            self.push(" ");
            self.custom_region(region, "func", 0);
        }
        Some(())
    }

    fn parameter_attributes(&mut self, op: &Op, list: &str, i: usize, count: usize) -> Option<()> {
        match op.attribute(list) {
            None => Some(()),
            Some(Attribute::Array(items)) if items.len() == count => match &items[i] {
                Attribute::Dictionary(entries) => {
                    if !entries.is_empty() {
                        self.push(" ");
                        self.text.dictionary(entries.iter());
                    }
                    Some(())
                }
                _ => None,
            },
            Some(_) => None,
        }
    }

    fn call(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let callee = o
            .attribute("callee")
            .filter(|c| matches!(c, Attribute::SymbolRef(_)))?;
        if !o.regions.is_empty() {
            return None;
        }
        self.push("func.call ");
        self.text.attribute(callee);
        self.push("(");
        self.values(&o.operands);
        self.push(")");
        self.attributes_but(op, &["callee"]);
        self.push(" : (");
        self.types_of(&o.operands);
        self.push(") -> ");
        let results: Vec<Type> = o.results.iter().map(|&v| self.module.ty(v).clone()).collect();
        self.text.result_types(&results);
        Some(())
    }

    fn terminator(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let o = self.module.op(op);
        if !o.results.is_empty() || !o.regions.is_empty() {
            return None;
        }
        self.push(match code {
            OpCode::Return if self.dialect == "func" => "return",
            _ => code.name(),
        });
        self.attributes_but(op, &[]);
        if !o.operands.is_empty() {
            self.push(" ");
            self.values(&o.operands);
            self.push(" : ");
            self.types_of(&o.operands);
        }
        Some(())
    }

    fn unrealized_cast(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        if !o.regions.is_empty() || o.results.is_empty() {
            return None;
        }
        self.push("builtin.unrealized_conversion_cast ");
        if !o.operands.is_empty() {
            self.values(&o.operands);
            self.push(" : ");
            self.types_of(&o.operands);
            self.push(" ");
        }
        self.push("to ");
        self.types_of(&o.results);
        self.attributes_but(op, &[]);
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

    fn allocation(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let o = self.module.op(op);
        let operands = o.operands.clone();
        self.plain(op, operands.len(), 1)?;
        let result = o.results[0];
        let segments = o.attribute("operandSegmentSizes")?.as_i64_list()?;
        let [sizes, symbols] = segments.as_slice() else {
            return None;
        };
        let sizes = usize::try_from(*sizes).ok().filter(|n| *n <= operands.len())?;
        if usize::try_from(*symbols).ok()? != operands.len() - sizes || !self.all_index(&operands) {
            return None;
        }
        self.push(code.name());
        self.push("(");
        self.values(&operands[..sizes]);
        self.push(")");
        if sizes < operands.len() {
            self.push("[");
            self.values(&operands[sizes..]);
            self.push("]");
        }
        self.attributes_but(op, &["operandSegmentSizes"]);
        self.push(" : ");
        self.ty(result);
        Some(())
    }

    pub fn all_index(&self, values: &[ValueId]) -> bool {
        values.iter().all(|&v| *self.module.ty(v) == Type::Index)
    }

    fn dim(&mut self, op: OpId) -> Option<()> {
        let o = self.plain(op, 2, 1)?;
        let values = o.operands.clone();
        if !self.all_index(&[values[1], o.results[0]]) {
            return None;
        }
        self.head(OpCode::MemRefDim);
        self.values(&values);
        self.attributes_but(op, &[]);
        self.push(" : ");
        self.ty(values[0]);
        Some(())
    }

    fn load(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let (&memref, indices) = operands.split_first()?;
        let result = self.plain(op, operands.len(), 1)?.results[0];
        let element = &self.module.ty(memref).as_memref()?.element;
        let scalar = code == OpCode::MemRefLoad;
        if !self.all_index(indices) || scalar && self.module.ty(result) != element {
            return None;
        }
        self.head(code);
        self.value(memref);
        self.push("[");
        self.values(indices);
        self.push("]");
        self.attributes_but(op, &[]);
        self.push(" : ");
        self.ty(memref);
        if !scalar {
            self.push(", ");
            self.ty(result);
        }
        Some(())
    }

    fn store(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        self.plain(op, operands.len(), 0)?;
        let [value, memref, indices @ ..] = operands.as_slice() else {
            return None;
        };
        let element = &self.module.ty(*memref).as_memref()?.element;
        let scalar = code == OpCode::MemRefStore;
        if !self.all_index(indices) || scalar && self.module.ty(*value) != element {
            return None;
        }
        self.head(code);
        self.values(&operands[..2]);
        self.push("[");
        self.values(indices);
        self.push("]");
        self.attributes_but(op, &[]);
        self.push(" : ");
        self.ty(*memref);
        if !scalar {
            self.push(", ");
            self.ty(*value);
        }
        Some(())
    }

    fn copy(&mut self, op: OpId) -> Option<()> {
        let values = self.plain(op, 2, 0)?.operands.clone();
        self.head(OpCode::MemRefCopy);
        self.values(&values);
        self.attributes_but(op, &[]);
        self.push(" : ");
        self.ty(values[0]);
        self.push(" to ");
        self.ty(values[1]);
        Some(())
    }

    /// `[0, %i]`; `None` when the operands do not match the attribute.
    fn positions(&mut self, op: OpId, dynamic: &[ValueId]) -> Option<()> {
        let positions = self.module.op(op).attribute("static_position")?.as_i64_list()?;
        let wanted = positions.iter().filter(|&&p| p == DYNAMIC_POSITION).count();
        if wanted != dynamic.len() || !self.all_index(dynamic) {
            return None;
        }
        let mut dynamic = dynamic.iter();
        self.push("[");
        for (i, position) in positions.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            if *position == DYNAMIC_POSITION {
                self.value(*dynamic.next()?);
            } else {
                let _ = write!(self.text.out, "{position}");
            }
        }
        self.push("]");
        Some(())
    }

    fn extract(&mut self, op: OpId) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let (&source, dynamic) = operands.split_first()?;
        let result = self.plain(op, operands.len(), 1)?.results[0];
        self.head(OpCode::VectorExtract);
        self.value(source);
        self.positions(op, dynamic)?;
        self.attributes_but(op, &["static_position"]);
        self.push(" : ");
        self.ty(result);
        self.push(" from ");
        self.ty(source);
        Some(())
    }

    fn insert(&mut self, op: OpId) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let [value, target, dynamic @ ..] = operands.as_slice() else {
            return None;
        };
        let result = self.plain(op, operands.len(), 1)?.results[0];
        if self.module.ty(result) != self.module.ty(*target) {
            return None;
        }
        self.head(OpCode::VectorInsert);
        self.values(&[*value, *target]);
        self.push(" ");
        self.positions(op, dynamic)?;
        self.attributes_but(op, &["static_position"]);
        self.push(" : ");
        self.ty(*value);
        self.push(" into ");
        self.ty(*target);
        Some(())
    }

    fn reduction(&mut self, op: OpId) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let o = self.plain(op, operands.len(), 1)?;
        let result = o.results[0];
        let Some(Attribute::Opaque(kind)) = o.attribute("kind") else {
            return None;
        };
        let kind = kind.strip_prefix("#vector.kind")?.to_string();
        if !(1..=2).contains(&operands.len())
            || operands.len() == 2 && self.module.ty(operands[1]) != self.module.ty(result)
        {
            return None;
        }
        self.head(OpCode::VectorReduction);
        self.push(&kind);
        self.push(", ");
        self.values(&operands);
        self.flags(op, OpCode::VectorReduction)?;
        self.attributes_but(op, &["kind", "fastmath"]);
        self.push(" : ");
        self.ty(operands[0]);
        self.push(" into ");
        self.ty(result);
        Some(())
    }
}

fn single_region(op: &Op) -> Option<RegionId> {
    let plain = op.operands.is_empty() && op.results.is_empty();
    match op.regions.as_slice() {
        [region] if plain => Some(*region),
        _ => None,
    }
}
