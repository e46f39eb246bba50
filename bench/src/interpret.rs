//! Calls a function in the reference interpreter with the arguments that a compiled one would get.

use ovolo_lang::interpret::{Concrete, Limits, MemRef, Memory, Outcome, Program, Scalar, Value};
use ovolo_lang::ir::Module;
use ovolo_lang::types::Type;

use ovolo_timing::data::Argument;

/// Runs the function, leaves what it wrote in the buffers, and answers with its results.
pub fn interpret(
    module: &Module,
    name: &str,
    arguments: &mut [Argument],
    limits: &Limits,
) -> Outcome<Scalar> {
    let mut memory = Memory::new();
    let values: Vec<Value<Scalar>> = arguments.iter().map(|a| value(a, &mut memory)).collect();
    let results = Program::new(module).run(name, &mut Concrete::default(), &mut memory, &values, limits)?;
    for (argument, value) in arguments.iter_mut().zip(&values) {
        if let (Argument::Buffer(buffer), Value::MemRef(view)) = (argument, value) {
            let cells = &memory.buffer(view.buffer).cells;
            // Memory that the program left undefined reads as zero.
            buffer.fill(cells.iter().map(|cell| cell.bits().unwrap_or(0) as u64));
        }
    }
    Ok(results)
}

fn value(argument: &Argument, memory: &mut Memory<Scalar>) -> Value<Scalar> {
    match argument {
        Argument::Scalar {
            ty: Type::Index,
            bits,
        } => Value::Index(*bits as i64),
        Argument::Scalar { bits, .. } => Value::Scalar(Scalar::Bits(u128::from(*bits))),
        Argument::Buffer(buffer) => {
            let cells = buffer.elements().map(|bits| Scalar::Bits(u128::from(bits)));
            let id = memory.add_caller(cells.collect());
            Value::MemRef(MemRef::row_major(id, &buffer.extents))
        }
    }
}
