// A table that nobody writes is loaded from at a subscript that is data; what is loaded is a function of that.
func.func @table(%n: index, %k: memref<?xi32> {llvm.noalias}, %t: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %k[%i] : memref<?xi32>
    %at = arith.index_cast %a : i32 to index
    %v = memref.load %t[%at] : memref<?xf32>
    affine.store %v, %out[%i] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @table(%n: index, %k: memref<?xi32> {llvm.noalias}, %t: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}) {
    affine.for %i = 0 to #map(%n) {
      %0 = affine.load %k[%i] : memref<?xi32>
      %1 = arith.index_cast %0 : i32 to index
      %2 = memref.load %t[%1] : memref<?xf32>
      affine.store %2, %out[%i] : memref<?xf32>
    }
    return
  }
}
// -----
// The rows of the table are read at affine subscripts too.
func.func @rows(%n: index, %m: index, %k: memref<?xi32> {llvm.noalias}, %t: memref<?xf32>, %out: memref<?x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 64 {
      %a = affine.load %k[%i] : memref<?xi32>
      %row = arith.index_cast %a : i32 to index
      %first = arith.muli %row, %m : index
      %at = arith.addi %first, %j : index
      %v = memref.load %t[%at] : memref<?xf32>
      %w = affine.load %t[%j * symbol(%m)] : memref<?xf32>
      %s = arith.addf %v, %w : f32
      affine.store %s, %out[%i, %j] : memref<?x64xf32>
    }
  }
  return
}
// stays: more must be known of sizes (rows of linear arrays as long as what is accessed of them, integers that fit their type): it is not known whether %m >= 1
// -----
// What is read where the inner loop runs is read there.
func.func @certain(%n: index, %m: index, %k: memref<?xi32> {llvm.noalias}, %t: memref<?x64xf32>, %out: memref<?x64xf32> {llvm.noalias}) {
  %none = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %a = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%m) -> i32 {
      %b = affine.load %k[%i] : memref<?xi32>
      affine.yield %b : i32
    } else {
      affine.yield %none : i32
    }
    affine.for %j = 0 to %m {
      %row = arith.index_cast %a : i32 to index
      %v = memref.load %t[%row, %j] : memref<?x64xf32>
      affine.store %v, %out[%i, %j] : memref<?x64xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @certain(%n: index, %m: index, %k: memref<?xi32> {llvm.noalias}, %t: memref<?x64xf32>, %out: memref<?x64xf32> {llvm.noalias}) {
    %none = arith.constant 0 : i32
    affine.for %i = 0 to #map(%n) {
      affine.for %j = 0 to #map(%m) {
        %0 = affine.load %k[%i] : memref<?xi32>
        %1 = arith.index_cast %0 : i32 to index
        %2 = memref.load %t[%1, %j] : memref<?x64xf32>
        affine.store %2, %out[%i, %j] : memref<?x64xf32>
      }
    }
    return
  }
}
// -----
// The table is written.
func.func @written(%n: index, %k: memref<?xi32> {llvm.noalias}, %t: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %k[%i] : memref<?xi32>
    %at = arith.index_cast %a : i32 to index
    %v = memref.load %t[%at] : memref<?xf32>
    affine.store %v, %t[%i] : memref<?xf32>
  }
  return
}
// stays: the subscript is data, and the loops write the array, or one that may overlap with it
// -----
// The table may be what is written.
func.func @overlapping(%n: index, %k: memref<?xi32> {llvm.noalias}, %t: memref<?xf32>, %out: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %a = affine.load %k[%i] : memref<?xi32>
    %at = arith.index_cast %a : i32 to index
    %v = memref.load %t[%at] : memref<?xf32>
    affine.store %v, %out[%i] : memref<?xf32>
  }
  return
}
// stays: the subscript is data, and the loops write the array, or one that may overlap with it
// -----
// A histogram stores where data tell it to.
func.func @histogram(%n: index, %k: memref<?xi32> {llvm.noalias}, %h: memref<?xi32> {llvm.noalias}) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    %a = affine.load %k[%i] : memref<?xi32>
    %at = arith.index_cast %a : i32 to index
    memref.store %one, %h[%at] : memref<?xi32>
  }
  return
}
// stays: the subscript of a store is data, so that it is not known which elements are stored to
