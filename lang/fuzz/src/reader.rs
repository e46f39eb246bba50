//! A libFuzzer target: whatever the text, reading it ends soon, without a panic, and what is read prints and
//! reads back. `./run` builds and starts it.

#![no_main]

mod dictionary;
#[path = "../../tests/text/property.rs"]
mod property;
mod seeds;

use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: {
        seeds::write("corpus").expect("writing the folder corpus");
        dictionary::write("dictionary").expect("writing the file dictionary");
    },
    |data: &[u8]| {
        let text = String::from_utf8_lossy(data);
        if let Err(error) = property::survives(&text) {
            panic!("{error}");
        }
    }
);
