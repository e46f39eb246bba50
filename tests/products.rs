//! The order in which products of matrices are taken, on the functions of `tests/products/*.mlir`.
//!
//! Before each function a comment says what is to become of it: `// @name: A * (B * x)` is the order that is chosen,
//! `// @name: kept REASON` why it stays as it is, and `// @name: nothing` that there is no chain of products or none that
//! takes less. `// fp: MODEL` at the top is the floating-point model.

use std::fs;
use std::path::Path;

use ovolo::reassociate::reassociated;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_lang::structure::verify;
use ovolo_verify::program::{Options, verify_programs};

#[test]
fn products_are_taken_in_the_order_that_is_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/products");
    let mut checked = 0;
    for entry in fs::read_dir(folder).expect("the folder of cases") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a text");
        checked += check(&path.display().to_string(), &text);
    }
    assert!(checked >= 25, "only {checked} functions");
}

fn check(path: &str, text: &str) -> usize {
    let model = text.lines().find_map(|line| line.strip_prefix("// fp: "));
    let model: FpModel = model.unwrap_or("strict").parse().expect("a model");
    let original = parse_module(text).unwrap_or_else(|e| panic!("{path}: {e:?}"));
    let mut wanted = text
        .lines()
        .filter_map(|line| line.strip_prefix("// @")?.split_once(": "));
    let mut checked = 0;
    let mut module = original.clone();
    for function in original
        .functions()
        .filter(|&f| original.single_block(f, 0).is_some())
    {
        let name = original
            .op(function)
            .attribute("sym_name")
            .and_then(|n| n.as_str())
            .expect("a name");
        let (expected, what) = wanted
            .next()
            .unwrap_or_else(|| panic!("{path}: nothing is said of @{name}"));
        assert_eq!(expected, name, "{path}");
        let before = print_module(&module);
        let done = reassociated(&mut module, function, model);
        assert!(done.rejected.is_empty(), "{path}: @{name}: {:?}", done.rejected);
        let orders = done.reordered.iter().map(|r| r.order.clone());
        let kept = done.kept.iter().map(|k| format!("kept {}", k.reason));
        let mut found: Vec<String> = orders.chain(kept).collect();
        if found.is_empty() {
            found.push("nothing".to_string());
        }
        assert_eq!(found, [what], "{path}: @{name}");
        let is_changed = print_module(&module) != before;
        assert_eq!(is_changed, !done.reordered.is_empty(), "{path}: @{name}");
        for reordered in &done.reordered {
            assert!(
                reordered.after < reordered.before && reordered.sizes > 1,
                "{path}: @{name}"
            );
        }
        checked += 1;
    }
    is_equal(&original, &module, path);
    checked
}

/// Whole modules of integers are compared; of floats it is the chains alone, as integers, that are proved.
fn is_equal(original: &Module, changed: &Module, what: &str) {
    verify(changed).unwrap_or_else(|e| panic!("{what}: {e:?}"));
    let text = print_module(changed);
    let read = parse_module(&text).unwrap_or_else(|e| panic!("{what}: {e:?}\n{text}"));
    assert_eq!(print_module(&read), text, "{what}");
    if text.contains("f32") {
        return;
    }
    let verdict = verify_programs(original, changed, &Options::default());
    // What calls another function is not run.
    let is_open = text.contains("call @") || text.contains("tensor<?");
    assert!(verdict.is_proved() || is_open, "{what}: {verdict}\n{text}");
}

/// Chains of random shapes and orders, on tensors and on memrefs, each compared as a whole with what it becomes.
#[test]
fn random_chains_stay_equal() {
    let mut reordered = 0;
    for seed in 0..60 {
        let text = random_chain(seed);
        let original = parse_module(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        let function = original.functions().next().expect("a function");
        let mut module = original.clone();
        let done = reassociated(&mut module, function, FpModel::STRICT);
        assert!(
            done.rejected.is_empty() && done.kept.is_empty(),
            "{done:?}\n{text}"
        );
        reordered += done.reordered.len();
        is_equal(&original, &module, &text);
    }
    assert!(reordered > 30, "only {reordered} of 60");
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

fn random_chain(seed: u64) -> String {
    let mut random = Random(seed + 1);
    for _ in 0..8 {
        random.below(2);
    }
    let shaped = ["tensor", "memref"][random.below(2)];
    let is_tensor = shaped == "tensor";
    let count = 3 + random.below(4);
    // Few enough terms that polynomials can be compared.
    let extents: Vec<usize> = (0..=count).map(|_| 1 + random.below(3)).collect();
    let ty = |rows: usize, columns: usize| format!("{shaped}<{}x{}xi32>", extents[rows], extents[columns]);
    let mut arguments: Vec<String> = (0..count).map(|n| format!("%a{n}: {}", ty(n, n + 1))).collect();
    let own = if is_tensor { "" } else { " {llvm.noalias}" };
    arguments.push(format!("%r: {}{own}", ty(0, count)));
    // The parts that are left to multiply: a name and where it begins and ends.
    let mut parts: Vec<(String, usize, usize)> = (0..count).map(|n| (format!("%a{n}"), n, n + 1)).collect();
    let mut body = String::from("  %c0 = arith.constant 0 : i32\n");
    let mut buffers = String::new();
    while parts.len() > 1 {
        let at = random.below(parts.len() - 1);
        let ((a, start, middle), (b, _, end)) = (parts[at].clone(), parts.remove(at + 1));
        let n = parts.len();
        let (left, right, result) = (ty(start, middle), ty(middle, end), ty(start, end));
        let ins = format!("ins({a}, {b} : {left}, {right})");
        let line = match (n, is_tensor) {
            (1, true) => format!("  %p1 = linalg.matmul {ins} outs(%r : {result}) -> {result}\n"),
            (1, false) => format!("  linalg.matmul {ins} outs(%r : {result})\n"),
            (_, true) => format!(
                "  %e{n} = tensor.empty() : {result}\n  %z{n} = linalg.fill ins(%c0 : i32) outs(%e{n} : {result}) -> {result}\n\
                 \x20 %p{n} = linalg.matmul {ins} outs(%z{n} : {result}) -> {result}\n"
            ),
            (_, false) => {
                buffers += &format!("  memref.dealloc %p{n} : {result}\n");
                format!(
                    "  %p{n} = memref.alloc() : {result}\n  linalg.fill ins(%c0 : i32) outs(%p{n} : {result})\n\
                     \x20 linalg.matmul {ins} outs(%p{n} : {result})\n"
                )
            }
        };
        body += &line;
        parts[at] = (format!("%p{n}"), start, end);
    }
    let result = ty(0, count);
    let (returned, value) = match is_tensor {
        true => (format!(" -> {result}"), format!(" %p1 : {result}")),
        false => (String::new(), String::new()),
    };
    format!(
        "func.func @chain({}){returned} {{\n{body}{buffers}  return{value}\n}}\n",
        arguments.join(", ")
    )
}
