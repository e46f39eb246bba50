//! A chain as a function by itself.

use std::sync::Arc;

use egg::RecExpr;
use ovolo_lang::algebra::FastMath;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, NewOp, Span, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{FunctionType, Type};

use super::write::{Writer, tensor};
use super::{Chain, Extents, Storage, Term};

/// The chain as a function by itself, `@chain(factors…, initial) -> last product`, with factors of these extents and of
/// integers of 64 bits, its products taken in this order. Integers are a ring, so two orders whose functions agree for all
/// integers are equal as sums of products.
pub fn replica(chain: &Chain, extents: &Extents, order: &RecExpr<Term>) -> Option<Module> {
    let last = chain.factors.len();
    let firsts: Vec<usize> = (0..last).filter(|&n| chain.numbers[n] as usize == n).collect();
    let mut inputs: Vec<Type> = Vec::with_capacity(firsts.len() + 1);
    for &n in &firsts {
        let shape = extents.shape(&chain.factors[n].slots, [n, n + 1])?;
        inputs.push(tensor(&shape, Type::I64));
    }
    let result = tensor(&extents.shape(&chain.result, [0, last])?, Type::I64);
    inputs.push(result.clone());
    let ty = FunctionType {
        inputs: inputs.clone(),
        results: vec![result],
    };
    let mut module = Module::new();
    let body = module.body();
    let function = NewOp::new(OpCode::Func)
        .attribute("sym_name", Attribute::string("chain"))
        .attribute("function_type", Attribute::Type(Type::Function(Arc::new(ty))));
    let function = module.append(body, function);
    let region = module.add_region(function);
    let block = module.add_block(region);
    let arguments: Vec<ValueId> = inputs
        .into_iter()
        .map(|ty| module.add_argument(block, ty, None))
        .collect();
    let argument_of = |number: &u32| {
        let at = firsts.iter().position(|&first| first == *number as usize)?;
        Some(arguments[at])
    };
    let values: Vec<ValueId> = chain.numbers.iter().map(argument_of).collect::<Option<_>>()?;
    let mut writer = Writer {
        module: &mut module,
        storage: Storage::Tensors,
        element: &Type::I64,
        flags: FastMath::NONE,
        extents,
        span: Span::default(),
        ops: Vec::new(),
        buffers: Vec::new(),
    };
    let root = writer.order(chain, &values, order, *arguments.last()?)?;
    for op in writer.ops {
        module.attach(block, op);
    }
    let product = *module.op(root).results.first()?;
    module.append(block, NewOp::new(OpCode::Return).operands([product]));
    Some(module)
}
