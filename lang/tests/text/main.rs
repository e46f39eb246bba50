//! The text side: reading, printing, diagnostics. The cases are data in `tests/filetests`.

#[path = "../cases/mod.rs"]
mod cases;
mod files;
mod property;
mod referee;
mod robustness;
