// refused: 
// wrong
// The function is called with its arrays exchanged.
func.func @first(%n: index, %flag: memref<i1> {llvm.noalias}, %A: memref<?x?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  scf.while : () -> () {
    %go = memref.load %flag[] : memref<i1>
    scf.condition(%go)
  } do {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %x[%j] : memref<?xf32>
        %s = affine.load %y[%i] : memref<?xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %y[%i] : memref<?xf32>
      }
    }
    %z = affine.load %y[0] : memref<?xf32>
    affine.store %z, %x[0] : memref<?xf32>
    scf.yield
  }
  return
}
func.func @second(%n: index, %flag: memref<i1> {llvm.noalias}, %A: memref<?x?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  scf.while : () -> () {
    %go = memref.load %flag[] : memref<i1>
    scf.condition(%go)
  } do {
    func.call @nest(%n, %A, %y, %x) : (index, memref<?x?xf32>, memref<?xf32>, memref<?xf32>) -> ()
    %z = affine.load %y[0] : memref<?xf32>
    affine.store %z, %x[0] : memref<?xf32>
    scf.yield
  }
  return
}
func.func private @nest(%n: index, %A: memref<?x?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%j] : memref<?xf32>
      %s = affine.load %y[%i] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %y[%i] : memref<?xf32>
    }
  }
  return
}
