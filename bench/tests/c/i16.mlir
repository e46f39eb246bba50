// Every operation of integers of 16 bits.
func.func @i16(%a: memref<64xi16>, %b: memref<64xi16>, %out: memref<24x64xi16> {llvm.noalias}) {
  %one = arith.constant 1 : i16
  %mask = arith.constant 15 : i16
  %positive = arith.constant 63 : i16
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xi16>
    %y = affine.load %b[%i] : memref<64xi16>
    %low = arith.andi %y, %positive : i16
    %divisor = arith.addi %low, %one : i16
    %shift = arith.andi %y, %mask : i16
    %addi = arith.addi %x, %y : i16
    affine.store %addi, %out[0, %i] : memref<24x64xi16>
    %subi = arith.subi %x, %y : i16
    affine.store %subi, %out[1, %i] : memref<24x64xi16>
    %muli = arith.muli %x, %y : i16
    affine.store %muli, %out[2, %i] : memref<24x64xi16>
    %andi = arith.andi %x, %y : i16
    affine.store %andi, %out[3, %i] : memref<24x64xi16>
    %ori = arith.ori %x, %y : i16
    affine.store %ori, %out[4, %i] : memref<24x64xi16>
    %xori = arith.xori %x, %y : i16
    affine.store %xori, %out[5, %i] : memref<24x64xi16>
    %maxsi = arith.maxsi %x, %y : i16
    affine.store %maxsi, %out[6, %i] : memref<24x64xi16>
    %minsi = arith.minsi %x, %y : i16
    affine.store %minsi, %out[7, %i] : memref<24x64xi16>
    %maxui = arith.maxui %x, %y : i16
    affine.store %maxui, %out[8, %i] : memref<24x64xi16>
    %minui = arith.minui %x, %y : i16
    affine.store %minui, %out[9, %i] : memref<24x64xi16>
    %divsi = arith.divsi %x, %divisor : i16
    affine.store %divsi, %out[10, %i] : memref<24x64xi16>
    %divui = arith.divui %x, %divisor : i16
    affine.store %divui, %out[11, %i] : memref<24x64xi16>
    %remsi = arith.remsi %x, %divisor : i16
    affine.store %remsi, %out[12, %i] : memref<24x64xi16>
    %remui = arith.remui %x, %divisor : i16
    affine.store %remui, %out[13, %i] : memref<24x64xi16>
    %floordivsi = arith.floordivsi %x, %divisor : i16
    affine.store %floordivsi, %out[14, %i] : memref<24x64xi16>
    %ceildivsi = arith.ceildivsi %x, %divisor : i16
    affine.store %ceildivsi, %out[15, %i] : memref<24x64xi16>
    %ceildivui = arith.ceildivui %x, %divisor : i16
    affine.store %ceildivui, %out[16, %i] : memref<24x64xi16>
    %shli = arith.shli %x, %shift : i16
    affine.store %shli, %out[17, %i] : memref<24x64xi16>
    %shrsi = arith.shrsi %x, %shift : i16
    affine.store %shrsi, %out[18, %i] : memref<24x64xi16>
    %shrui = arith.shrui %x, %shift : i16
    affine.store %shrui, %out[19, %i] : memref<24x64xi16>
    %slt = arith.cmpi slt, %x, %y : i16
    %slt_chosen = arith.select %slt, %x, %y : i16
    affine.store %slt_chosen, %out[20, %i] : memref<24x64xi16>
    %uge = arith.cmpi uge, %x, %y : i16
    %uge_chosen = arith.select %uge, %x, %y : i16
    affine.store %uge_chosen, %out[21, %i] : memref<24x64xi16>
    %wide = arith.extui %uge : i1 to i16
    affine.store %wide, %out[22, %i] : memref<24x64xi16>
    %signed = arith.extsi %slt : i1 to i16
    affine.store %signed, %out[23, %i] : memref<24x64xi16>
  }
  return
}
