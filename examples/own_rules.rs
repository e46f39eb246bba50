//! Adds a rule of algebra, which is proved first; a false one is refused with a counterexample.
//!
//! `cargo run --example own_rules`

use ovolo::{Machine, Options, RuleError};

const RULES: &str = "
/// The sum without carries, and the carries.
rule carry_save
  forall x, y over bits:
  (x ^ y) + (x & y) * 2  =>  x + y
";

const FALSE: &str = "
rule divides_away
  forall x, y:
  (x floordiv y) * y  =>  x
  when y > 0
";

const SUMS: &str = "
func.func @sums(%a: memref<64xi32> {llvm.noalias}, %b: memref<64xi32> {llvm.noalias},
                %c: memref<64xi32> {llvm.noalias}) {
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xi32>
    %y = affine.load %b[%i] : memref<64xi32>
    %without = arith.xori %x, %y : i32
    %carries = arith.andi %x, %y : i32
    %twice = arith.muli %carries, %two : i32
    %sum = arith.addi %without, %twice : i32
    affine.store %sum, %c[%i] : memref<64xi32>
  }
  return
}";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = ovolo::prove_rules(RULES).map_err(|error| format!("{error:?}"))?;
    println!("proved: {}", rules[0].name);

    match ovolo::prove_rules(FALSE) {
        Err(RuleError::Refuted(mistakes)) => println!("refuted: {}", mistakes[0]),
        other => println!("{other:?}"),
    }

    let module = ovolo::parse_module(SUMS).map_err(|mistakes| format!("{mistakes:?}"))?;
    let options = Options {
        rules: &rules,
        machine: Machine::generic(),
        ..Options::default()
    };
    let optimized = ovolo::optimize(&module, &options)?;
    print!("{}", ovolo::print_module(&optimized.module));
    println!("{}", optimized.functions[0].validation);
    Ok(())
}
