// A value read before a store that may change it: it gets a temporary.
func.func @swap(%A: memref<9xf32>, %i: index) {
  affine.for %k = 0 to 4 {
    %a = affine.load %A[%k] : memref<9xf32>
    %b = affine.load %A[%k + 1] : memref<9xf32>
    affine.store %b, %A[%k] : memref<9xf32>
    affine.store %a, %A[%k + 1] : memref<9xf32>
  }
  return
}
// becomes
module {
  func.func @swap(%A: memref<9xf32>, %i: index) {
    %0 = affine.load %A[0] : memref<9xf32>
    %old = memref.alloca() : memref<f32>
    %1 = affine.for %k = 0 to 4 iter_args(%A_0 = %0) -> (f32) {
      affine.store %A_0, %old[] : memref<f32>
      %2 = affine.load %A[%k + 1] : memref<9xf32>
      affine.store %2, %A[%k] : memref<9xf32>
      affine.store %A_0, %A[%k + 1] : memref<9xf32>
      affine.yield %A_0 : f32
    }
    return
  }
}
// -----
// No temporary: the store is to memory that cannot be what was read.
func.func @apart(%A: memref<9xf32>, %B: memref<9xf32> {llvm.noalias}) {
  affine.for %k = 0 to 4 {
    %a = affine.load %A[%k] : memref<9xf32>
    affine.store %a, %B[%k] : memref<9xf32>
    affine.store %a, %B[%k + 1] : memref<9xf32>
  }
  return
}
// becomes
module {
  func.func @apart(%A: memref<9xf32>, %B: memref<9xf32> {llvm.noalias}) {
    affine.for %k = 0 to 4 {
      %0 = affine.load %A[%k] : memref<9xf32>
      affine.store %0, %B[%k] : memref<9xf32>
      affine.store %0, %B[%k + 1] : memref<9xf32>
    }
    return
  }
}
// -----
// The loop inside writes what was read before it and is used in it.
func.func @before_a_loop(%A: memref<9xf32>) {
  affine.for %k = 0 to 4 {
    %a = affine.load %A[%k] : memref<9xf32>
    affine.for %l = 0 to 3 {
      affine.store %a, %A[%l] : memref<9xf32>
    }
  }
  return
}
// becomes
module {
  func.func @before_a_loop(%A: memref<9xf32>) {
    %before = memref.alloca() : memref<f32>
    affine.for %k = 0 to 4 {
      %0 = affine.load %A[%k] : memref<9xf32>
      affine.store %0, %before[] : memref<f32>
      affine.for %l = 0 to 3 {
        %1 = affine.load %before[] : memref<f32>
        affine.store %1, %A[%l] : memref<9xf32>
      }
    }
    return
  }
}
// -----
// The two carried values change places.
func.func @crossing(%x: f32, %y: f32) -> (f32, f32) {
  %r:2 = affine.for %k = 0 to 4 iter_args(%a = %x, %b = %y) -> (f32, f32) {
    affine.yield %b, %a : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}
// becomes
module {
  func.func @crossing(%x: f32, %y: f32) -> (f32, f32) {
    %acc = memref.alloca() : memref<f32>
    affine.store %x, %acc[] : memref<f32>
    %acc_1 = memref.alloca() : memref<f32>
    affine.store %y, %acc_1[] : memref<f32>
    %next = memref.alloca() : memref<f32>
    affine.for %k = 0 to 4 {
      %2 = affine.load %acc_1[] : memref<f32>
      affine.store %2, %next[] : memref<f32>
      %3 = affine.load %acc[] : memref<f32>
      affine.store %3, %acc_1[] : memref<f32>
      affine.store %2, %acc[] : memref<f32>
    }
    %0 = affine.load %acc[] : memref<f32>
    %1 = affine.load %acc_1[] : memref<f32>
    return %0, %1 : f32, f32
  }
}
// -----
// The result of the inner loop is carried by the outer one.
func.func @nested(%A: memref<4x5xf32>, %x: f32) -> f32 {
  %r = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    %s = affine.for %j = 0 to 5 iter_args(%b = %a) -> (f32) {
      %v = affine.load %A[%i, %j] : memref<4x5xf32>
      %c = arith.addf %b, %v : f32
      affine.yield %c : f32
    }
    affine.yield %s : f32
  }
  return %r : f32
}
// becomes
module {
  func.func @nested(%A: memref<4x5xf32>, %x: f32) -> f32 {
    %acc = memref.alloca() : memref<f32>
    affine.store %x, %acc[] : memref<f32>
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 5 {
        %1 = affine.load %acc[] : memref<f32>
        %2 = affine.load %A[%i, %j] : memref<4x5xf32>
        %3 = arith.addf %1, %2 : f32
        affine.store %3, %acc[] : memref<f32>
      }
    }
    %0 = affine.load %acc[] : memref<f32>
    return %0 : f32
  }
}
// -----
// The result of one nest is where the next begins.
func.func @in_turn(%A: memref<4xf32>, %x: f32) -> f32 {
  %r = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    %v = affine.load %A[%i] : memref<4xf32>
    %c = arith.addf %a, %v : f32
    affine.yield %c : f32
  }
  %s = affine.for %i = 0 to 4 iter_args(%a = %r) -> (f32) {
    %v = affine.load %A[%i] : memref<4xf32>
    %c = arith.mulf %a, %v : f32
    affine.yield %c : f32
  }
  return %s : f32
}
// becomes
module {
  func.func @in_turn(%A: memref<4xf32>, %x: f32) -> f32 {
    %acc = memref.alloca() : memref<f32>
    affine.store %x, %acc[] : memref<f32>
    affine.for %i = 0 to 4 {
      %2 = affine.load %acc[] : memref<f32>
      %3 = affine.load %A[%i] : memref<4xf32>
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %acc[] : memref<f32>
    }
    %0 = affine.load %acc[] : memref<f32>
    %acc_0 = memref.alloca() : memref<f32>
    affine.store %0, %acc_0[] : memref<f32>
    affine.for %i = 0 to 4 {
      %2 = affine.load %acc_0[] : memref<f32>
      %3 = affine.load %A[%i] : memref<4xf32>
      %4 = arith.mulf %2, %3 : f32
      affine.store %4, %acc_0[] : memref<f32>
    }
    %1 = affine.load %acc_0[] : memref<f32>
    return %1 : f32
  }
}
// -----
// Each takes the place of the one before it: the last is overwritten first, and nothing is put aside.
func.func @shift(%A: memref<9xf32>, %x: f32) -> f32 {
  %r:3 = affine.for %k = 0 to 4 iter_args(%a = %x, %b = %x, %c = %x) -> (f32, f32, f32) {
    %v = affine.load %A[%k] : memref<9xf32>
    affine.yield %v, %a, %b : f32, f32, f32
  }
  return %r#2 : f32
}
// becomes
module {
  func.func @shift(%A: memref<9xf32>, %x: f32) -> f32 {
    %acc = memref.alloca() : memref<f32>
    affine.store %x, %acc[] : memref<f32>
    %acc_1 = memref.alloca() : memref<f32>
    affine.store %x, %acc_1[] : memref<f32>
    %acc_2 = memref.alloca() : memref<f32>
    affine.store %x, %acc_2[] : memref<f32>
    affine.for %k = 0 to 4 {
      %3 = affine.load %acc_1[] : memref<f32>
      affine.store %3, %acc_2[] : memref<f32>
      %4 = affine.load %acc[] : memref<f32>
      affine.store %4, %acc_1[] : memref<f32>
      %5 = affine.load %A[%k] : memref<9xf32>
      affine.store %5, %acc[] : memref<f32>
    }
    %0 = affine.load %acc[] : memref<f32>
    %1 = affine.load %acc_1[] : memref<f32>
    %2 = affine.load %acc_2[] : memref<f32>
    return %2 : f32
  }
}
// -----
// The first is read by a pair that changes places, and reads neither.
func.func @read_by_a_pair(%A: memref<9xf32>, %x: f32) -> f32 {
  %r:3 = affine.for %k = 0 to 4 iter_args(%a = %x, %b = %x, %c = %x) -> (f32, f32, f32) {
    %v = affine.load %A[%k] : memref<9xf32>
    %s = arith.addf %a, %c : f32
    affine.yield %v, %s, %b : f32, f32, f32
  }
  return %r#2 : f32
}
// becomes
module {
  func.func @read_by_a_pair(%A: memref<9xf32>, %x: f32) -> f32 {
    %acc = memref.alloca() : memref<f32>
    affine.store %x, %acc[] : memref<f32>
    %acc_1 = memref.alloca() : memref<f32>
    affine.store %x, %acc_1[] : memref<f32>
    %acc_2 = memref.alloca() : memref<f32>
    affine.store %x, %acc_2[] : memref<f32>
    %next = memref.alloca() : memref<f32>
    affine.for %k = 0 to 4 {
      %3 = affine.load %acc[] : memref<f32>
      %4 = affine.load %acc_2[] : memref<f32>
      %5 = arith.addf %3, %4 : f32
      affine.store %5, %next[] : memref<f32>
      %6 = affine.load %A[%k] : memref<9xf32>
      affine.store %6, %acc[] : memref<f32>
      %7 = affine.load %acc_1[] : memref<f32>
      affine.store %7, %acc_2[] : memref<f32>
      affine.store %5, %acc_1[] : memref<f32>
    }
    %0 = affine.load %acc[] : memref<f32>
    %1 = affine.load %acc_1[] : memref<f32>
    %2 = affine.load %acc_2[] : memref<f32>
    return %2 : f32
  }
}
