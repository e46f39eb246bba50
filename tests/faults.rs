//! Wrong on purpose: for each kind of fault (`tests/faults/KIND.mlir`, cases apart by `// -----`) kernels on which rules
//! would be wrong because of it.
//!
//! A case says `// not: rules` for rules of loops and of forms that must rewrite nothing in it, each of which must say
//! why. It ends with the reasons, as `--explain` prints them; `OVOLO_BLESS=1` writes them into the files, and which
//! rule is refused in which file into `matrix.txt`. `OVOLO_FAULTS=1` lists the rules that say why they do not apply to
//! a case. Whatever the rules make of a case beside that is proved equal to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use ovolo::given_schedule::{Given, Others};
use ovolo::outcome::Outcome;
use ovolo::pipeline::optimize;
use ovolo::request::Request;
use ovolo_extract::machine::Machine;
use ovolo_extract::sample::sample;
use ovolo_lang::diagnostic::line_column;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId, Span};
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_rewrites::egraph::of_nest;
use ovolo_rewrites::forms::{NEST_TRANSFORMATIONS, forms, mark_private_arrays, parse_schedule};
use ovolo_rewrites::lift::{lift_function, lift_fused};
use ovolo_rewrites::loops::{LOOP_REWRITES, LoopLimits, saturate_loops};
use ovolo_rewrites::materialize::materialize;
use ovolo_rewrites::nest::Nest;
use ovolo_rewrites::refusal::{Refusal, Refusals};
use ovolo_rewrites::schedule::{KINDS, Schedule};
use ovolo_verify::emptiness::Z3Emptiness;
use ovolo_verify::program::{Options, verify_programs};

/// Rules that keep the order of all instances, and which arrays they touch: no fault makes them wrong. What they make of
/// every case is proved equal to it all the same.
const KEEP_THE_ORDER: &[&str] = &[
    "unswitch",
    "split_at_tile",
    "strip_mine_vectors",
    "strip_mine_cache",
    "unroll",
    "prefetch",
    "residues",
    "copy_out",
    "narrow",
    "decide",
    "split",
    "bounds",
    "cross",
    "peel",
];

const NOT: &str = "// not: ";
const REFUSED: &str = "// refused: ";

/// Forms of each nest of a case that are compared with it, for each way its arrays and loops may be changed.
const SAMPLED: usize = 8;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults")
}

/// The kinds of faults, each with its cases.
fn kinds() -> Vec<(String, PathBuf, String)> {
    let entries = std::fs::read_dir(folder()).expect("the folder of faults");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "mlir"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let name = path
            .file_stem()
            .expect("it has a name")
            .to_string_lossy()
            .into_owned();
        (name, path, text)
    };
    paths.into_iter().map(read).collect()
}

fn all_rules() -> Vec<&'static str> {
    let loops = LOOP_REWRITES.iter().map(|rule| rule.name);
    loops
        .chain(NEST_TRANSFORMATIONS.iter().map(|rule| rule.name))
        .collect()
}

/// What the rules make of a case.
#[derive(Default)]
struct Tried {
    applied: BTreeSet<&'static str>,
    refusals: Vec<Refusal>,
    /// Why nests stay as they are.
    kept: Vec<String>,
}

impl Tried {
    fn on(module: &Module) -> Tried {
        let mut tried = Tried::default();
        let oracle = Z3Emptiness::new();
        tried.kept.extend(apart(module));
        for nest in nests(module, &mut tried.kept) {
            for rule in NEST_TRANSFORMATIONS {
                let mut refusals = Refusals::new(nest.places.clone());
                if (rule.apply)(&nest, &oracle, &mut refusals).is_some() {
                    tried.applied.insert(rule.name);
                }
                tried.refusals.extend(refusals.found);
            }
            let mut nest = nest;
            mark_private_arrays(&mut nest, &oracle, &mut Refusals::default());
            let (mut egraph, _) = of_nest(&nest, &oracle);
            egraph.analysis.runs_on_threads = true;
            // What is read early is offered everywhere.
            egraph.analysis.asked.all = true;
            let unions = saturate_loops(&mut egraph, &LoopLimits::default()).unions;
            let fired = unions.iter().filter(|(_, unions)| *unions > 0);
            tried.applied.extend(fired.map(|(rule, _)| *rule));
            tried.refusals.append(&mut egraph.analysis.refusals.found);
        }
        tried
    }
}

/// Why the nests of a function are not one.
fn apart(module: &Module) -> Option<String> {
    let function = module.functions().last()?;
    let ops: Vec<OpId> = lift_function(module, function, FpModel::STRICT)
        .iter()
        .map(|(op, _)| *op)
        .collect();
    match ops.len() {
        0 | 1 => None,
        _ => lift_fused(module, function, FpModel::STRICT, &ops)
            .err()
            .map(|not| not.reason),
    }
}

fn nests(module: &Module, kept: &mut Vec<String>) -> Vec<Nest> {
    let lifted = module
        .functions()
        .flat_map(|function| lift_function(module, function, FpModel::STRICT));
    let mut found = Vec::new();
    for (_, nest) in lifted {
        match nest {
            Ok(nest) => found.push(nest),
            Err(reason) => kept.push(reason.reason),
        }
    }
    found
}

#[test]
fn rules_are_refused_where_they_would_be_wrong() {
    let mut failures = Vec::new();
    let mut matrix: BTreeMap<(String, &str), bool> = BTreeMap::new();
    let is_blessing = std::env::var_os("OVOLO_BLESS").is_some();
    let is_listing = std::env::var_os("OVOLO_FAULTS").is_some();
    for (kind, path, text) in kinds() {
        let mut blessed = Vec::new();
        for (n, case) in text.split("// -----\n").enumerate() {
            let source: String = case
                .lines()
                .filter(|line| !line.starts_with(REFUSED))
                .map(|line| format!("{line}\n"))
                .collect();
            let module = parse_module(case).unwrap_or_else(|d| panic!("{}\n{case}", d[0]));
            let tried = Tried::on(&module);
            let position = |span: Span| {
                let (line, column) = line_column(case, span.start);
                format!("{line}:{column}")
            };
            let wanted = case
                .lines()
                .find_map(|line| line.strip_prefix(NOT))
                .unwrap_or_default();
            let mut refused = String::new();
            for reason in &tried.kept {
                let _ = writeln!(refused, "{REFUSED}{reason}");
            }
            for rule in wanted.split(' ').filter(|rule| !rule.is_empty()) {
                let Some(rule) = all_rules().into_iter().find(|known| *known == rule) else {
                    failures.push(format!("{kind}, case {}: there is no rule {rule}", n + 1));
                    continue;
                };
                if tried.applied.contains(rule) {
                    failures.push(format!("{kind}, case {}: {rule} applies", n + 1));
                }
                let about: Vec<String> = tried
                    .refusals
                    .iter()
                    .filter(|refusal| refusal.rule == rule)
                    .map(|refusal| refusal.text(&position))
                    .collect();
                for text in &about {
                    let _ = writeln!(refused, "{REFUSED}{text}");
                }
                if about.is_empty() && tried.kept.is_empty() {
                    failures.push(format!(
                        "{kind}, case {}: {rule} does not say why it is refused",
                        n + 1
                    ));
                }
                let names_it = about.iter().any(|text| names_a_cause(text))
                    || tried.kept.iter().any(|text| text.contains("call"));
                *matrix.entry((kind.clone(), rule)).or_default() |= names_it;
            }
            blessed.push(source + &refused);
            if is_listing {
                let named = tried
                    .refusals
                    .iter()
                    .filter(|refusal| names_a_cause(&refusal.text(&position)));
                let could: BTreeSet<&str> = named
                    .map(|refusal| refusal.rule)
                    .filter(|rule| !tried.applied.contains(rule) && !KEEP_THE_ORDER.contains(rule))
                    .collect();
                let could: Vec<&str> = could.into_iter().collect();
                eprintln!("{kind}, case {}: {}", n + 1, could.join(" "));
            }
        }
        let blessed = blessed.join("// -----\n");
        if is_blessing {
            std::fs::write(&path, &blessed).expect("the file can be written");
        } else if blessed != text {
            failures.push(format!(
                "with OVOLO_BLESS=1 {} becomes\n{blessed}",
                path.display()
            ));
        }
    }
    let table = table(&matrix);
    let path = folder().join("matrix.txt");
    if is_blessing {
        std::fs::write(&path, &table).expect("the file can be written");
    } else if std::fs::read_to_string(&path).ok().as_ref() != Some(&table) {
        failures.push(format!("with OVOLO_BLESS=1 {} becomes\n{table}", path.display()));
    }
    let is_refused = |rule: &str| matrix.iter().any(|((_, known), named)| *known == rule && *named);
    for rule in all_rules() {
        if KEEP_THE_ORDER.contains(&rule) == is_refused(rule) {
            failures.push(match is_refused(rule) {
                true => format!("{rule} is refused somewhere: take it from KEEP_THE_ORDER"),
                false => format!(
                    "no case of tests/faults shows {rule} refused: add one on which it would be wrong, with `// not: {rule}`"
                ),
            });
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Whether a reason tells which accesses forbid a rule, or which cell may not be there.
fn names_a_cause(reason: &str) -> bool {
    [" dependence ", " may ", " the last value of "]
        .iter()
        .any(|words| reason.contains(words))
}

/// Which rule is refused in which file, naming what forbids it (`x`) or with another reason (`o`).
fn table(matrix: &BTreeMap<(String, &str), bool>) -> String {
    let kinds: Vec<String> = kinds().into_iter().map(|(kind, ..)| kind).collect();
    let mut text = format!("{:24}{}\n", "", kinds.join("  "));
    for rule in all_rules() {
        let mut line = format!("{rule:24}");
        for kind in &kinds {
            let mark = match matrix.get(&(kind.clone(), rule)) {
                Some(true) => "x",
                Some(false) => "o",
                None => ".",
            };
            let _ = write!(line, "{mark:width$}", width = kind.len() + 2);
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[test]
fn what_the_rules_make_of_these_kernels_is_equal() {
    let oracle = Z3Emptiness::new();
    let mut state = 7u64;
    let mut choose = |n: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    for (kind, _, text) in kinds() {
        let mut compared = 0;
        for case in text.split("// -----\n") {
            let module = parse_module(case).unwrap_or_else(|d| panic!("{}\n{case}", d[0]));
            for nest in nests(&module, &mut Vec::new()) {
                for form in forms(nest, &oracle, &mut Refusals::default()) {
                    let (mut egraph, root) = of_nest(&form.nest, &oracle);
                    egraph.analysis.runs_on_threads = true;
                    saturate_loops(&mut egraph, &LoopLimits::default());
                    let mut seen = BTreeSet::new();
                    for _ in 0..SAMPLED {
                        let Some(choice) = sample(&egraph, root, &mut choose) else {
                            continue;
                        };
                        let Ok(made) = materialize(&module, &[(&form.nest, &choice)]) else {
                            continue;
                        };
                        if !seen.insert(print_module(&made)) {
                            continue;
                        }
                        let verdict = verify_programs(&module, &made, &runs());
                        assert!(
                            !verdict.is_refuted(),
                            "{verdict}\n{case}\n{}",
                            print_module(&made)
                        );
                        compared += usize::from(verdict.is_accepted());
                    }
                }
            }
        }
        assert!(compared > 0 || kind == "call", "nothing of {kind} was compared");
    }
}

const DIAGONAL: &str = "func.func @diagonal(%A: memref<9x9xf32> {llvm.noalias}) {
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<9x9xf32>
      affine.store %a, %A[%i, %j] : memref<9x9xf32>
    }
  }
  return
}";

const SUM: &str = "func.func @sum(%A: memref<40xf32>, %s: memref<f32>) {
  affine.for %i = 0 to 40 {
    %a = affine.load %A[%i] : memref<40xf32>
    %b = affine.load %s[] : memref<f32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %s[] : memref<f32>
  }
  return
}";

const PREFIX: &str = "func.func @prefix(%A: memref<40xf32> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    %a = affine.load %A[%i] : memref<40xf32>
    %b = affine.load %A[5] : memref<40xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %A[5] : memref<40xf32>
  }
  return
}";

const ROW: &str = "func.func @row(%A: memref<40xf32> {llvm.noalias}) {
  affine.for %i = 0 to 39 {
    %a = affine.load %A[%i] : memref<40xf32>
    affine.store %a, %A[%i + 1] : memref<40xf32>
  }
  return
}";

/// A schedule says what is to be done, not that it is right.
/// What becomes of a module that a schedule is given for.
fn followed(module: &Module, schedule: &Schedule, machine: &Machine) -> Outcome {
    optimize(&Request {
        module,
        original: module,
        model: FpModel::STRICT,
        machine,
        rules: &[],
        measure: None,
        forms: 0,
        derive: false,
        given: Some(Given {
            schedule,
            others: Others::Kept,
            is_of_text: false,
        }),
        progress: &|_| {},
    })
}

#[test]
fn schedules_that_would_be_wrong_are_refused() {
    let wrong = |word: &str| match word {
        "for" => Some((DIAGONAL, "for j in 0..8\n  for i in 1..8\n    store A\n")),
        "keep" => Some((DIAGONAL, "keep j in 0..8\n  keep i in 1..8\n    store A\n")),
        "promote" => Some((PREFIX, "promote i in 0..40\n  store A\n")),
        "vector" => Some((ROW, "vector i\n  store A\n")),
        "parallel" => Some((ROW, "parallel i in 0..39\n  store A\n")),
        "reduce" => Some((SUM, "reduce i in 0..40\n  store s\n")),
        // Copies of the iterations come in their order.
        "unroll" => None,
        other => panic!("add a kernel on which `{other}` would be wrong"),
    };
    let mut machine = Machine::generic();
    machine.threads = 2;
    for (word, _) in KINDS {
        let Some((kernel, text)) = wrong(word) else {
            continue;
        };
        let module = parse_module(kernel).expect("the kernel is well formed");
        let schedule = parse_schedule(text).unwrap_or_else(|d| panic!("{d}\n{text}"));
        let outcome = followed(&module, &schedule, &machine);
        assert!(
            !outcome.mistakes.is_empty(),
            "{word} is followed:\n{}",
            print_module(&outcome.module)
        );
        assert_eq!(print_module(&outcome.module), print_module(&module));
    }
    for rule in NEST_TRANSFORMATIONS {
        let schedule = parse_schedule(&format!("{}()\n…\n", rule.word));
        let Ok(schedule) = schedule else { continue };
        let module = parse_module(ROW).expect("the kernel is well formed");
        let outcome = followed(&module, &schedule, &machine);
        let is_harmless = KEEP_THE_ORDER.contains(&rule.name);
        assert!(
            is_harmless || !outcome.mistakes.is_empty(),
            "{} is followed",
            rule.word
        );
    }
}

/// The runs alone are to tell.
fn runs() -> Options {
    Options {
        proof_steps: 0,
        ..Options::default()
    }
}
