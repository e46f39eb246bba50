//! Vectors of one dimension, in the vector extensions that gcc and clang share.
//!
//! A vector of `i1` is one of bytes that are 0 or 1; a mask of the first lanes that only loads and stores read is their number.

use std::fmt::Write;

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Op, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::vector::combining;

use super::algebra::{Unprintable, c_type};
use super::source::{Printer, unprintable};
use super::text::without_parentheses;

/// Lanes of the largest vector. Arbitrary.
const MOST_LANES: usize = 64;

const INLINE: &str = "static inline __attribute__((always_inline))";

/// How `static_position` marks a position that is an operand.
const DYNAMIC_POSITION: i64 = i64::MIN;

/// `_mm512_…_ps`.
struct Intel {
    prefix: &'static str,
    letters: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Load,
    Store,
}

/// A vector type of the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lanes {
    element: &'static str,
    /// `f32x16`.
    code: String,
    count: usize,
    bytes: usize,
}

impl Lanes {
    /// The type of a vector; `None` for any other type.
    pub fn of(ty: &Type) -> Result<Option<Lanes>, Unprintable> {
        let Some(vector) = ty.as_vector() else {
            return Ok(None);
        };
        let unknown = || Unprintable::new(format!("a value of type {ty}"));
        let (element, code, size) = match c_type(&vector.element)? {
            "float" => ("float", "f32", 4),
            "double" => ("double", "f64", 8),
            "bool" | "int8_t" => ("int8_t", "i8", 1),
            "int16_t" => ("int16_t", "i16", 2),
            "int32_t" => ("int32_t", "i32", 4),
            _ => ("int64_t", "i64", 8),
        };
        let [dim] = vector.shape.as_slice() else {
            return Err(unknown());
        };
        let count = usize::try_from(dim.size).map_err(|_| unknown())?;
        // Other numbers of lanes are no vectors in gcc.
        if dim.scalable || !count.is_power_of_two() || count > MOST_LANES {
            return Err(unknown());
        }
        Ok(Some(Lanes {
            element,
            code: format!("{code}x{count}"),
            count,
            bytes: count * size,
        }))
    }

    fn name(&self) -> String {
        format!("ovolo_{}", self.code)
    }

    /// The type, the type of it in memory, and the functions of it that a text calls.
    pub fn definitions(&self, text: &str) -> String {
        let Lanes {
            element,
            code,
            count: _,
            bytes,
        } = self;
        let name = self.name();
        let mut all = format!("typedef {element} {name} __attribute__((vector_size({bytes})));\n");
        let calls = |function: &str| text.contains(&format!("{function}_{code}("));
        if text.contains(&format!("{name}_at ")) {
            let _ = writeln!(
                all,
                "typedef {element} {name}_at __attribute__((vector_size({bytes}), aligned(sizeof({element})), may_alias));"
            );
        }
        if text.contains(&format!("{name}_bits)")) {
            let unsigned = format!("u{element}");
            let _ = writeln!(
                all,
                "typedef {unsigned} {name}_bits __attribute__((vector_size({bytes})));"
            );
        }
        let mut function = |result: &str, name: &str, parameters: &str, body: &str| {
            let _ = write!(
                all,
                "{INLINE} {result} {name}_{code}({parameters}) {{\n{body}}}\n"
            );
        };
        if calls("ovolo_splat") {
            let body = format!("  return x - ({name}){{0}};\n");
            function(&name, "ovolo_splat", &format!("{element} x"), &body);
        }
        if calls("ovolo_fma") {
            let parameters = format!("{name} a, {name} b, {name} c");
            function(&name, "ovolo_fma", &parameters, &self.fma());
        }
        if calls("ovolo_load") {
            let parameters = format!("const {element} *from, int64_t count, {name} other");
            function(
                &name,
                "ovolo_load",
                &parameters,
                &self.first_lanes(Direction::Load),
            );
        }
        if calls("ovolo_store") {
            let parameters = format!("{element} *to, int64_t count, {name} value");
            function(
                "void",
                "ovolo_store",
                &parameters,
                &self.first_lanes(Direction::Store),
            );
        }
        all + "\n"
    }

    /// Fused multiply-adds: the built-in of clang, the instruction for gcc, and lane by lane.
    fn fma(&self) -> String {
        let name = self.name();
        let suffix = if self.element == "float" { "" } else { "d" };
        let instruction = self.intel().map(|intel| {
            let Intel { prefix, letters } = intel;
            let condition = match self.bytes {
                64 => "__AVX512F__",
                _ => "__FMA__",
            };
            let bits = self.bytes * 8;
            let cast = format!("__m{bits}{suffix}");
            format!(
                "#elif defined({condition})\n  return ({name}){prefix}_fmadd_{letters}(({cast})a, ({cast})b, ({cast})c);\n"
            )
        });
        let scalar = if self.element == "float" { "fmaf" } else { "fma" };
        format!(
            "#if defined(__clang__)\n  return __builtin_elementwise_fma(a, b, c);\n{}#else\n  \
             for (int lane = 0; lane < {}; lane++) c[lane] = {scalar}(a[lane], b[lane], c[lane]);\n  return c;\n#endif\n",
            instruction.unwrap_or_default(),
            self.count,
        )
    }

    /// The first lanes from memory or to it: with a mask where the machine has them.
    fn first_lanes(&self, direction: Direction) -> String {
        let (name, count) = (self.name(), self.count);
        let is_load = direction == Direction::Load;
        let copied = match is_load {
            true => format!(
                "memcpy(&other, from, count * sizeof({}));\n  return other;",
                self.element
            ),
            false => format!("memcpy(to, &value, count * sizeof({}));", self.element),
        };
        let plain = format!("  count = count < 0 ? 0 : count > {count} ? {count} : count;\n  {copied}\n");
        let Some(Intel { prefix, letters }) = self.intel() else {
            return plain;
        };
        let condition = match self.bytes {
            64 => "__AVX512F__",
            _ => "__AVX512VL__",
        };
        let suffix = match self.element {
            "float" => "",
            "double" => "d",
            _ => "i",
        };
        let cast = format!("__m{}{suffix}", self.bytes * 8);
        let masked = match is_load {
            true => format!("return ({name}){prefix}_mask_loadu_{letters}(({cast})other, mask, from);"),
            false => format!("{prefix}_mask_storeu_{letters}(to, mask, ({cast})value);"),
        };
        let mask = match count {
            16 => "__mmask16",
            _ => "__mmask8",
        };
        let all = (1u32 << count) - 1;
        format!(
            "#if defined({condition})\n  {mask} mask = count <= 0 ? 0 : count >= {count} ? {all} : (1u << count) - 1;\n  \
             {masked}\n#else\n{plain}#endif\n"
        )
    }

    /// How the intrinsics of x86 for this type are spelled.
    fn intel(&self) -> Option<Intel> {
        let prefix = match self.bytes {
            16 => "_mm",
            32 => "_mm256",
            64 => "_mm512",
            _ => return None,
        };
        let letters = match self.element {
            "float" => "ps",
            "double" => "pd",
            "int32_t" => "epi32",
            "int64_t" => "epi64",
            _ => return None,
        };
        Some(Intel { prefix, letters })
    }
}

/// The C type of a scalar or a vector.
pub(super) fn value_type(ty: &Type) -> Result<String, Unprintable> {
    Ok(match Lanes::of(ty)? {
        Some(lanes) => lanes.name(),
        None => c_type(ty)?.to_string(),
    })
}

/// Whether a value of this type is a mask.
fn is_mask(ty: &Type) -> bool {
    ty.as_vector().is_some_and(|vector| vector.element == Type::I1)
}

/// The masks that something else than loads and stores reads, lane by lane.
pub(super) fn is_read_by_lanes(op: &Op, operand: usize) -> bool {
    match op.code() {
        Some(OpCode::VectorMaskedLoad | OpCode::VectorMaskedStore) => operand + 2 != op.operands.len(),
        _ => true,
    }
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
