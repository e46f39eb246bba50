//! Operations on tensors that are structured operations in other words: what computes element by element, tensors whose
//! elements are one value or are computed from their indices, and tensors in tiles.

use crate::affine::{AffineExpr, AffineMap, constant, dim};
use crate::attribute::Attribute;
use crate::clone::{Mapping, mapped};
use crate::ir::{BlockId, Module, NewOp, OpId, Span, ValueId};
use crate::linalg::{Iteration, named_operation};
use crate::op::{Dialect, OpCode};
use crate::simplify_tensors::{generic, remove_unused, yields};
use crate::types::{Dim, Type};

/// Puts structured operations in the place of those of a function's block, and of the loops in it.
pub fn as_structured(module: &mut Module, function: OpId) {
    let mut blocks = Vec::new();
    module.walk(function, &mut |op| {
        if matches!(module.op(op).code(), Some(OpCode::Func | OpCode::ScfFor)) {
            blocks.extend(module.single_block(op, 0));
        }
    });
    for block in blocks {
        in_block(module, block);
    }
}

fn in_block(module: &mut Module, block: BlockId) {
    let mut mapping = Mapping::default();
    for op in std::mem::take(&mut module.block_mut(block).ops) {
        module.replace_uses(op, &mapping);
        match structured_form(module, block, op) {
            Some(value) => {
                mapping.insert(module.op(op).results[0], value);
                module.op_mut(op).parent = None;
            }
            None => module.attach(block, op),
        }
    }
    if !mapping.is_empty() {
        remove_unused(module, block);
    }
}

/// What an operation gives, computed by operations that are appended to the block; `None` where it stays.
fn structured_form(module: &mut Module, block: BlockId, op: OpId) -> Option<ValueId> {
    let data = module.op(op);
    let &[result] = data.results.as_slice() else {
        return None;
    };
    let ty = module.ty(result).clone();
    let shape = shape_of(&ty)?;
    let code = data.code()?;
    let mut at = Writer {
        span: data.span,
        module,
        block,
    };
    match code {
        OpCode::Constant => None,
        OpCode::TensorSplat => at.splat(op, ty),
        OpCode::TensorGenerate => at.generate(op, ty),
        OpCode::TensorFromElements => at.elements(op, ty, &shape),
        OpCode::TensorPack => at.pack(op),
        OpCode::TensorUnpack => at.unpack(op),
        code if matches!(code.dialect(), Dialect::Arith | Dialect::Math) => at.elementwise(op, ty, &shape),
        _ => None,
    }
}

/// The most elements that are written one by one.
const MOST_ELEMENTS: usize = 64;

/// Appends operations to a block.
struct Writer<'m> {
    module: &'m mut Module,
    block: BlockId,
    span: Span,
}

impl Writer<'_> {
    fn append(&mut self, new: NewOp) -> ValueId {
        let span = self.span;
        self.module.append_value(self.block, NewOp { span, ..new })
    }

    fn index(&mut self, value: i64) -> ValueId {
        let new = NewOp::new(OpCode::Constant).attribute("value", Attribute::index(value));
        self.append(new.result(Type::Index))
    }

    fn empty(&mut self, ty: Type, extents: Vec<ValueId>) -> ValueId {
        self.append(NewOp::new(OpCode::TensorEmpty).operands(extents).result(ty))
    }

    /// A tensor that may hold anything, with the extents of another.
    fn empty_like(&mut self, ty: Type, other: ValueId) -> Option<ValueId> {
        let shape = shape_of(&ty)?;
        let mut extents = Vec::new();
        for (d, _) in shape.iter().enumerate().filter(|(_, d)| d.fixed().is_none()) {
            let number = self.index(d as i64);
            let extent = NewOp::new(OpCode::TensorDim).operands([other, number]);
            extents.push(self.append(extent.result(Type::Index)));
        }
        Some(self.empty(ty, extents))
    }

    /// An operation of loops that are all parallel, with the block in which its body is to be written.
    fn parallel(&mut self, inputs: &[ValueId], output: ValueId, maps: Vec<AffineMap>) -> (OpId, BlockId) {
        let loops = maps[0].num_dims as usize;
        let iterations = vec![Iteration::Parallel; loops];
        let (op, inside) = generic(self.module, [inputs, &[output]], maps, &iterations, self.span);
        self.module.attach(self.block, op);
        (op, inside)
    }

    /// Ends the body of an operation; answers its result.
    fn yields(&mut self, (op, inside): (OpId, BlockId), value: ValueId) -> ValueId {
        yields(self.module, inside, [value].into_iter().collect(), self.span);
        self.module.op(op).results[0]
    }

    /// One operation on scalars for each element.
    fn elementwise(&mut self, op: OpId, ty: Type, shape: &[Dim]) -> Option<ValueId> {
        let data = self.module.op(op).clone();
        let of_tensors = |v: &&ValueId| matches!(self.module.ty(**v), Type::Tensor(_));
        let is_alike = |v: &ValueId| shape_of(self.module.ty(*v)).is_some_and(|own| own == shape);
        let tensors: Vec<ValueId> = data.operands.iter().filter(of_tensors).copied().collect();
        if !data.regions.is_empty() || tensors.is_empty() || !tensors.iter().all(is_alike) {
            return None;
        }
        let splat = |v: &ValueId| splat_constant(self.module, *v);
        let scalars: Vec<Option<Attribute>> = data.operands.iter().map(splat).collect();
        let is_input =
            |n: &usize| scalars[*n].is_none() && matches!(self.module.ty(data.operands[*n]), Type::Tensor(_));
        let numbers: Vec<usize> = (0..data.operands.len()).filter(is_input).collect();
        let inputs: Vec<ValueId> = numbers.iter().map(|&n| data.operands[n]).collect();
        let element = ty.element().clone();
        let output = self.empty_like(ty, tensors[0])?;
        let mut operands = data.operands.clone();
        for (operand, scalar) in operands.iter_mut().zip(scalars) {
            if let Some(value) = scalar {
                let scalar_type = self.module.ty(*operand).element().clone();
                let new = NewOp::new(OpCode::Constant).attribute("value", value);
                *operand = self.append(new.result(scalar_type));
            }
        }
        let maps = vec![AffineMap::identity(shape.len() as u32); inputs.len() + 1];
        let made = self.parallel(&inputs, output, maps);
        let arguments = self.module.block(made.1).arguments.clone();
        for (number, argument) in numbers.into_iter().zip(arguments) {
            operands[number] = argument;
        }
        let value = self.module.append_value(
            made.1,
            NewOp {
                name: data.name,
                operands,
                result_types: [element].into_iter().collect(),
                attributes: data.attributes,
                span: data.span,
            },
        );
        Some(self.yields(made, value))
    }

    fn splat(&mut self, op: OpId, ty: Type) -> Option<ValueId> {
        let operands = self.module.op(op).operands.clone();
        let (&value, extents) = operands.split_first()?;
        let output = self.empty(ty, extents.to_vec());
        let fill = named_operation(self.module, OpCode::LinalgFill, &[value], output, self.span)?;
        self.module.attach(self.block, fill);
        self.module.op(fill).results.first().copied()
    }

    fn elements(&mut self, op: OpId, ty: Type, shape: &[Dim]) -> Option<ValueId> {
        let operands = self.module.op(op).operands.clone();
        let extents: Option<Vec<i64>> = shape.iter().map(|d| d.fixed()).collect();
        let extents = extents?;
        if operands.len() > MOST_ELEMENTS {
            return None;
        }
        let mut tensor = self.empty(ty.clone(), Vec::new());
        for (number, value) in operands.into_iter().enumerate() {
            let mut rest = number as i64;
            let mut indices = vec![0; extents.len()];
            for (index, &extent) in indices.iter_mut().zip(&extents).rev() {
                (*index, rest) = (rest % extent.max(1), rest / extent.max(1));
            }
            let indices: Vec<ValueId> = indices.into_iter().map(|index| self.index(index)).collect();
            let insert =
                NewOp::new(OpCode::TensorInsert).operands([value, tensor].into_iter().chain(indices));
            tensor = self.append(insert.result(ty.clone()));
        }
        Some(tensor)
    }

    /// The body of the operation computes an element from its indices.
    fn generate(&mut self, op: OpId, ty: Type) -> Option<ValueId> {
        let body = self.module.single_block(op, 0)?;
        let extents = self.module.op(op).operands.to_vec();
        let rank = self.module.block(body).arguments.len() as u32;
        let ops = self.module.block(body).ops.clone();
        let (&end, ops) = ops.split_last()?;
        let &[element] = self.module.op(end).operands.as_slice() else {
            return None;
        };
        let output = self.empty(ty, extents);
        let made = self.parallel(&[], output, vec![AffineMap::identity(rank)]);
        let mut mapping = Mapping::default();
        for (number, argument) in self.module.block(body).arguments.clone().into_iter().enumerate() {
            let number = Attribute::integer(number as i64, Type::I64);
            let index = NewOp::new(OpCode::LinalgIndex).attribute("dim", number);
            let span = self.span;
            let index = NewOp {
                span,
                ..index.result(Type::Index)
            };
            mapping.insert(argument, self.module.append_value(made.1, index));
        }
        for &inner in ops {
            let copy = self.module.clone_op(inner, &mut mapping);
            self.module.attach(made.1, copy);
        }
        Some(self.yields(made, mapped(&mapping, element)))
    }

    /// An element of the packed form is one of the source, whose last tiles are padded where they are not full.
    fn pack(&mut self, op: OpId) -> Option<ValueId> {
        let tiles = Tiles::of(self.module, op)?;
        let mut source = tiles.unpacked;
        if !tiles.are_full(self.module)? {
            source = self.padded(&tiles)?;
        }
        let rank = (tiles.outer.len() + tiles.inner.len()) as u32;
        let maps = vec![tiles.unpacked_indices(), AffineMap::identity(rank)];
        Some(self.moved(source, tiles.packed, maps))
    }

    /// An element is found in its tile.
    fn unpack(&mut self, op: OpId) -> Option<ValueId> {
        let tiles = Tiles::of(self.module, op)?;
        let maps = match tiles.are_full(self.module) {
            // By tiles, so that no subscript has a quotient.
            Some(true) => {
                let rank = (tiles.outer.len() + tiles.inner.len()) as u32;
                vec![AffineMap::identity(rank), tiles.unpacked_indices()]
            }
            _ => vec![
                tiles.packed_indices(),
                AffineMap::identity(tiles.outer.len() as u32),
            ],
        };
        Some(self.moved(tiles.packed, tiles.unpacked, maps))
    }

    /// Elements of a tensor in other places.
    fn moved(&mut self, source: ValueId, output: ValueId, maps: Vec<AffineMap>) -> ValueId {
        let made = self.parallel(&[source], output, maps);
        let element = self.module.block(made.1).arguments[0];
        self.yields(made, element)
    }

    /// A tensor that is to be packed, with full tiles.
    fn padded(&mut self, tiles: &Tiles) -> Option<ValueId> {
        let element = self.module.ty(tiles.unpacked).element().clone();
        let padding = tiles.padding?;
        let (mut high, mut shape) = (Vec::new(), Vec::new());
        for (extent, full) in tiles.extents(self.module)? {
            high.push(full - extent);
            shape.push(Dim::Fixed(full));
        }
        let low = vec![0; high.len()];
        let pad = NewOp::new(OpCode::TensorPad)
            .operands([tiles.unpacked])
            .attribute("operandSegmentSizes", Attribute::i32_array(&[1, 0, 0]))
            .attribute("static_low", Attribute::i64_array(&low))
            .attribute("static_high", Attribute::i64_array(&high));
        let padded = self.append(pad.result(Type::tensor(shape, element)));
        let op = self.module.defining_op(padded)?;
        let region = self.module.add_region(op);
        let inside = self.module.add_block(region);
        for _ in low {
            self.module.add_argument(inside, Type::Index, None);
        }
        let span = self.span;
        let end = NewOp::new(OpCode::TensorYield).operands([padding]);
        self.module.append(inside, NewOp { span, ..end });
        Some(padded)
    }
}

/// A tensor and the same in tiles, as `tensor.pack` and `tensor.unpack` say it.
struct Tiles {
    unpacked: ValueId,
    packed: ValueId,
    padding: Option<ValueId>,
    /// For each of the first dimensions of the packed form the dimension whose tiles it counts.
    outer: Vec<usize>,
    /// For each of its other dimensions the dimension in whose tiles it runs, and their length.
    inner: Vec<(usize, i64)>,
}

impl Tiles {
    /// `None` where a tile has no constant length.
    fn of(module: &Module, op: OpId) -> Option<Tiles> {
        let data = module.op(op);
        let list = |name: &str| data.attribute(name).and_then(Attribute::as_i64_list);
        let lengths = list("static_inner_tiles")?;
        let (unpacked, packed, padding) = match data.code()? {
            OpCode::TensorPack => (data.operands[0], data.operands[1], data.operands.get(2)),
            _ => (data.operands[1], data.operands[0], None),
        };
        let rank = shape_of(module.ty(unpacked))?.len();
        let outer = match list("outer_dims_perm") {
            Some(order) if !order.is_empty() => order.into_iter().map(|d| d as usize).collect(),
            _ => (0..rank).collect(),
        };
        let inner = list("inner_dims_pos")?
            .into_iter()
            .map(|d| d as usize)
            .zip(lengths.iter().copied());
        lengths.iter().all(|length| *length > 0).then(|| Tiles {
            unpacked,
            packed,
            padding: padding.copied(),
            outer,
            inner: inner.collect(),
        })
    }

    fn length(&self, dimension: usize) -> Option<i64> {
        let own = self.inner.iter().find(|(d, _)| *d == dimension);
        own.map(|(_, length)| *length)
    }

    /// The extents of the tensor, and of all of its tiles; `None` where one is not fixed.
    fn extents(&self, module: &Module) -> Option<Vec<(i64, i64)>> {
        let shape = shape_of(module.ty(self.unpacked))?;
        let packed = shape_of(module.ty(self.packed))?;
        let one = |d: usize| {
            let place = self.outer.iter().position(|other| *other == d)?;
            let all = packed[place].fixed()?.checked_mul(self.length(d).unwrap_or(1))?;
            Some((shape[d].fixed()?, all))
        };
        (0..shape.len()).map(one).collect()
    }

    /// Whether the tiles hold elements of the tensor alone; `None` where it is not known.
    fn are_full(&self, module: &Module) -> Option<bool> {
        let extents = self.extents(module)?;
        Some(extents.iter().all(|(extent, all)| extent == all))
    }

    /// From the indices of the packed form to those of the tensor.
    fn unpacked_indices(&self) -> AffineMap {
        let rank = self.outer.len();
        let mut indices = vec![constant(0); rank];
        for (place, &d) in self.outer.iter().enumerate() {
            indices[d] = dim(place as u32) * self.length(d).unwrap_or(1);
        }
        for (place, (d, _)) in self.inner.iter().enumerate() {
            indices[*d] = indices[*d].clone() + dim((rank + place) as u32);
        }
        AffineMap::new((rank + self.inner.len()) as u32, 0, indices)
    }

    /// From the indices of the tensor to those of the packed form.
    fn packed_indices(&self) -> AffineMap {
        let counts = self.outer.iter().map(|&d| match self.length(d) {
            Some(length) => dim(d as u32).floordiv(length),
            None => dim(d as u32),
        });
        let rests = self
            .inner
            .iter()
            .map(|(d, length)| dim(*d as u32).modulo(*length));
        let results: Vec<AffineExpr> = counts.chain(rests).collect();
        AffineMap::new(self.outer.len() as u32, 0, results)
    }
}

/// The shape of a tensor with a rank and without an encoding.
fn shape_of(ty: &Type) -> Option<Vec<Dim>> {
    match ty {
        Type::Tensor(tensor) if tensor.encoding.is_none() => tensor.shape.clone(),
        _ => None,
    }
}

/// The element of a tensor that is a constant of one value.
fn splat_constant(module: &Module, tensor: ValueId) -> Option<Attribute> {
    let ty = module.ty(tensor);
    let op = module.op(module.defining_op(tensor)?);
    let Some(Attribute::DenseElements(dense)) = op.attribute("value") else {
        return None;
    };
    let is_constant = op.code() == Some(OpCode::Constant) && matches!(ty, Type::Tensor(_));
    match dense.elements.as_slice() {
        [one] if is_constant && one.ty().as_ref() == Some(ty.element()) => Some(one.clone()),
        _ => None,
    }
}
