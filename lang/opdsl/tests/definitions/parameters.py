@linalg_structured_op
def copy_and_scale(val=ScalarDef(T), I=TensorDef(T, S.M, S.K), O=TensorDef(T, S.M, S.K, output=True)):
    """Scales by a value."""
    O[D.m, D.n] = I[D.m, D.n] * val


@linalg_structured_op
def strided_copy(
    I=TensorDef(T, S.IH, S.IW),
    O=TensorDef(T, S.OH, S.OW, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 2]),
):
    O[D.oh, D.ow] = I[D.oh * S.SH, D.ow * S.SW]


# A tensor that gives nothing but the extents of its dimensions.
@linalg_structured_op
def pooling(
    I=TensorDef(TV.T1, S.N, S.H, S.C),
    K=TensorDef(TV.T2, S.KH, index_dims=[D.kh]),
    O=TensorDef(U, S.N, S.OH, S.C, output=True),
    strides=IndexAttrDef(S.SH, default=(1,)),
    dilations=IndexAttrDef(S.DH, default=[1]),
):
    O[D.n, D.oh, D.c] += TypeFn.cast_signed(U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.c])


@linalg_structured_op
def by_attributes(
    a=TensorDef(T, S.N),
    b=TensorDef(T, S.N),
    c=TensorDef(I32, S.N),
    O=TensorDef(U, output=True),
    one=UnaryFnAttrDef(default=UnaryFn.exp),
    two=BinaryFnAttrDef(default=BinaryFn.sub),
    three=TernaryFnAttrDef(default=TernaryFn.select),
    convert=TypeFnAttrDef(default=TypeFn.cast_unsigned),
    combine=BinaryFnAttrDef(default=BinaryFn.max_signed),
):
    O[None] = combine[D.i](convert(U, three(c[D.i], one(a[D.i]), two(a[D.i], b[D.i]))))
# expected:
# copy_and_scale(val: T, I: T[M, K]) -> O: T[M, K]
#   for m, n
#   O[m, n] = mul(I[m, n], val)
#   CopyAndScaleOp
#   | Scales by a value.
# strided_copy(I: T[IH, IW]) -> O: T[OH, OW], strides: [SH, SW] = [1, 2]
#   for oh, ow
#   O[oh, ow] = I[oh * SH, ow * SW]
#   StridedCopyOp
# pooling(I: T1[N, H, C], K: T2[KH]) -> O: U[N, OH, C], strides: [SH] = [1], dilations: [DH] = [1]
#   for c, kh (reduction), n, oh
#   O[n, oh, c] = add(O[n, oh, c], cast_signed(U, I[n, oh * SH + kh * DH, c]))
#   PoolingOp
# by_attributes(a: T[N], b: T[N], c: I32[N]) -> O: U[], one = UnaryFn.exp, two = BinaryFn.sub, three = TernaryFn.select, convert = TypeFn.cast_unsigned, combine = BinaryFn.max_signed
#   for i (reduction)
#   O[] = combine(O[], convert(U, three(c[i], one(a[i]), two(a[i], b[i]))))
#   ByAttributesOp
