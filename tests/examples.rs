//! Runs the programs of `examples` and compares what they print with `tests/examples/NAME.txt`; `OVOLO_BLESS=1` writes
//! what is printed there.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

#[test]
fn examples_print_what_they_should() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_blessed = env::var_os("OVOLO_BLESS").is_some();
    // With `--workspace` as the tests are, or everything is built once more with other features.
    let mut build = Command::new(env!("CARGO"));
    build
        .args(["build", "--quiet", "--workspace", "--examples"])
        .current_dir(root);
    assert!(build.status().expect("cargo runs").success());
    let built = Path::new(env!("CARGO_BIN_EXE_ovolo")).with_file_name("examples");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(root.join("examples")).expect("a folder of examples") {
        let path = entry.expect("a readable entry").path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let run = Command::new(built.join(name)).current_dir(root).output();
        let run = run.expect("the example runs");
        let told = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{name} fails: {told}");
        let printed = String::from_utf8(run.stdout).expect("text");
        let expected = root.join("tests/examples").join(name).with_extension("txt");
        if is_blessed {
            fs::write(&expected, &printed).expect("a writable file");
        }
        if fs::read_to_string(&expected).unwrap_or_default() != printed {
            wrong.push(format!("{name} prints\n{printed}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(count, 3);
}
