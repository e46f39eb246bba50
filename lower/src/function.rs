//! The body of one function, operation by operation.

use inkwell::basic_block::BasicBlock;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, FunctionValue, IntValue, PointerValue};
use ovolo_lang::affine::AffineMap;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Module, Op, OpId, ValueId};
use ovolo_lang::op::{self, OpCode, Trait};
use ovolo_lang::types::Type;
use rustc_hash::FxHashMap;

use crate::abi::{Component, Signature};
use crate::algebra::Scalars;
use crate::emit::Emitter;
use crate::error::{LowerError, Result};
use crate::layout::MemRef;
use crate::linear::Linear;

/// Regions inside regions beyond this are refused rather than overflow the stack.
const DEEPEST_NESTING: u32 = 256;

/// The functions of the module by name, declared.
pub(crate) type Functions<'c> = FxHashMap<String, (Signature, FunctionValue<'c>)>;

pub(crate) struct FunctionLowering<'a, 'c> {
    pub emit: &'a Emitter<'c>,
    pub ir: &'a Module,
    pub functions: &'a Functions<'c>,
    pub function: FunctionValue<'c>,
    /// Holds the automatic buffers; control goes from it to the first block of the body.
    pub entry: BasicBlock<'c>,
    /// Automatic buffers that are on the heap.
    pub freed_at_return: Vec<PointerValue<'c>>,
    /// Buffers that are made here.
    pub own_buffers: Vec<PointerValue<'c>>,
    /// Whether this is the body of a parallel loop.
    pub in_parallel: bool,
    /// Whether what is emitted may run several times before its automatic buffers are gone.
    pub repeats: bool,
    pub values: FxHashMap<ValueId, Lowered<'c>>,
    /// For a memref of one dimension that begins so many elements before C's pointer, what that points to.
    pub origins: FxHashMap<ValueId, (PointerValue<'c>, i64)>,
    /// Index values seen so far: those of outer loops come first.
    depth: u32,
    nesting: u32,
}

/// A value of the IR at run time.
#[derive(Clone, Debug)]
pub(crate) enum Lowered<'c> {
    Value(BasicValueEnum<'c>),
    Index(Linear<'c>),
    MemRef(MemRef<'c>),
}

/// Emits the body of `func`, which `signature` describes and `function` declares.
pub(crate) fn lower_function<'c>(
    emit: &Emitter<'c>,
    ir: &Module,
    functions: &Functions<'c>,
    func: OpId,
    signature: &Signature,
    function: FunctionValue<'c>,
) -> Result<()> {
    let body = *ir
        .op(func)
        .regions
        .first()
        .ok_or_else(|| LowerError::new("the body is missing"))?;
    let first = *ir
        .region(body)
        .blocks
        .first()
        .ok_or_else(|| LowerError::new("the body is empty"))?;
    let entry = emit.context.append_basic_block(function, "entry");
    let start = emit.context.append_basic_block(function, "start");
    emit.builder.position_at_end(start);
    let mut lowering = FunctionLowering {
        emit,
        ir,
        functions,
        function,
        entry,
        freed_at_return: Vec::new(),
        own_buffers: Vec::new(),
        in_parallel: false,
        repeats: false,
        values: FxHashMap::default(),
        origins: FxHashMap::default(),
        depth: 0,
        nesting: 0,
    };
    let mut parameters = function.get_params().into_iter();
    let arguments = &ir.block(first).arguments;
    if arguments.len() != signature.parameters.len() {
        return Err(LowerError::new(
            "the body's arguments are not those of the function type",
        ));
    }
    for (at, &argument) in arguments.iter().enumerate() {
        lowering.define_parts(argument, &mut parameters)?;
        let first = ir.op(func).argument_attribute(at, "c.first");
        let first = first
            .and_then(Attribute::as_affine_map)
            .and_then(|map| map.single_constant());
        if let Some(before) = first.and_then(i64::checked_neg) {
            lowering.note_origin(argument, before)?;
        }
    }
    let parts = lowering.region(body, &signature.results)?;
    lowering.return_parts(signature, &parts)?;
    emit.builder.position_at_end(entry);
    emit.builder.build_unconditional_branch(start)?;
    Ok(())
}

impl<'a, 'c> FunctionLowering<'a, 'c> {
    /// A function for a part of this one, in which no value is defined yet.
    pub fn inside(&self, function: FunctionValue<'c>, entry: BasicBlock<'c>) -> FunctionLowering<'a, 'c> {
        FunctionLowering {
            emit: self.emit,
            ir: self.ir,
            functions: self.functions,
            function,
            entry,
            freed_at_return: Vec::new(),
            own_buffers: Vec::new(),
            in_parallel: true,
            repeats: false,
            values: FxHashMap::default(),
            origins: FxHashMap::default(),
            depth: self.depth,
            nesting: self.nesting,
        }
    }

    /// Frees the automatic buffers that are on the heap.
    pub fn free_buffers(&self) -> Result<()> {
        for buffer in &self.freed_at_return {
            self.emit.call_runtime("free", None, &[(*buffer).into()])?;
        }
        Ok(())
    }

    /// Emits the operations of a block and returns the operands of its terminator.
    pub fn block(&mut self, block: BlockId) -> Result<Vec<ValueId>> {
        let terminator = self.operations(block)?;
        Ok(terminator.map_or_else(Vec::new, |last| self.ir.op(last).operands.to_vec()))
    }

    /// Emits the operations of a block up to its terminator, which it returns.
    pub fn operations(&mut self, block: BlockId) -> Result<Option<OpId>> {
        let ir = self.ir;
        self.deeper(|this| {
            for &id in &ir.block(block).ops {
                let op = ir.op(id);
                if op.code().is_some_and(|c| c.has_trait(Trait::Terminator)) {
                    return Ok(Some(id));
                }
                this.op(id).map_err(|e| e.at(op.name.as_str(), op.span))?;
            }
            Ok(None)
        })
    }

    /// What is emitted one region further inside.
    pub fn deeper<T>(&mut self, emit: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.nesting += 1;
        if self.nesting > DEEPEST_NESTING {
            return Err(LowerError::new(format!(
                "regions are nested deeper than {DEEPEST_NESTING}"
            )));
        }
        let emitted = emit(self)?;
        self.nesting -= 1;
        Ok(emitted)
    }

    pub fn op(&mut self, id: OpId) -> Result<()> {
        let op = self.ir.op(id);
        let Some(code) = op.code() else {
            return Err(LowerError::new("the operation is not known"));
        };
        if op::has_meaning(code) {
            return self.elementwise(op, code);
        }
        if op::has_mixed_meaning(code) {
            return self.mixed(op, code);
        }
        match code {
            OpCode::Constant => self.constant(op),
            OpCode::AffineApply => self.affine_apply(op),
            OpCode::AffineMin | OpCode::AffineMax => self.affine_extreme(op, code),
            OpCode::AffineFor => self.affine_for(id),
            OpCode::AffineIf => self.affine_if(id),
            OpCode::AffineParallel => self.affine_parallel(id),
            OpCode::ScfFor => self.scf_for(id),
            OpCode::ScfIf => self.scf_if(id),
            OpCode::ScfParallel => self.scf_parallel(id),
            OpCode::AffineLoad | OpCode::AffineVectorLoad => self.affine_load(op),
            OpCode::AffineStore | OpCode::AffineVectorStore => self.affine_store(op),
            OpCode::AffinePrefetch => self.affine_prefetch(op),
            OpCode::MemRefPrefetch => self.plain_prefetch(op),
            OpCode::MemRefLoad | OpCode::VectorLoad => self.plain_load(op),
            OpCode::MemRefStore | OpCode::VectorStore => self.plain_store(op),
            OpCode::MemRefAlloc => self.alloc(op),
            OpCode::MemRefAlloca => self.alloca(op),
            OpCode::MemRefDealloc => self.dealloc(op),
            OpCode::MemRefDim => self.dim(op),
            OpCode::MemRefCast => self.memref_cast(op),
            OpCode::MemRefCopy => self.copy(op),
            OpCode::MemRefGetGlobal => self.get_global(op),
            OpCode::MemRefSubView => self.subview(op),
            OpCode::MemRefReinterpretCast => self.reinterpret_cast(op),
            OpCode::MemRefView => self.byte_view(op),
            OpCode::MemRefReshape => self.reshape(op),
            OpCode::MemRefExpandShape => self.expand_shape(op),
            OpCode::MemRefCollapseShape => self.collapse_shape(op),
            OpCode::MemRefTranspose => self.transpose(op),
            OpCode::MemRefMemorySpaceCast => self.memref_cast(op),
            OpCode::MemRefExtractStridedMetadata => self.strided_metadata(op),
            OpCode::MemRefExtractAlignedPointer => self.aligned_pointer(op),
            OpCode::UnrealizedCast => self.unrealized_cast(op),
            OpCode::MemRefRank => self.rank(op),
            // What it promises is of no use to the code.
            OpCode::MemRefAssumeAlignment => Ok(()),
            OpCode::MemRefAllocaScope => self.alloca_scope(id),
            OpCode::ScfExecuteRegion => self.execute_region(id),
            OpCode::ScfIndexSwitch => self.index_switch(id),
            OpCode::ScfWhile => self.scf_while(id),
            OpCode::Assert => self.assert(op),
            OpCode::Call => self.call(op),
            OpCode::VectorBroadcast => self.broadcast(op),
            OpCode::VectorExtract => self.extract(op),
            OpCode::VectorInsert => self.insert(op),
            OpCode::VectorShuffle => self.shuffle(op),
            OpCode::VectorShapeCast => self.shape_cast(op),
            OpCode::VectorFromElements => self.vector_of_elements(op),
            OpCode::VectorReduction => self.reduction(op),
            OpCode::VectorCreateMask => self.create_mask(op),
            OpCode::VectorConstantMask => self.constant_mask(op),
            OpCode::VectorMaskedLoad => self.masked_load(op),
            OpCode::VectorMaskedStore => self.masked_store(op),
            _ => Err(LowerError::new("the operation has no meaning here")),
        }
    }

    fn elementwise(&mut self, op: &Op, code: OpCode) -> Result<()> {
        let (result, ty) = self.check_elementwise(op, code)?;
        if code == OpCode::Select
            && let Some(sum) = self.conditional_sum(op)?
        {
            return self.define(result, sum);
        }
        let args = op
            .operands
            .iter()
            .map(|&v| self.value(v))
            .collect::<Result<Vec<_>>>()?;
        let operation = op::Scalars {
            args: &args,
            ty: &ty,
            result: self.ir.ty(result),
            flags: op.fast_math(),
            predicate: op.predicate(),
            rounding: op.rounding(),
        };
        let mut algebra = Scalars(self.emit);
        let counted = algebra.counted(code, &args);
        let value = counted.or_else(|| op::evaluate(code, &mut algebra, &operation));
        let value = value.unwrap_or_else(|| {
            Err(LowerError::new(
                "the predicate is not one, or the rounding mode is not supported",
            ))
        })?;
        if op.is_nsw() {
            self.emit.promise_no_signed_wrap(&value)?;
        }
        self.define(result, value)
    }

    /// An operation with several results, or with operands of several types.
    fn mixed(&mut self, op: &Op, code: OpCode) -> Result<()> {
        let wrong = || LowerError::new("the operands or results do not have the types that it takes");
        let types: Vec<Type> = op.operands.iter().map(|&v| self.ir.ty(v).clone()).collect();
        let results: Vec<Type> = op.results.iter().map(|&v| self.ir.ty(v).clone()).collect();
        let ([a, b], [first, ..]) = (&types[..], &results[..]) else {
            return Err(wrong());
        };
        let kinds = match code {
            OpCode::FPowI => a.element().is_float() && b.element().is_int_or_index(),
            _ => a.element().is_int_or_index() && a == b,
        };
        let lanes = |ty: &Type| ty.as_vector().map(|v| v.shape.clone());
        let is_uniform = types.iter().chain(&results).all(|ty| lanes(ty) == lanes(a));
        if !kinds || !is_uniform || first != a {
            return Err(wrong());
        }
        let args = op
            .operands
            .iter()
            .map(|&v| self.value(v))
            .collect::<Result<Vec<_>>>()?;
        let operation = op::MixedScalars {
            args: &args,
            types: &types,
            results: &results,
            flags: op.fast_math(),
        };
        let values = op::evaluate_mixed(code, &mut Scalars(self.emit), &operation);
        let values = values.ok_or_else(|| LowerError::new("integers of this width are not supported"))??;
        if values.len() != op.results.len() {
            return Err(wrong());
        }
        for (&result, value) in op.results.iter().zip(values) {
            self.define(result, value)?;
        }
        Ok(())
    }

    /// The result and the type that the operation works on. LLVM takes no ill-typed operands, so they
    /// are refused here whether or not the module was verified.
    fn check_elementwise(&self, op: &Op, code: OpCode) -> Result<(ValueId, Type)> {
        let result = single_result(op)?;
        let types: Vec<&Type> = op.operands.iter().map(|&v| self.ir.ty(v)).collect();
        let values = if code == OpCode::Select {
            types.get(1..)
        } else {
            Some(&types[..])
        };
        let ty = values
            .and_then(|v| v.first().copied())
            .ok_or_else(|| LowerError::new("operands are missing"))?;
        let expected_count = match code.shape() {
            op::Shape::Unary | op::Shape::Cast => 1,
            op::Shape::Binary | op::Shape::Compare => 2,
            // Its meaning looks at the count.
            op::Shape::Generic => types.len(),
            _ => 3,
        };
        let element = ty.element();
        let like = (!code.has_trait(Trait::IntegerLike) || element.is_int_or_index())
            && (!code.has_trait(Trait::FloatLike) || element.is_float());
        let same = values.is_some_and(|v| v.iter().all(|t| *t == ty));
        if types.len() != expected_count || !same || !like || matches!(ty, Type::MemRef(_)) {
            return Err(LowerError::new(
                "the operands do not have the types that it takes",
            ));
        }
        let lanes = |t: &Type| -> Result<_> {
            self.emit.value_type(t)?;
            t.as_vector().map(crate::emit::lane_count).transpose()
        };
        if lanes(self.ir.ty(result))? != lanes(ty)? {
            return Err(LowerError::new("operand and result have different shapes"));
        }
        if code == OpCode::Select {
            let condition = types[0];
            if *condition.element() != Type::I1 || (*condition != Type::I1 && lanes(condition)? != lanes(ty)?)
            {
                return Err(LowerError::new(
                    "the condition must be an i1 for the whole or for each lane",
                ));
            }
        }
        if code.shape() == op::Shape::Cast {
            check_cast(code, ty.element(), self.ir.ty(result).element())?;
        }
        Ok((result, ty.clone()))
    }

    fn affine_apply(&mut self, op: &Op) -> Result<()> {
        let values = self.map_results(op, "map", &op.operands)?;
        match values.as_slice() {
            [value] => self.define_linear(single_result(op)?, value.clone()),
            _ => Err(LowerError::new("the map must have one result")),
        }
    }

    fn affine_extreme(&mut self, op: &Op, code: OpCode) -> Result<()> {
        let choose = if code == OpCode::AffineMin {
            OpCode::MinSI
        } else {
            OpCode::MaxSI
        };
        let values = self.map_results(op, "map", &op.operands)?;
        let value = self.extreme(&values, choose)?;
        self.define_linear(single_result(op)?, value)
    }

    /// The least or greatest of the values, of which there must be one.
    pub fn extreme(&mut self, values: &[Linear<'c>], choose: OpCode) -> Result<Linear<'c>> {
        let (first, rest) = values
            .split_first()
            .ok_or_else(|| LowerError::new("the map has no result"))?;
        if rest.is_empty() {
            return Ok(first.clone());
        }
        let mut best = first.materialize(self.emit)?;
        for value in rest {
            let args = [best.into(), value.materialize(self.emit)?.into()];
            let chosen = crate::algebra::evaluate_scalars(self.emit, choose, &Type::Index, &args)?;
            best = chosen.into_int_value();
        }
        Ok(self.fresh_index(best))
    }

    /// The results of the operation's map attribute, applied to the operands.
    pub fn map_results(&self, op: &Op, attribute: &str, operands: &[ValueId]) -> Result<Vec<Linear<'c>>> {
        let map = map_attribute(op, attribute)?;
        let operands = self.indices(operands)?;
        let dims = map.num_dims as usize;
        if operands.len() != dims + map.num_symbols as usize {
            return Err(LowerError::new("the map takes another number of operands"));
        }
        let (dims, symbols) = operands.split_at(dims);
        let results = map.results.iter();
        results.map(|e| self.emit.affine(e, dims, symbols)).collect()
    }

    pub fn indices(&self, operands: &[ValueId]) -> Result<Vec<Linear<'c>>> {
        operands.iter().map(|&v| self.index(v)).collect()
    }

    fn lowered(&self, id: ValueId) -> Result<&Lowered<'c>> {
        self.values
            .get(&id)
            .ok_or_else(|| LowerError::new("an operand is not defined before its use"))
    }

    /// A scalar or a vector in a register.
    pub fn value(&self, id: ValueId) -> Result<BasicValueEnum<'c>> {
        match self.lowered(id)? {
            Lowered::Value(value) => Ok(*value),
            Lowered::Index(linear) => Ok(linear.materialize(self.emit)?.into()),
            Lowered::MemRef(_) => Err(LowerError::new("an operand is a memref")),
        }
    }

    pub fn index(&self, id: ValueId) -> Result<Linear<'c>> {
        match self.lowered(id)? {
            Lowered::Index(linear) => Ok(linear.clone()),
            _ => Err(LowerError::new("an operand is not an index")),
        }
    }

    pub fn memref(&self, id: ValueId) -> Result<&MemRef<'c>> {
        match self.lowered(id)? {
            Lowered::MemRef(memref) => Ok(memref),
            _ => Err(LowerError::new("an operand is not a memref")),
        }
    }

    pub fn define(&mut self, id: ValueId, value: BasicValueEnum<'c>) -> Result<()> {
        if value.get_type() != self.emit.value_type(self.ir.ty(id))? {
            return Err(LowerError::new(
                "the result has another type than the operation gives",
            ));
        }
        let lowered = match self.ir.ty(id) {
            Type::Index => Lowered::Index(self.fresh_index(value.into_int_value())),
            _ => Lowered::Value(value),
        };
        self.values.insert(id, lowered);
        Ok(())
    }

    pub fn define_linear(&mut self, id: ValueId, value: Linear<'c>) -> Result<()> {
        if *self.ir.ty(id) != Type::Index {
            return Err(LowerError::new("the result must be an index"));
        }
        self.values.insert(id, Lowered::Index(value));
        Ok(())
    }

    pub fn define_memref(&mut self, id: ValueId, memref: MemRef<'c>) {
        self.values.insert(id, Lowered::MemRef(memref));
    }

    pub fn fresh_index(&mut self, value: IntValue<'c>) -> Linear<'c> {
        self.depth += 1;
        Linear::value(value, self.depth)
    }

    /// Defines a value from as many of the registers as its type has components.
    pub fn define_parts(
        &mut self,
        id: ValueId,
        parts: &mut impl Iterator<Item = BasicValueEnum<'c>>,
    ) -> Result<()> {
        match self.ir.ty(id) {
            Type::MemRef(ty) => {
                let memref = MemRef::from_parts(self.emit, ty, parts)?;
                self.define_memref(id, memref);
                Ok(())
            }
            _ => {
                let value = parts
                    .next()
                    .ok_or_else(|| LowerError::internal("a value is missing"))?;
                self.define(id, value)
            }
        }
    }

    /// The registers that hold the values, as parts of values of the types `types`.
    pub fn parts_of(&self, values: &[ValueId], types: &[Type]) -> Result<Vec<BasicValueEnum<'c>>> {
        if values.len() != types.len() || values.iter().zip(types).any(|(&v, t)| self.ir.ty(v) != t) {
            return Err(LowerError::new(
                "the values do not have the types expected of them",
            ));
        }
        let mut parts = Vec::new();
        for (&value, ty) in values.iter().zip(types) {
            match ty {
                Type::MemRef(ty) => parts.extend(self.memref(value)?.parts(ty)?),
                _ => parts.push(self.value(value)?),
            }
        }
        Ok(parts)
    }

    /// Storage that lives as long as the call.
    pub fn automatic(&self, ty: BasicTypeEnum<'c>, alignment: u32) -> Result<PointerValue<'c>> {
        let builder = &self.emit.builder;
        let here = builder.get_insert_block();
        builder.position_at_end(self.entry);
        let pointer = builder.build_alloca(ty, "")?;
        if let Some(instruction) = pointer.as_instruction() {
            instruction
                .set_alignment(alignment)
                .map_err(LowerError::internal)?;
        }
        if let Some(here) = here {
            builder.position_at_end(here);
        }
        Ok(pointer)
    }

    fn return_parts(&mut self, signature: &Signature, parts: &[BasicValueEnum<'c>]) -> Result<()> {
        self.free_buffers()?;
        let builder = &self.emit.builder;
        if signature.returned().is_some() {
            builder.build_return(Some(&parts[0]))?;
            return Ok(());
        }
        let pointers = self.function.get_params();
        let pointers = &pointers[pointers.len() - parts.len()..];
        let components = Component::of_types(&signature.results)?;
        for ((part, component), pointer) in parts.iter().zip(&components).zip(pointers) {
            self.store_component(component, *part, pointer.into_pointer_value())?;
        }
        builder.build_return(None)?;
        Ok(())
    }

    fn store_component(
        &self,
        component: &Component,
        value: BasicValueEnum<'c>,
        pointer: PointerValue<'c>,
    ) -> Result<()> {
        match component {
            Component::Scalar(ty) => self.emit.store(ty, value, pointer),
            Component::Extent => self.emit.store(&Type::Index, value, pointer),
            Component::Pointer(_) => {
                self.emit.builder.build_store(pointer, value)?;
                Ok(())
            }
        }
    }

    pub fn load_component(
        &self,
        component: &Component,
        pointer: PointerValue<'c>,
    ) -> Result<BasicValueEnum<'c>> {
        match component {
            Component::Scalar(ty) => self.emit.load(ty, pointer),
            Component::Extent => self.emit.load(&Type::Index, pointer),
            Component::Pointer(_) => {
                let ty = self.emit.pointer_type();
                Ok(self.emit.builder.build_load(ty, pointer, "")?)
            }
        }
    }
}

pub(crate) fn single_result(op: &Op) -> Result<ValueId> {
    match op.results.as_slice() {
        [result] => Ok(*result),
        _ => Err(LowerError::new("the operation must have one result")),
    }
}

pub(crate) fn operand(op: &Op, index: usize) -> Result<ValueId> {
    op.operands
        .get(index)
        .copied()
        .ok_or_else(|| LowerError::new("an operand is missing"))
}

pub(crate) fn map_attribute<'o>(op: &'o Op, name: &str) -> Result<&'o AffineMap> {
    match op.attribute(name).and_then(Attribute::as_affine_map) {
        Some(map) => Ok(map),
        None => Err(LowerError::new(format!("the attribute `{name}` is missing"))),
    }
}

/// LLVM takes a conversion only in its own direction.
fn check_cast(code: OpCode, from: &Type, to: &Type) -> Result<()> {
    let width = |t: &Type| t.bit_width().unwrap_or(0);
    let fits = match code {
        OpCode::ExtSI | OpCode::ExtUI => from.is_integer() && to.is_integer() && width(from) < width(to),
        OpCode::TruncI => from.is_integer() && to.is_integer() && width(from) > width(to),
        OpCode::ExtF => from.is_float() && to.is_float() && width(from) < width(to),
        OpCode::TruncF => from.is_float() && to.is_float() && width(from) > width(to),
        OpCode::SIToFP | OpCode::UIToFP => from.is_integer() && to.is_float(),
        OpCode::FPToSI | OpCode::FPToUI => from.is_float() && to.is_integer(),
        OpCode::IndexCast | OpCode::IndexCastUI => {
            from.is_int_or_index() && to.is_int_or_index() && from.is_integer() != to.is_integer()
        }
        OpCode::Bitcast => width(from) == width(to),
        _ => false,
    };
    if fits {
        Ok(())
    } else {
        Err(LowerError::new("it does not convert between these types"))
    }
}
