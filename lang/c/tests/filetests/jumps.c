// `break`, `continue` and `return` as conditions.
int first(const int *a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] < 0)
      return i;
  return -1;
}
void skipped(int *a, int n) {
  if (n > 100)
    return;
  for (int i = 0; i < n; i++) {
    if (i == 3)
      continue;
    a[i] += 1;
  }
}
// expected:
// #map = affine_map<()[s0] -> (72057594037927936)>
// #map1 = affine_map<()[s0] -> (s0)>
// #set = affine_set<()[s0] : (-s0 + 100 >= 0)>
// #set1 = affine_set<(d0) : (d0 - 3 == 0)>
// module {
//   func.func @first(%a: memref<?xi32> {c.extents = #map}, %n: i32) -> i32 attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %1 = arith.constant false
//     %2 = arith.constant true
//     %3 = arith.constant 1 : i32
//     %4 = arith.constant -1 : i32
//     %5:3 = scf.while (%i = %0, %returned = %1, %result = %0) : (i32, i1, i32) -> (i32, i1, i32) {
//       %8 = arith.xori %returned, %2 : i1
//       %9 = arith.cmpi slt, %i, %n : i32
//       %10 = arith.andi %8, %9 : i1
//       scf.condition(%10) %i, %returned, %result : i32, i1, i32
//     } do {
//     ^bb0(%i: i32, %returned: i1, %result: i32):
//       %8 = arith.index_cast %i : i32 to index
//       %9 = memref.load %a[%8] : memref<?xi32>
//       %10 = arith.cmpi slt, %9, %0 : i32
//       %11:3 = scf.if %10 -> (i32, i1, i32) {
//         scf.yield %i, %2, %i : i32, i1, i32
//       } else {
//         %12 = arith.addi %i, %3 overflow<nsw> : i32
//         scf.yield %12, %returned, %result : i32, i1, i32
//       }
//       scf.yield %11#0, %11#1, %11#2 : i32, i1, i32
//     }
//     %6 = arith.xori %5#1, %2 : i1
//     %7 = arith.select %6, %4, %5#2 : i32
//     return %7 : i32
//   }
//   func.func @skipped(%a: memref<?xi32> {c.extents = #map1}, %n: i32) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 1 : i32
//     affine.if #set()[%n_0] {
//       affine.for %i = 0 to %n_0 {
//         affine.if #set1(%i) {
//         } else {
//           %1 = affine.load %a[%i] : memref<?xi32>
//           %2 = arith.addi %1, %0 : i32
//           affine.store %2, %a[%i] : memref<?xi32>
//         }
//       }
//     }
//     return
//   }
// }
// 2:1: extern int first(const int *a, int n);
// 8:1: extern void skipped(int *a, int n);
