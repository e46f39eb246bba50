//! From C.
#![allow(dead_code, missing_docs)]
pub mod ast;
mod clang;
mod entry;
mod jumps;
mod live;
mod lower;
mod read;
pub fn dump(path: &str, text: &str, args: &[String]) {
    let u = match clang::Unit::parse(path, text, args) { Ok(u) => u, Err(e) => { println!("{e:?}"); return } };
    println!("{:#?}", read::read(&u, text));
}

pub fn mlir(path: &str, text: &str, args: &[String]) {
    let u = match clang::Unit::parse(path, text, args) { Ok(u) => u, Err(e) => { println!("{e:?}"); return } };
    let mut u = read::read(&u, text);
    jumps::remove(&mut u);
    let mut module = ovolo_lang::ir::Module::new();
    for f in &u.functions {
        if let Err(e) = lower::lower(&u, f, &mut module) { println!("// {}: {}", f.name, ovolo_lang::diagnostic::render(path, text, &[*e], false)); }
    }
    println!("{}", ovolo_lang::print::print_module(&module));
    if let Err(e) = ovolo_lang::structure::verify(&module) { println!("INVALID {e:?}"); }
}
