//! A libFuzzer target: whatever the text, reading it ends soon, without a panic, and what is read prints and
//! reads back. `./run` builds and starts it.
//!
//! A panic, a hang or too much memory ends the run. A text that reads back as something else is noted, and the run
//! goes on: such are rare, and lie in the guesses about operations that nothing is known of.

#![no_main]

mod dictionary;
#[path = "../../tests/text/property.rs"]
mod property;
mod seeds;

use std::hash::{DefaultHasher, Hash, Hasher};

use libfuzzer_sys::fuzz_target;

/// Notes kept of one run.
const MOST_NOTES: usize = 20;

fuzz_target!(
    init: {
        seeds::write("corpus").expect("writing the folder corpus");
        dictionary::write("dictionary").expect("writing the file dictionary");
    },
    |data: &[u8]| {
        let text = String::from_utf8_lossy(data);
        if let Err(error) = property::survives(&text) {
            note(&text, &error);
        }
    }
);

/// Leaves a text that does not read back as it was read, with what differs, beside what ends a run.
fn note(text: &str, error: &str) {
    let noted = std::fs::read_dir("finds").map_or(0, |files| files.count());
    if noted >= MOST_NOTES {
        return;
    }
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let name = format!("finds/mismatch-{:016x}", hasher.finish());
    std::fs::write(&name, format!("{text}\n// {}\n", error.replace('\n', "\n// "))).expect("writing a note");
    eprintln!("{name}: does not read back as it was read");
}
