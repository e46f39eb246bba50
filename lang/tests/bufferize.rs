//! Programs of tensors made at random, interpreted as they are and as programs of memrefs: both give the same results, however
//! often a value is used as a destination.

mod common;

use std::fmt::Write;

use ovolo_lang::bufferize::bufferize;
use ovolo_lang::interpret::concrete::Scalar;
use ovolo_lang::interpret::{self, Limits, MemRef, Memory, Tensor, Value};
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_lang::structure::verify;

use common::{Numbers, cells};

const PROGRAMS: usize = 400;

/// Rows and columns of all matrices.
const SIZE: usize = 4;

#[test]
fn memrefs_hold_what_tensors_are() {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut in_place = 0;
    for _ in 0..PROGRAMS {
        let text = program(&mut numbers);
        let module = parse_module(&text).unwrap_or_else(|d| panic!("{d:?}\n{text}"));
        let inputs: Vec<Vec<i64>> = (0..ARGUMENTS)
            .map(|_| (0..SIZE * SIZE).map(|_| numbers.below(19) as i64 - 9).collect())
            .collect();
        let expected = of_tensors(&module, &inputs);
        let mut memrefs = module.clone();
        let (done, kept) = bufferize(&mut memrefs);
        assert!(kept.is_empty(), "{text}\n{kept:?}");
        verify(&memrefs).unwrap_or_else(|d| panic!("{d:?}\n{}", print_module(&memrefs)));
        let found = of_memrefs(&memrefs, &inputs, &done.last().unwrap().results);
        assert_eq!(expected, found, "{text}\n{}", print_module(&memrefs));
        in_place += done
            .last()
            .unwrap()
            .results
            .iter()
            .filter(|n| **n < ARGUMENTS)
            .count();
    }
    assert!(
        in_place > PROGRAMS / 20,
        "only {in_place} results are in arguments"
    );
}

const ARGUMENTS: usize = 3;

/// A function of matrices of integers; its operations take earlier values as inputs and as destinations.
fn program(numbers: &mut Numbers) -> String {
    let ty = format!("tensor<{SIZE}x{SIZE}xi64>");
    let mut values: Vec<String> = (0..ARGUMENTS).map(|n| format!("%a{n}")).collect();
    let arguments: Vec<String> = values.iter().map(|v| format!("{v}: {ty}")).collect();
    let mut body = String::new();
    let count = 2 + numbers.below(7);
    for n in 0..count {
        let pick = |numbers: &mut Numbers| values[numbers.below(values.len())].clone();
        let (x, y) = (pick(numbers), pick(numbers));
        let mut d = pick(numbers);
        let read = d.clone();
        if numbers.below(3) == 0 {
            d = format!("%e{n}");
            let _ = writeln!(body, "  {d} = tensor.empty() : {ty}");
        }
        let r = format!("%r{n}");
        let _ = match numbers.below(14) {
            0 => writeln!(
                body,
                "  {r} = linalg.map {{ arith.addi }} ins({x}, {y} : {ty}, {ty}) outs({d} : {ty})"
            ),
            1 => writeln!(
                body,
                "  {r} = linalg.transpose ins({x} : {ty}) outs({d} : {ty}) permutation = [1, 0]"
            ),
            2 => writeln!(
                body,
                "  {r} = linalg.copy ins({x} : {ty}) outs({d} : {ty}) -> {ty}"
            ),
            3 if !d.starts_with("%e") => {
                writeln!(
                    body,
                    "  {r} = linalg.matmul ins({x}, {y} : {ty}, {ty}) outs({d} : {ty}) -> {ty}"
                )
            }
            4 => writeln!(
                body,
                "  %s{n} = tensor.extract_slice {x}[1, 0] [2, 2] [1, 2] : {ty} to tensor<2x2xi64>\n  \
                 {r} = tensor.insert_slice %s{n} into {y}[0, 1] [2, 2] [2, 1] : tensor<2x2xi64> into {ty}"
            ),
            5 => writeln!(
                body,
                "  %f{n} = tensor.collapse_shape {x} [[0, 1]] : {ty} into tensor<16xi64>\n  \
                 %g{n} = linalg.map {{ math.absi }} ins(%f{n} : tensor<16xi64>) outs(%f{n} : tensor<16xi64>)\n  \
                 {r} = tensor.expand_shape %g{n} [[0, 1]] output_shape [4, 4] : tensor<16xi64> into {ty}"
            ),
            6 => writeln!(
                body,
                "  {r} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], \
                 iterator_types = [\"parallel\", \"parallel\"]}} ins({x} : {ty}) outs({y} : {ty}) {{\n  \
                 ^bb0(%p: i64, %q: i64):\n    %i = linalg.index 0 : index\n    %c = tensor.extract {y}[%i, %i] : {ty}\n    \
                 %t = arith.subi %p, %q : i64\n    %u = arith.addi %t, %c : i64\n    linalg.yield %u : i64\n  }} -> {ty}"
            ),
            7 => writeln!(
                body,
                "  {r}, %z{n} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, \
                 affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = [\"parallel\", \"parallel\"]}} \
                 ins({x} : {ty}) outs({y}, {d} : {ty}, {ty}) {{\n  ^bb0(%p: i64, %q: i64, %o: i64):\n    \
                 %t = arith.subi %p, %q : i64\n    linalg.yield %t, %p : i64, i64\n  }} -> ({ty}, {ty})"
            ),
            8 => writeln!(body, "  {r} = arith.subi {x}, {y} : {ty}"),
            9 => writeln!(
                body,
                "  %k{n} = arith.constant 1 : index\n  \
                 %s{n} = tensor.extract_slice {x}[%k{n}, 0] [2, 2] [1, %k{n}] : {ty} to tensor<2x2xi64>\n  \
                 {r} = tensor.insert_slice %s{n} into {y}[%k{n}, 1] [2, 2] [2, %k{n}] : tensor<2x2xi64> into {ty}"
            ),
            10 => writeln!(body, "  {r} = call @g({x}, {y}) : ({ty}, {ty}) -> {ty}"),
            11 => writeln!(
                body,
                "  %k{n} = arith.constant 3 : i64\n  %t{n} = tensor.empty() : tensor<2x2x3x2xi64>\n  \
                 %s{n} = tensor.pack {x} padding_value(%k{n} : i64) inner_dims_pos = [1, 0] inner_tiles = [3, 2] into %t{n} \
                 : {ty} -> tensor<2x2x3x2xi64>\n  %u{n} = tensor.unpack %s{n} inner_dims_pos = [1, 0] inner_tiles = [3, 2] \
                 into {d} : tensor<2x2x3x2xi64> -> {ty}\n  %v{n} = tensor.empty() : tensor<2x2x2x2xi64>\n  \
                 %w{n} = tensor.pack %u{n} outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %v{n} \
                 : {ty} -> tensor<2x2x2x2xi64>\n  {r} = tensor.unpack %w{n} inner_dims_pos = [0, 1] inner_tiles = [2, 2] \
                 into {y} : tensor<2x2x2x2xi64> -> {ty}"
            ),
            12 => writeln!(
                body,
                "  %l{n} = arith.constant 0 : index\n  %k{n} = arith.constant 1 : index\n  \
                 %h{n} = arith.constant {} : index\n  \
                 {r}, %z{n} = scf.for %i = %l{n} to %h{n} step %k{n} iter_args(%p = {x}, %o = {y}) -> ({ty}, {ty}) {{\n    \
                 %q = tensor.extract %o[%i, %k{n}] : {ty}\n    %w = tensor.insert %q into %p[%i, %i] : {ty}\n    \
                 %t = arith.addi %w, {read} : {ty}\n    %u = linalg.map {{ arith.muli }} ins(%o, {x} : {ty}, {ty}) outs(%p : {ty})\n    \
                 scf.yield %t, {} : {ty}, {ty}\n  }}",
                numbers.below(4),
                ["%o", "%u", "%t"][numbers.below(3)]
            ),
            _ => writeln!(
                body,
                "  {r} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, \
                 affine_map<(i, j) -> (i, j)>], iterator_types = [\"parallel\", \"parallel\"]}} \
                 ins({x}, {y} : {ty}, {ty}) outs({x} : {ty}) {{\n  ^bb0(%p: i64, %q: i64, %o: i64):\n    \
                 %t = arith.subi %p, %q : i64\n    %u = arith.muli %t, %o : i64\n    linalg.yield %u : i64\n  }} -> {ty}"
            ),
        };
        values.push(r);
    }
    let results: Vec<String> = (0..1 + numbers.below(3))
        .map(|_| values[numbers.below(values.len())].clone())
        .collect();
    let types = vec![ty.as_str(); results.len()].join(", ");
    format!(
        "func.func private @g(%a: {ty}, %b: {ty}) -> {ty} {{\n  %i = arith.constant 2 : index\n  \
         %x = tensor.extract %b[%i, %i] : {ty}\n  %c = tensor.insert %x into %a[%i, %i] : {ty}\n  \
         %two = arith.constant dense<2> : {ty}\n  %r = arith.muli %c, %two : {ty}\n  \
         %s = tensor.generate {{\n  ^bb0(%p: index, %q: index):\n    %y = tensor.extract %r[%q, %p] : {ty}\n    \
         tensor.yield %y : i64\n  }} : {ty}\n  return %s : {ty}\n}}\n\
         func.func @f({}) -> ({types}) {{\n{body}  return {} : {types}\n}}\n",
        arguments.join(", "),
        results.join(", ")
    )
}

type Results = Vec<Vec<Option<u128>>>;

fn of_tensors(module: &Module, inputs: &[Vec<i64>]) -> Results {
    let size = SIZE as i64;
    let arguments = inputs
        .iter()
        .map(|values| Value::Tensor(Tensor::new(&[size, size], cells(values))));
    let arguments: Vec<Value<Scalar>> = arguments.collect();
    let values = interpret::run(module, "f", &mut Memory::new(), &arguments, &Limits::default());
    let values = values.unwrap_or_else(|trap| panic!("{trap}\n{}", print_module(module)));
    let of = |value: &Value<Scalar>| match value {
        Value::Tensor(tensor) => tensor.cells.iter().map(|cell| cell.bits()).collect(),
        other => panic!("a result of another kind: {other:?}"),
    };
    values.iter().map(of).collect()
}

fn of_memrefs(module: &Module, inputs: &[Vec<i64>], results: &[usize]) -> Results {
    let size = SIZE as i64;
    let mut memory = Memory::new();
    let mut buffers = Vec::new();
    let added = results.iter().filter(|n| **n >= ARGUMENTS).count();
    let undefined = vec![Scalar::Undefined; SIZE * SIZE];
    let contents = inputs.iter().map(|values| cells(values));
    for cells in contents.chain((0..added).map(|_| undefined.clone())) {
        buffers.push(memory.add_caller(cells));
    }
    let arguments = buffers
        .iter()
        .map(|&id| Value::MemRef(MemRef::row_major(id, &[size, size])));
    let arguments: Vec<Value<Scalar>> = arguments.collect();
    interpret::run(module, "f", &mut memory, &arguments, &Limits::default())
        .unwrap_or_else(|trap| panic!("{trap}\n{}", print_module(module)));
    let of = |&number: &usize| {
        memory
            .buffer(buffers[number])
            .cells
            .iter()
            .map(|cell| cell.bits())
            .collect()
    };
    results.iter().map(of).collect()
}
