//! The operations that linalg names, defined in the files of `ops`.

use std::sync::LazyLock;

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

/// All operations of the library, read when they are first asked for.
pub fn library() -> &'static [Operation] {
    static LIBRARY: LazyLock<Vec<Operation>> = LazyLock::new(|| {
        let files = FILES.iter().map(|(_, text)| read(text).unwrap_or_default());
        files.flatten().collect()
    });
    &LIBRARY
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
}
