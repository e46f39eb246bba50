//! Bundles of scalars that become vectors: what each is made of, what that costs, and the code.

mod fused;
mod lanewise;
mod masks;

use inkwell::builder::Builder;
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::targets::TargetData;
use inkwell::types::{BasicTypeEnum, VectorType};
use inkwell::values::{BasicValue, BasicValueEnum, InstructionOpcode, InstructionValue, VectorValue};
use rustc_hash::{FxHashMap, FxHashSet};

use self::lanewise::{common_flags, is_commutative, is_like, lanewise_operands};
use self::masks::Mask;
use super::address::{Access, number, operand};
use super::lanes::{Halves, Shuffles, parts_of};
use super::rows::{Element, Loaded};

/// Operations inside operations beyond this are gathered.
const DEEPEST: u32 = 40;

/// A planned vector, by number.
pub type Planned = usize;

enum Made<'c> {
    Constant,
    /// One value in all lanes.
    Splat,
    /// Put together lane by lane.
    Gathered,
    Loaded(Vec<Element>),
    /// Lanes of vectors that are there, by their numbers.
    Taken(Vec<(VectorValue<'c>, u32)>),
    /// Like operations on vectors.
    Operation(Vec<Planned>),
    /// Integers whose bits are lanes of another vector.
    Masks(Mask),
    /// Sums in some lanes, differences in the others.
    Mixed(
        [Planned; 2],
        InstructionOpcode,
        InstructionValue<'c>,
        InstructionValue<'c>,
    ),
}

struct Bundle<'c> {
    scalars: Vec<BasicValueEnum<'c>>,
    made: Made<'c>,
    vector: Option<VectorValue<'c>>,
}

pub struct Bundles<'a, 'c> {
    context: &'c Context,
    module: &'a Module<'c>,
    builder: Builder<'c>,
    data: &'a TargetData,
    places: &'a FxHashMap<InstructionValue<'c>, usize>,
    loaded: Loaded<'c>,
    bytes: i64,
    known: FxHashMap<Vec<BasicValueEnum<'c>>, Planned>,
    bundles: Vec<Bundle<'c>>,
    pieces: FxHashMap<(usize, i64), VectorValue<'c>>,
    halves: Halves<'c>,
    cost: i64,
}

impl<'a, 'c> Bundles<'a, 'c> {
    pub fn new(
        context: &'c Context,
        module: &'a Module<'c>,
        data: &'a TargetData,
        places: &'a FxHashMap<InstructionValue<'c>, usize>,
        loaded: Loaded<'c>,
        bytes: i64,
    ) -> Bundles<'a, 'c> {
        Bundles {
            context,
            module,
            builder: context.create_builder(),
            data,
            places,
            loaded,
            bytes,
            known: FxHashMap::default(),
            bundles: Vec::new(),
            pieces: FxHashMap::default(),
            halves: Halves::default(),
            cost: 0,
        }
    }

    /// What was planned since this was asked last costs so many instructions more than the scalars.
    pub fn take_cost(&mut self) -> i64 {
        std::mem::take(&mut self.cost)
    }

    /// Forgets what was planned and emitted: code for an earlier place cannot use it.
    pub fn forget(&mut self) {
        self.known.clear();
        self.halves.clear();
    }

    /// Whether a scalar is an element of a row that the block loads.
    pub fn is_loaded(&self, scalar: BasicValueEnum<'c>) -> bool {
        self.loaded.elements.contains_key(&scalar)
    }

    /// Plans the vector of some scalars.
    pub fn plan(&mut self, scalars: &[BasicValueEnum<'c>]) -> Planned {
        self.planned(scalars, DEEPEST)
    }

    fn planned(&mut self, scalars: &[BasicValueEnum<'c>], depth: u32) -> Planned {
        if let Some(&known) = self.known.get(scalars) {
            return known;
        }
        let made = self.made(scalars, depth);
        self.bundles.push(Bundle {
            scalars: scalars.to_vec(),
            made,
            vector: None,
        });
        let number = self.bundles.len() - 1;
        self.known.insert(scalars.to_vec(), number);
        number
    }

    fn made(&mut self, scalars: &[BasicValueEnum<'c>], depth: u32) -> Made<'c> {
        let lanes = scalars.len() as i64;
        if scalars.iter().all(is_constant) {
            return Made::Constant;
        }
        if let Some(mask) = self.mask(scalars, depth) {
            return Made::Masks(mask);
        }
        if scalars.windows(2).all(|pair| pair[0] == pair[1]) {
            self.cost += 1;
            return Made::Splat;
        }
        let elements: Option<Vec<Element>> = scalars
            .iter()
            .map(|v| self.loaded.elements.get(v).copied())
            .collect();
        if let Some(elements) = elements {
            let pieces = self.pieces_of(&elements);
            if pieces.len() as i64 <= lanes / 2 + 1 {
                self.cost += 2 * pieces.len() as i64 - 1 - lanes;
                return Made::Loaded(elements);
            }
        }
        if let Some(taken) = scalars.iter().map(|v| taken(*v)).collect::<Option<Vec<_>>>() {
            let vectors: FxHashSet<_> = taken.iter().map(|(vector, _)| *vector).collect();
            if vectors.len() as i64 <= lanes / 2 + 1 {
                self.cost += vectors.len() as i64 - lanes;
                return Made::Taken(taken);
            }
        }
        let instructions: Option<Vec<InstructionValue<'c>>> =
            scalars.iter().map(|v| self.inside(*v)).collect();
        if let Some(all) = instructions.filter(|_| depth > 0)
            && let Some(made) = self.operation(&all, depth)
        {
            self.cost += 1 - lanes;
            return made;
        }
        // What comes from elsewhere is put together before a loop.
        let inside = scalars.iter().filter(|v| self.inside(**v).is_some()).count() as i64;
        self.cost += 1 + 2 * inside;
        Made::Gathered
    }

    /// The instruction of this block that computes a value.
    fn inside(&self, value: BasicValueEnum<'c>) -> Option<InstructionValue<'c>> {
        value
            .as_instruction_value()
            .filter(|i| self.places.contains_key(i))
    }

    /// Operations that one on vectors can be instead.
    fn operation(&mut self, all: &[InstructionValue<'c>], depth: u32) -> Option<Made<'c>> {
        use InstructionOpcode::{FAdd, FSub};
        let first = all[0];
        let code = first.get_opcode();
        let other = all.iter().copied().find(|i| i.get_opcode() != code);
        let is_mixed = other.is_some_and(|o| matches!((code, o.get_opcode()), (FAdd, FSub) | (FSub, FAdd)))
            && all.iter().all(|i| matches!(i.get_opcode(), FAdd | FSub));
        let operands = match other {
            None => lanewise_operands(first)?,
            Some(_) if is_mixed => 2,
            Some(_) => return None,
        };
        if other.is_none() && !all.iter().all(|i| is_like(first, *i)) {
            return None;
        }
        let mut columns: Vec<Vec<BasicValueEnum<'c>>> = vec![Vec::new(); operands as usize];
        for &instruction in all {
            let mut own: Vec<BasicValueEnum<'c>> = (0..operands)
                .map(|n| operand(instruction, n))
                .collect::<Option<_>>()?;
            let swaps =
                is_commutative(instruction) && !is_mixed || instruction.get_opcode() == FAdd && is_mixed;
            if swaps && !columns[0].is_empty() {
                let like = |a: usize, b: usize| self.likeness(columns[a][0], own[b]);
                if like(0, 1) + like(1, 0) > like(0, 0) + like(1, 1) {
                    own.swap(0, 1);
                }
            }
            columns
                .iter_mut()
                .zip(own)
                .for_each(|(column, value)| column.push(value));
        }
        let planned: Vec<Planned> = columns.iter().map(|c| self.planned(c, depth - 1)).collect();
        match other {
            None => Some(Made::Operation(planned)),
            Some(other) => {
                self.cost += 2;
                Some(Made::Mixed([planned[0], planned[1]], code, first, other))
            }
        }
    }

    /// How well two values go together as lanes.
    fn likeness(&self, a: BasicValueEnum<'c>, b: BasicValueEnum<'c>) -> u32 {
        if a == b {
            return 3;
        }
        if let (Some(a), Some(b)) = (self.loaded.elements.get(&a), self.loaded.elements.get(&b)) {
            return if a.run == b.run { 3 } else { 1 };
        }
        match (self.inside(a), self.inside(b)) {
            (Some(a), Some(b)) if a.get_opcode() == b.get_opcode() => 2,
            (None, None) if is_constant(&a) == is_constant(&b) => 2,
            _ => 0,
        }
    }

    /// The vectors in memory that some elements are in, each once.
    fn pieces_of(&self, elements: &[Element]) -> Vec<(usize, i64, i64)> {
        let mut pieces = Vec::new();
        for element in elements {
            if let Some((at, lanes)) = self.loaded.piece(*element, self.bytes)
                && !pieces.contains(&(element.run, at, lanes))
            {
                pieces.push((element.run, at, lanes));
            }
        }
        pieces
    }

    /// The code of a planned vector before an instruction.
    pub fn emit(&mut self, planned: Planned, before: InstructionValue<'c>) -> Option<VectorValue<'c>> {
        if let Some(vector) = self.bundles[planned].vector {
            return Some(vector);
        }
        let scalars = self.bundles[planned].scalars.clone();
        let vector = match &self.bundles[planned].made {
            Made::Constant => VectorType::const_vector(&scalars),
            Made::Splat => {
                self.builder.position_before(&before);
                let vector = self.inserted(&scalars[..1], scalars.len())?;
                self.shuffles()
                    .shuffle(vector, None, &vec![Some(0); scalars.len()])?
            }
            Made::Gathered => {
                self.builder.position_before(&before);
                self.inserted(&scalars, scalars.len())?
            }
            Made::Loaded(elements) => {
                let elements = elements.clone();
                self.collected(&elements, before)?
            }
            Made::Taken(lanes) => {
                let parts = parts_of(lanes);
                let count = lanes.len();
                self.builder.position_before(&before);
                self.shuffles().assembled(parts, count)?
            }
            Made::Operation(operands) => {
                let operands = operands.clone();
                let operands: Vec<VectorValue<'c>> = operands
                    .into_iter()
                    .map(|o| self.emit(o, before))
                    .collect::<Option<_>>()?;
                let all: Vec<_> = scalars.iter().filter_map(|v| v.as_instruction_value()).collect();
                self.builder.position_before(&before);
                self.apply(&all, all[0].get_opcode(), &operands)?
            }
            Made::Masks(mask) => {
                let mask = mask.clone();
                self.packed(&mask, scalars[0].get_type().into_int_type(), before)?
            }
            &Made::Mixed(operands, code, first, other) => {
                let all: Vec<_> = scalars.iter().filter_map(|v| v.as_instruction_value()).collect();
                let [one, two] = match self.factors(operands[0], &all) {
                    Some(factors) => self.fused([first, other], factors, operands[1], &all, before)?,
                    None => {
                        let [a, b] = operands;
                        let operands = [self.emit(a, before)?, self.emit(b, before)?];
                        self.builder.position_before(&before);
                        let one = self.apply(&all, first.get_opcode(), &operands)?;
                        [one, self.apply(&all, other.get_opcode(), &operands)?]
                    }
                };
                let lane = |(n, i): (usize, &InstructionValue<'c>)| {
                    Some(if i.get_opcode() == code { n } else { all.len() + n } as u32)
                };
                let mask: Vec<Option<u32>> = all.iter().enumerate().map(lane).collect();
                self.shuffles().shuffle(one, Some(two), &mask)?
            }
        };
        self.bundles[planned].vector = Some(vector);
        Some(vector)
    }

    fn inserted(&self, scalars: &[BasicValueEnum<'c>], lanes: usize) -> Option<VectorValue<'c>> {
        let mut vector = vector_of(scalars[0].get_type(), lanes)?.get_poison();
        for (n, scalar) in scalars.iter().enumerate() {
            let lane = self.context.i32_type().const_int(n as u64, false);
            vector = self
                .builder
                .build_insert_element(vector, *scalar, lane, "")
                .ok()?;
        }
        Some(vector)
    }

    /// The vector of elements of rows.
    fn collected(&mut self, elements: &[Element], before: InstructionValue<'c>) -> Option<VectorValue<'c>> {
        let mut lanes = Vec::new();
        for element in elements {
            let (at, count) = self.loaded.piece(*element, self.bytes)?;
            let size = self.loaded.element_bytes(element.run);
            lanes.push((
                self.piece(element.run, at, count)?,
                ((element.offset - at) / size) as u32,
            ));
        }
        self.builder.position_before(&before);
        self.shuffles().assembled(parts_of(&lanes), lanes.len())
    }

    fn shuffles(&mut self) -> Shuffles<'_, 'c> {
        Shuffles {
            context: self.context,
            builder: &self.builder,
            halves: &mut self.halves,
        }
    }

    /// The vector of memory at an offset.
    fn piece(&mut self, run: usize, at: i64, lanes: i64) -> Option<VectorValue<'c>> {
        if let Some(vector) = self.pieces.get(&(run, at)) {
            return Some(*vector);
        }
        let first = self.loaded.runs[run].first;
        let scalar = number(first)?;
        self.builder.position_before(&first);
        let distance = self.loaded.runs[run].beyond_first(at);
        let vector = self.load(first, distance, scalar.get_type(), lanes as usize)?;
        self.pieces.insert((run, at), vector);
        Some(vector)
    }

    /// A pointer so many bytes from that of a load or store.
    fn pointer(
        &self,
        access: InstructionValue<'c>,
        number: u32,
        distance: i64,
    ) -> Option<inkwell::values::PointerValue<'c>> {
        let BasicValueEnum::PointerValue(pointer) = operand(access, number)? else {
            return None;
        };
        let distance = self.context.i64_type().const_int(distance as u64, true);
        // SAFETY: builds an instruction, which promises nothing of the address.
        unsafe {
            self.builder
                .build_gep(self.context.i8_type(), pointer, &[distance], "")
        }
        .ok()
    }

    fn load(
        &self,
        first: InstructionValue<'c>,
        distance: i64,
        element: BasicTypeEnum<'c>,
        lanes: usize,
    ) -> Option<VectorValue<'c>> {
        let pointer = self.pointer(first, 0, distance)?;
        let value = self
            .builder
            .build_load(vector_of(element, lanes)?, pointer, "")
            .ok()?;
        value
            .as_instruction_value()?
            .set_alignment(self.data.get_abi_alignment(&element))
            .ok()?;
        Some(value.into_vector_value())
    }

    /// Stores a vector in the place of the last of some stores, which are those of its lanes.
    pub fn store(
        &self,
        vector: VectorValue<'c>,
        last: InstructionValue<'c>,
        stores: &[Access<'c>],
    ) -> Option<()> {
        let offset = |access: &Access<'c>| Some(access.cell.as_ref()?.0.offset);
        let of_last = stores.iter().find(|s| s.instruction == last)?;
        let distance = offset(&stores[0])?.wrapping_sub(offset(of_last)?);
        self.builder.position_before(&last);
        let pointer = self.pointer(last, 1, distance)?;
        let element = operand(last, 0)?.get_type();
        let store = self.builder.build_store(pointer, vector).ok()?;
        store.set_alignment(self.data.get_abi_alignment(&element)).ok()
    }
}

/// The vector and the lane that a scalar is taken from.
fn taken(value: BasicValueEnum<'_>) -> Option<(VectorValue<'_>, u32)> {
    let extract = value.as_instruction_value()?;
    if extract.get_opcode() != InstructionOpcode::ExtractElement {
        return None;
    }
    match (operand(extract, 0)?, operand(extract, 1)?) {
        (BasicValueEnum::VectorValue(vector), BasicValueEnum::IntValue(lane)) => {
            let lane = u32::try_from(lane.get_zero_extended_constant()?).ok()?;
            (lane < vector.get_type().get_size()).then_some((vector, lane))
        }
        _ => None,
    }
}

fn is_constant(value: &BasicValueEnum<'_>) -> bool {
    match value {
        BasicValueEnum::IntValue(value) => value.is_constant_int(),
        BasicValueEnum::FloatValue(value) => value.get_constant().is_some(),
        _ => false,
    }
}

fn vector_of(element: BasicTypeEnum<'_>, lanes: usize) -> Option<VectorType<'_>> {
    match element {
        BasicTypeEnum::IntType(ty) => Some(ty.vec_type(lanes as u32)),
        BasicTypeEnum::FloatType(ty) => Some(ty.vec_type(lanes as u32)),
        _ => None,
    }
}
