@linalg_structured_op
def distances(
    A=TensorDef(T, S.M, S.K),
    B=TensorDef(T, S.N, S.K),
    C=TensorDef(U, S.M, S.N, output=True),
    cast=TypeFnAttrDef(default=TypeFn.cast_signed),
):
    """Adds the squared distances between the rows of two matrices."""
    domain(D.m, D.n, D.k)
    difference = cast(U, A[D.m, D.k]) - cast(U, B[D.n, D.k])
    C[D.m, D.n] += difference * difference
