//! Reading functions in parallel gives what reading them one after the other gives.

use ovolo_lang::parse::parse_unverified;
use ovolo_lang::print::{print_generic, print_module};

fn text(functions: usize, broken: &[usize]) -> String {
    let mut text = String::from("#map = affine_map<(d0) -> (d0 * 2)>\nmodule {\n");
    for i in 0..functions {
        let operand = if broken.contains(&i) { "%missing" } else { "%i" };
        text.push_str(&format!(
            "  func.func @f{i}(%A: memref<?xf32>, %n: index) {{ // \"}}\n    affine.for %i = 0 to %n {{\n      %j = affine.apply #map({operand})\n      %x = affine.load %A[%i + {}] : memref<?xf32>\n      affine.store %x, %A[%i] : memref<?xf32>\n    }} loc(\"}}\")\n    return\n  }}\n",
            i % 7
        ));
    }
    text.push_str("}\n");
    text
}

fn on_threads<T: Send>(threads: usize, read: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("a pool of threads").install(read)
}

#[test]
fn the_result_is_the_same_on_any_number_of_threads() {
    let text = text(4000, &[]);
    let prints: Vec<(String, String)> = [1, 2, 5]
        .into_iter()
        .map(|threads| {
            let module = on_threads(threads, || parse_unverified(&text)).expect("a text that reads");
            (print_module(&module), print_generic(&module))
        })
        .collect();
    assert!(prints[0] == prints[1] && prints[0] == prints[2]);
    assert_eq!(prints[0].0.matches("func.func").count(), 4000);
}

#[test]
fn the_first_mistake_is_the_same_on_any_number_of_threads() {
    let text = text(4000, &[1234, 3999, 2000]);
    let mistakes =
        [1, 4].map(|threads| on_threads(threads, || parse_unverified(&text)).expect_err("a mistake"));
    assert_eq!(mistakes[0], mistakes[1]);
    assert!(mistakes[0][0].message.contains("%missing"));
}
