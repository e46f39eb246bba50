# From names of functions, one a line, the assembly (x86-64, System V) that calls them where `loader.c` has found them.
BEGIN {
  print "  .text"
  print "ovolo_z3_call:                    # the function's number is in rax, which carries no argument"
  print "  leaq ovolo_z3_functions(%rip), %r11"
  print "  movq (%r11,%rax,8), %r11"
  print "  testq %r11, %r11"
  print "  je 1f"
  print "  jmp *%r11"
  print "1:                                # loading changes registers that hold arguments"
  split("rdi rsi rdx rcx r8 r9 rax", integer)
  for (i = 1; i <= 7; i++) print "  pushq %" integer[i]
  print "  subq $64, %rsp"
  for (i = 0; i < 8; i++) print "  movsd %xmm" i ", " 8 * i "(%rsp)"
  print "  call ovolo_z3_load"
  for (i = 0; i < 8; i++) print "  movsd " 8 * i "(%rsp), %xmm" i
  print "  addq $64, %rsp"
  for (i = 7; i >= 1; i--) print "  popq %" integer[i]
  print "  jmp ovolo_z3_call"
}
{
  name[NR - 1] = $1
  print "  .globl " $1 "\n  .type " $1 ", @function\n" $1 ":\n  movl $" NR - 1 ", %eax\n  jmp ovolo_z3_call"
}
END {
  print "  .section .rodata"
  for (i = 0; i < NR; i++) print ".Lname" i ": .string \"" name[i] "\""
  print "  .section .data.rel.ro, \"aw\"\n  .balign 8"
  print "  .globl ovolo_z3_names\n  .hidden ovolo_z3_names\novolo_z3_names:"
  for (i = 0; i < NR; i++) print "  .quad .Lname" i
  print "  .quad 0"
  print "  .bss\n  .balign 8\n  .globl ovolo_z3_functions\n  .hidden ovolo_z3_functions"
  print "ovolo_z3_functions: .skip " 8 * NR
  print "  .section .note.GNU-stack, \"\", @progbits"
}
