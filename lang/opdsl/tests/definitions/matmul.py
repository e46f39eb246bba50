"""A file has a docstring, imports and aliases."""
from mlir.dialects.linalg.opdsl.lang import *
import numpy as np

T1 = TV.T1
T2 = TV.T2
Batch = S.Batch
convert = TypeFn.cast_signed


@linalg_structured_op
def matmul(A=TensorDef(T1, S.M, S.K), B=TensorDef(T2, S.K, S.N), C=TensorDef(U, S.M, S.N, output=True)):
  """The product of two matrices.

  Factors are converted first.
    * An indented line stays indented.
  """
  domain(D.m, D.n, D.k)
  defines(Canonicalizer)
  implements(ContractionOpInterface)
  C[D.m, D.n] += TypeFn.cast_signed(
      U, A[D.m, D.k]) * TypeFn.cast_signed(U, B[D.k, D.n])


@linalg_structured_op
def batch_dot(A=TensorDef(T1, Batch, S.K), B=TensorDef(T2, Batch, S.K), C=TensorDef(TV.Accumulator, Batch, output=True)):
  'One line.'
  C[D.b] += convert(TV.Accumulator, A[D.b, D.k]) * convert(TV.Accumulator, B[D.b, D.k])
# expected:
# matmul(A: T1[M, K], B: T2[K, N]) -> C: U[M, N]
#   for m, n, k (reduction)
#   C[m, n] = add(C[m, n], mul(cast_signed(U, A[m, k]), cast_signed(U, B[k, n])))
#   MatmulOp LinalgContractionOpInterface hasCanonicalizer
#   | The product of two matrices.
#   |
#   | Factors are converted first.
#   |   * An indented line stays indented.
# batch_dot(A: T1[Batch, K], B: T2[Batch, K]) -> C: Accumulator[Batch]
#   for b, k (reduction)
#   C[b] = add(C[b], mul(cast_signed(Accumulator, A[b, k]), cast_signed(Accumulator, B[b, k])))
#   BatchDotOp
#   | One line.
