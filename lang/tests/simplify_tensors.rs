//! Programs of tensors made at random, interpreted as they are, and as programs of memrefs that were simplified and cut into layers
//! on the way: both give the same results.

mod common;

use std::fmt::Write;

use ovolo_lang::bufferize::bufferize_prepared;
use ovolo_lang::interpret::concrete::Scalar;
use ovolo_lang::interpret::{self, Limits, MemRef, Memory, Tensor, Value};
use ovolo_lang::ir::Module;
use ovolo_lang::layers;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_lang::simplify_tensors::simplify_tensors;
use ovolo_lang::structure::verify;

use common::{Numbers, cells};

const PROGRAMS: usize = 150;
const ARGUMENTS: usize = 2;

/// Images, channels, rows and columns of all tensors.
const SHAPES: [[i64; 4]; 4] = [[1, 2, 3, 4], [1, 2, 1, 4], [2, 2, 3, 1], [1, 2, 1, 1]];

#[test]
fn layers_compute_what_tensors_are() {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let (mut cut, mut shared) = (0, 0);
    for number in 0..PROGRAMS {
        let shape = SHAPES[number % SHAPES.len()];
        let text = program(&mut numbers, shape);
        let module = parse_module(&text).unwrap_or_else(|d| panic!("{d:?}\n{text}"));
        let count = shape.iter().product::<i64>() as usize;
        let inputs: Vec<Vec<i64>> = (0..ARGUMENTS)
            .map(|_| (0..count).map(|_| numbers.below(19) as i64 - 9).collect())
            .collect();
        let expected = of_tensors(&module, &inputs, shape);
        let mut memrefs = module.clone();
        let (done, kept) = bufferize_prepared(&mut memrefs, &|module, function| {
            simplify_tensors(module, function);
        });
        assert!(kept.is_empty(), "{text}\n{kept:?}");
        verify(&memrefs).unwrap_or_else(|d| panic!("{d:?}\n{text}\n{}", print_module(&memrefs)));
        let found = of_memrefs(&memrefs, &inputs, &done[0].results, shape);
        assert_eq!(expected, found, "{text}\n{}", print_module(&memrefs));
        let whole = print_module(&memrefs);
        if let Some(layers) = layers::split(&mut memrefs, done[0].function) {
            verify(&memrefs).unwrap_or_else(|d| panic!("{d:?}\n{text}\n{}", print_module(&memrefs)));
            let found = of_memrefs(&memrefs, &inputs, &done[0].results, shape);
            assert_eq!(expected, found, "{text}\n{}", print_module(&memrefs));
            cut += 1;
            shared += layers.layers.iter().filter(|(_, calls)| *calls > 1).count();
            layers::restore(&mut memrefs, &layers);
            assert_eq!(print_module(&memrefs), whole);
        }
    }
    assert!(cut > PROGRAMS / 4, "only {cut} programs are cut");
    assert!(shared > cut / 8, "only {shared} layers are called twice");
}

/// A function of images of integers; its operations take earlier values as inputs and as destinations.
fn program(numbers: &mut Numbers, [n, c, h, w]: [i64; 4]) -> String {
    let ty = format!("tensor<{n}x{c}x{h}x{w}xi64>");
    let padded = format!("tensor<{n}x{c}x{}x{}xi64>", h + 2, w + 2);
    let mut values: Vec<String> = (0..ARGUMENTS).map(|n| format!("%a{n}")).collect();
    let arguments: Vec<String> = values.iter().map(|v| format!("{v}: {ty}")).collect();
    let mut body = format!(
        "  %zero = arith.constant 0 : i64\n  %one = arith.constant dense<[[[[1]], [[-2]]], [[[3]], [[2]]]]> : tensor<2x2x1x1xi64>\n  \
         %nine = arith.constant dense<3> : tensor<2x2x3x3xi64>\n  %bias = arith.constant dense<[5, -7]> : tensor<2xi64>\n  \
         %sums = tensor.empty() : tensor<{n}x{c}xi64>\n"
    );
    for k in 0..24 + numbers.below(16) {
        let pick = |numbers: &mut Numbers| values[numbers.below(values.len())].clone();
        let (x, y) = (pick(numbers), pick(numbers));
        let mut d = pick(numbers);
        if numbers.below(3) > 0 {
            d = format!("%e{k}");
            let _ = writeln!(body, "  {d} = tensor.empty() : {ty}");
        }
        // What is read of it must be defined.
        let f = format!("%f{k}");
        let _ = writeln!(
            body,
            "  {f} = linalg.fill ins(%zero : i64) outs({d} : {ty}) -> {ty}"
        );
        let r = format!("%r{k}");
        let _ = match numbers.below(8) {
            0 | 1 => writeln!(
                body,
                "  {r} = linalg.map {{ arith.addi }} ins({x}, {y} : {ty}, {ty}) outs({d} : {ty})"
            ),
            2 => writeln!(
                body,
                "  {r} = linalg.conv_2d_nchw_fchw ins({x}, %one : {ty}, tensor<2x2x1x1xi64>) outs({f} : {ty}) -> {ty}"
            ),
            3 => writeln!(
                body,
                "  %p{k} = tensor.pad {x} low[0, 0, 1, 1] high[0, 0, 1, 1] {{\n  \
                 ^bb0(%i: index, %j: index, %k: index, %l: index):\n    tensor.yield %zero : i64\n  }} : {ty} to {padded}\n  \
                 {r} = linalg.conv_2d_nchw_fchw ins(%p{k}, %nine : {padded}, tensor<2x2x3x3xi64>) outs({f} : {ty}) -> {ty}"
            ),
            4 => writeln!(
                body,
                "  %b{k} = linalg.broadcast ins(%bias : tensor<2xi64>) outs({d} : {ty}) dimensions = [0, 2, 3]\n  \
                 {r} = linalg.conv_2d_nchw_fchw ins({x}, %one : {ty}, tensor<2x2x1x1xi64>) outs(%b{k} : {ty}) -> {ty}"
            ),
            5 => writeln!(
                body,
                "  {r} = linalg.generic {{indexing_maps = [affine_map<(i, j, k, l) -> (j, i, k, l)>, \
                 affine_map<(i, j, k, l) -> (i)>, affine_map<(i, j, k, l) -> (j, i, k, l)>], \
                 iterator_types = [\"parallel\", \"parallel\", \"parallel\", \"parallel\"]}} \
                 ins({x}, %bias : {ty}, tensor<2xi64>) outs({d} : {ty}) {{\n  ^bb0(%p: i64, %q: i64, %o: i64):\n    \
                 %i = linalg.index 2 : index\n    %c = arith.index_cast %i : index to i64\n    %m = arith.muli %p, %c : i64\n    \
                 %s = arith.addi %m, %q : i64\n    linalg.yield %s : i64\n  }} -> {ty}"
            ),
            6 => writeln!(
                body,
                "  %z{k} = linalg.fill ins(%zero : i64) outs(%sums : tensor<{n}x{c}xi64>) -> tensor<{n}x{c}xi64>\n  \
                 %t{k} = linalg.reduce {{ arith.addi }} ins({x} : {ty}) outs(%z{k} : tensor<{n}x{c}xi64>) dimensions = [2, 3]\n  \
                 {r} = linalg.broadcast ins(%t{k} : tensor<{n}x{c}xi64>) outs({d} : {ty}) dimensions = [2, 3]"
            ),
            _ => writeln!(
                body,
                "  {r} = linalg.generic {{indexing_maps = [affine_map<(i, j, k, l) -> (i, j, k, l)>, \
                 affine_map<(i, j, k, l) -> (i, j, k, l)>], \
                 iterator_types = [\"parallel\", \"parallel\", \"parallel\", \"parallel\"]}} \
                 ins({x} : {ty}) outs({f} : {ty}) {{\n  ^bb0(%p: i64, %o: i64):\n    \
                 %m = arith.maxsi %p, %zero : i64\n    %s = arith.subi %m, %o : i64\n    linalg.yield %s : i64\n  }} -> {ty}"
            ),
        };
        values.push(r);
    }
    let result = values.last().cloned().unwrap_or_default();
    format!(
        "func.func @f({}) -> {ty} {{\n{body}  return {result} : {ty}\n}}\n",
        arguments.join(", ")
    )
}

type Results = Vec<Vec<Option<u128>>>;

fn of_tensors(module: &Module, inputs: &[Vec<i64>], shape: [i64; 4]) -> Results {
    let arguments = inputs
        .iter()
        .map(|values| Value::Tensor(Tensor::new(&shape, cells(values))));
    let arguments: Vec<Value<Scalar>> = arguments.collect();
    let values = interpret::run(module, "f", &mut Memory::new(), &arguments, &Limits::default());
    let values = values.unwrap_or_else(|trap| panic!("{trap}\n{}", print_module(module)));
    let of = |value: &Value<Scalar>| match value {
        Value::Tensor(tensor) => tensor.cells.iter().map(|cell| cell.bits()).collect(),
        other => panic!("a result of another kind: {other:?}"),
    };
    values.iter().map(of).collect()
}

fn of_memrefs(module: &Module, inputs: &[Vec<i64>], results: &[usize], shape: [i64; 4]) -> Results {
    let mut memory = Memory::new();
    let mut buffers = Vec::new();
    let count = shape.iter().product::<i64>() as usize;
    let added = results.iter().filter(|n| **n >= ARGUMENTS).count();
    let contents = inputs.iter().map(|values| cells(values));
    for cells in contents.chain((0..added).map(|_| vec![Scalar::Undefined; count])) {
        buffers.push(memory.add_caller(cells));
    }
    let arguments = buffers
        .iter()
        .map(|&id| Value::MemRef(MemRef::row_major(id, &shape)));
    let arguments: Vec<Value<Scalar>> = arguments.collect();
    interpret::run(module, "f", &mut memory, &arguments, &Limits::default())
        .unwrap_or_else(|trap| panic!("{trap}\n{}", print_module(module)));
    let of = |&number: &usize| {
        let cells = &memory.buffer(buffers[number]).cells;
        cells.iter().map(|cell| cell.bits()).collect()
    };
    results.iter().map(of).collect()
}
