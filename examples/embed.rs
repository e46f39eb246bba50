//! Optimises a kernel, looks at what was found, and compares the result with the original.
//!
//! `cargo run --example embed`

use ovolo::{FpModel, Machine, Options, Verdict};

const PRODUCT: &str = "
func.func @product(%A: memref<96x96xf64> {llvm.noalias}, %B: memref<96x96xf64> {llvm.noalias},
                   %C: memref<96x96xf64> {llvm.noalias}) {
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 96 {
      affine.for %k = 0 to 96 {
        %a = affine.load %A[%i, %k] : memref<96x96xf64>
        %b = affine.load %B[%k, %j] : memref<96x96xf64>
        %c = affine.load %C[%i, %j] : memref<96x96xf64>
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %c, %p : f64
        affine.store %s, %C[%i, %j] : memref<96x96xf64>
      }
    }
  }
  return
}";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let module = ovolo::parse_module(PRODUCT).map_err(|mistakes| format!("{mistakes:?}"))?;
    let options = Options {
        fp: FpModel {
            contract: true,
            ..FpModel::STRICT
        },
        // The schedule does not depend on where this runs.
        machine: Machine::generic(),
        ..Options::default()
    };
    let optimized = ovolo::optimize(&module, &options)?;
    let choice = &optimized.functions[0];
    println!("@{}", choice.function);
    print!("{}", optimized.schedule());
    if let (Some(before), Some(after)) = (choice.cost_before, choice.cost_after) {
        println!("predicted to be {:.0} times faster", before / after);
    }
    println!("{}", choice.validation);

    // The validator knows nothing of how the program was made.
    let options = ovolo::VerifyOptions {
        model: options.fp,
        ..Default::default()
    };
    match ovolo::verify(&module, &optimized.module, &options) {
        Verdict::Proved(_) => println!("verify: proved"),
        Verdict::Checked(_) => println!("verify: checked"),
        other => println!("verify: {other}"),
    }
    Ok(())
}
