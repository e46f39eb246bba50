// Every operation of integers of 64 bits.
func.func @i64(%a: memref<64xi64>, %b: memref<64xi64>, %out: memref<24x64xi64> {llvm.noalias}) {
  %one = arith.constant 1 : i64
  %mask = arith.constant 63 : i64
  %positive = arith.constant 63 : i64
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xi64>
    %y = affine.load %b[%i] : memref<64xi64>
    %low = arith.andi %y, %positive : i64
    %divisor = arith.addi %low, %one : i64
    %shift = arith.andi %y, %mask : i64
    %addi = arith.addi %x, %y : i64
    affine.store %addi, %out[0, %i] : memref<24x64xi64>
    %subi = arith.subi %x, %y : i64
    affine.store %subi, %out[1, %i] : memref<24x64xi64>
    %muli = arith.muli %x, %y : i64
    affine.store %muli, %out[2, %i] : memref<24x64xi64>
    %andi = arith.andi %x, %y : i64
    affine.store %andi, %out[3, %i] : memref<24x64xi64>
    %ori = arith.ori %x, %y : i64
    affine.store %ori, %out[4, %i] : memref<24x64xi64>
    %xori = arith.xori %x, %y : i64
    affine.store %xori, %out[5, %i] : memref<24x64xi64>
    %maxsi = arith.maxsi %x, %y : i64
    affine.store %maxsi, %out[6, %i] : memref<24x64xi64>
    %minsi = arith.minsi %x, %y : i64
    affine.store %minsi, %out[7, %i] : memref<24x64xi64>
    %maxui = arith.maxui %x, %y : i64
    affine.store %maxui, %out[8, %i] : memref<24x64xi64>
    %minui = arith.minui %x, %y : i64
    affine.store %minui, %out[9, %i] : memref<24x64xi64>
    %divsi = arith.divsi %x, %divisor : i64
    affine.store %divsi, %out[10, %i] : memref<24x64xi64>
    %divui = arith.divui %x, %divisor : i64
    affine.store %divui, %out[11, %i] : memref<24x64xi64>
    %remsi = arith.remsi %x, %divisor : i64
    affine.store %remsi, %out[12, %i] : memref<24x64xi64>
    %remui = arith.remui %x, %divisor : i64
    affine.store %remui, %out[13, %i] : memref<24x64xi64>
    %floordivsi = arith.floordivsi %x, %divisor : i64
    affine.store %floordivsi, %out[14, %i] : memref<24x64xi64>
    %ceildivsi = arith.ceildivsi %x, %divisor : i64
    affine.store %ceildivsi, %out[15, %i] : memref<24x64xi64>
    %ceildivui = arith.ceildivui %x, %divisor : i64
    affine.store %ceildivui, %out[16, %i] : memref<24x64xi64>
    %shli = arith.shli %x, %shift : i64
    affine.store %shli, %out[17, %i] : memref<24x64xi64>
    %shrsi = arith.shrsi %x, %shift : i64
    affine.store %shrsi, %out[18, %i] : memref<24x64xi64>
    %shrui = arith.shrui %x, %shift : i64
    affine.store %shrui, %out[19, %i] : memref<24x64xi64>
    %slt = arith.cmpi slt, %x, %y : i64
    %slt_chosen = arith.select %slt, %x, %y : i64
    affine.store %slt_chosen, %out[20, %i] : memref<24x64xi64>
    %uge = arith.cmpi uge, %x, %y : i64
    %uge_chosen = arith.select %uge, %x, %y : i64
    affine.store %uge_chosen, %out[21, %i] : memref<24x64xi64>
    %wide = arith.extui %uge : i1 to i64
    affine.store %wide, %out[22, %i] : memref<24x64xi64>
    %signed = arith.extsi %slt : i1 to i64
    affine.store %signed, %out[23, %i] : memref<24x64xi64>
  }
  return
}
