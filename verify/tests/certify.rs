//! Pairs of functions, each in a file of `certify/`: `@second` is to be what `@first` is. The header says `// certified`, or
//! `// refused: TEXT` with a part of the reason. `// wrong` beside it: the two differ at some size, so that nothing but a
//! refusal is right. `// model: MODEL` is the floating-point model, if not `strict`.

use std::fs;
use std::path::Path;

use ovolo_certificate::Terms;
use ovolo_lang::fp::FpModel;
use ovolo_lang::parse::parse_module;
use ovolo_verify::certify::certify;

#[test]
fn pairs_are_certified_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certify");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder of cases")
        .map(|entry| entry.expect("a case").path())
        .collect();
    files.sort();
    assert!(files.len() > 10, "cases are missing");
    let mut mistakes = Vec::new();
    for path in files {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a readable case");
        let header = text.lines().next().unwrap_or_default();
        let module = parse_module(&text).unwrap_or_else(|mistakes| panic!("{name}: {}", mistakes[0]));
        let function = |name: &str| (&module, module.function(name).expect("a function"));
        let model = text.lines().find_map(|line| line.strip_prefix("// model: "));
        let model = model.map_or(Ok(FpModel::STRICT), str::parse::<FpModel>);
        let terms = Terms {
            model: model.unwrap_or_else(|mistake| panic!("{name}: {mistake}")),
            assumed: &[],
            steps: 80_000_000,
        };
        let outcome = certify(function("first"), function("second"), &terms);
        let is_right = match (header.strip_prefix("// refused: "), &outcome) {
            (Some(expected), Err(refusal)) => refusal.reason.contains(expected),
            (None, Ok(_)) => header == "// certified",
            _ => false,
        };
        if !is_right {
            mistakes.push(format!("{name}: {header}, but {outcome:?}"));
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
