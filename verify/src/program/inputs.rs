//! The inputs of a run: which sizes, which placement in memory, which contents.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::interpret::concrete::mask;
use ovolo_lang::interpret::{BufferId, MemRef, Memory, Scalar, Stores, Tensor, Value};
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::types::{Dim, FunctionType, Type};

use super::verdict::Argument;
use ovolo_certificate::Size;

/// What a caller of a function sees.
#[derive(Clone, Debug)]
pub struct Signature {
    pub parameters: Vec<Parameter>,
    pub ty: FunctionType,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub ty: Type,
    pub no_alias: bool,
    pub is_read_only: bool,
    /// Whether control flow or a subscript depends on it, an integer.
    pub decides: bool,
}

/// What an input holds.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// Data, by number, and whether all subscripts of the cell, of an array of several dimensions, are alike.
    Data(u32, bool),
    /// The bits of a size.
    Known(u128),
}

/// Which memref arguments share a buffer: of each group the arguments and where each one starts.
#[derive(Clone, Debug)]
pub struct Placement {
    pub groups: Vec<Vec<(usize, i64)>>,
    /// Empty when all are apart.
    pub description: String,
}

/// Arguments and what they point to. Inputs are numbered: the cells of all buffers, then the scalars.
pub struct Inputs<V> {
    pub memory: Memory<V>,
    pub arguments: Vec<Value<V>>,
    pub origins: Vec<Origin>,
}

/// Where a numbered input stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Cell(BufferId, i64),
    Lane { argument: usize, lane: usize },
}

impl Signature {
    /// `None` without a function type.
    pub fn of(module: &Module, op: OpId) -> Option<Signature> {
        let op_data = module.op(op);
        let Some(Type::Function(ty)) = op_data.attribute("function_type").and_then(Attribute::as_type) else {
            return None;
        };
        let attributes = match op_data.attribute("arg_attrs") {
            Some(Attribute::Array(all)) => all.to_vec(),
            _ => Vec::new(),
        };
        let has = |i: usize, wanted: &str| match attributes.get(i) {
            Some(Attribute::Dictionary(entries)) => entries.iter().any(|(name, _)| &**name == wanted),
            _ => false,
        };
        let arguments = module
            .single_block(op, 0)
            .map(|b| module.block(b).arguments.as_slice());
        let name = |i: usize| {
            let value = *arguments?.get(i)?;
            module.value(value).name.as_deref().map(str::to_string)
        };
        let parameter = |(i, ty): (usize, &Type)| Parameter {
            name: name(i).unwrap_or_else(|| format!("arg{i}")),
            ty: ty.clone(),
            no_alias: has(i, "llvm.noalias"),
            is_read_only: has(i, "llvm.readonly") || has(i, "llvm.readnone"),
            decides: false,
        };
        Some(Signature {
            parameters: ty.inputs.iter().enumerate().map(parameter).collect(),
            ty: FunctionType::clone(ty),
        })
    }

    pub fn sizes(&self) -> Vec<Size> {
        let of = |(argument, parameter): (usize, &Parameter)| match &parameter.ty {
            Type::Index => vec![Size::Index { argument }],
            Type::Integer(_) if parameter.decides => vec![Size::Index { argument }],
            ty => {
                let dims = shape_of(ty).unwrap_or_default().iter().enumerate();
                dims.filter(|(_, d)| **d == Dim::Dynamic)
                    .map(|(dimension, _)| Size::Extent { argument, dimension })
                    .collect()
            }
        };
        self.parameters.iter().enumerate().flat_map(of).collect()
    }

    /// The least and the greatest that a size can be.
    pub fn range(&self, size: Size) -> (i64, i64) {
        match size {
            Size::Extent { .. } => (0, i64::MAX),
            Size::Index { argument } => match self.parameters[argument].ty.bit_width() {
                Some(1) => (0, 1),
                Some(width @ 2..64) => (-1 << (width - 1), (1 << (width - 1)) - 1),
                _ => (i64::MIN, i64::MAX),
            },
        }
    }

    pub fn size_name(&self, size: Size) -> String {
        match size {
            Size::Index { argument } => format!("%{}", self.parameters[argument].name),
            Size::Extent { argument, dimension } => {
                format!("dim(%{}, {dimension})", self.parameters[argument].name)
            }
        }
    }

    /// Arguments that may share memory with one another.
    pub fn aliasing_pairs(&self) -> Vec<(usize, usize)> {
        let memref = |i: usize| self.parameters[i].ty.as_memref();
        let may_alias = |a: usize, b: usize| match (memref(a), memref(b)) {
            (Some(x), Some(y)) => {
                let noalias = self.parameters[a].no_alias || self.parameters[b].no_alias;
                x.element == y.element && !noalias
            }
            _ => false,
        };
        let count = self.parameters.len();
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| may_alias(a, b)).collect()
    }

    /// A view of each memref argument, and the cells it spans.
    pub fn view(&self, argument: usize, sizes: &[i64]) -> Option<(MemRef, i64)> {
        let ty = self.parameters[argument].ty.as_memref()?;
        MemRef::laid_out(ty, &self.extents(argument, sizes)?).filter(|(_, cells)| *cells <= MOST_CELLS)
    }

    /// The extents of a memref or tensor argument; `None` if it has no rank.
    pub fn extents(&self, argument: usize, sizes: &[i64]) -> Option<Vec<i64>> {
        let mut given = self.sizes().into_iter().zip(sizes);
        let dims = shape_of(&self.parameters[argument].ty)?.iter().enumerate();
        let extent = |(dimension, dim): (usize, &Dim)| match dim {
            Dim::Fixed(n) => Some(*n),
            Dim::Dynamic => {
                let wanted = Size::Extent { argument, dimension };
                given.by_ref().find(|(size, _)| *size == wanted).map(|(_, &n)| n)
            }
        };
        dims.map(extent).collect()
    }

    /// Cells of all arguments together.
    pub fn cells(&self, sizes: &[i64]) -> i64 {
        const HUGE: i64 = 1 << 40;
        let span = |i: usize| match self.parameters[i].ty {
            Type::MemRef(_) => self.view(i, sizes).map(|(_, span)| span),
            Type::Tensor(_) => self.tensor_cells(i, sizes),
            Type::Vector(_) => self.parameters[i].ty.as_vector().and_then(|v| v.lanes()),
            _ => Some(0),
        };
        let spans = (0..self.parameters.len()).map(|i| span(i).unwrap_or(HUGE));
        spans.fold(0, i64::saturating_add)
    }

    /// Scalars of a tensor argument.
    fn tensor_cells(&self, argument: usize, sizes: &[i64]) -> Option<i64> {
        let lanes = self.parameters[argument].ty.element().as_vector();
        let unit = lanes.map_or(Some(1), |v| v.lanes())?;
        let extents = self.extents(argument, sizes)?;
        extents
            .iter()
            .try_fold(unit, |count, &n| count.checked_mul(n.max(0)))
    }

    pub fn apart(&self) -> Placement {
        let memrefs = (0..self.parameters.len()).filter(|&i| self.parameters[i].ty.as_memref().is_some());
        Placement {
            groups: memrefs.map(|i| vec![(i, 0)]).collect(),
            description: String::new(),
        }
    }

    /// The second argument begins `distance` cells after the first; all others are apart.
    pub fn overlapping(&self, first: usize, second: usize, distance: i64) -> Placement {
        let mut placement = self.apart();
        placement
            .groups
            .retain(|group| group[0].0 != first && group[0].0 != second);
        placement
            .groups
            .push(vec![(first, (-distance).max(0)), (second, distance.max(0))]);
        let name = |i: usize| &self.parameters[i].name;
        placement.description = format!(
            "%{} begins {distance} elements after %{}",
            name(second),
            name(first)
        );
        placement
    }

    /// These arguments all begin together.
    pub fn together(&self, arguments: &[usize]) -> Placement {
        let mut placement = self.apart();
        placement.groups.retain(|group| !arguments.contains(&group[0].0));
        placement.groups.push(arguments.iter().map(|&i| (i, 0)).collect());
        placement.description = "all arguments that may overlap begin together".to_string();
        placement
    }

    /// The inputs at these sizes; `None` for a type that has no values here. `make` is handed the
    /// type and the content of each input.
    pub fn inputs<V: Clone>(
        &self,
        sizes: &[i64],
        placement: &Placement,
        mut make: impl FnMut(&Type, Content) -> V,
    ) -> Option<Inputs<V>> {
        let mut inputs = Inputs {
            memory: Memory::new(),
            arguments: Vec::new(),
            origins: Vec::new(),
        };
        let mut views = vec![None; self.parameters.len()];
        for group in &placement.groups {
            let placed: Option<Vec<_>> = group
                .iter()
                .map(|&(i, start)| Some((i, start, self.view(i, sizes)?)))
                .collect();
            let placed = placed?;
            let cells = placed
                .iter()
                .map(|(_, start, (_, span))| start + span)
                .max()
                .unwrap_or(0);
            let element = self.parameters[group.first()?.0].ty.element().element().clone();
            let first = inputs.origins.len() as u32;
            let diagonal = placed.first().and_then(|(_, _, (view, _))| diagonal(view));
            let is_on_it = |cell: u32| diagonal.is_some_and(|distance| i64::from(cell) % distance == 0);
            let contents = (0..cells as u32)
                .map(|cell| make(&element, Content::Data(first + cell, is_on_it(cell))))
                .collect();
            let buffer = inputs.memory.add_caller(contents);
            if group.iter().all(|&(i, _)| self.parameters[i].is_read_only) {
                inputs.memory.buffer_mut(buffer).stores = Stores::Forbidden;
            }
            inputs
                .origins
                .extend((0..cells).map(|cell| Origin::Cell(buffer, cell)));
            for (i, start, (mut view, _)) in placed {
                view.buffer = buffer;
                view.offset += start;
                views[i] = Some(view);
            }
        }
        let mut given = self.sizes().into_iter().zip(sizes);
        for (argument, parameter) in self.parameters.iter().enumerate() {
            let lanes = parameter.ty.as_vector().map_or(Some(1), |v| v.lanes())?;
            let scalar = parameter.ty.element().element();
            let mut scalars = |inputs: &mut Inputs<V>, count: usize| {
                let lanes = 0..count;
                let scalars = lanes.map(|lane| {
                    inputs.origins.push(Origin::Lane { argument, lane });
                    make(scalar, Content::Data(inputs.origins.len() as u32 - 1, false))
                });
                scalars.collect::<Vec<V>>()
            };
            let value = match &parameter.ty {
                Type::MemRef(_) => Value::MemRef(views[argument].take()?),
                Type::Index => {
                    let size = given.by_ref().find(|(s, _)| *s == Size::Index { argument })?;
                    Value::Index(*size.1)
                }
                ty @ Type::Integer(_) if parameter.decides => {
                    let size = given.by_ref().find(|(s, _)| *s == Size::Index { argument })?;
                    Value::Scalar(make(ty, Content::Known(*size.1 as u128 & mask(ty))))
                }
                Type::Integer(_) | Type::Float(_) | Type::Vector(_)
                    if *parameter.ty.element() != Type::Index =>
                {
                    let mut values = scalars(&mut inputs, lanes as usize);
                    match parameter.ty {
                        Type::Vector(_) => Value::Vector(values),
                        _ => Value::Scalar(values.pop()?),
                    }
                }
                Type::Tensor(_) if *parameter.ty.element().element() != Type::Index => {
                    let cells = usize::try_from(self.tensor_cells(argument, sizes)?).ok()?;
                    let values = scalars(&mut inputs, cells);
                    Value::Tensor(Tensor::new(&self.extents(argument, sizes)?, values))
                }
                _ => return None,
            };
            inputs.arguments.push(value);
        }
        Some(inputs)
    }

    /// What the programs are called with, in words that do without a memory.
    pub fn shown(&self, inputs: &Inputs<Scalar>, placement: &Placement) -> Vec<Argument> {
        let bits = |scalars: &[Scalar]| scalars.iter().map(|scalar| scalar.bits().unwrap_or(0)).collect();
        let lanes = |ty: &Type| match ty {
            Type::Vector(vector) => vector.shape.iter().map(|dim| dim.size).collect(),
            _ => Vec::new(),
        };
        let of = |(i, (parameter, value)): (usize, (&Parameter, &Value<Scalar>))| {
            let ty = &parameter.ty;
            let mut extents = lanes(ty);
            let bits: Vec<u128> = match value {
                Value::Index(index) => vec![*index as u64 as u128],
                Value::Scalar(scalar) => bits(&[*scalar]),
                Value::Vector(scalars) => bits(scalars),
                Value::Tensor(tensor) => {
                    extents = [&tensor.sizes[..], &lanes(ty.element())].concat();
                    bits(&tensor.cells)
                }
                Value::MemRef(view) => {
                    let inner = lanes(ty.element());
                    let unit: i64 = inner.iter().product();
                    extents = [&view.sizes[..], &inner].concat();
                    let cells = view.cells().into_iter().flat_map(|first| first..first + unit);
                    let read = |cell| inputs.memory.read(view.buffer, cell).copied().ok();
                    let scalars: Vec<Scalar> = cells.filter_map(read).collect();
                    bits(&scalars)
                }
                Value::IndexVector(_) | Value::Function(_) => Vec::new(),
            };
            let group = placement
                .groups
                .iter()
                .find(|group| group.iter().any(|&(member, _)| member == i));
            let first = group.and_then(|group| group.iter().find(|(_, start)| *start == 0));
            let start = group.and_then(|group| group.iter().find(|(member, _)| *member == i));
            let after = match (first, start) {
                (Some(&(first, _)), Some(&(_, start))) if first != i => {
                    Some((self.parameters[first].name.clone(), start))
                }
                _ => None,
            };
            Argument {
                name: parameter.name.clone(),
                ty: ty.clone(),
                extents,
                bits,
                after,
            }
        };
        self.parameters
            .iter()
            .zip(&inputs.arguments)
            .enumerate()
            .map(of)
            .collect()
    }

    /// A numbered input as text: `%A[1][2]`, `%alpha`.
    pub fn input_name<V>(&self, inputs: &Inputs<V>, number: u32) -> String {
        match inputs.origins.get(number as usize) {
            Some(Origin::Cell(buffer, cell)) => self.cell_name(&inputs.arguments, *buffer, *cell),
            Some(Origin::Lane { argument, lane }) => {
                let parameter = &self.parameters[*argument];
                match parameter.ty {
                    Type::Vector(_) => format!("%{}[{lane}]", parameter.name),
                    Type::Tensor(_) => format!("element {lane} of %{}", parameter.name),
                    _ => format!("%{}", parameter.name),
                }
            }
            None => format!("input {number}"),
        }
    }

    /// A cell, by the first argument that can reach it.
    pub fn cell_name<V>(&self, arguments: &[Value<V>], buffer: BufferId, cell: i64) -> String {
        match self.indices(arguments, buffer, cell) {
            Some((argument, indices)) => {
                let indices: String = indices.iter().map(|i| format!("[{i}]")).collect();
                format!("%{}{indices}", self.parameters[argument].name)
            }
            None => format!("cell {cell} of buffer {}", buffer.index()),
        }
    }

    /// The first argument that can reach a cell, and at which indices.
    pub fn indices<V>(
        &self,
        arguments: &[Value<V>],
        buffer: BufferId,
        cell: i64,
    ) -> Option<(usize, Vec<i64>)> {
        arguments
            .iter()
            .enumerate()
            .find_map(|(argument, value)| match value {
                Value::MemRef(view) if view.buffer == buffer => Some((argument, indices_of(view, cell)?)),
                _ => None,
            })
    }
}

/// Cells of the largest buffer. Arbitrary.
const MOST_CELLS: i64 = 1 << 28;

/// The shape of a memref or tensor type; `None` of any other, or if it has no rank.
fn shape_of(ty: &Type) -> Option<&[Dim]> {
    match ty {
        Type::MemRef(memref) => memref.shape.as_deref(),
        Type::Tensor(tensor) => tensor.shape.as_deref(),
        _ => None,
    }
}

/// The distance between neighbours on the diagonal of an array of several dimensions.
fn diagonal(view: &MemRef) -> Option<i64> {
    let distance: i64 = view.strides.iter().sum();
    (view.strides.len() > 1 && distance > 1).then_some(distance)
}

/// The indices at which a view with falling strides reaches a cell.
fn indices_of(view: &MemRef, cell: i64) -> Option<Vec<i64>> {
    let mut rest = cell - view.offset;
    let mut indices = Vec::new();
    for (&size, &stride) in view.sizes.iter().zip(&view.strides) {
        let index = rest.checked_div(stride)?;
        (0..size).contains(&index).then_some(())?;
        indices.push(index);
        rest -= index * stride;
    }
    (rest == 0).then_some(indices)
}
