# Affine expressions in shapes and subscripts.
@linalg_structured_op
def shapes(
    a=TensorDef(T, S.M * S.SM + 1, S.N // 2, S.N / S.B, S.N % 4),
    k=TensorDef(T, S.K, index_dims=[D.k]),
    y=TensorDef(T, S.M, S.N, output=True),
    factor=IndexAttrDef(S.SM, S.B, default=[1, 1]),
):
    inner = (D.j + 1) // 2
    y[D.i, D.j] += a[D.i * S.SM + D.k * (2 + 1), inner, D.k / S.B, (D.j * 2 + D.i) % 4] * a[
        D.i * S.SM + D.k * 3, (D.j + 1) // 2, D.k / S.B, (D.j * 2 + D.i) % 4
    ]


@linalg_structured_op
def scattered(a=TensorDef(T, S.M), b=TensorDef(T, S.N), y=TensorDef(T, S.M * 2 + 1, S.N, output=True)):
    y[D.i * 2 + 1, D.j] = a[D.i] * b[D.j]
# expected:
# shapes(a: T[M * SM + 1, N // 2, N / B, N % 4], k: T[K]) -> y: T[M, N], factor: [SM, B] = [1, 1]
#   for i, j, k (reduction)
#   y[i, j] = add(y[i, j], mul(a[i * SM + k * 3, (j + 1) // 2, k / B, (j * 2 + i) % 4], a[i * SM + k * 3, (j + 1) // 2, k / B, (j * 2 + i) % 4]))
#   ShapesOp
# scattered(a: T[M], b: T[N]) -> y: T[M * 2 + 1, N]
#   for i, j
#   y[i * 2 + 1, j] = mul(a[i], b[j])
#   ScatteredOp
