// RUN: interpret
// A power of an index overflows only where its value does.
// args: 4611686018427387904 0
// args: 4611686018427387904 1
// args: -9223372036854775808 1
// args: 4611686018427387904 2
// args: 3037000499 2
// args: -3037000500 2
// args: 2 62
// args: -2 63
// args: 2 63
// args: -1 9223372036854775807
// args: 1 9223372036854775806
// args: 0 9223372036854775807
// args: 0 0
// args: 4611686018427387904 -1
// args: -1 -9223372036854775807
// args: 0 -1
func.func @index(%base: index, %exponent: index) -> index {
  %r = math.ipowi %base, %exponent : index
  return %r : index
}
// EXPECTED
// 1
// 4611686018427387904
// -9223372036854775808
// 20:8: math.ipowi: an index that does not fit 64 bits
// 9223372030926249001
// 20:8: math.ipowi: an index that does not fit 64 bits
// 4611686018427387904
// -9223372036854775808
// 20:8: math.ipowi: an index that does not fit 64 bits
// -1
// 1
// 0
// 1
// 0
// -1
// 20:8: math.ipowi: division by zero

// -----
// Integers wrap around.
// args: 3 40
// args: -128 1
// args: -128 2
// args: -3 3
// args: 2 -1
// args: -1 -127
// args: -1 -128
// args: 0 -128
func.func @integer(%base: i8, %exponent: i8) -> i8 {
  %r = math.ipowi %base, %exponent : i8
  return %r : i8
}
// EXPECTED
// 33
// -128
// 0
// -27
// 0
// -1
// 1
// 11:8: math.ipowi: division by zero

// -----
// One bit is the sign, so that the one exponent beside zero is negative.
// args: 0 0
// args: 1 0
// args: 1 1
// args: 0 1
func.func @bit(%base: i1, %exponent: i1) -> i1 {
  %r = math.ipowi %base, %exponent : i1
  return %r : i1
}
// EXPECTED
// true
// true
// true
// 7:8: math.ipowi: division by zero
