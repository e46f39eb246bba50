//! The text side: reading, printing, diagnostics. The cases are data in `tests/filetests`.

mod cases;
mod files;
mod referee;
mod robustness;
