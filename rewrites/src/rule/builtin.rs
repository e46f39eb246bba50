//! The rules that Ovolo brings.

use std::sync::LazyLock;

use super::{Reading, Rule, parse_beside};

/// The rule files, by name.
pub fn builtin_sources() -> &'static [(&'static str, &'static str)] {
    &[
        ("index.rules", include_str!("../../rules/index.rules")),
        ("predicates.rules", include_str!("../../rules/predicates.rules")),
        ("bits.rules", include_str!("../../rules/bits.rules")),
        ("widths.rules", include_str!("../../rules/widths.rules")),
        ("chains.rules", include_str!("../../rules/chains.rules")),
        ("float.rules", include_str!("../../rules/float.rules")),
    ]
}

/// Every built-in rule, in the order of the files.
pub fn builtin() -> &'static [Rule] {
    static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
        builtin_sources()
            .iter()
            .fold(Vec::new(), |mut rules, (file, source)| {
                // A rule may rest on one of a file before its own.
                let own = parse_beside(source, &rules, &Reading::default())
                    .unwrap_or_else(|errors| panic!("{file}: {errors:?}"));
                rules.extend(own);
                rules
            })
    });
    &RULES
}
