// RUN: interpret
// Quotients of maps round as the affine dialect says.
// args: 7
// args: -7
// args: 8
// args: -8
func.func @maps(%i: index) -> (index, index, index, index) {
  %a = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%i)
  %b = affine.apply affine_map<(d0) -> (d0 ceildiv 4)>(%i)
  %c = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
  %d = affine.min affine_map<(d0) -> (d0, 3, d0 * -2)>(%i)
  return %a, %b, %c, %d : index, index, index, index
}
// EXPECTED
// 1 2 3 -14
// -2 -1 1 -7
// 2 2 0 -16
// -2 -2 0 -8

// -----
// args: 7 2
// args: -7 2
// args: 7 -2
// args: -7 -2
// args: 6 -2
// args: -128 -1
// args: 3 0
func.func @quotients(%a: i8, %b: i8) -> (i8, i8, i8, i8, i8, i8) {
  %floor = arith.floordivsi %a, %b : i8
  %ceil = arith.ceildivsi %a, %b : i8
  %trunc = arith.divsi %a, %b : i8
  %rest = arith.remsi %a, %b : i8
  %u = arith.divui %a, %b : i8
  %v = arith.ceildivui %a, %b : i8
  return %floor, %ceil, %trunc, %rest, %u, %v : i8, i8, i8, i8, i8, i8
}
// EXPECTED
// 3 4 3 1 3 4
// -4 -3 -3 -1 124 125
// -4 -3 -3 1 0 1
// 3 4 3 -1 0 1
// -3 -3 -3 0 0 1
// 9:12: arith.floordivsi: the quotient of the least integer by -1
// 9:12: arith.floordivsi: division by zero

// -----
// args: 9223372036854775807 1
// args: 1 -9223372036854775808
// args: 3 -4
func.func @index_overflow(%a: index, %b: index) -> (index, index) {
  %x = arith.addi %a, %b : index
  %y = arith.subi %a, %b : index
  return %x, %y : index, index
}
// EXPECTED
// 5:8: arith.addi: an index that does not fit 64 bits
// 6:8: arith.subi: an index that does not fit 64 bits
// -1 7

// -----
// args: 9223372036854775807
func.func @map_overflow(%a: index) -> index {
  %x = affine.apply affine_map<(d0) -> (d0 * 2)>(%a)
  return %x : index
}
// EXPECTED
// 3:8: affine.apply: an index that does not fit 64 bits

// -----
// args: 1 0
func.func @map_division_by_zero(%a: index, %b: index) -> index {
  %x = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%a)[%b]
  return %x : index
}
// EXPECTED
// 3:8: affine.apply: division by zero

// -----
// Conversions between index and integers.
// args: -1 300
func.func @casts(%a: i8, %b: index) -> (index, index, i8, i1, f16) {
  %s = arith.index_cast %a : i8 to index
  %u = arith.index_castui %a : i8 to index
  %t = arith.index_cast %b : index to i8
  %c0 = arith.constant 0 : index
  %c = arith.cmpi slt, %s, %c0 : index
  %w = arith.extsi %a : i8 to i32
  %f = arith.sitofp %w : i32 to f16
  return %s, %u, %t, %c, %f : index, index, i8, i1, f16
}
// EXPECTED
// -1 255 44 true -1.0

// -----
// args: NaN 1
// args: 1 NaN
// args: -0.0 0.0
// args: 2 3
func.func @flavours(%a: f32, %b: f32) -> (f32, f32, f32, f32) {
  %p = arith.maximumf %a, %b : f32
  %q = arith.minimumf %a, %b : f32
  %r = arith.maxnumf %a, %b : f32
  %s = arith.minnumf %a, %b : f32
  return %p, %q, %r, %s : f32, f32, f32, f32
}
// EXPECTED
// NaN NaN 1.0 1.0
// NaN NaN 1.0 1.0
// 0.0 -0.0 0.0 -0.0
// 3.0 2.0 3.0 2.0

// -----
// args: 1.5
// args: -1.5
// args: 300
// args: NaN
func.func @to_integer(%x: f32) -> (i8, i8) {
  %s = arith.fptosi %x : f32 to i8
  %u = arith.fptoui %x : f32 to i8
  return %s, %u : i8, i8
}
// EXPECTED
// 1 1
// -1 undefined
// undefined undefined
// undefined undefined

// -----
// One rounding or two.
// args: 1.0009765625 1.0009765625 -1.001953125
func.func @fused(%a: f16, %b: f16, %c: f16) -> (f16, f16) {
  %f = math.fma %a, %b, %c : f16
  %p = arith.mulf %a, %b : f16
  %s = arith.addf %p, %c : f16
  return %f, %s : f16, f16
}
// EXPECTED
// 9.5367431640625e-7 0.0

// -----
// args: 100 28
// args: 100 27
func.func @overflow(%a: i8, %b: i8) -> (i8, i8, i8) {
  %w = arith.addi %a, %b : i8
  %s = arith.addi %a, %b overflow<nsw> : i8
  %u = arith.addi %a, %b overflow<nuw> : i8
  return %w, %s, %u : i8, i8, i8
}
// EXPECTED
// -128 undefined -128
// 127 127 127

// -----
// A shift too far is no value, but choosing another one is fine.
// args: 1 3 1
func.func @shift(%a: i8, %b: i8, %c: i1) -> (i8, i8, i8) {
  %far = arith.constant 8 : i8
  %x = arith.shli %a, %b : i8
  %y = arith.shli %a, %far : i8
  %z = arith.select %c, %x, %y : i8
  return %x, %y, %z : i8, i8, i8
}
// EXPECTED
// 8 undefined 8

// -----
// A cast that is not realized, between integers of one width, changes what the type says of the sign.
// args: 200
func.func @signs(%a: i8) -> (i8, i8) {
  %u = builtin.unrealized_conversion_cast %a : i8 to ui8
  %b = builtin.unrealized_conversion_cast %u : ui8 to i8
  %w = arith.addi %b, %a : i8
  return %b, %w : i8, i8
}
// EXPECTED
// -56 -112

// -----
// args: 200
func.func @no_bits_of_it(%a: i8) -> i16 {
  %u = builtin.unrealized_conversion_cast %a : i8 to i16
  return %u : i16
}
// EXPECTED
// 3:8: builtin.unrealized_conversion_cast: not supported: the operation builtin.unrealized_conversion_cast
