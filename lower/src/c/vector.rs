//! Operations on vectors of one dimension.
//!
//! A vector of `i1` is one of bytes that are 0 or 1; a mask of the first lanes that only loads and stores read is their number.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Op, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::vector::combining;

use super::algebra::{Unprintable, c_type};
use super::lanes::Lanes;
use super::source::{Printer, unprintable};
use super::text::without_parentheses;

/// How `static_position` marks a position that is an operand.
const DYNAMIC_POSITION: i64 = i64::MIN;

/// Whether a value of this type is a mask.
fn is_mask(ty: &Type) -> bool {
    ty.as_vector().is_some_and(|vector| vector.element == Type::I1)
}

impl Printer<'_> {
    fn lanes(&mut self, value: ValueId) -> Result<Lanes, Unprintable> {
        let ty = self.module.ty(value);
        let lanes = Lanes::of(ty)?.ok_or_else(|| Unprintable::new(format!("a value of type {ty}")))?;
        self.vectors.insert(lanes.clone());
        Ok(lanes)
    }

    pub(super) fn vector_load(&mut self, op: &Op, element: &str) -> Result<(), Unprintable> {
        let lanes = self.lanes(op.results[0])?;
        self.declare(op, &format!("*(const {}_at *)&{element}", lanes.name()))
    }

    pub(super) fn vector_store(&mut self, op: &Op, element: &str) -> Result<(), Unprintable> {
        let lanes = self.lanes(op.operands[0])?;
        let value = self.value(op.operands[0])?;
        self.line(&format!("*({}_at *)&{element} = {value};", lanes.name()));
        Ok(())
    }

    /// An operation on vectors; `None` for one that is not of this dialect.
    pub(super) fn vector(&mut self, op: &Op, code: OpCode) -> Option<Result<(), Unprintable>> {
        Some(match code {
            OpCode::VectorLoad => self
                .indexed(op, 0, op.operands.len())
                .and_then(|element| self.vector_load(op, &element)),
            OpCode::VectorStore => self
                .indexed(op, 1, op.operands.len())
                .and_then(|element| self.vector_store(op, &element)),
            OpCode::VectorBroadcast | OpCode::VectorSplat => self.broadcast(op),
            OpCode::VectorExtract | OpCode::VectorExtractElement => self.extract(op),
            OpCode::VectorInsert | OpCode::VectorInsertElement => self.insert(op),
            OpCode::VectorShuffle => self.shuffle(op),
            OpCode::VectorReduction => self.reduction(op),
            OpCode::VectorCreateMask => match op.operands.as_slice() {
                &[end] => self.value(end).and_then(|end| self.mask(op, end)),
                _ => Err(unprintable(op)),
            },
            OpCode::VectorConstantMask => {
                let ends = op.attribute("mask_dim_sizes").and_then(Attribute::as_i64_list);
                match ends.as_deref() {
                    Some([end]) => self.mask(op, end.to_string()),
                    _ => Err(unprintable(op)),
                }
            }
            OpCode::VectorMaskedLoad | OpCode::VectorMaskedStore => self.masked(op, code),
            _ => return None,
        })
    }

    /// The element that the operands from a buffer on name.
    fn indexed(&self, op: &Op, buffer: usize, end: usize) -> Result<String, Unprintable> {
        let indices = op.operands.get(buffer + 1..end).ok_or_else(|| unprintable(op))?;
        self.element(op.operands[buffer], &self.values(indices)?)
    }

    /// A variable for the result, which the statements that follow fill.
    fn variable(&mut self, op: &Op, start: &str) -> Result<(String, Lanes), Unprintable> {
        let lanes = self.lanes(op.results[0])?;
        let name = self.name(op.results[0]);
        self.line(&format!("{} {name} = {start};", lanes.name()));
        Ok((name, lanes))
    }

    fn by_lanes(&mut self, count: usize, statement: &str) {
        self.line(&format!("for (int lane = 0; lane < {count}; lane++) {statement}"));
    }

    fn broadcast(&mut self, op: &Op) -> Result<(), Unprintable> {
        let lanes = self.lanes(op.results[0])?;
        let value = self.value(op.operands[0])?;
        let from = self.module.ty(op.operands[0]);
        match from.as_vector() {
            None => self.declare(op, &format!("ovolo_splat_{}({value})", lanes.code)),
            Some(_) if from == self.module.ty(op.results[0]) => self.declare(op, &value),
            Some(_) => Err(unprintable(op)),
        }
    }

    /// A constant of equal lanes or of one for each.
    pub(super) fn vector_constant(&mut self, op: &Op, literals: &[String]) -> Result<(), Unprintable> {
        let lanes = self.lanes(op.results[0])?;
        match literals {
            [all] => self.declare(op, &format!("ovolo_splat_{}({all})", lanes.code)),
            each if each.len() == lanes.count => self.declare(op, &format!("{{{}}}", each.join(", "))),
            _ => Err(unprintable(op)),
        }
    }

    /// The position of an element, where a vector and positions are the operands from a number on.
    fn position(&self, op: &Op, vector: usize) -> Result<String, Unprintable> {
        let dynamic = || op.operands.get(vector + 1).ok_or_else(|| unprintable(op));
        let Some(positions) = op.attribute("static_position").and_then(Attribute::as_i64_list) else {
            return self.value(*dynamic()?);
        };
        match positions.as_slice() {
            [DYNAMIC_POSITION] => self.value(*dynamic()?),
            [position] => Ok(position.to_string()),
            _ => Err(unprintable(op)),
        }
    }

    fn extract(&mut self, op: &Op) -> Result<(), Unprintable> {
        self.lanes(op.operands[0])?;
        let (vector, position) = (self.value(op.operands[0])?, self.position(op, 0)?);
        self.declare(op, &format!("{vector}[{position}]"))
    }

    fn insert(&mut self, op: &Op) -> Result<(), Unprintable> {
        let (element, into) = (self.value(op.operands[0])?, self.value(op.operands[1])?);
        let position = self.position(op, 1)?;
        if self.module.ty(op.operands[0]).as_vector().is_some() {
            return Err(unprintable(op));
        }
        // Of a chain of insertions only the last vector is read.
        let name = match self.inserted.remove(&op.operands[1]) {
            true if self.uses[&op.operands[1]] == 1 => {
                self.names.insert(op.results[0], into.clone());
                into
            }
            _ => self.variable(op, &into)?.0,
        };
        self.inserted.insert(op.results[0]);
        self.line(&format!("{name}[{position}] = {element};"));
        Ok(())
    }

    /// Lanes of two vectors, by the builtin that clang has and gcc from version 12 on.
    fn shuffle(&mut self, op: &Op) -> Result<(), Unprintable> {
        self.lanes(op.results[0])?;
        let (first, second) = (self.value(op.operands[0])?, self.value(op.operands[1])?);
        let lanes = op.attribute("mask").and_then(Attribute::as_i64_list);
        let lanes = lanes.ok_or_else(|| unprintable(op))?;
        let lanes: Vec<String> = lanes.iter().map(i64::to_string).collect();
        let lanes = lanes.join(", ");
        self.declare(
            op,
            &format!("__builtin_shufflevector({first}, {second}, {lanes})"),
        )
    }

    /// From the start, or the first lane, on, lane after lane.
    fn reduction(&mut self, op: &Op) -> Result<(), Unprintable> {
        let lanes = self.lanes(op.operands[0])?;
        let vector = self.value(op.operands[0])?;
        let ty = self.module.ty(op.results[0]);
        let combine = combining(op, ty.is_float());
        let combine = combine.ok_or_else(|| unprintable(op))?;
        let (first, start) = match op.operands.get(1) {
            Some(&start) => (0, self.value(start)?),
            None => (1, format!("{vector}[0]")),
        };
        let c = c_type(ty)?;
        let name = self.name(op.results[0]);
        self.line(&format!("{c} {name} = {start};"));
        let combined = self.combined(op, combine, ty, &[name.clone(), format!("{vector}[lane]")])?;
        self.line(&format!(
            "for (int lane = {first}; lane < {}; lane++) {name} = {};",
            lanes.count,
            without_parentheses(&combined)
        ));
        Ok(())
    }

    fn mask(&mut self, op: &Op, end: String) -> Result<(), Unprintable> {
        let result = op.results[0];
        if self.by_lane.contains(&result) {
            let (name, lanes) = self.variable(op, "{0}")?;
            self.by_lanes(lanes.count, &format!("{name}[lane] = lane < {end};"));
        }
        self.ends.insert(result, end);
        Ok(())
    }

    fn masked(&mut self, op: &Op, code: OpCode) -> Result<(), Unprintable> {
        let [.., mask, vector] = *op.operands.as_slice() else {
            return Err(unprintable(op));
        };
        let element = self.indexed(op, 0, op.operands.len() - 2)?;
        let (lanes, value) = (self.lanes(vector)?, self.value(vector)?);
        let code_of = lanes.code.clone();
        let end = self.ends.get(&mask).cloned();
        match (code, end) {
            (OpCode::VectorMaskedLoad, Some(end)) => {
                self.declare(op, &format!("ovolo_load_{code_of}(&{element}, {end}, {value})"))
            }
            (_, Some(end)) => {
                self.line(&format!("ovolo_store_{code_of}(&{element}, {end}, {value});"));
                Ok(())
            }
            (OpCode::VectorMaskedLoad, None) => {
                self.lanes(mask)?;
                let mask = self.value(mask)?;
                let (name, lanes) = self.variable(op, &value)?;
                let statement = format!("if ({mask}[lane]) {name}[lane] = (&{element})[lane];");
                self.by_lanes(lanes.count, &statement);
                Ok(())
            }
            (_, None) => {
                self.lanes(mask)?;
                let mask = self.value(mask)?;
                let statement = format!("if ({mask}[lane]) (&{element})[lane] = {value}[lane];");
                self.by_lanes(lanes.count, &statement);
                Ok(())
            }
        }
    }

    /// An operation that computes lane by lane: as C's own on vectors where there is one.
    pub(super) fn elementwise(&mut self, op: &Op, code: OpCode) -> Result<(), Unprintable> {
        let lanes = self.lanes(op.results[0])?;
        let args = self.values(&op.operands)?;
        let whole = match (code, args.as_slice()) {
            (OpCode::AddF, [a, b]) => Some(format!("{a} + {b}")),
            (OpCode::SubF, [a, b]) => Some(format!("{a} - {b}")),
            (OpCode::MulF, [a, b]) => Some(format!("{a} * {b}")),
            (OpCode::DivF, [a, b]) => Some(format!("{a} / {b}")),
            (OpCode::NegF, [a]) => Some(format!("-{a}")),
            (OpCode::Fma, [a, b, c]) => Some(format!("ovolo_fma_{}({a}, {b}, {c})", lanes.code)),
            (OpCode::AndI, [a, b]) => Some(format!("{a} & {b}")),
            (OpCode::OrI, [a, b]) => Some(format!("{a} | {b}")),
            (OpCode::XOrI, [a, b]) => Some(format!("{a} ^ {b}")),
            // Signed integers of C do not wrap around.
            (OpCode::AddI | OpCode::SubI | OpCode::MulI, [a, b])
                if !is_mask(self.module.ty(op.results[0])) =>
            {
                let sign = match code {
                    OpCode::AddI => '+',
                    OpCode::SubI => '-',
                    _ => '*',
                };
                let name = lanes.name();
                Some(format!("({name})(({name}_bits){a} {sign} ({name}_bits){b})"))
            }
            _ => None,
        };
        if let Some(whole) = whole {
            return self.declare(op, &whole);
        }
        let mut lane_of = Vec::new();
        for (&operand, arg) in op.operands.iter().zip(args) {
            lane_of.push(match self.module.ty(operand).as_vector() {
                Some(_) => {
                    self.lanes(operand)?;
                    format!("{arg}[lane]")
                }
                None => arg,
            });
        }
        let text = self.scalar_text(op, code, &lane_of)?;
        let (name, lanes) = self.variable(op, "{0}")?;
        let statement = format!("{name}[lane] = {};", without_parentheses(&text));
        self.by_lanes(lanes.count, &statement);
        Ok(())
    }
}
