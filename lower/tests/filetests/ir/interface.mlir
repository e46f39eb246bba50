// test: ir cpu=x86-64-v3 level=O1

// Extents, then strides, then the offset; results through pointers when there are several.
func.func private @outside(memref<2x?xf32, strided<[?, 1], offset: ?>>, i1) -> (f64, index)

func.func @f(%A: memref<2x?xf32, strided<[?, 1], offset: ?>>, %b: i1) -> f64 {
  %r:2 = call @outside(%A, %b) : (memref<2x?xf32, strided<[?, 1], offset: ?>>, i1) -> (f64, index)
  return %r#0 : f64
}
// check: declare void @outside(ptr align 4, i64, i64, i64, i1 zeroext, ptr, ptr)
// check: define double @f(ptr align 4 %0, i64 %1, i64 %2, i64 %3, i1 zeroext %4)
