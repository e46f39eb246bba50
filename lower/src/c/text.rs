//! The parts of C text that stand on their own: the preamble, affine expressions, names.

use ovolo_lang::affine::{AffineExpr, AffineOp};

pub(crate) const HEADER: &str = "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n\
                      #include <stdlib.h>\n#include <string.h>\n\n";

/// What declares the vector instructions of a machine.
pub(crate) const INTRINSICS: &str = "#if defined(__x86_64__)\n#include <immintrin.h>\n#endif\n\n";

pub(crate) const HELPERS: &[(&str, &str)] = &[
    (
        "ovolo_alloc",
        "#include <stdio.h>\n\nstatic inline void *ovolo_alloc(size_t bytes) {\n  \
         void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);\n  \
         if (memory == NULL && bytes > 0) {\n    perror(\"memref.alloc\");\n    abort();\n  }\n  \
         return memory;\n}\n\n",
    ),
    (
        "ovolo_floordiv",
        "static inline int64_t ovolo_floordiv(int64_t a, int64_t b) {\n  \
         return a / b - (a % b != 0 && (a % b < 0) != (b < 0));\n}\n\n",
    ),
    (
        "ovolo_ceildiv",
        "static inline int64_t ovolo_ceildiv(int64_t a, int64_t b) {\n  \
         return a / b + (a % b != 0 && (a % b < 0) == (b < 0));\n}\n\n",
    ),
    (
        "ovolo_mod",
        "static inline int64_t ovolo_mod(int64_t a, int64_t b) {\n  \
         return a % b + (a % b != 0 && (a % b < 0) != (b < 0) ? b : 0);\n}\n\n",
    ),
    (
        "ovolo_min",
        "static inline int64_t ovolo_min(int64_t a, int64_t b) { return a < b ? a : b; }\n\n",
    ),
    (
        "ovolo_max",
        "static inline int64_t ovolo_max(int64_t a, int64_t b) { return a > b ? a : b; }\n\n",
    ),
    (
        "ovolo_maximum",
        "static inline double ovolo_maximum(double a, double b) {\n  \
         return a > b || a != a ? a : b > a || b != b ? b : signbit(a) ? b : a;\n}\n\n",
    ),
    (
        "ovolo_maximumf",
        "static inline float ovolo_maximumf(float a, float b) {\n  \
         return a > b || a != a ? a : b > a || b != b ? b : signbit(a) ? b : a;\n}\n\n",
    ),
    (
        "ovolo_minimum",
        "static inline double ovolo_minimum(double a, double b) {\n  \
         return a < b || a != a ? a : b < a || b != b ? b : signbit(a) ? a : b;\n}\n\n",
    ),
    (
        "ovolo_minimumf",
        "static inline float ovolo_minimumf(float a, float b) {\n  \
         return a < b || a != a ? a : b < a || b != b ? b : signbit(a) ? a : b;\n}\n\n",
    ),
    (
        "ovolo_power",
        "static inline uint64_t ovolo_power(int64_t a, int64_t b) {\n  \
         if (b < 0) return a == 1 ? 1 : a == -1 ? (b & 1 ? -1 : 1) : 1 / a;\n  \
         uint64_t power = 1, square = a;\n  \
         for (; b; b >>= 1, square *= square) if (b & 1) power *= square;\n  \
         return power;\n}\n\n",
    ),
    (
        "ovolo_powi",
        "static inline double ovolo_powi(double a, int64_t b) {\n  \
         double power = 1, square = a;\n  \
         for (uint64_t n = b < 0 ? -(uint64_t)b : b; n; n >>= 1, square = square * square) \
         if (n & 1) power = power * square;\n  \
         return b < 0 ? 1 / power : power;\n}\n\n",
    ),
    (
        "ovolo_powif",
        "static inline float ovolo_powif(float a, int64_t b) {\n  \
         float power = 1, square = a;\n  \
         for (uint64_t n = b < 0 ? -(uint64_t)b : b; n; n >>= 1, square = square * square) \
         if (n & 1) power = power * square;\n  \
         return b < 0 ? 1 / power : power;\n}\n\n",
    ),
];

/// Names that a variable must not take: words of the language and functions that expressions call.
pub(crate) const RESERVED: &str = "auto bool break case char const continue default do double else enum extern false \
    float for goto if inline int long register restrict return short signed sizeof static struct switch \
    true typedef union unsigned void volatile while main malloc free memcpy aligned_alloc signbit \
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t \
    fmod fmin fmax copysign pow atan2 fabs sqrt exp exp2 expm1 log log2 log10 log1p sin cos tan tanh erf \
    floor ceil round trunc fma fmodf fminf fmaxf copysignf powf atan2f fabsf sqrtf expf exp2f expm1f logf \
    log2f log10f log1pf sinf cosf tanf tanhf erff floorf ceilf roundf truncf fmaf \
    cbrt asin acos atan sinh cosh asinh acosh atanh cbrtf asinf acosf atanf sinhf coshf asinhf acoshf atanhf \
    ovolo_power ovolo_powi ovolo_powif ovolo_alloc perror abort lane";

/// `f(a, f(b, c))`.
pub(crate) fn nested(function: &str, arguments: &[String]) -> String {
    match arguments {
        [] => "0".to_string(),
        [only] => only.clone(),
        [first, rest @ ..] => format!("{function}({first}, {})", nested(function, rest)),
    }
}

/// How tightly the place of an expression binds.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Level {
    Sum,
    Factor,
}

pub(crate) fn affine_text(expr: &AffineExpr, dims: &[String], symbols: &[String], level: Level) -> String {
    let text = |e: &AffineExpr, level| affine_text(e, dims, symbols, level);
    let operand = |operands: &[String], i: u32| operands.get(i as usize).cloned().unwrap_or_default();
    match expr {
        AffineExpr::Constant(c) if *c < 0 => format!("({c})"),
        AffineExpr::Constant(c) => c.to_string(),
        AffineExpr::Dim(i) => operand(dims, *i),
        AffineExpr::Symbol(i) => operand(symbols, *i),
        AffineExpr::Binary(op, ab) => {
            let (a, b) = (&ab.0, &ab.1);
            let call = |name: &str| format!("{name}({}, {})", text(a, Level::Sum), text(b, Level::Sum));
            match op {
                AffineOp::Add => {
                    let sum = match (negated(a), negated(b)) {
                        (_, Some(b)) => format!("{} - {}", text(a, Level::Sum), text(&b, Level::Factor)),
                        (Some(a), None) => format!("{} - {}", text(b, Level::Sum), text(&a, Level::Factor)),
                        (None, None) => format!("{} + {}", text(a, Level::Sum), text(b, Level::Sum)),
                    };
                    if level == Level::Sum {
                        sum
                    } else {
                        format!("({sum})")
                    }
                }
                AffineOp::Mul => format!("{} * {}", text(a, Level::Factor), text(b, Level::Factor)),
                // By what is not positive nothing is said, but an extent may be computed all the same.
                AffineOp::FloorDiv if b.as_constant().is_none() => {
                    let (a, b) = (text(a, Level::Sum), text(b, Level::Factor));
                    format!("ovolo_floordiv({a}, {b} > 0 ? {b} : 1)")
                }
                AffineOp::FloorDiv => call("ovolo_floordiv"),
                AffineOp::CeilDiv => call("ovolo_ceildiv"),
                AffineOp::Mod => call("ovolo_mod"),
            }
        }
    }
}

/// The expression `b` when `expr` is `-b` on its face.
fn negated(expr: &AffineExpr) -> Option<AffineExpr> {
    match expr {
        AffineExpr::Constant(c) if *c < 0 => c.checked_neg().map(AffineExpr::Constant),
        AffineExpr::Binary(AffineOp::Mul, ab) => match ab.1 {
            AffineExpr::Constant(-1) => Some(ab.0.clone()),
            AffineExpr::Constant(c) if c < 0 => Some(ab.0.clone() * AffineExpr::Constant(c.checked_neg()?)),
            _ => None,
        },
        _ => None,
    }
}

/// A C identifier after an MLIR name.
pub(crate) fn identifier(name: &str) -> String {
    let text: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    match text.chars().next() {
        None => "_".to_string(),
        Some(c) if c.is_ascii_digit() => format!("v{text}"),
        Some(_) => text,
    }
}

/// The text without a pair of parentheses around all of it.
pub(crate) fn without_parentheses(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0i32;
    for c in inner.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth < 0 {
            return text;
        }
    }
    inner
}
