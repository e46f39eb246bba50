//! Whether a chunk needs a dialect that Ovolo does not set out to know.

use super::aliases::string_length;

/// The dialects whose custom forms Ovolo reads.
pub const KNOWN: &[&str] = &[
    "builtin",
    "func",
    "arith",
    "affine",
    "memref",
    "scf",
    "cf",
    "math",
    "linalg",
    "vector",
    "tensor",
    "bufferization",
    "ub",
];

/// The dialects of `mlir-opt-19` besides those: chunks with their operations, types or attributes may use syntax
/// that only they define. A dialect that `mlir-opt-19` does not know either can have generic forms alone.
pub const OTHER: &[&str] = &[
    "acc",
    "amdgpu",
    "amx",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "async",
    "complex",
    "dlti",
    "emitc",
    "gpu",
    "index",
    "irdl",
    "llvm",
    "mesh",
    "ml_program",
    "mpi",
    "nvgpu",
    "nvvm",
    "omp",
    "pdl",
    "pdl_interp",
    "polynomial",
    "ptr",
    "quant",
    "rocdl",
    "shape",
    "sparse_tensor",
    "spirv",
    "test",
    "test_dyn",
    "tosa",
    "transform",
    "x86vector",
    "xegpu",
];

/// Whether no operation, type or attribute of a generic form is of another dialect.
pub fn is_in_scope(generic: &str) -> bool {
    !generic.lines().filter_map(operation_name).any(is_other) && !has_other_symbol(generic)
}

/// The dialect of a name with a dot.
fn is_other(name: &str) -> bool {
    name.split_once('.')
        .is_some_and(|(dialect, _)| OTHER.contains(&dialect))
}

/// The name of the operation that a line of a generic form begins with.
pub fn operation_name(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let operation = match line.starts_with('%') {
        true => line.split_once(" = ")?.1,
        false => line,
    };
    operation.strip_prefix('"')?.split('"').next()
}

/// Whether a type `!dialect.…` or an attribute `#dialect.…` is of another dialect.
fn has_other_symbol(generic: &str) -> bool {
    let mut rest = generic;
    while let Some(at) = rest.find(['#', '!', '"']) {
        rest = &rest[at..];
        if rest.starts_with('"') {
            rest = &rest[string_length(rest)..];
            continue;
        }
        rest = &rest[1..];
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        if rest[end..].starts_with(['.', '<']) && OTHER.contains(&&rest[..end]) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_types_and_attributes_count() {
        assert!(is_in_scope("%0:2 = \"vector.load\"(%a) : (i32) -> (i32, i32)"));
        assert!(!is_in_scope("  %0 = \"gpu.thread_id\"() : () -> index"));
        assert!(!is_in_scope("\"func.call\"(%a) : (!llvm.ptr) -> ()"));
        assert!(!is_in_scope(
            "\"func.call\"(%a) : (memref<4xf32, #gpu.address_space<global>>) -> ()"
        ));
        assert!(!is_in_scope("\"func.call\"(%a) : (!test<x>) -> ()"));
    }

    #[test]
    fn names_in_strings_and_unknown_dialects_do_not_count() {
        assert!(is_in_scope(
            "\"func.call\"() {a = \"#gpu.x\", b = \"gpu.y\"} : () -> ()"
        ));
        assert!(is_in_scope("\"foo.bar\"() : () -> !foo.t"));
        assert!(is_in_scope("#map = affine_map<() -> (0)>\n\"x\"() {a = #map}"));
    }
}
