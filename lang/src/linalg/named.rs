//! The definitions of the named operations, in the notation of [`notation`](super::notation).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::op::OpCode;

use super::definition::Definition;
use super::notation;

/// The definition of a named operation; `None` for any other operation.
pub fn definition(code: OpCode) -> Option<&'static Definition> {
    static DEFINITIONS: LazyLock<FxHashMap<OpCode, Definition>> = LazyLock::new(|| {
        let rows = TABLE.iter();
        rows.filter_map(|(code, text)| Some((*code, notation::read(text)?)))
            .collect()
    });
    DEFINITIONS.get(&code)
}

#[rustfmt::skip]
static TABLE: &[(OpCode, &str)] = &[
    // Element by element.
    (OpCode::LinalgFill, "value -> y: signed(value)"),
    (OpCode::LinalgCopy, "x -> y: cast(x)"),
    (OpCode::LinalgElemwiseUnary, "x -> y: fun(cast(x))"),
    (OpCode::LinalgElemwiseBinary, "a, b -> y: fun(cast(a), cast(b))"),
    (OpCode::LinalgAbs, "x -> y: abs(x)"),
    (OpCode::LinalgCeil, "x -> y: ceil(x)"),
    (OpCode::LinalgErf, "x -> y: erf(x)"),
    (OpCode::LinalgExp, "x -> y: exp(x)"),
    (OpCode::LinalgFloor, "x -> y: floor(x)"),
    (OpCode::LinalgLog, "x -> y: log(x)"),
    (OpCode::LinalgNegF, "x -> y: negf(x)"),
    (OpCode::LinalgReciprocal, "x -> y: reciprocal(x)"),
    (OpCode::LinalgRound, "x -> y: round(x)"),
    (OpCode::LinalgRsqrt, "x -> y: rsqrt(x)"),
    (OpCode::LinalgSqrt, "x -> y: sqrt(x)"),
    (OpCode::LinalgSquare, "x -> y: square(x)"),
    (OpCode::LinalgTanh, "x -> y: tanh(x)"),
    (OpCode::LinalgAdd, "a, b -> y: a + b"),
    (OpCode::LinalgSub, "a, b -> y: a - b"),
    (OpCode::LinalgMul, "a, b -> y: a * b"),
    (OpCode::LinalgDiv, "a, b -> y: div(a, b)"),
    (OpCode::LinalgDivUnsigned, "a, b -> y: div_unsigned(a, b)"),
    (OpCode::LinalgMax, "a, b -> y: max_signed(a, b)"),
    (OpCode::LinalgMin, "a, b -> y: min_signed(a, b)"),
    (OpCode::LinalgPowF, "a, b -> y: powf(a, b)"),
    (OpCode::LinalgSelect, "c, a, b -> y: select(c, a, b)"),

    // A linear congruential generator seeded with the indices; its 32 bits become a float between the bounds.
    (OpCode::LinalgFillRng2D,
     "low, high, seed -> Y[m, n] for m, n: signed((f64(2147483647) + f64((i32(index(1)) + \
      ((i32(index(0)) + seed) * i32(1103515245) + i32(12345))) * i32(1103515245) + i32(12345))) * \
      ((high - low) * f64(2.3283063999999999E-10)) + low)"),

    // Products of vectors and matrices.
    (OpCode::LinalgDot, "A[k], B[k] -> c[] for k: c + signed(A) * signed(B)"),
    (OpCode::LinalgMatvec, "A[m, k], x[k] -> y[m] for m, k: y + signed(A) * signed(x)"),
    (OpCode::LinalgVecmat, "x[k], A[k, n] -> y[n] for n, k: y + signed(x) * signed(A)"),
    (OpCode::LinalgMatmul, "A[m, k], B[k, n] -> C[m, n] for m, n, k: C + cast(A) * cast(B)"),
    (OpCode::LinalgMatmulTransposeA, "A[k, m], B[k, n] -> C[m, n] for m, n, k: C + cast(A) * cast(B)"),
    (OpCode::LinalgMatmulTransposeB, "A[m, k], B[n, k] -> C[m, n] for m, n, k: C + cast(A) * cast(B)"),
    (OpCode::LinalgQuantizedMatmul,
     "A[m, k], B[k, n], za, zb -> C[m, n] for m, n, k: \
      C + (signed(A) - signed(za)) * (signed(B) - signed(zb))"),
    (OpCode::LinalgMmt4D,
     "A[m, k, mi, ki], B[n, k, ni, ki] -> C[m, n, mi, ni] for m, n, k, mi, ni, ki: C + signed(A) * signed(B)"),
    (OpCode::LinalgBatchMatvec, "A[b, m, k], x[b, k] -> y[b, m] for b, m, k: y + signed(A) * signed(x)"),
    (OpCode::LinalgBatchVecmat, "x[b, k], A[b, k, n] -> y[b, n] for b, n, k: y + signed(x) * signed(A)"),
    (OpCode::LinalgBatchMatmul,
     "A[b, m, k], B[b, k, n] -> C[b, m, n] for b, m, n, k: C + signed(A) * signed(B)"),
    (OpCode::LinalgBatchMatmulTransposeA,
     "A[b, k, m], B[b, k, n] -> C[b, m, n] for b, m, n, k: C + signed(A) * signed(B)"),
    (OpCode::LinalgBatchMatmulTransposeB,
     "A[b, m, k], B[b, n, k] -> C[b, m, n] for b, m, n, k: C + signed(A) * signed(B)"),
    (OpCode::LinalgQuantizedBatchMatmul,
     "A[b, m, k], B[b, k, n], za, zb -> C[b, m, n] for b, m, n, k: \
      C + (signed(A) - signed(za)) * (signed(B) - signed(zb))"),
    (OpCode::LinalgBatchMmt4D,
     "A[b, m, k, mi, ki], B[b, n, k, ni, ki] -> C[b, m, n, mi, ni] for b, m, n, k, mi, ni, ki: \
      C + signed(A) * signed(B)"),
    (OpCode::LinalgBatchReduceMatmul,
     "A[b, m, k], B[b, k, n] -> C[m, n] for b, m, n, k: C + signed(A * signed(B))"),

    // Convolutions.
    (OpCode::LinalgConv1D, "I[ow + kw], K[kw] -> O[ow] for ow, kw: O + signed(I) * signed(K)"),
    (OpCode::LinalgConv2D,
     "I[oh + kh, ow + kw], K[kh, kw] -> O[oh, ow] for oh, ow, kh, kw: O + signed(I) * signed(K)"),
    (OpCode::LinalgConv3D,
     "I[od + kd, oh + kh, ow + kw], K[kd, kh, kw] -> O[od, oh, ow] for od, oh, ow, kd, kh, kw: \
      O + signed(I) * signed(K)"),
    (OpCode::LinalgConv1DNwcWcf,
     "I[n, ow * s0 + kw * e0, c], K[kw, c, f] -> O[n, ow, f] for n, ow, f, kw, c: O + signed(I) * signed(K)"),
    (OpCode::LinalgConv1DNcwFcw,
     "I[n, c, ow * s0 + kw * e0], K[f, c, kw] -> O[n, f, ow] for n, f, ow, c, kw: O + signed(I) * signed(K)"),
    (OpCode::LinalgConv2DNhwcHwcf,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[kh, kw, c, f] -> O[n, oh, ow, f] \
      for n, oh, ow, f, kh, kw, c: O + signed(I) * signed(K)"),
    (OpCode::LinalgConv2DNhwcFhwc,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[f, kh, kw, c] -> O[n, oh, ow, f] \
      for n, oh, ow, f, kh, kw, c: O + signed(I) * signed(K)"),
    (OpCode::LinalgConv2DNhwcHwcfQ,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[kh, kw, c, f], zi, zk -> O[n, oh, ow, f] \
      for n, oh, ow, f, kh, kw, c: O + (signed(I) - signed(zi)) * (signed(K) - signed(zk))"),
    (OpCode::LinalgConv2DNhwcFhwcQ,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[f, kh, kw, c], zi, zk -> O[n, oh, ow, f] \
      for n, oh, ow, f, kh, kw, c: O + (signed(I) - signed(zi)) * (signed(K) - signed(zk))"),
    (OpCode::LinalgConv2DNchwFchw,
     "I[n, c, oh * s0 + kh * e0, ow * s1 + kw * e1], K[f, c, kh, kw] -> O[n, f, oh, ow] \
      for n, f, oh, ow, c, kh, kw: O + signed(I) * signed(K)"),
    (OpCode::LinalgConv2DNgchwFgchw,
     "I[n, g, c, oh * s0 + kh * e0, ow * s1 + kw * e1], K[f, g, c, kh, kw] -> O[n, g, f, oh, ow] \
      for n, g, f, oh, ow, c, kh, kw: O + signed(I) * signed(K)"),
    (OpCode::LinalgConv2DNgchwGfchw,
     "I[n, g, c, oh * s0 + kh * e0, ow * s1 + kw * e1], K[g, f, c, kh, kw] -> O[n, g, f, oh, ow] \
      for n, g, f, oh, ow, c, kh, kw: O + signed(I) * signed(K)"),
    (OpCode::LinalgConv2DNgchwGfchwQ,
     "I[n, g, c, oh * s0 + kh * e0, ow * s1 + kw * e1], K[g, f, c, kh, kw], zi, zk -> O[n, g, f, oh, ow] \
      for n, g, f, oh, ow, c, kh, kw: O + (signed(I) - signed(zi)) * (signed(K) - signed(zk))"),
    (OpCode::LinalgConv3DNdhwcDhwcf,
     "I[n, od * s0 + kd * e0, oh * s1 + kh * e1, ow * s2 + kw * e2, c], K[kd, kh, kw, c, f] -> \
      O[n, od, oh, ow, f] for n, od, oh, ow, f, kd, kh, kw, c: O + signed(I) * signed(K)"),
    (OpCode::LinalgConv3DNdhwcDhwcfQ,
     "I[n, od * s0 + kd * e0, oh * s1 + kh * e1, ow * s2 + kw * e2, c], K[kd, kh, kw, c, f], zi, zk -> \
      O[n, od, oh, ow, f] for n, od, oh, ow, f, kd, kh, kw, c: \
      O + (signed(I) - signed(zi)) * (signed(K) - signed(zk))"),
    (OpCode::LinalgConv3DNcdhwFcdhw,
     "I[n, c, od * s0 + kd * e0, oh * s1 + kh * e1, ow * s2 + kw * e2], K[f, c, kd, kh, kw] -> \
      O[n, f, od, oh, ow] for n, od, oh, ow, f, kd, kh, kw, c: O + signed(I) * signed(K)"),

    // Convolutions of each channel by itself.
    (OpCode::LinalgDepthwiseConv1DNwcWc,
     "I[n, ow * s0 + kw * e0, c], K[kw, c] -> O[n, ow, c] for n, ow, c, kw: O + signed(I) * signed(K)"),
    (OpCode::LinalgDepthwiseConv1DNcwCw,
     "I[n, c, ow * s0 + kw * e0], K[c, kw] -> O[n, c, ow] for n, ow, c, kw: O + signed(I) * signed(K)"),
    (OpCode::LinalgDepthwiseConv1DNwcWcm,
     "I[n, ow * s0 + kw * e0, c], K[kw, c, m] -> O[n, ow, c, m] for n, ow, c, m, kw: \
      O + signed(I) * signed(K)"),
    (OpCode::LinalgDepthwiseConv2DNhwcHwc,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[kh, kw, c] -> O[n, oh, ow, c] \
      for n, oh, ow, c, kh, kw: O + signed(I) * signed(K)"),
    (OpCode::LinalgDepthwiseConv2DNchwChw,
     "I[n, c, oh * s0 + kh * e0, ow * s1 + kw * e1], K[c, kh, kw] -> O[n, c, oh, ow] \
      for n, oh, ow, c, kh, kw: O + signed(I) * signed(K)"),
    (OpCode::LinalgDepthwiseConv2DNhwcHwcQ,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[kh, kw, c], zi, zk -> O[n, oh, ow, c] \
      for n, oh, ow, c, kh, kw: O + (signed(I) - signed(zi)) * (signed(K) - signed(zk))"),
    (OpCode::LinalgDepthwiseConv2DNhwcHwcm,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[kh, kw, c, m] -> O[n, oh, ow, c, m] \
      for n, oh, ow, c, m, kh, kw: O + signed(I) * signed(K)"),
    (OpCode::LinalgDepthwiseConv2DNhwcHwcmQ,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[kh, kw, c, m], zi, zk -> O[n, oh, ow, c, m] \
      for n, oh, ow, c, m, kh, kw: O + (signed(I) - signed(zi)) * (signed(K) - signed(zk))"),
    (OpCode::LinalgDepthwiseConv3DNdhwcDhwc,
     "I[n, od * s0 + kd * e0, oh * s1 + kh * e1, ow * s2 + kw * e2, c], K[kd, kh, kw, c] -> \
      O[n, od, oh, ow, c] for n, od, oh, ow, kd, kh, kw, c: O + signed(I) * signed(K)"),
    (OpCode::LinalgDepthwiseConv3DNcdhwCdhw,
     "I[n, c, od * s0 + kd * e0, oh * s1 + kh * e1, ow * s2 + kw * e2], K[c, kd, kh, kw] -> \
      O[n, c, od, oh, ow] for n, od, oh, ow, kd, kh, kw, c: O + signed(I) * signed(K)"),
    (OpCode::LinalgDepthwiseConv3DNdhwcDhwcm,
     "I[n, od * s0 + kd * e0, oh * s1 + kh * e1, ow * s2 + kw * e2, c], K[kd, kh, kw, c, m] -> \
      O[n, od, oh, ow, c, m] for n, od, oh, ow, m, kd, kh, kw, c: O + signed(I) * signed(K)"),

    // Windows; the second operand only gives their shape.
    (OpCode::LinalgPoolingNhwcSum,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[kh, kw] -> O[n, oh, ow, c] \
      for n, oh, ow, c, kh, kw: O + signed(I)"),
    (OpCode::LinalgPoolingNhwcMax,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[kh, kw] -> O[n, oh, ow, c] \
      for n, oh, ow, c, kh, kw: max_signed(O, signed(I))"),
    (OpCode::LinalgPoolingNhwcMaxUnsigned,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[kh, kw] -> O[n, oh, ow, c] \
      for n, oh, ow, c, kh, kw: max_unsigned(O, unsigned(I))"),
    (OpCode::LinalgPoolingNhwcMin,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[kh, kw] -> O[n, oh, ow, c] \
      for n, oh, ow, c, kh, kw: min_signed(O, signed(I))"),
    (OpCode::LinalgPoolingNhwcMinUnsigned,
     "I[n, oh * s0 + kh * e0, ow * s1 + kw * e1, c], K[kh, kw] -> O[n, oh, ow, c] \
      for n, oh, ow, c, kh, kw: min_unsigned(O, unsigned(I))"),
    (OpCode::LinalgPoolingNchwSum,
     "I[n, c, oh * s0 + kh * e0, ow * s1 + kw * e1], K[kh, kw] -> O[n, c, oh, ow] \
      for n, c, oh, ow, kh, kw: O + signed(I)"),
    (OpCode::LinalgPoolingNchwMax,
     "I[n, c, oh * s0 + kh * e0, ow * s1 + kw * e1], K[kh, kw] -> O[n, c, oh, ow] \
      for n, c, oh, ow, kh, kw: max_signed(O, signed(I))"),
    (OpCode::LinalgPoolingNwcSum,
     "I[n, ow * s0 + kw * e0, c], K[kw] -> O[n, ow, c] for n, ow, c, kw: O + signed(I)"),
    (OpCode::LinalgPoolingNwcMax,
     "I[n, ow * s0 + kw * e0, c], K[kw] -> O[n, ow, c] for n, ow, c, kw: max_signed(O, signed(I))"),
    (OpCode::LinalgPoolingNwcMaxUnsigned,
     "I[n, ow * s0 + kw * e0, c], K[kw] -> O[n, ow, c] for n, ow, c, kw: max_unsigned(O, unsigned(I))"),
    (OpCode::LinalgPoolingNwcMin,
     "I[n, ow * s0 + kw * e0, c], K[kw] -> O[n, ow, c] for n, ow, c, kw: min_signed(O, signed(I))"),
    (OpCode::LinalgPoolingNwcMinUnsigned,
     "I[n, ow * s0 + kw * e0, c], K[kw] -> O[n, ow, c] for n, ow, c, kw: min_unsigned(O, unsigned(I))"),
    (OpCode::LinalgPoolingNcwSum,
     "I[n, c, ow * s0 + kw * e0], K[kw] -> O[n, c, ow] for n, c, ow, kw: O + signed(I)"),
    (OpCode::LinalgPoolingNcwMax,
     "I[n, c, ow * s0 + kw * e0], K[kw] -> O[n, c, ow] for n, c, ow, kw: max_signed(O, signed(I))"),
    (OpCode::LinalgPoolingNdhwcSum,
     "I[n, od * s0 + kd * e0, oh * s1 + kh * e1, ow * s2 + kw * e2, c], K[kd, kh, kw] -> \
      O[n, od, oh, ow, c] for n, od, oh, ow, c, kd, kh, kw: O + signed(I)"),
    (OpCode::LinalgPoolingNdhwcMax,
     "I[n, od * s0 + kd * e0, oh * s1 + kh * e1, ow * s2 + kw * e2, c], K[kd, kh, kw] -> \
      O[n, od, oh, ow, c] for n, od, oh, ow, c, kd, kh, kw: max_signed(O, signed(I))"),
    (OpCode::LinalgPoolingNdhwcMin,
     "I[n, od * s0 + kd * e0, oh * s1 + kh * e1, ow * s2 + kw * e2, c], K[kd, kh, kw] -> \
      O[n, od, oh, ow, c] for n, od, oh, ow, c, kd, kh, kw: min_signed(O, signed(I))"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Dialect;

    #[test]
    fn every_line_follows_the_notation() {
        for (code, _) in TABLE {
            assert!(
                definition(*code).is_some(),
                "the definition of {code:?} cannot be read"
            );
        }
    }

    #[test]
    fn every_named_operation_is_defined_once() {
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
        for row in OpCode::table().filter(|row| row.code.dialect() == Dialect::Linalg) {
            let lines = TABLE.iter().filter(|(code, _)| *code == row.code).count();
            let expected = usize::from(!others.contains(&row.code.mnemonic()));
            assert_eq!(lines, expected, "{}", row.name);
        }
    }
}
