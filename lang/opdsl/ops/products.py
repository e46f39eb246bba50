# Products of vectors, matrices and batches of them.

T1 = TV.T1
T2 = TV.T2

Batch = S.Batch


@linalg_structured_op
def dot(A=TensorDef(T1, S.M), B=TensorDef(T2, S.M), C=TensorDef(U, output=True)):
    """The inner product of two vectors.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.m)
    implements(ContractionOpInterface)
    C[None] += TypeFn.cast_signed(U, A[D.m]) * TypeFn.cast_signed(U, B[D.m])


@linalg_structured_op
def matvec(
    A=TensorDef(T1, S.M, S.N),
    y=TensorDef(T2, S.N),
    x=TensorDef(U, S.M, output=True),
):
    """A matrix times a vector.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.m, D.n)
    implements(ContractionOpInterface)
    x[D.m] += TypeFn.cast_signed(U, A[D.m, D.n]) * TypeFn.cast_signed(U, y[D.n])


@linalg_structured_op
def vecmat(
    y=TensorDef(T1, S.M),
    A=TensorDef(T2, S.M, S.N),
    x=TensorDef(U, S.N, output=True),
):
    """A vector times a matrix.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.n, D.m)
    implements(ContractionOpInterface)
    x[D.n] += TypeFn.cast_signed(U, y[D.m]) * TypeFn.cast_signed(U, A[D.m, D.n])


@linalg_structured_op
def matmul(
    A=TensorDef(T1, S.M, S.K),
    B=TensorDef(T2, S.K, S.N),
    C=TensorDef(U, S.M, S.N, output=True),
    cast=TypeFnAttrDef(default=TypeFn.cast_signed),
):
    """The product of two matrices.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.m, D.n, D.k)
    implements(ContractionOpInterface)
    C[D.m, D.n] += cast(U, A[D.m, D.k]) * cast(U, B[D.k, D.n])


@linalg_structured_op
def matmul_transpose_a(
    A=TensorDef(T1, S.K, S.M),
    B=TensorDef(T2, S.K, S.N),
    C=TensorDef(U, S.M, S.N, output=True),
    cast=TypeFnAttrDef(default=TypeFn.cast_signed),
):
    """The product of two matrices, the first of which is given transposed.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.m, D.n, D.k)
    implements(ContractionOpInterface)
    C[D.m, D.n] += cast(U, A[D.k, D.m]) * cast(U, B[D.k, D.n])


@linalg_structured_op
def matmul_transpose_b(
    A=TensorDef(T1, S.M, S.K),
    B=TensorDef(T2, S.N, S.K),
    C=TensorDef(U, S.M, S.N, output=True),
    cast=TypeFnAttrDef(default=TypeFn.cast_signed),
):
    """The product of two matrices, the second of which is given transposed.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.m, D.n, D.k)
    implements(ContractionOpInterface)
    C[D.m, D.n] += cast(U, A[D.m, D.k]) * cast(U, B[D.n, D.k])


@linalg_structured_op
def quantized_matmul(
    A=TensorDef(T1, S.M, S.K),
    B=TensorDef(T2, S.K, S.N),
    AZp=ScalarDef(I32),
    BZp=ScalarDef(I32),
    C=TensorDef(U, S.M, S.N, output=True),
):
    """The product of two matrices of quantized numbers.

    The zero points `AZp` and `BZp` are subtracted from the elements of the two matrices.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.m, D.n, D.k)
    a = TypeFn.cast_signed(U, A[D.m, D.k]) - TypeFn.cast_signed(U, AZp)
    b = TypeFn.cast_signed(U, B[D.k, D.n]) - TypeFn.cast_signed(U, BZp)
    C[D.m, D.n] += a * b


@linalg_structured_op
def mmt4d(
    lhs=TensorDef(TV.LhsType, S.M, S.K, S.M0, S.K0),
    rhs=TensorDef(TV.RhsType, S.N, S.K, S.N0, S.K0),
    accum=TensorDef(TV.AccumType, S.M, S.N, S.M0, S.N0, output=True),
):
    """The product of two tiled matrices.

    The matrices are cut into tiles: `lhs` of M0 x K0, `rhs`, which is given transposed, of N0 x
    K0, and `accum` of M0 x N0. The outer two dimensions count tiles, the inner two the elements
    of a tile.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.m, D.n, D.k, D.m0, D.n0, D.k0)
    implements(ContractionOpInterface)
    a = TypeFn.cast_signed(TV.AccumType, lhs[D.m, D.k, D.m0, D.k0])
    b = TypeFn.cast_signed(TV.AccumType, rhs[D.n, D.k, D.n0, D.k0])
    accum[D.m, D.n, D.m0, D.n0] += a * b


@linalg_structured_op
def batch_matvec(
    A=TensorDef(T1, Batch, S.M, S.K),
    B=TensorDef(T2, Batch, S.K),
    C=TensorDef(U, Batch, S.M, output=True),
):
    """A matrix times a vector, for each of a batch.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.b, D.m, D.k)
    implements(ContractionOpInterface)
    a = TypeFn.cast_signed(U, A[D.b, D.m, D.k])
    b = TypeFn.cast_signed(U, B[D.b, D.k])
    C[D.b, D.m] += a * b


@linalg_structured_op
def batch_vecmat(
    A=TensorDef(T1, Batch, S.K),
    B=TensorDef(T2, Batch, S.K, S.N),
    C=TensorDef(U, Batch, S.N, output=True),
):
    """A vector times a matrix, for each of a batch.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.b, D.n, D.k)
    implements(ContractionOpInterface)
    a = TypeFn.cast_signed(U, A[D.b, D.k])
    b = TypeFn.cast_signed(U, B[D.b, D.k, D.n])
    C[D.b, D.n] += a * b


@linalg_structured_op
def batch_matmul(
    A=TensorDef(T1, Batch, S.M, S.K),
    B=TensorDef(T2, Batch, S.K, S.N),
    C=TensorDef(U, Batch, S.M, S.N, output=True),
):
    """The product of two matrices, for each of a batch.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.b, D.m, D.n, D.k)
    implements(ContractionOpInterface)
    a = TypeFn.cast_signed(U, A[D.b, D.m, D.k])
    b = TypeFn.cast_signed(U, B[D.b, D.k, D.n])
    C[D.b, D.m, D.n] += a * b


@linalg_structured_op
def batch_matmul_transpose_a(
    A=TensorDef(T1, Batch, S.K, S.M),
    B=TensorDef(T2, Batch, S.K, S.N),
    C=TensorDef(U, Batch, S.M, S.N, output=True),
):
    """The product of two matrices, the first given transposed, for each of a batch.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.b, D.m, D.n, D.k)
    implements(ContractionOpInterface)
    a = TypeFn.cast_signed(U, A[D.b, D.k, D.m])
    b = TypeFn.cast_signed(U, B[D.b, D.k, D.n])
    C[D.b, D.m, D.n] += a * b


@linalg_structured_op
def batch_matmul_transpose_b(
    A=TensorDef(T1, Batch, S.M, S.K),
    B=TensorDef(T2, Batch, S.N, S.K),
    C=TensorDef(U, Batch, S.M, S.N, output=True),
):
    """The product of two matrices, the second given transposed, for each of a batch.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.b, D.m, D.n, D.k)
    implements(ContractionOpInterface)
    a = TypeFn.cast_signed(U, A[D.b, D.m, D.k])
    b = TypeFn.cast_signed(U, B[D.b, D.n, D.k])
    C[D.b, D.m, D.n] += a * b


@linalg_structured_op
def quantized_batch_matmul(
    A=TensorDef(T1, Batch, S.M, S.K),
    B=TensorDef(T2, Batch, S.K, S.N),
    AZp=ScalarDef(I32),
    BZp=ScalarDef(I32),
    C=TensorDef(U, Batch, S.M, S.N, output=True),
):
    """The product of two matrices of quantized numbers, for each of a batch.

    The zero points `AZp` and `BZp` are subtracted from the elements of the two matrices.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.b, D.m, D.n, D.k)
    a = TypeFn.cast_signed(U, A[D.b, D.m, D.k]) - TypeFn.cast_signed(U, AZp)
    b = TypeFn.cast_signed(U, B[D.b, D.k, D.n]) - TypeFn.cast_signed(U, BZp)
    C[D.b, D.m, D.n] += a * b


@linalg_structured_op
def batch_mmt4d(
    lhs=TensorDef(TV.LhsType, Batch, S.M, S.K, S.M0, S.K0),
    rhs=TensorDef(TV.RhsType, Batch, S.N, S.K, S.N0, S.K0),
    accum=TensorDef(TV.AccumType, Batch, S.M, S.N, S.M0, S.N0, output=True),
):
    """The product of two tiled matrices, for each of a batch; the tiles are those of `mmt4d`.

    The factors are converted to the output's type before they are multiplied.
    """
    domain(D.b, D.m, D.n, D.k, D.m0, D.n0, D.k0)
    implements(ContractionOpInterface)
    a = TypeFn.cast_signed(TV.AccumType, lhs[D.b, D.m, D.k, D.m0, D.k0])
    b = TypeFn.cast_signed(TV.AccumType, rhs[D.b, D.n, D.k, D.n0, D.k0])
    accum[D.b, D.m, D.n, D.m0, D.n0] += a * b


@linalg_structured_op
def batch_reduce_matmul(
    A=TensorDef(T1, Batch, S.M, S.K),
    B=TensorDef(T2, Batch, S.K, S.N),
    C=TensorDef(U, S.M, S.N, output=True),
):
    """The sum of the products of two matrices over a batch.

    Only the second factor is converted before the product is taken, as in MLIR: the first one has
    the output's type, or the operation has no meaning.
    """
    domain(D.b, D.m, D.n, D.k)
    implements(ContractionOpInterface)
    factor = TypeFn.cast_signed(U, B[D.b, D.k, D.n])
    C[D.m, D.n] += TypeFn.cast_signed(U, A[D.b, D.m, D.k] * factor)
