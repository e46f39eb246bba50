//! From the tree of a function to the IR.
//!
//! Scalars become values: what a loop or a branch assigns and somebody reads later is handed on by it. Integers keep,
//! beside their value, the affine expression that they are, as far as C's rules allow: in signed types nothing
//! overflows, so expressions are those of ℤ; in unsigned types that holds where ranges show it, and modulo 2⁶⁴ for
//! subscripts. Arrays and what pointers point to become memrefs.

mod arithmetic;
mod arrays;
mod assignments;
mod calls;
mod conditions;
mod conversions;
mod expressions;
mod integers;
mod loops;
mod memory;
mod pointers;
mod promises;
mod statements;
mod tables;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::diagnostic::{Diagnostic, Span};
use ovolo_lang::ir::{BlockId, Module, NewOp, OpId, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::outline::STRICT_ALIASING;
use ovolo_lang::types::attribute::FloatValue;
use ovolo_lang::types::{FloatKind, FunctionType, Type};

use crate::ast::*;
use crate::entry::Entry;
use crate::reach::bound_extents;
use integers::{Atom, Int};
use memory::{Array, ArrayId, Pointer};

/// Why a function is not read.
pub type Failure = Box<Diagnostic>;
pub type Result<T> = std::result::Result<T, Failure>;

/// Adds a function to the module.
pub fn lower(unit: &Unit, function: &Function, module: &mut Module) -> Result<()> {
    lower_part(unit, function, Outside::default(), module)
}

/// What is known of the variables around a part of a function.
#[derive(Clone, Debug, Default)]
pub struct Outside<'a> {
    /// Those whose values are read behind the part: its results. Of a pointer the result is by how many elements it moves.
    pub results: &'a [VarId],
    /// Parameters that are arrays of their own, and no pointers into others.
    pub objects: BTreeSet<VarId>,
}

/// Adds a part of a function as a function.
pub fn lower_part(unit: &Unit, function: &Function, outside: Outside<'_>, module: &mut Module) -> Result<()> {
    let mut lowering = Lowering::new(unit, std::mem::take(module));
    lowering.objects = outside.objects;
    let result = lowering.function(function, outside.results);
    *module = lowering.module;
    result
}

/// The type of how far a part moves a pointer.
pub const MOVED: Ty = Ty::Int(IntTy {
    bits: 64,
    signed: true,
});

/// A scalar variable, or a scalar of a struct, counted from its first one.
type Key = (VarId, usize);

/// What a variable or an expression is.
#[derive(Clone, Debug)]
enum Value {
    /// Not assigned yet, so anything.
    Undefined,
    Int(Int),
    Float(ValueId, FloatKind),
    Pointer(Pointer),
    /// A struct, by its scalars in their order.
    Struct(Vec<Value>),
    /// Of a call of a function that returns nothing.
    Nothing,
}

struct Lowering<'a> {
    unit: &'a Unit,
    module: Module,
    /// The body of the function.
    entry: BlockId,
    /// Where operations are appended.
    block: BlockId,
    /// What comes before everything else in the body.
    prologue: Vec<OpId>,
    constants: HashMap<Attribute, ValueId>,
    atoms: Vec<Atom>,
    /// Differences of bounds, and the atoms that are the greater of each and zero.
    counts: Vec<(AffineExpr, u32)>,
    arrays: Vec<Array>,
    /// The arrays that variables are, or live in.
    places: HashMap<VarId, ArrayId>,
    scalars: BTreeMap<Key, Value>,
    /// Cells that were read since something was last stored.
    known: Vec<(
        ArrayId,
        Vec<ValueId>,
        Option<ovolo_lang::affine::AffineMap>,
        ValueId,
    )>,
    /// What was computed where it can be used here.
    computed: HashMap<(OpCode, Vec<ValueId>, Type, bool), ValueId>,
    /// How many stores there were.
    stores: usize,
    /// Whether the innermost loop around does not count. In such a loop conditions are branches: what one branch takes need not wait for
    /// the condition, and the next iteration often waits for both.
    is_open: bool,
    /// Scalars whose address is taken.
    addressed: BTreeSet<VarId>,
    /// Parameters that are arrays of their own.
    objects: BTreeSet<VarId>,
    /// The place of what is being lowered.
    span: Span,
    /// The functions that are being inlined, outermost first.
    inlined: Vec<String>,
    entry_facts: Entry,
    /// Dimensions of arrays that parameters are the extents of.
    sizes: Vec<(ValueId, i64, AffineExpr)>,
}

fn fail<T>(span: Span, message: impl Into<String>) -> Result<T> {
    Err(Box::new(Diagnostic::new(span, message)))
}

impl<'a> Lowering<'a> {
    fn new(unit: &'a Unit, module: Module) -> Lowering<'a> {
        Lowering {
            unit,
            entry: module.body(),
            block: module.body(),
            module,
            prologue: Vec::new(),
            constants: HashMap::new(),
            atoms: Vec::new(),
            counts: Vec::new(),
            arrays: Vec::new(),
            places: HashMap::new(),
            scalars: BTreeMap::new(),
            known: Vec::new(),
            computed: HashMap::new(),
            stores: 0,
            is_open: false,
            addressed: BTreeSet::new(),
            objects: BTreeSet::new(),
            span: Span::default(),
            inlined: Vec::new(),
            entry_facts: Entry::default(),
            sizes: Vec::new(),
        }
    }

    fn function(&mut self, function: &Function, results: &[VarId]) -> Result<()> {
        let mut new = NewOp::new(OpCode::Func).attribute("sym_name", Attribute::string(&function.name));
        new.span = function.name_span;
        let func = self.module.create(new);
        let region = self.module.add_region(func);
        self.entry = self.module.add_block(region);
        self.block = self.entry;
        self.span = function.name_span;
        self.inlined.push(function.name.clone());
        for &parameter in &function.parameters {
            self.parameter(parameter)?;
        }
        for &parameter in &function.parameters {
            self.extents_of(parameter)?;
        }
        self.take_extents();
        let mut types = Vec::new();
        let returned = std::iter::once(&function.result).filter(|ty| !matches!(ty, Ty::Void));
        let held = results.iter().map(|id| match &self.variable(*id).ty {
            Ty::Pointer(_) => &MOVED,
            ty => ty,
        });
        for ty in returned.chain(held) {
            types.push((ty.clone(), self.scalar_type(ty, function.name_span)?));
        }
        let given: Vec<Option<Value>> = results
            .iter()
            .map(|id| self.scalars.get(&(*id, 0)).cloned())
            .collect();
        self.in_memory(&function.body);
        let live = results.iter().copied().collect();
        let returned = self.body(&function.body, &live)?;
        // Control that reaches the end without a value: nobody may use what is returned.
        let returned = std::iter::once(returned.unwrap_or(Value::Undefined));
        let returned = returned.filter(|_| !matches!(function.result, Ty::Void));
        let mut values: Vec<Value> = returned.collect();
        for (id, given) in results.iter().zip(given) {
            if self.places.contains_key(id) {
                return fail(
                    self.variable(*id).span,
                    "a variable whose address is taken is read behind this",
                );
            }
            let value = self.scalars.get(&(*id, 0)).cloned().unwrap_or(Value::Undefined);
            values.push(match self.variable(*id).ty {
                Ty::Pointer(_) => self.moved_by(*id, given.as_ref(), &value)?,
                _ => value,
            });
        }
        let mut operands = Vec::new();
        for (value, (c_ty, ty)) in values.iter().zip(&types) {
            operands.push(self.materialized(value, c_ty, ty)?);
        }
        self.append(NewOp::new(OpCode::Return).operands(operands));
        self.finish(func, types.into_iter().map(|(_, ty)| ty).collect())
    }

    /// By how many elements a pointer that was handed over is another one now.
    fn moved_by(&mut self, id: VarId, given: Option<&Value>, value: &Value) -> Result<Value> {
        if let (Some(Value::Pointer(given)), Value::Pointer(now)) = (given, value)
            && given.array == now.array
            && let [index] = now.indices.as_slice()
        {
            let by = self.index_value(index);
            let by = self.append_value(NewOp::new(OpCode::IndexCast).operands([by]).result(Type::I64));
            return Ok(self.value_of(by, &MOVED));
        }
        let name = &self.variable(id).name;
        fail(
            self.span,
            format!(
                "`{name}` points into another array behind this than in front of it, or nobody knows how far on"
            ),
        )
    }

    /// Puts the prologue in front, sets the type, and puts the function into the module.
    fn finish(&mut self, func: OpId, results: Vec<Type>) -> Result<()> {
        let body = std::mem::take(&mut self.module.block_mut(self.entry).ops);
        for op in std::mem::take(&mut self.prologue).into_iter().chain(body) {
            self.module.attach(self.entry, op);
        }
        self.drop_unused(func);
        promises::of_indices(&mut self.module, func);
        let arguments = self.module.block(self.entry).arguments.clone();
        let is_memref = |at: &usize| self.module.ty(arguments[*at]).as_memref().is_some();
        let memrefs: Vec<usize> = (0..arguments.len()).filter(is_memref).collect();
        self.entry_facts.separate_globals(&memrefs);
        let inputs = arguments.iter().map(|&a| self.module.ty(a).clone()).collect();
        let ty = FunctionType { inputs, results };
        let ty = Attribute::Type(Type::Function(std::sync::Arc::new(ty)));
        let attributes = self.entry_facts.attributes(arguments.len());
        let op = self.module.op_mut(func);
        op.set_attribute("function_type", ty);
        op.set_attribute(STRICT_ALIASING, Attribute::Unit);
        if let Some(attributes) = attributes {
            op.set_attribute("arg_attrs", attributes);
        }
        bound_extents(&mut self.module, func);
        self.drop_unused(func);
        let top = self.module.body();
        self.module.attach(top, func);
        Ok(())
    }

    /// Drops what nobody uses and does nothing.
    fn drop_unused(&mut self, func: OpId) {
        loop {
            let mut used = std::collections::HashSet::new();
            let mut blocks = Vec::new();
            self.module.walk(func, &mut |op| {
                let op = self.module.op(op);
                used.extend(op.operands.iter().copied());
                let regions = op.regions.iter();
                blocks.extend(regions.flat_map(|&r| self.module.region(r).blocks.iter().copied()));
            });
            let mut dropped = false;
            for block in blocks {
                let ops = std::mem::take(&mut self.module.block_mut(block).ops);
                let count = ops.len();
                let kept: Vec<OpId> = ops.into_iter().filter(|&op| self.is_needed(op, &used)).collect();
                dropped |= kept.len() < count;
                self.module.block_mut(block).ops = kept;
            }
            if !dropped {
                return;
            }
        }
    }

    fn is_needed(&self, op: OpId, used: &std::collections::HashSet<ValueId>) -> bool {
        let op = self.module.op(op);
        let is_quiet = op.code().is_some_and(|code| {
            code.has_trait(Trait::Pure)
                || matches!(
                    code,
                    OpCode::AffineLoad | OpCode::MemRefLoad | OpCode::AffineApply | OpCode::AffineMax
                )
        });
        !is_quiet || op.results.iter().any(|result| used.contains(result))
    }

    fn variable(&self, id: VarId) -> &'a Variable {
        &self.unit.variables[id.0 as usize]
    }

    /// Makes a parameter an argument of the function.
    fn parameter(&mut self, id: VarId) -> Result<()> {
        let variable = self.variable(id);
        match &variable.ty {
            Ty::Int(_) | Ty::Float(_) => {
                let ty = self.scalar_type(&variable.ty, variable.span)?;
                let value = self.argument(variable, ty);
                if variable
                    .ty
                    .as_int()
                    .is_some_and(|int| !int.signed && int.bits > 1)
                {
                    let at = self.module.block(self.entry).arguments.len() - 1;
                    self.entry_facts.add(at, "c.unsigned", Attribute::Unit);
                }
                let value = self.value_of(value, &variable.ty);
                self.scalars.insert((id, 0), value);
                Ok(())
            }
            Ty::Array(..) | Ty::Pointer(_) => self.array_argument(id).map(|_| ()),
            other => fail(
                variable.span,
                format!("a parameter of type `{}` is not understood", other.describe()),
            ),
        }
    }

    fn argument(&mut self, variable: &Variable, ty: Type) -> ValueId {
        let name = (!variable.name.is_empty()).then(|| variable.name.as_str().into());
        self.module.add_argument(self.entry, ty, name)
    }

    /// The type in the IR of a scalar type of C.
    fn scalar_type(&self, ty: &Ty, span: Span) -> Result<Type> {
        match ty {
            Ty::Int(int) => Ok(Type::integer(int.bits)),
            Ty::Float(kind) => Ok(Type::Float(*kind)),
            other => fail(
                span,
                format!("a value of type `{}` is not understood", other.describe()),
            ),
        }
    }

    fn append(&mut self, mut new: NewOp) -> OpId {
        new.span = self.span;
        self.module.append(self.block, new)
    }

    fn append_value(&mut self, new: NewOp) -> ValueId {
        let op = self.append(new);
        self.module.op(op).results[0]
    }

    /// An operation of one result on values; one that was computed already is not repeated.
    fn compute(&mut self, code: OpCode, operands: &[ValueId], result: Type) -> ValueId {
        self.compute_as(code, operands, result, false)
    }

    /// As [`Lowering::compute`], of an operation that may be one that does not overflow.
    fn compute_as(&mut self, code: OpCode, operands: &[ValueId], result: Type, is_nsw: bool) -> ValueId {
        let key = (code, operands.to_vec(), result.clone(), is_nsw);
        if let Some(known) = self.computed.get(&key) {
            return *known;
        }
        let is_free =
            code.has_trait(Trait::Pure) && (!code.has_trait(Trait::Partial) || self.is_total(code, operands));
        let is_given = is_free && key.2.is_int_or_index() && operands.iter().all(|&v| self.is_given(v));
        let mut new = NewOp::new(code).operands(operands.iter().copied()).result(result);
        if is_nsw {
            new = new.attribute("overflowFlags", Attribute::Opaque("#arith.overflow<nsw>".into()));
        }
        let value = match is_given {
            // What follows from the parameters is a symbol wherever it is used.
            true => self.given(new),
            false => self.append_value(new),
        };
        self.computed.insert(key, value);
        value
    }

    /// Whether an operation that is undefined for some operands is defined for these, whatever the program is given: a division by
    /// a constant that is neither 0 nor -1.
    fn is_total(&self, code: OpCode, operands: &[ValueId]) -> bool {
        let divisor = operands.get(1).and_then(|v| self.module.defining_op(*v));
        let divisor = divisor
            .map(|op| self.module.op(op))
            .filter(|op| op.code() == Some(OpCode::Constant));
        let divisor = divisor.and_then(|op| op.attribute("value")?.as_i64());
        matches!(
            code,
            OpCode::DivSI | OpCode::DivUI | OpCode::RemSI | OpCode::RemUI
        ) && divisor.is_some_and(|divisor| divisor != 0 && divisor != -1)
    }

    /// An operation of one result in the prologue.
    fn given(&mut self, mut new: NewOp) -> ValueId {
        new.span = self.span;
        let op = self.module.create(new);
        self.prologue.push(op);
        self.module.op(op).results[0]
    }

    /// A constant, in the prologue.
    fn constant(&mut self, value: Attribute) -> ValueId {
        if let Some(known) = self.constants.get(&value) {
            return *known;
        }
        let ty = value.ty().unwrap_or(Type::Index);
        let new = NewOp::new(OpCode::Constant)
            .attribute("value", value.clone())
            .result(ty);
        let op = self.module.create(new);
        self.prologue.push(op);
        let made = self.module.op(op).results[0];
        self.constants.insert(value, made);
        made
    }

    fn int_constant(&mut self, value: i128, bits: u32) -> ValueId {
        self.constant(match bits {
            1 => Attribute::Bool(value != 0),
            _ => Attribute::integer(signed_form(value, bits), Type::integer(bits)),
        })
    }

    fn index_constant(&mut self, value: i64) -> ValueId {
        self.constant(Attribute::index(value))
    }

    fn float_constant(&mut self, value: f64, kind: FloatKind) -> ValueId {
        let bits = match kind {
            FloatKind::F32 => u128::from((value as f32).to_bits()),
            _ => u128::from(value.to_bits()),
        };
        self.constant(Attribute::Float(FloatValue { bits, kind }))
    }

    /// A value of the IR as one of C.
    fn value_of(&mut self, value: ValueId, ty: &Ty) -> Value {
        match ty {
            Ty::Float(kind) => Value::Float(value, *kind),
            Ty::Int(int) => Value::Int(self.int_of(value, *int)),
            _ => Value::Undefined,
        }
    }

    /// The value in the IR, of the type `ty`; zero for what is not assigned.
    fn materialized(&mut self, value: &Value, c_ty: &Ty, ty: &Type) -> Result<ValueId> {
        Ok(match (value, c_ty) {
            (Value::Int(int), _) => self.int_value(int),
            (Value::Float(value, _), _) => *value,
            (Value::Undefined, Ty::Float(kind)) => self.float_constant(0.0, *kind),
            (Value::Undefined, Ty::Int(int)) => self.int_constant(0, int.bits),
            (Value::Undefined, _) if *ty == Type::Index => self.index_constant(0),
            _ => return fail(self.span, "a pointer is no number here"),
        })
    }

    /// Runs `body` inside a loop, which counts or does not.
    fn inside_loop<T>(&mut self, is_open: bool, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outside = std::mem::replace(&mut self.is_open, is_open);
        let result = body(self);
        self.is_open = outside;
        result
    }

    /// Runs `f` with operations appended to another block.
    fn apart<T>(&mut self, block: BlockId, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outside = std::mem::replace(&mut self.block, block);
        let (known, stores, computed) = (self.known.clone(), self.stores, self.computed.clone());
        let result = f(self);
        self.computed = computed;
        self.known = match self.stores == stores {
            true => known,
            false => Vec::new(),
        };
        self.block = outside;
        result
    }
}

/// The number that stands for `value` in a signless integer, as the printer writes it.
fn signed_form(value: i128, bits: u32) -> i128 {
    let wrapped = value & ((1 << bits) - 1);
    match wrapped >> (bits - 1) {
        0 => wrapped,
        _ => wrapped - (1 << bits),
    }
}
