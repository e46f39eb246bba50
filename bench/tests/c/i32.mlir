// Every operation of integers of 32 bits.
func.func @i32(%a: memref<64xi32>, %b: memref<64xi32>, %out: memref<24x64xi32> {llvm.noalias}) {
  %one = arith.constant 1 : i32
  %mask = arith.constant 31 : i32
  %positive = arith.constant 63 : i32
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xi32>
    %y = affine.load %b[%i] : memref<64xi32>
    %low = arith.andi %y, %positive : i32
    %divisor = arith.addi %low, %one : i32
    %shift = arith.andi %y, %mask : i32
    %addi = arith.addi %x, %y : i32
    affine.store %addi, %out[0, %i] : memref<24x64xi32>
    %subi = arith.subi %x, %y : i32
    affine.store %subi, %out[1, %i] : memref<24x64xi32>
    %muli = arith.muli %x, %y : i32
    affine.store %muli, %out[2, %i] : memref<24x64xi32>
    %andi = arith.andi %x, %y : i32
    affine.store %andi, %out[3, %i] : memref<24x64xi32>
    %ori = arith.ori %x, %y : i32
    affine.store %ori, %out[4, %i] : memref<24x64xi32>
    %xori = arith.xori %x, %y : i32
    affine.store %xori, %out[5, %i] : memref<24x64xi32>
    %maxsi = arith.maxsi %x, %y : i32
    affine.store %maxsi, %out[6, %i] : memref<24x64xi32>
    %minsi = arith.minsi %x, %y : i32
    affine.store %minsi, %out[7, %i] : memref<24x64xi32>
    %maxui = arith.maxui %x, %y : i32
    affine.store %maxui, %out[8, %i] : memref<24x64xi32>
    %minui = arith.minui %x, %y : i32
    affine.store %minui, %out[9, %i] : memref<24x64xi32>
    %divsi = arith.divsi %x, %divisor : i32
    affine.store %divsi, %out[10, %i] : memref<24x64xi32>
    %divui = arith.divui %x, %divisor : i32
    affine.store %divui, %out[11, %i] : memref<24x64xi32>
    %remsi = arith.remsi %x, %divisor : i32
    affine.store %remsi, %out[12, %i] : memref<24x64xi32>
    %remui = arith.remui %x, %divisor : i32
    affine.store %remui, %out[13, %i] : memref<24x64xi32>
    %floordivsi = arith.floordivsi %x, %divisor : i32
    affine.store %floordivsi, %out[14, %i] : memref<24x64xi32>
    %ceildivsi = arith.ceildivsi %x, %divisor : i32
    affine.store %ceildivsi, %out[15, %i] : memref<24x64xi32>
    %ceildivui = arith.ceildivui %x, %divisor : i32
    affine.store %ceildivui, %out[16, %i] : memref<24x64xi32>
    %shli = arith.shli %x, %shift : i32
    affine.store %shli, %out[17, %i] : memref<24x64xi32>
    %shrsi = arith.shrsi %x, %shift : i32
    affine.store %shrsi, %out[18, %i] : memref<24x64xi32>
    %shrui = arith.shrui %x, %shift : i32
    affine.store %shrui, %out[19, %i] : memref<24x64xi32>
    %slt = arith.cmpi slt, %x, %y : i32
    %slt_chosen = arith.select %slt, %x, %y : i32
    affine.store %slt_chosen, %out[20, %i] : memref<24x64xi32>
    %uge = arith.cmpi uge, %x, %y : i32
    %uge_chosen = arith.select %uge, %x, %y : i32
    affine.store %uge_chosen, %out[21, %i] : memref<24x64xi32>
    %wide = arith.extui %uge : i1 to i32
    affine.store %wide, %out[22, %i] : memref<24x64xi32>
    %signed = arith.extsi %slt : i1 to i32
    affine.store %signed, %out[23, %i] : memref<24x64xi32>
  }
  return
}
