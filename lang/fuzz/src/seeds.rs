//! The texts to begin with: those of the filetests, and the generic form of each that is read.

use std::path::Path;
use std::{fs, io};

use ovolo_lang::chunks;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_generic;

const FILETESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/filetests");

/// Writes a file for each text.
pub fn write(folder: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(FILETESTS)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(&path)?;
        for (number, chunk) in chunks::split(&text).enumerate() {
            let input = chunk.text.split("// EXPECTED\n").next().unwrap_or_default();
            let seed = Path::new(folder).join(format!("{stem}-{number}"));
            fs::write(&seed, input)?;
            if let Ok(module) = parse_module(input) {
                fs::write(seed.with_extension("generic"), print_generic(&module))?;
            }
        }
    }
    Ok(())
}
