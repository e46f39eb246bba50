//! The rules that Ovolo brings.

use std::sync::LazyLock;

use super::{Reading, Rule, parse_beside};

/// The rule files, by name.
pub fn builtin_sources() -> &'static [(&'static str, &'static str)] {
    &[
        ("index.rules", include_str!("../../rules/index.rules")),
        ("bits.rules", include_str!("../../rules/bits.rules")),
        ("float.rules", include_str!("../../rules/float.rules")),
    ]
}

/// Every built-in rule, in the order of the files.
pub fn builtin() -> &'static [Rule] {
    static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
        builtin_sources()
            .iter()
            .flat_map(|(file, source)| {
                parse_beside(source, &[], &Reading::default())
                    .unwrap_or_else(|errors| panic!("{file}: {errors:?}"))
            })
            .collect()
    });
    &RULES
}
