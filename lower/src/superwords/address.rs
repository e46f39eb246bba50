//! Which bytes a load or a store touches, as a linear expression, and whether two of them may be the same.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::targets::TargetData;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicValueEnum, FloatValue, FunctionValue, InstructionOpcode, InstructionValue, IntValue, MetadataValue,
    Operand, PointerValue,
};

/// Sums inside sums beyond this are one term.
const DEEPEST_SUM: u32 = 16;

/// `base + terms + offset`, in bytes and modulo 2^64.
#[derive(Clone, Debug)]
pub struct Address<'c> {
    pub base: PointerValue<'c>,
    /// Values of 64 bits with their factors, none twice.
    pub terms: Vec<(BasicValueEnum<'c>, i64)>,
    pub offset: i64,
}

impl<'c> Address<'c> {
    pub fn of(pointer: PointerValue<'c>, data: &TargetData) -> Address<'c> {
        let mut address = Address {
            base: pointer,
            terms: Vec::new(),
            offset: 0,
        };
        while let Some(step) = address.base.as_instruction() {
            if step.get_opcode() != InstructionOpcode::GetElementPtr || address.step(step, data).is_none() {
                break;
            }
        }
        address.terms.retain(|(_, factor)| *factor != 0);
        address
    }

    /// Takes one `getelementptr` into the sum; `None`, and nothing done, for one that is not understood.
    fn step(&mut self, step: InstructionValue<'c>, data: &TargetData) -> Option<()> {
        let mut ty = step.get_gep_source_element_type().ok()?;
        let base = operand(step, 0)?;
        let BasicValueEnum::PointerValue(base) = base else {
            return None;
        };
        let mut sum = self.clone();
        for n in 1..step.get_num_operands() {
            let BasicValueEnum::IntValue(index) = operand(step, n)? else {
                return None;
            };
            if n > 1 {
                ty = match ty {
                    BasicTypeEnum::ArrayType(array) => array.get_element_type(),
                    BasicTypeEnum::VectorType(vector) => vector.get_element_type(),
                    _ => return None,
                };
            }
            let size = i64::try_from(data.get_abi_size(&ty)).ok()?;
            sum.add(index, size, DEEPEST_SUM)?;
        }
        sum.base = base;
        *self = sum;
        Some(())
    }

    /// Adds a multiple of an integer; `None` for one that is not of 64 bits.
    fn add(&mut self, value: IntValue<'c>, factor: i64, depth: u32) -> Option<()> {
        if let Some(constant) = value.get_sign_extended_constant() {
            self.offset = self.offset.wrapping_add(constant.wrapping_mul(factor));
            return Some(());
        }
        if value.get_type().get_bit_width() != 64 {
            return None;
        }
        let instruction = value.as_instruction().filter(|_| depth > 0);
        if let Some(instruction) = instruction
            && let (Some(BasicValueEnum::IntValue(a)), Some(BasicValueEnum::IntValue(b))) =
                (operand(instruction, 0), operand(instruction, 1))
        {
            let constant = b.get_sign_extended_constant();
            match (instruction.get_opcode(), constant) {
                (InstructionOpcode::Add, _) => {
                    self.add(a, factor, depth - 1)?;
                    return self.add(b, factor, depth - 1);
                }
                (InstructionOpcode::Or, _) if instruction.get_disjoint_flag() == Ok(true) => {
                    self.add(a, factor, depth - 1)?;
                    return self.add(b, factor, depth - 1);
                }
                (InstructionOpcode::Sub, _) => {
                    self.add(a, factor, depth - 1)?;
                    return self.add(b, factor.wrapping_neg(), depth - 1);
                }
                (InstructionOpcode::Mul, Some(by)) => {
                    return self.add(a, factor.wrapping_mul(by), depth - 1);
                }
                (InstructionOpcode::Shl, Some(by @ 0..=62)) => {
                    return self.add(a, factor.wrapping_mul(1 << by), depth - 1);
                }
                _ => {}
            }
        }
        let value = value.into();
        match self.terms.iter_mut().find(|(term, _)| *term == value) {
            Some((_, known)) => *known = known.wrapping_add(factor),
            None => self.terms.push((value, factor)),
        }
        Some(())
    }

    /// Whether two addresses are at a constant distance.
    pub fn is_beside(&self, other: &Address<'c>) -> bool {
        self.base == other.base
            && self.terms.len() == other.terms.len()
            && self.terms.iter().all(|term| other.terms.contains(term))
    }

    /// How much the address moves with a value.
    pub fn factor_of(&self, value: BasicValueEnum<'c>) -> i64 {
        let found = self.terms.iter().find(|(term, _)| *term == value);
        found.map_or(0, |(_, factor)| *factor)
    }
}

pub fn operand<'c>(instruction: InstructionValue<'c>, n: u32) -> Option<BasicValueEnum<'c>> {
    match instruction.get_operand(n)? {
        Operand::Value(value) => Some(value),
        Operand::Block(_) => None,
    }
}

/// The number that an instruction computes; `None` for any other value.
pub fn number(instruction: InstructionValue<'_>) -> Option<BasicValueEnum<'_>> {
    let integer = || IntValue::try_from(instruction).map(BasicValueEnum::from);
    let float = || FloatValue::try_from(instruction).map(BasicValueEnum::from);
    integer().or_else(|()| float()).ok()
}

/// What an instruction does to memory.
#[derive(Clone, Debug)]
pub struct Access<'c> {
    /// Its number in the block.
    pub place: usize,
    pub instruction: InstructionValue<'c>,
    pub writes: bool,
    /// The bytes, as many as are counted; `None` for any.
    pub cell: Option<(Address<'c>, i64)>,
}

/// The objects of a function that accesses are told apart by, and the scopes of its memory.
pub struct Objects<'c> {
    parameters: Vec<(BasicValueEnum<'c>, bool)>,
    scope: u32,
    noalias: u32,
}

/// What a base is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Object {
    /// A parameter through which alone its memory is accessed.
    Own,
    Parameter,
    /// Memory that the function made.
    Fresh,
    Unknown,
}

impl<'c> Objects<'c> {
    pub fn of(function: FunctionValue<'c>, context: &inkwell::context::Context) -> Objects<'c> {
        let kind = Attribute::get_named_enum_kind_id("noalias");
        let parameters = function.get_params().into_iter().zip(0..);
        let is_own = |n| {
            function
                .get_enum_attribute(AttributeLoc::Param(n), kind)
                .is_some()
        };
        Objects {
            parameters: parameters.map(|(value, n)| (value, is_own(n))).collect(),
            scope: context.get_kind_id("alias.scope"),
            noalias: context.get_kind_id("noalias"),
        }
    }

    fn object(&self, base: PointerValue<'c>) -> Object {
        if let Some((_, is_own)) = self
            .parameters
            .iter()
            .find(|(value, _)| *value == BasicValueEnum::from(base))
        {
            return if *is_own { Object::Own } else { Object::Parameter };
        }
        match base.as_instruction().map(InstructionValue::get_opcode) {
            Some(InstructionOpcode::Alloca) => Object::Fresh,
            _ => Object::Unknown,
        }
    }

    /// Whether two accesses, one of them a write, may touch one byte.
    pub fn may_alias(&self, a: &Access<'c>, b: &Access<'c>) -> bool {
        let (Some((one, size)), Some((other, other_size))) = (&a.cell, &b.cell) else {
            return true;
        };
        if one.is_beside(other) {
            let gap = other.offset.wrapping_sub(one.offset);
            return gap < *size && gap > -other_size;
        }
        if one.base != other.base {
            let kinds = [self.object(one.base), self.object(other.base)];
            let is_known = |kind: &Object| *kind != Object::Unknown;
            if kinds.iter().all(is_known) && kinds.iter().any(|k| matches!(k, Object::Own | Object::Fresh)) {
                return false;
            }
        }
        !(self.is_outside(a, b) || self.is_outside(b, a))
    }

    /// Whether what the second says it is apart from contains all scopes of the first.
    fn is_outside(&self, a: &Access<'c>, b: &Access<'c>) -> bool {
        let nodes = |access: &Access<'c>, kind| {
            let node: Option<MetadataValue<'c>> = access.instruction.get_metadata(kind);
            node.and_then(MetadataValue::get_node_values).unwrap_or_default()
        };
        let (scopes, apart) = (nodes(a, self.scope), nodes(b, self.noalias));
        !scopes.is_empty() && scopes.iter().all(|scope| apart.contains(scope))
    }
}
