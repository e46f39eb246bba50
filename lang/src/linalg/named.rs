//! The definitions of the named operations: those of OpDSL's library.

use std::sync::{LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use crate::op::{Dialect, OpCode};

use super::definition::Definition;

/// The definition of a named operation; `None` for any other operation.
pub fn definition(code: OpCode) -> Option<&'static Definition> {
    type Lazy = OnceLock<Option<Definition>>;
    static DEFINITIONS: LazyLock<FxHashMap<OpCode, Lazy>> = LazyLock::new(|| {
        let rows = OpCode::table().filter(|row| row.code.dialect() == Dialect::Linalg);
        rows.map(|row| (row.code, Lazy::new())).collect()
    });
    let read = || Definition::of(ovolo_opdsl::library_operation(code.mnemonic())?).ok();
    DEFINITIONS.get(&code)?.get_or_init(read).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_operation_has_its_definition() {
        let others = [
            "generic",
            "map",
            "reduce",
            "broadcast",
            "transpose",
            "index",
            "yield",
            "softmax",
            "winograd_filter_transform",
            "winograd_input_transform",
            "winograd_output_transform",
        ];
        let mut defined = 0;
        for row in OpCode::table().filter(|row| row.code.dialect() == Dialect::Linalg) {
            let is_named = !others.contains(&row.code.mnemonic());
            assert_eq!(definition(row.code).is_some(), is_named, "{}", row.name);
            defined += usize::from(is_named);
        }
        assert_eq!(
            defined,
            ovolo_opdsl::library().len(),
            "operations that the op table lacks"
        );
    }

    /// The op table says which attributes an operation has, as its definition does.
    #[test]
    fn the_op_table_has_the_attributes_of_the_definitions() {
        for row in OpCode::table() {
            let Some(definition) = definition(row.code) else {
                continue;
            };
            for parameter in definition
                .operation
                .parameters
                .iter()
                .filter(|p| p.is_attribute())
            {
                let attribute = format!("{}?: ", parameter.name);
                assert!(
                    row.signature.contains(&attribute),
                    "{}: {}",
                    row.name,
                    parameter.name
                );
            }
        }
    }
}
