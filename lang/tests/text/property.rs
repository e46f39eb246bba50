//! What must hold of every text, and what the fuzz target asks of those that it makes up.

use ovolo_lang::diagnostic::render;
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::{print_generic, print_module};

/// The text is read, and then reads back from its print, or it is rejected by diagnostics that can be shown.
pub fn survives(text: &str) -> Result<(), String> {
    match parse_module(text) {
        Ok(module) => reads_back(&module),
        Err(diagnostics) if diagnostics.is_empty() => Err("rejected without a diagnostic".to_string()),
        Err(diagnostics) => {
            render("input", text, &diagnostics, true);
            Ok(())
        }
    }
}

/// Each of the two prints of a module is the print of what is read from it.
pub fn reads_back(module: &Module) -> Result<(), String> {
    for print in [print_module, print_generic] {
        let text = print(module);
        let again = parse_module(&text).map_err(|d| render("print", &text, &d, false))?;
        let second = print(&again);
        if second != text {
            return Err(format!("printed\n{text}and then\n{second}"));
        }
    }
    Ok(())
}
