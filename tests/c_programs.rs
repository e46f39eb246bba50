//! Programs of C, `tests/c_programs`: what `ovolo optimize` makes of each, as an object and as C again, linked in the place
//! of the original, must print what the original prints, with the loops as they are and optimised. Each file has the functions, and behind `#ifdef
//! MAIN` a program that calls them for none, one and a few elements. Of functions whose nests alone are understood the rest is
//! linked as `ovolo import --rest` writes it.

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn firsts() {
    check("firsts");
}

#[test]
fn stores_under_conditions_that_they_change() {
    check("updates");
}

#[test]
fn remainders() {
    check("remainders");
}

#[test]
fn blocks_and_register_tiles() {
    check("blocks");
}

#[test]
fn stages() {
    check("stages");
}

#[test]
fn variables_of_each_element() {
    check("states");
}

#[test]
fn loops_that_are_left() {
    check("left");
}

#[test]
fn loops_that_are_tested_behind() {
    check("behind");
}

#[test]
fn windows() {
    check("windows");
}

#[test]
fn edges() {
    check("edges");
}

#[test]
fn tables() {
    check("tables");
}

#[test]
fn subscripts_that_are_data() {
    check("gathers");
}

#[test]
fn sizes_that_are_read() {
    check("read_sizes");
}

#[test]
fn running_indices() {
    check("running");
}

#[test]
fn strides() {
    check("strides");
}

#[test]
fn loops_over_tiles() {
    check("tiles");
}

#[test]
fn quotients() {
    check("quotients");
}

#[test]
fn loops_over_digits() {
    check("digits");
}

#[test]
fn structs_of_several_types() {
    check("mixed");
}

#[test]
fn subscripts_without_sign() {
    check("unsigned");
}

#[test]
fn functions_that_are_called() {
    check("helpers");
}

#[test]
fn bytes() {
    check("bytes");
}

#[test]
fn what_is_chosen() {
    check("chosen");
}

#[test]
fn comparisons() {
    check("comparisons");
}

#[test]
fn flat_arrays() {
    check("flat");
}

#[test]
fn control_flow() {
    check("control");
}

#[test]
fn gotos() {
    check("gotos");
}

#[test]
fn integers() {
    check("integers");
}

#[test]
fn memory() {
    check("memory");
}

#[test]
fn pointers() {
    check("pointers");
}

#[test]
fn structs() {
    check("structs");
}

#[test]
fn statics() {
    check("statics");
}

#[test]
fn members() {
    check("members");
}

#[test]
fn accessors() {
    check("accessors");
}

#[test]
fn bodies() {
    check("bodies");
}

#[test]
fn rows() {
    check("rows");
}

#[test]
fn sizes() {
    check("sizes");
}

#[test]
fn parts_of_sizes() {
    check("parts");
}

#[test]
fn branches() {
    check("branches");
}

fn check(name: &str) {
    if !ovolo_c::is_available() {
        println!("libclang is not found: nothing is tested (`setup.sh --peers` installs it)");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c_programs");
    let source = folder.join(format!("{name}.c"));
    let work = tempfile::tempdir().expect("a folder to work in");
    let at = |file: &str| work.path().join(file);
    let compile = |source: &Path, define: &[&str], object: &str| {
        let plain = ["-O1", "-march=native", "-ffp-contract=off", "-c", "-o"];
        run(Command::new("cc")
            .args(plain)
            .arg(at(object))
            .args(define)
            .arg(source));
    };
    compile(&source, &["-DMAIN"], "main.o");
    compile(&source, &[], "original.o");
    // What calls the nests that became functions of their own.
    let mut import = Command::new(env!("CARGO_BIN_EXE_ovolo"));
    import.arg("import").arg(&source).current_dir(work.path());
    run(import.args(["--rest", "rest.c", "-o", "imported.mlir"]));
    compile(&at("rest.c"), &[], "rest.o");
    let program = |functions: &[PathBuf], program: &str| {
        let objects: Vec<PathBuf> = [at("main.o")].iter().chain(functions).cloned().collect();
        output(&objects, &at(program))
    };
    let expected = program(&[at("original.o")], "original");
    assert!(!expected.is_empty());
    std::fs::write(at("nothing.txt"), "").expect("an empty schedule");
    let optimize = |source: &Path, arguments: &[&str]| {
        let mut ovolo = Command::new(env!("CARGO_BIN_EXE_ovolo"));
        ovolo.arg("optimize").arg(source).args(arguments);
        run(ovolo.current_dir(work.path()));
    };
    optimize(&source, &["--no-measure", "-o", "optimised.mlir"]);
    for source in [source, at("optimised.mlir")] {
        for (emit, file) in [("obj", "new.o"), ("c", "new.c")] {
            optimize(
                &source,
                &["--schedule", "nothing.txt", "--emit", emit, "-o", file],
            );
            if emit == "c" {
                compile(&at(file), &[], "new.o");
            }
            let found = program(&[at("new.o"), at("rest.o")], "new");
            let source = source.display();
            assert!(
                found == expected,
                "{source} as {emit}:\n{found}\ninstead of\n{expected}"
            );
        }
    }
}

/// What the program of some objects prints.
fn output(objects: &[PathBuf], program: &Path) -> String {
    run(Command::new("cc")
        .arg("-o")
        .arg(program)
        .args(objects)
        .args(["-lm", "-fopenmp"]));
    run(&mut Command::new(program))
}

fn run(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?} does not run: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
