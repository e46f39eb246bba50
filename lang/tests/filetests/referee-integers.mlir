// RUN: referee
// The extremes of 64 bits.
func.func @main() {
  %a = arith.constant dense<[-9223372036854775808, -9223372036854775808, 9223372036854775807, -1, 0, 1, -7, 7]> : vector<8xi64>
  %b = arith.constant dense<[1, 9223372036854775807, -9223372036854775808, 1, -9223372036854775808, -1, 2, -2]> : vector<8xi64>
  %add = arith.addi %a, %b : vector<8xi64>
  vector.print %add : vector<8xi64>
  %sub = arith.subi %a, %b : vector<8xi64>
  vector.print %sub : vector<8xi64>
  %mul = arith.muli %a, %b : vector<8xi64>
  vector.print %mul : vector<8xi64>
  %divs = arith.divsi %a, %b : vector<8xi64>
  vector.print %divs : vector<8xi64>
  %divu = arith.divui %a, %b : vector<8xi64>
  vector.print %divu : vector<8xi64>
  %rems = arith.remsi %a, %b : vector<8xi64>
  vector.print %rems : vector<8xi64>
  %remu = arith.remui %a, %b : vector<8xi64>
  vector.print %remu : vector<8xi64>
  %floor = arith.floordivsi %a, %b : vector<8xi64>
  vector.print %floor : vector<8xi64>
  %small = arith.constant dense<[-9223372036854775807, -6, 6, -1, 0, 1, -7, 7]> : vector<8xi64>
  %ceil = arith.ceildivsi %small, %b : vector<8xi64>
  vector.print %ceil : vector<8xi64>
  %ceilu = arith.ceildivui %a, %b : vector<8xi64>
  vector.print %ceilu : vector<8xi64>
  %maxs = arith.maxsi %a, %b : vector<8xi64>
  vector.print %maxs : vector<8xi64>
  %maxu = arith.maxui %a, %b : vector<8xi64>
  vector.print %maxu : vector<8xi64>
  %mins = arith.minsi %a, %b : vector<8xi64>
  vector.print %mins : vector<8xi64>
  %minu = arith.minui %a, %b : vector<8xi64>
  vector.print %minu : vector<8xi64>
  return
}
// EXPECTED
// ( -9223372036854775807, -1, -1, 0, -9223372036854775808, 0, -5, 5 )
// ( 9223372036854775807, 1, -1, -2, -9223372036854775808, 2, -9, 9 )
// ( -9223372036854775808, -9223372036854775808, -9223372036854775808, -1, 0, -1, -14, -14 )
// ( -9223372036854775808, -1, 0, -1, 0, -1, -3, -3 )
// ( -9223372036854775808, 1, 0, -1, 0, 0, 9223372036854775804, 0 )
// ( 0, -1, 9223372036854775807, 0, 0, 0, -1, 1 )
// ( 0, 1, 9223372036854775807, 0, 0, 1, 1, 7 )
// ( -9223372036854775808, -2, -1, -1, 0, -1, -4, -4 )
// ( -9223372036854775807, 0, 0, -1, 0, -1, -3, -3 )
// ( -9223372036854775808, 2, 1, -1, 0, 1, 9223372036854775805, 1 )
// ( 1, 9223372036854775807, 9223372036854775807, 1, 0, 1, 2, 7 )
// ( -9223372036854775808, -9223372036854775808, -9223372036854775808, -1, -9223372036854775808, -1, -7, -2 )
// ( -9223372036854775808, -9223372036854775808, -9223372036854775808, -1, -9223372036854775808, -1, -7, -2 )
// ( 1, 9223372036854775807, 9223372036854775807, 1, 0, 1, 2, 7 )

// -----
func.func @main() {
  %a = arith.constant dense<[-9223372036854775808, -9223372036854775808, 9223372036854775807, -1, 0, 1, -7, 7]> : vector<8xi64>
  %b = arith.constant dense<[1, 9223372036854775807, -9223372036854775808, 1, -9223372036854775808, -1, 2, -2]> : vector<8xi64>
  %s = arith.constant dense<[0, 63, 63, 62, 5, 63, 1, 2]> : vector<8xi64>
  %shl = arith.shli %a, %s : vector<8xi64>
  vector.print %shl : vector<8xi64>
  %shrs = arith.shrsi %a, %s : vector<8xi64>
  vector.print %shrs : vector<8xi64>
  %shru = arith.shrui %a, %s : vector<8xi64>
  vector.print %shru : vector<8xi64>
  %and = arith.andi %a, %b : vector<8xi64>
  vector.print %and : vector<8xi64>
  %or = arith.ori %a, %b : vector<8xi64>
  vector.print %or : vector<8xi64>
  %xor = arith.xori %a, %b : vector<8xi64>
  vector.print %xor : vector<8xi64>
  %lt = arith.cmpi slt, %a, %b : vector<8xi64>
  vector.print %lt : vector<8xi1>
  %ult = arith.cmpi ult, %a, %b : vector<8xi64>
  vector.print %ult : vector<8xi1>
  %ge = arith.cmpi sge, %a, %b : vector<8xi64>
  vector.print %ge : vector<8xi1>
  %uge = arith.cmpi uge, %a, %b : vector<8xi64>
  vector.print %uge : vector<8xi1>
  %abs = math.absi %a : vector<8xi64>
  vector.print %abs : vector<8xi64>
  %narrow = arith.trunci %a : vector<8xi64> to vector<8xi8>
  vector.print %narrow : vector<8xi8>
  %wide = arith.extsi %narrow : vector<8xi8> to vector<8xi64>
  vector.print %wide : vector<8xi64>
  %unsigned = arith.extui %narrow : vector<8xi8> to vector<8xi32>
  vector.print %unsigned : vector<8xi32>
  return
}
// EXPECTED
// ( -9223372036854775808, 0, -9223372036854775808, -4611686018427387904, 0, -9223372036854775808, -14, 28 )
// ( -9223372036854775808, -1, 0, -1, 0, 0, -4, 1 )
// ( -9223372036854775808, 1, 0, 3, 0, 0, 9223372036854775804, 1 )
// ( 0, 0, 0, 1, 0, 1, 0, 6 )
// ( -9223372036854775807, -1, -1, -1, -9223372036854775808, -1, -5, -1 )
// ( -9223372036854775807, -1, -1, -2, -9223372036854775808, -2, -5, -7 )
// ( 1, 1, 0, 1, 0, 0, 1, 0 )
// ( 0, 0, 1, 0, 1, 1, 0, 1 )
// ( 0, 0, 1, 0, 1, 1, 0, 1 )
// ( 1, 1, 0, 1, 0, 0, 1, 0 )
// ( -9223372036854775808, -9223372036854775808, 9223372036854775807, 1, 0, 1, 7, 7 )
// ( 0, 0, -1, -1, 0, 1, -7, 7 )
// ( 0, 0, -1, -1, 0, 1, -7, 7 )
// ( 0, 0, 255, 255, 0, 1, 249, 7 )

// -----
// Sums and products of twice the width.
func.func @main() {
  %a = arith.constant dense<[-9223372036854775808, -1, 9223372036854775807, 0]> : vector<4xi64>
  %b = arith.constant dense<[-9223372036854775808, -1, 2, -5]> : vector<4xi64>
  %sum, %carry = arith.addui_extended %a, %b : vector<4xi64>, vector<4xi1>
  vector.print %sum : vector<4xi64>
  vector.print %carry : vector<4xi1>
  %low, %high = arith.mulsi_extended %a, %b : vector<4xi64>
  vector.print %low : vector<4xi64>
  vector.print %high : vector<4xi64>
  %lowu, %highu = arith.mului_extended %a, %b : vector<4xi64>
  vector.print %lowu : vector<4xi64>
  vector.print %highu : vector<4xi64>
  %c = arith.constant dense<[-128, -1, 127, 5]> : vector<4xi8>
  %d = arith.constant dense<[-128, 127, 2, -5]> : vector<4xi8>
  %l8, %h8 = arith.mulsi_extended %c, %d : vector<4xi8>
  vector.print %l8 : vector<4xi8>
  vector.print %h8 : vector<4xi8>
  %lu8, %hu8 = arith.mului_extended %c, %d : vector<4xi8>
  vector.print %lu8 : vector<4xi8>
  vector.print %hu8 : vector<4xi8>
  return
}
// EXPECTED
// ( 0, -2, -9223372036854775807, -5 )
// ( 1, 1, 0, 0 )
// ( 0, 1, -2, 0 )
// ( 4611686018427387904, 0, 0, 0 )
// ( 0, 1, -2, 0 )
// ( 4611686018427387904, -2, 0, 0 )
// ( 0, -127, -2, -25 )
// ( 64, -1, 0, -1 )
// ( 0, -127, -2, -25 )
// ( 64, 126, 0, 4 )

// -----
// One bit: its one is the signed -1.
func.func @main() {
  %a = arith.constant dense<[false, false, true, true]> : vector<4xi1>
  %b = arith.constant dense<[false, true, false, true]> : vector<4xi1>
  %add = arith.addi %a, %b : vector<4xi1>
  vector.print %add : vector<4xi1>
  %sub = arith.subi %a, %b : vector<4xi1>
  vector.print %sub : vector<4xi1>
  %mul = arith.muli %a, %b : vector<4xi1>
  vector.print %mul : vector<4xi1>
  %maxs = arith.maxsi %a, %b : vector<4xi1>
  vector.print %maxs : vector<4xi1>
  %maxu = arith.maxui %a, %b : vector<4xi1>
  vector.print %maxu : vector<4xi1>
  %mins = arith.minsi %a, %b : vector<4xi1>
  vector.print %mins : vector<4xi1>
  %minu = arith.minui %a, %b : vector<4xi1>
  vector.print %minu : vector<4xi1>
  %slt = arith.cmpi slt, %a, %b : vector<4xi1>
  vector.print %slt : vector<4xi1>
  %ult = arith.cmpi ult, %a, %b : vector<4xi1>
  vector.print %ult : vector<4xi1>
  %sle = arith.cmpi sle, %a, %b : vector<4xi1>
  vector.print %sle : vector<4xi1>
  %exts = arith.extsi %a : vector<4xi1> to vector<4xi32>
  vector.print %exts : vector<4xi32>
  %extu = arith.extui %a : vector<4xi1> to vector<4xi32>
  vector.print %extu : vector<4xi32>
  %sitofp = arith.sitofp %a : vector<4xi1> to vector<4xf32>
  vector.print %sitofp : vector<4xf32>
  %uitofp = arith.uitofp %a : vector<4xi1> to vector<4xf32>
  vector.print %uitofp : vector<4xf32>
  %index = arith.index_cast %a : vector<4xi1> to vector<4xindex>
  vector.print %index : vector<4xindex>
  %indexu = arith.index_castui %a : vector<4xi1> to vector<4xindex>
  vector.print %indexu : vector<4xindex>
  %one = arith.constant dense<true> : vector<4xi1>
  %divu = arith.divui %a, %one : vector<4xi1>
  vector.print %divu : vector<4xi1>
  %remu = arith.remui %a, %one : vector<4xi1>
  vector.print %remu : vector<4xi1>
  %ceilu = arith.ceildivui %a, %one : vector<4xi1>
  vector.print %ceilu : vector<4xi1>
  %zero = arith.constant dense<false> : vector<4xi1>
  %divs = arith.divsi %zero, %one : vector<4xi1>
  vector.print %divs : vector<4xi1>
  %shl = arith.shli %a, %zero : vector<4xi1>
  vector.print %shl : vector<4xi1>
  %shrs = arith.shrsi %a, %zero : vector<4xi1>
  vector.print %shrs : vector<4xi1>
  %sum, %carry = arith.addui_extended %a, %b : vector<4xi1>, vector<4xi1>
  vector.print %sum : vector<4xi1>
  vector.print %carry : vector<4xi1>
  return
}
// EXPECTED
// ( 0, 1, 1, 0 )
// ( 0, 1, 1, 0 )
// ( 0, 0, 0, 1 )
// ( 0, 0, 0, 1 )
// ( 0, 1, 1, 1 )
// ( 0, 1, 1, 1 )
// ( 0, 0, 0, 1 )
// ( 0, 0, 1, 0 )
// ( 0, 1, 0, 0 )
// ( 1, 0, 1, 1 )
// ( 0, 0, -1, -1 )
// ( 0, 0, 1, 1 )
// ( 0.0, 0.0, -1.0, -1.0 )
// ( 0.0, 0.0, 1.0, 1.0 )
// ( 0, 0, 18446744073709551615, 18446744073709551615 )
// ( 0, 0, 1, 1 )
// ( 0, 0, 1, 1 )
// ( 0, 0, 0, 0 )
// ( 0, 0, 1, 1 )
// ( 0, 0, 0, 0 )
// ( 0, 0, 1, 1 )
// ( 0, 0, 1, 1 )
// ( 0, 1, 1, 0 )
// ( 0, 0, 0, 1 )

// -----
// Powers, and counts of bits.
func.func @main() {
  %a = arith.constant dense<[-9223372036854775808, 9223372036854775807, -1, 0, 1, 255, -256, 3]> : vector<8xi64>
  %ones = math.ctpop %a : vector<8xi64>
  vector.print %ones : vector<8xi64>
  %leading = math.ctlz %a : vector<8xi64>
  vector.print %leading : vector<8xi64>
  %trailing = math.cttz %a : vector<8xi64>
  vector.print %trailing : vector<8xi64>
  %c = arith.constant 200 : i8
  %cp = math.ctpop %c : i8
  vector.print %cp : i8
  %cl = math.ctlz %c : i8
  vector.print %cl : i8
  %ct = math.cttz %c : i8
  vector.print %ct : i8
  %base = arith.constant dense<[-9223372036854775808, 3, -3, 2, -2, -1, 1, 7]> : vector<8xi64>
  %exponent = arith.constant dense<[1, 39, 39, 63, 63, -9223372036854775808, -9223372036854775808, -1]> : vector<8xi64>
  %power = math.ipowi %base, %exponent : vector<8xi64>
  vector.print %power : vector<8xi64>
  %e0 = arith.constant dense<[0, 2, 64, 0, 1, 9223372036854775807, 0, 100]> : vector<8xi64>
  %power0 = math.ipowi %base, %e0 : vector<8xi64>
  vector.print %power0 : vector<8xi64>
  %b8 = arith.constant dense<[-128, 127, -1, 2, 3, 0]> : vector<6xi8>
  %e8 = arith.constant dense<[1, 127, -128, 7, 127, 0]> : vector<6xi8>
  %power8 = math.ipowi %b8, %e8 : vector<6xi8>
  vector.print %power8 : vector<6xi8>
  return
}
// EXPECTED
// ( 1, 63, 64, 0, 1, 8, 56, 2 )
// ( 0, 1, 0, 64, 63, 56, 0, 62 )
// ( 63, 0, 0, 64, 0, 0, 8, 0 )
// 3
// 0
// 3
// ( -9223372036854775808, 4052555153018976267, -4052555153018976267, -9223372036854775808, -9223372036854775808, 1, 1, 0 )
// ( 1, 9, 8733086111712066817, 1, -2, -1, 1, 3728452490685454945 )
// ( -128, 127, 1, -128, -85, 1 )

// -----
// MLIR is wrong: `ceildivsi` becomes the negative of a quotient of the negative, and the least integer has none.
memref.global "private" @least : memref<i64> = dense<-9223372036854775808>
func.func @main() {
  %memory = memref.get_global @least : memref<i64>
  %least = memref.load %memory[] : memref<i64>
  %greatest = arith.constant 9223372036854775807 : i64
  %r = arith.ceildivsi %least, %greatest : i64
  vector.print %r : i64
  return
}
// EXPECTED
// -1
