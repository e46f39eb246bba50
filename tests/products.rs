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
    let (mut checked, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(folder).expect("the folder of cases") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a text");
        checked += check(&path.display().to_string(), &text, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked >= 60, "only {checked} functions");
}

fn check(path: &str, text: &str, wrong: &mut Vec<String>) -> usize {
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
        let found = found.join("; ");
        if found != what {
            wrong.push(format!("{path}: @{name}: found {found}, expected {what}"));
        }
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
    if text.contains("f32") || text.contains("xindex>") {
        return;
    }
    let verdict = verify_programs(original, changed, &Options::default());
    // What calls another function is not run.
    let is_open = text.contains("call @") || text.contains("tensor<?");
    assert!(verdict.is_accepted() || is_open, "{what}: {verdict}\n{text}");
}

/// Chains of random shapes, layouts and orders, on tensors and on memrefs, each compared as a whole with what it becomes.
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
    let batch = [0, 0, 2][random.below(3)];
    // Of the factors, the intermediate results and the last.
    let transposed: Vec<bool> = (0..2 * count).map(|_| random.below(3) == 0).collect();
    let ty = |[rows, columns]: [usize; 2], is_transposed: bool| {
        let [a, b] = [extents[rows], extents[columns]];
        let [a, b] = if is_transposed { [b, a] } else { [a, b] };
        let batch = if batch > 0 {
            format!("{batch}x")
        } else {
            String::new()
        };
        format!("{shaped}<{batch}{a}x{b}xi32>")
    };
    let factor = |n: usize| ty([n, n + 1], transposed[n]);
    let mut arguments: Vec<String> = (0..count).map(|n| format!("%a{n}: {}", factor(n))).collect();
    let own = if is_tensor { "" } else { " {llvm.noalias}" };
    let last = transposed[count];
    arguments.push(format!("%r: {}{own}", ty([0, count], last)));
    // The parts that are left to multiply: a name, where it begins and ends, and whether its columns come first.
    let mut parts: Vec<(String, [usize; 2], bool)> = (0..count)
        .map(|n| (format!("%a{n}"), [n, n + 1], transposed[n]))
        .collect();
    let mut body = String::from("  %c0 = arith.constant 0 : i32\n");
    let mut buffers = String::new();
    while parts.len() > 1 {
        let at = random.below(parts.len() - 1);
        let ((a, [start, middle], of_a), (b, [_, end], of_b)) = (parts[at].clone(), parts.remove(at + 1));
        let n = parts.len();
        let is_turned = if n == 1 { last } else { transposed[count + n] };
        let (left, right) = (ty([start, middle], of_a), ty([middle, end], of_b));
        let result = ty([start, end], is_turned);
        let ins = format!("ins({a}, {b} : {left}, {right})");
        let target = match (n, is_tensor) {
            (1, _) => "%r".to_string(),
            (_, true) => format!("%z{n}"),
            (_, false) => format!("%p{n}"),
        };
        let made = if is_tensor {
            format!("%p{n} = ")
        } else {
            String::new()
        };
        let arrow = if is_tensor {
            format!(" -> {result}")
        } else {
            String::new()
        };
        let outs = format!("outs({target} : {result})");
        let fill = match (n, is_tensor) {
            (1, _) => String::new(),
            (_, true) => format!(
                "  %e{n} = tensor.empty() : {result}\n  %z{n} = linalg.fill ins(%c0 : i32) outs(%e{n} : {result}) -> {result}\n"
            ),
            (_, false) => {
                buffers += &format!("  memref.dealloc %p{n} : {result}\n");
                format!(
                    "  %p{n} = memref.alloc() : {result}\n  linalg.fill ins(%c0 : i32) outs(%p{n} : {result})\n"
                )
            }
        };
        let product = match [of_a, of_b, is_turned] {
            [false, false, false] if batch > 0 => format!("{made}linalg.batch_matmul {ins} {outs}{arrow}"),
            [false, false, false] => format!("{made}linalg.matmul {ins} {outs}{arrow}"),
            turned => format!("{made}{}{arrow}", generic(turned, batch > 0, &ins, &outs)),
        };
        body += &format!("{fill}  {product}\n");
        parts[at] = (format!("%p{n}"), [start, end], is_turned);
    }
    let result = ty([0, count], last);
    let (returned, value) = match is_tensor {
        true => (format!(" -> {result}"), format!(" %p1 : {result}")),
        false => (String::new(), String::new()),
    };
    format!(
        "func.func @chain({}){returned} {{\n{body}{buffers}  return{value}\n}}\n",
        arguments.join(", ")
    )
}

/// A product as `linalg.generic`: whether the columns of each operand come first, and whether there is a batch.
fn generic(transposed: [bool; 3], has_batch: bool, ins: &str, outs: &str) -> String {
    let map = |[a, b]: [&str; 2], is_transposed: bool| {
        let [a, b] = if is_transposed { [b, a] } else { [a, b] };
        let batch = if has_batch { "b, " } else { "" };
        format!("affine_map<({batch}i, j, k) -> ({batch}{a}, {b})>")
    };
    let maps = [["i", "k"], ["k", "j"], ["i", "j"]];
    let maps: Vec<String> = maps
        .into_iter()
        .zip(transposed)
        .map(|(dims, turned)| map(dims, turned))
        .collect();
    let batch = if has_batch { "\"parallel\", " } else { "" };
    format!(
        "linalg.generic {{indexing_maps = [{}], iterator_types = [{batch}\"parallel\", \"parallel\", \"reduction\"]}}\n    \
         {ins} {outs} {{\n  ^bb0(%p: i32, %q: i32, %s: i32):\n    %m = arith.muli %p, %q : i32\n    \
         %n = arith.addi %s, %m : i32\n    linalg.yield %n : i32\n  }}",
        maps.join(", ")
    )
}
