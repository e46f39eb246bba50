//! Adds a rule of algebra, which is proved first; a false one is refused with a counterexample.
//!
//! `cargo run --example own_rules`

use ovolo::{Options, RuleError};

const RULES: &str = "
/// The least of a value and itself plus something that is not negative.
rule min_with_more
  forall x, y:
  min(x, x + y)  =>  x
  when y >= 0
";

const FALSE: &str = "
rule divides_away
  forall x, y:
  (x floordiv y) * y  =>  x
  when y > 0
";

const COPY: &str = "
func.func @copy(%a: memref<64xi32> {llvm.noalias}, %b: memref<64xi32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xi32>
    affine.store %x, %b[%i] : memref<64xi32>
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

    let module = ovolo::parse_module(COPY).map_err(|mistakes| format!("{mistakes:?}"))?;
    let options = Options {
        rules: &rules,
        ..Options::default()
    };
    let optimized = ovolo::optimize(&module, &options)?;
    println!(
        "@{}: {}",
        optimized.functions[0].function, optimized.functions[0].validation
    );
    Ok(())
}
