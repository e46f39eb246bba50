# Names that double what they stand for.
@linalg_structured_op
def doubled(x=TensorDef(T), y=TensorDef(T, output=True)):
    a = x[None]
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    y[None] = a
@linalg_structured_op
def doubled_affine(x=TensorDef(T, S.N), y=TensorDef(T, S.N, output=True)):
    a = D.i
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    a = a + a
    y[D.i] = x[a]
# expected:
# 14:9: the expression has more than 2000 parts (expected a smaller computation)
#         a = a + a
#             ^^^^^
# 55:9: the affine expression has more than 200 parts (expected a shorter one)
#         a = a + a
#             ^^^^^
