// Every operation of integers of 8 bits.
func.func @i8(%a: memref<64xi8>, %b: memref<64xi8>, %out: memref<24x64xi8> {llvm.noalias}) {
  %one = arith.constant 1 : i8
  %mask = arith.constant 7 : i8
  %positive = arith.constant 63 : i8
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xi8>
    %y = affine.load %b[%i] : memref<64xi8>
    %low = arith.andi %y, %positive : i8
    %divisor = arith.addi %low, %one : i8
    %shift = arith.andi %y, %mask : i8
    %addi = arith.addi %x, %y : i8
    affine.store %addi, %out[0, %i] : memref<24x64xi8>
    %subi = arith.subi %x, %y : i8
    affine.store %subi, %out[1, %i] : memref<24x64xi8>
    %muli = arith.muli %x, %y : i8
    affine.store %muli, %out[2, %i] : memref<24x64xi8>
    %andi = arith.andi %x, %y : i8
    affine.store %andi, %out[3, %i] : memref<24x64xi8>
    %ori = arith.ori %x, %y : i8
    affine.store %ori, %out[4, %i] : memref<24x64xi8>
    %xori = arith.xori %x, %y : i8
    affine.store %xori, %out[5, %i] : memref<24x64xi8>
    %maxsi = arith.maxsi %x, %y : i8
    affine.store %maxsi, %out[6, %i] : memref<24x64xi8>
    %minsi = arith.minsi %x, %y : i8
    affine.store %minsi, %out[7, %i] : memref<24x64xi8>
    %maxui = arith.maxui %x, %y : i8
    affine.store %maxui, %out[8, %i] : memref<24x64xi8>
    %minui = arith.minui %x, %y : i8
    affine.store %minui, %out[9, %i] : memref<24x64xi8>
    %divsi = arith.divsi %x, %divisor : i8
    affine.store %divsi, %out[10, %i] : memref<24x64xi8>
    %divui = arith.divui %x, %divisor : i8
    affine.store %divui, %out[11, %i] : memref<24x64xi8>
    %remsi = arith.remsi %x, %divisor : i8
    affine.store %remsi, %out[12, %i] : memref<24x64xi8>
    %remui = arith.remui %x, %divisor : i8
    affine.store %remui, %out[13, %i] : memref<24x64xi8>
    %floordivsi = arith.floordivsi %x, %divisor : i8
    affine.store %floordivsi, %out[14, %i] : memref<24x64xi8>
    %ceildivsi = arith.ceildivsi %x, %divisor : i8
    affine.store %ceildivsi, %out[15, %i] : memref<24x64xi8>
    %ceildivui = arith.ceildivui %x, %divisor : i8
    affine.store %ceildivui, %out[16, %i] : memref<24x64xi8>
    %shli = arith.shli %x, %shift : i8
    affine.store %shli, %out[17, %i] : memref<24x64xi8>
    %shrsi = arith.shrsi %x, %shift : i8
    affine.store %shrsi, %out[18, %i] : memref<24x64xi8>
    %shrui = arith.shrui %x, %shift : i8
    affine.store %shrui, %out[19, %i] : memref<24x64xi8>
    %slt = arith.cmpi slt, %x, %y : i8
    %slt_chosen = arith.select %slt, %x, %y : i8
    affine.store %slt_chosen, %out[20, %i] : memref<24x64xi8>
    %uge = arith.cmpi uge, %x, %y : i8
    %uge_chosen = arith.select %uge, %x, %y : i8
    affine.store %uge_chosen, %out[21, %i] : memref<24x64xi8>
    %wide = arith.extui %uge : i1 to i8
    affine.store %wide, %out[22, %i] : memref<24x64xi8>
    %signed = arith.extsi %slt : i1 to i8
    affine.store %signed, %out[23, %i] : memref<24x64xi8>
  }
  return
}
