# Without a domain the dimensions are in the order of their names, as MLIR's tool sorts them.
@linalg_structured_op
def by_name(A=TensorDef(T, S.M, S.K), B=TensorDef(T, S.K, S.N), C=TensorDef(T, S.M, S.N, output=True)):
    C[D.row, D.column] += A[D.row, D.inner] * B[D.inner, D.column]


@linalg_structured_op
def by_domain(A=TensorDef(T, S.M, S.K), B=TensorDef(T, S.K, S.N), C=TensorDef(T, S.M, S.N, output=True)):
    domain(D.row, D.inner)
    domain(D.column)
    C[D.row, D.column] += A[D.row, D.inner] * B[D.inner, D.column]
# expected:
# by_name(A: T[M, K], B: T[K, N]) -> C: T[M, N]
#   for column, inner (reduction), row
#   C[row, column] = add(C[row, column], mul(A[row, inner], B[inner, column]))
#   ByNameOp
# by_domain(A: T[M, K], B: T[K, N]) -> C: T[M, N]
#   for row, inner (reduction), column
#   C[row, column] = add(C[row, column], mul(A[row, inner], B[inner, column]))
#   ByDomainOp
