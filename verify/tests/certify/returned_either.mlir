// refused: 
// Which array it is depends on data.
func.func @first(%n: index, %c: i1, %A: memref<?xf32>) -> memref<?xf32> {
  %r = memref.alloc(%n) : memref<?xf32>
  %s = scf.if %c -> memref<?xf32> {
    scf.yield %r : memref<?xf32>
  } else {
    scf.yield %A : memref<?xf32>
  }
  return %s : memref<?xf32>
}
func.func @second(%n: index, %c: i1, %A: memref<?xf32>) -> memref<?xf32> {
  %r = memref.alloc(%n) : memref<?xf32>
  %s = scf.if %c -> memref<?xf32> {
    scf.yield %r : memref<?xf32>
  } else {
    scf.yield %A : memref<?xf32>
  }
  return %s : memref<?xf32>
}
