//! The words to insert: the names of the operations, and what types, attributes and affine maps are made of.

use std::{fs, io};

use ovolo_lang::op::OpCode;

const WORDS: &[&str] = &[
    // Types.
    "i1",
    "si8",
    "ui16",
    "i32",
    "i64",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f8E4M3FN",
    "tf32",
    "none",
    "memref<",
    "tensor<",
    "vector<",
    "complex<",
    "tuple<",
    "?x",
    "*x",
    "[4]x",
    "strided<[",
    "offset: ",
    "-> ",
    // Attributes.
    "affine_map<",
    "affine_set<",
    "dense<",
    "sparse<",
    "array<i64: ",
    "dense_resource<",
    "distinct[0]<",
    "unit",
    "true",
    "false",
    "loc(",
    "callsite(",
    "fused[",
    "unknown",
    "0x7FC00000",
    "-1",
    "1.0e10",
    "9223372036854775807",
    "-9223372036854775808",
    "170141183460469231731687303715884105728",
    // Affine maps.
    "floordiv",
    "ceildiv",
    "mod",
    "symbol(",
    "max",
    "min",
    "(d0, d1)[s0] -> (",
    " >= 0",
    " == 0",
    // Structure.
    "func.func private @f(",
    "attributes {",
    "<{",
    "}>",
    "^bb0(%a: i32):",
    "%x:2 = ",
    "%x#1",
    "@a::@b",
    "#map = ",
    "!t = ",
    "!a.b<",
    "#a.b<",
    "{-#",
    "#-}",
    "step ",
    "iter_args(%i = %a) -> (",
    "to ",
    "else",
    "outs(",
    "ins(",
    "into",
    "reduce(",
    "fastmath<",
    "overflow<",
    "// -----",
    // The language of 2019.
    "func @f(",
    "mlfunc @f(",
    "cfgfunc @f(",
    "extfunc @f(",
    "size (",
    "splat<",
    "type ",
    "attributes {a: ",
];

/// Writes the words as libFuzzer reads them.
pub fn write(file: &str) -> io::Result<()> {
    let names = OpCode::table().map(|row| row.name);
    let lines = names
        .chain(WORDS.iter().copied())
        .map(|word| format!("\"{word}\"\n"));
    fs::write(file, lines.collect::<String>())
}
