//! The operations that linalg names, defined in the files of `ops`.

use std::sync::{LazyLock, OnceLock};

use crate::operation::Operation;
use crate::read::read;

/// The files of the library: name and text.
pub const FILES: &[(&str, &str)] = &[
    ("elementwise.py", include_str!("../ops/elementwise.py")),
    ("products.py", include_str!("../ops/products.py")),
    ("convolutions.py", include_str!("../ops/convolutions.py")),
    ("depthwise.py", include_str!("../ops/depthwise.py")),
    ("pooling.py", include_str!("../ops/pooling.py")),
];

/// All operations of the library.
pub fn library() -> &'static [Operation] {
    static LIBRARY: LazyLock<Vec<Operation>> =
        LazyLock::new(|| (0..FILES.len()).flat_map(operations).cloned().collect());
    &LIBRARY
}

/// The operation of this name; its file is read when the first of its operations is asked for.
pub fn library_operation(name: &str) -> Option<&'static Operation> {
    let definition = format!("\ndef {name}(");
    let number = FILES.iter().position(|(_, text)| text.contains(&definition))?;
    operations(number).iter().find(|o| o.name == name)
}

/// The operations of a file.
fn operations(number: usize) -> &'static [Operation] {
    static READ: [OnceLock<Vec<Operation>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    READ[number].get_or_init(|| read(FILES[number].1).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read() {
        for (name, text) in FILES {
            let operations = read(text).unwrap_or_else(|mistakes| panic!("{name}: {mistakes:?}"));
            let warnings = operations.iter().flat_map(|o| &o.warnings);
            assert_eq!(warnings.count(), 0, "{name}");
        }
        assert_eq!(library().len(), 87);
    }

    #[test]
    fn every_operation_is_documented() {
        for operation in library() {
            assert!(operation.documentation.is_some(), "{}", operation.name);
        }
    }

    #[test]
    fn every_operation_is_found_by_its_name() {
        for operation in library() {
            assert!(library_operation(&operation.name).is_some(), "{}", operation.name);
        }
    }
}
