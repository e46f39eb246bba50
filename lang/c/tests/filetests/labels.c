// `goto` to labels that stand behind it, and others.
void either(double *restrict a, double *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      goto other;
    a[i] = 2;
    goto end;
  other:
    b[i] = a[i];
  end:;
  }
}
int found(const int *a, int n) {
  int i, j = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      if (a[i] == -a[j])
        goto done;
done:
  return i + j;
}
int back(int n) {
again:
  if (--n > 5)
    goto again;
  return n;
}
int into(int *a, int n) {
  if (n > 3)
    goto inside;
  for (int i = 0; i < n; i++) {
    a[i] = 1;
  inside:;
  }
  return n;
}
int passes(int n) {
  if (n > 3)
    goto end;
  int a[2] = {1, 2};
  n += a[n & 1];
end:
  return n;
}
// expected:
// #map = affine_map<()[s0] -> (s0)>
// #map1 = affine_map<()[s0] -> (72057594037927936)>
// #map2 = affine_map<()[s0, s1] -> (s0 + s1)>
// module {
//   func.func @either(%a: memref<?xf64> {c.extents = #map, llvm.noalias}, %b: memref<?xf64> {c.extents = #map, llvm.noalias}, %n: i32) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f64
//     %1 = arith.constant 2.000000e+00 : f64
//     affine.for %i = 0 to %n_0 {
//       %2 = affine.load %a[%i] : memref<?xf64>
//       %3 = arith.cmpf olt, %2, %0 : f64
//       scf.if %3 {
//         affine.store %2, %b[%i] : memref<?xf64>
//       } else {
//         affine.store %1, %a[%i] : memref<?xf64>
//       }
//     }
//     return
//   }
//   func.func @found(%a: memref<?xi32> {c.extents = #map1}, %n: i32) -> i32 attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %1 = arith.constant false
//     %2 = arith.constant true
//     %3 = arith.constant 1 : i32
//     %4:3 = scf.while (%i = %0, %j = %0, %done = %1) : (i32, i32, i1) -> (i32, i32, i1) {
//       %9 = arith.xori %done, %2 : i1
//       %10 = arith.cmpi slt, %i, %n : i32
//       %11 = arith.andi %9, %10 : i1
//       scf.condition(%11) %i, %j, %done : i32, i32, i1
//     } do {
//     ^bb0(%i: i32, %j: i32, %done: i1):
//       %9:2 = scf.while (%j_0 = %0, %done_0 = %done) : (i32, i1) -> (i32, i1) {
//         %12 = arith.xori %done_0, %2 : i1
//         %13 = arith.cmpi slt, %j_0, %n : i32
//         %14 = arith.andi %12, %13 : i1
//         scf.condition(%14) %j_0, %done_0 : i32, i1
//       } do {
//       ^bb0(%j_1: i32, %done_1: i1):
//         %12 = arith.index_cast %i : i32 to index
//         %13 = memref.load %a[%12] : memref<?xi32>
//         %14 = arith.index_cast %j_1 : i32 to index
//         %15 = memref.load %a[%14] : memref<?xi32>
//         %16 = arith.subi %0, %15 : i32
//         %17 = arith.cmpi eq, %13, %16 : i32
//         %18:2 = scf.if %17 -> (i32, i1) {
//           scf.yield %j_1, %2 : i32, i1
//         } else {
//           %19 = arith.addi %j_1, %3 overflow<nsw> : i32
//           scf.yield %19, %done_1 : i32, i1
//         }
//         scf.yield %18#0, %18#1 : i32, i1
//       }
//       %10 = arith.xori %9#1, %2 : i1
//       %11 = scf.if %10 -> (i32) {
//         %12 = arith.addi %i, %3 overflow<nsw> : i32
//         scf.yield %12 : i32
//       } else {
//         scf.yield %i : i32
//       }
//       scf.yield %11, %9#0, %9#1 : i32, i32, i1
//     }
//     %5 = arith.index_cast %4#1 : i32 to index
//     %6 = arith.index_cast %4#0 : i32 to index
//     %7 = affine.apply #map2()[%6, %5]
//     %8 = arith.index_cast %7 : index to i32
//     return %8 : i32
//   }
// }
// left 25:5: `goto again`, which jumps back or into a block, is not understood
// left 30:5: `goto inside`, which jumps back or into a block, is not understood
// left 30:5: this jump leaves the part that would become a function of its own
// left 40:3: the declaration of what is no number, between a `goto` and a label, is not understood
// 2:1: extern void either(double *restrict a, double *restrict b, int n);
// 13:1: extern int found(const int *a, int n);
