//! What a function asks of LLVM where more than one way of compiling it may be the fastest: entries of its attribute
//! `passthrough`, which MLIR hands on to LLVM too.
//!
//! | entry | effect |
//! |---|---|
//! | `"ovolo-gathers"` | LLVM may load and store elements that lie apart as one vector, and make vectors along loops that go from row to row |
//! | `"ovolo-carried-loads"` | what neighbouring iterations load in common LLVM may hand on in a register; this holds for the whole module |
//! | `"ovolo-separate-products"` | no product is fused with the sum that it is added to, whatever `fastmath` allows: a sum waits for an addition only |
//! | `"ovolo-rolled-loops"` | loops of more than a few iterations are not copied: one iteration, or one vector of them, at a time |
//! | `"ovolo-superwords"` | short loops are copied out, and straight-line code becomes vectors that are loaded as rows; this holds for the whole module |
//! | `"ovolo-narrow-lanes"` | loops have as many lanes as the narrowest of their types has in a register, the wider ones several registers; this holds for the whole module |
//! | `"ovolo-only-loops"` | LLVM makes vectors along loops alone, none of straight-line code; this holds for the whole module |
//! | `"ovolo-ordered-sums"` | LLVM makes vectors along loops that sum floats in order too: the lanes are added one after the other; this holds for the whole module |
//! | `"ovolo-inner-tests"` | whether the memory of a loop overlaps is tested in front of it, not in front of the loop around for all of its iterations; this holds for the whole module |
//! | `"ovolo-masked-rests"` | what is left behind the last whole vector of a loop that stores elements one behind the other is a masked vector, not iterations one by one |
//! | `"ovolo-whole-lines"` | the same, and such loops begin with a masked vector up to the start of a line of the cache: no vector is stored across two lines |
//! | `["prefer-vector-width", "256"]` | LLVM makes vectors of so many bits, where it makes them: 128, 256 or 512 |
//!
//! Other entries have no effect here.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, Op, OpId};

const PASSTHROUGH: &str = "passthrough";
const GATHERS: &str = "ovolo-gathers";
const CARRIED_LOADS: &str = "ovolo-carried-loads";
const SEPARATE_PRODUCTS: &str = "ovolo-separate-products";
const ROLLED_LOOPS: &str = "ovolo-rolled-loops";
const SUPERWORDS: &str = "ovolo-superwords";
const NARROW_LANES: &str = "ovolo-narrow-lanes";
const ONLY_LOOPS: &str = "ovolo-only-loops";
const ORDERED_SUMS: &str = "ovolo-ordered-sums";
const INNER_TESTS: &str = "ovolo-inner-tests";
const MASKED_RESTS: &str = "ovolo-masked-rests";
const WHOLE_LINES: &str = "ovolo-whole-lines";
const VECTOR_WIDTH: &str = "prefer-vector-width";

/// What a function asks of LLVM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// Loads and stores of elements that lie apart may be vectors, along any loop.
    pub gathers: bool,
    /// Values that neighbouring iterations load in common may be handed on.
    pub carried_loads: bool,
    /// Products are not fused with sums.
    pub separate_products: bool,
    /// Bodies of loops are not copied, but for short loops that are copied out whole.
    pub rolled_loops: bool,
    /// Straight-line code becomes vectors.
    pub superwords: bool,
    /// Loops have as many lanes as the narrowest of their types has in a register, and not as the widest has.
    pub narrow_lanes: bool,
    /// LLVM makes no vectors of straight-line code.
    pub only_loops: bool,
    /// Loops whose sums are in order may become vectors, the lanes of which are added one after the other.
    pub ordered_sums: bool,
    /// Whether memory overlaps is tested in front of each innermost loop.
    pub inner_tests: bool,
    /// What is left behind the vectors of a loop is a masked one.
    pub masked_rests: bool,
    /// That too, and vectors begin where lines of the cache do.
    pub whole_lines: bool,
    /// The bits of vectors, where they are not those that the processor does best with.
    pub vector_bits: Option<u32>,
}

impl Tuning {
    /// What this function asks for.
    pub fn of(function: &Op) -> Tuning {
        let mut tuning = Tuning::default();
        let Some(Attribute::Array(entries)) = function.attribute(PASSTHROUGH) else {
            return tuning;
        };
        for entry in entries.iter() {
            match entry.as_str() {
                Some(GATHERS) => tuning.gathers = true,
                Some(CARRIED_LOADS) => tuning.carried_loads = true,
                Some(SEPARATE_PRODUCTS) => tuning.separate_products = true,
                Some(ROLLED_LOOPS) => tuning.rolled_loops = true,
                Some(SUPERWORDS) => tuning.superwords = true,
                Some(NARROW_LANES) => tuning.narrow_lanes = true,
                Some(ONLY_LOOPS) => tuning.only_loops = true,
                Some(ORDERED_SUMS) => tuning.ordered_sums = true,
                Some(INNER_TESTS) => tuning.inner_tests = true,
                Some(MASKED_RESTS) => tuning.masked_rests = true,
                Some(WHOLE_LINES) => tuning.whole_lines = true,
                _ => {}
            }
            if let Attribute::Array(pair) = entry
                && let [name, value] = &pair[..]
                && name.as_str() == Some(VECTOR_WIDTH)
                && let Some(bits @ ("128" | "256" | "512")) = value.as_str()
            {
                tuning.vector_bits = bits.parse().ok();
            }
        }
        tuning
    }

    /// Makes a function that has a body ask for this; what else its attribute says stays.
    pub fn mark(self, module: &mut Module, function: OpId) {
        let op = module.op(function);
        let mut regions = op.regions.iter();
        if regions.all(|&region| module.region(region).blocks.is_empty()) {
            return;
        }
        let mut entries = match op.attribute(PASSTHROUGH) {
            Some(Attribute::Array(entries)) => entries.to_vec(),
            _ => Vec::new(),
        };
        entries.retain(|entry| !is_own(entry));
        entries.extend(self.entries());
        let op = module.op_mut(function);
        op.attributes.retain(|(name, _)| &**name != PASSTHROUGH);
        if !entries.is_empty() {
            op.set_attribute(PASSTHROUGH, Attribute::array(entries));
        }
    }

    fn entries(self) -> Vec<Attribute> {
        let flags = [
            (self.gathers, GATHERS),
            (self.carried_loads, CARRIED_LOADS),
            (self.separate_products, SEPARATE_PRODUCTS),
            (self.rolled_loops, ROLLED_LOOPS),
            (self.superwords, SUPERWORDS),
            (self.narrow_lanes, NARROW_LANES),
            (self.only_loops, ONLY_LOOPS),
            (self.ordered_sums, ORDERED_SUMS),
            (self.inner_tests, INNER_TESTS),
            (self.masked_rests, MASKED_RESTS),
            (self.whole_lines, WHOLE_LINES),
        ];
        let flags = flags.into_iter().filter(|(is_set, _)| *is_set);
        let mut entries: Vec<Attribute> = flags.map(|(_, name)| Attribute::string(name)).collect();
        if let Some(bits) = self.vector_bits {
            let pair = [VECTOR_WIDTH, &bits.to_string()].map(Attribute::string);
            entries.push(Attribute::array(pair.to_vec()));
        }
        entries
    }
}

/// Whether an entry is one that [`Tuning`] reads.
fn is_own(entry: &Attribute) -> bool {
    match entry {
        Attribute::Array(pair) => pair.first().and_then(Attribute::as_str) == Some(VECTOR_WIDTH),
        entry => matches!(
            entry.as_str(),
            Some(
                GATHERS
                    | CARRIED_LOADS
                    | SEPARATE_PRODUCTS
                    | ROLLED_LOOPS
                    | SUPERWORDS
                    | NARROW_LANES
                    | ONLY_LOOPS
                    | ORDERED_SUMS
                    | INNER_TESTS
                    | MASKED_RESTS
                    | WHOLE_LINES
            )
        ),
    }
}

impl std::fmt::Display for Tuning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        if self.gathers {
            parts.push("gathers".to_string());
        }
        if self.carried_loads {
            parts.push("loads handed on from one iteration to the next".to_string());
        }
        if self.separate_products {
            parts.push("products apart from sums".to_string());
        }
        if self.rolled_loops {
            parts.push("loops that are not copied".to_string());
        }
        if self.superwords {
            parts.push("vectors of straight-line code".to_string());
        }
        if self.narrow_lanes {
            parts.push("as many lanes as the narrowest type has".to_string());
        }
        if self.only_loops {
            parts.push("vectors along loops alone".to_string());
        }
        if self.ordered_sums {
            parts.push("vectors along loops with sums in order".to_string());
        }
        if self.inner_tests {
            parts.push("tests of overlap in front of inner loops".to_string());
        }
        if self.masked_rests {
            parts.push("masked vectors at the ends of loops".to_string());
        }
        if self.whole_lines {
            parts.push("vectors that begin where lines of the cache do".to_string());
        }
        if let Some(bits) = self.vector_bits {
            parts.push(format!("vectors of {bits} bits"));
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ovolo_lang::parse::parse_module;
    use ovolo_lang::print::print_module;

    #[test]
    fn what_is_marked_is_read() {
        let text = r#"func.func @f() attributes {passthrough = ["cold", "ovolo-gathers"]} { return }"#;
        let mut module = parse_module(text).expect("a module");
        let tuning = Tuning {
            carried_loads: true,
            superwords: true,
            vector_bits: Some(256),
            ..Tuning::default()
        };
        let function = module.functions().next().expect("a function");
        tuning.mark(&mut module, function);
        let printed = print_module(&module);
        let expected = r#"passthrough = ["cold", "ovolo-carried-loads", "ovolo-superwords", ["prefer-vector-width", "256"]]"#;
        assert!(printed.contains(expected), "{printed}");
        assert_eq!(Tuning::of(module.op(function)), tuning);
    }
}
