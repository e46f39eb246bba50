//! From C.
#![allow(dead_code, missing_docs)]
pub mod ast;
mod clang;
mod read;
pub fn dump(path: &str, text: &str, args: &[String]) {
    let u = match clang::Unit::parse(path, text, args) { Ok(u) => u, Err(e) => { println!("{e:?}"); return } };
    println!("{:#?}", read::read(&u, text));
}
