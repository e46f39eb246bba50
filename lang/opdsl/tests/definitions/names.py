@linalg_structured_op(op_name="other_name")
def one(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = x[None]


@linalg_structured_op(op_class_name="SpecialOp")
def two(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = x[None]


@linalg_structured_op(op_name="conv_2d_NHWC_x1y", op_class_name="BothOp")
def three(x=TensorDef(T), y=TensorDef(T, output=True)):
    y[None] = x[None]


@linalg_structured_op()
def conv_2d_nhwc_4th(x=TensorDef(T), y=TensorDef(T, output=True)):
    pass
    y[None] = x[None]


# A shape without its last size is odd, and means nothing.
@linalg_structured_op
def short(x=TensorDef(T, S.M, S.N), y=TensorDef(T, S.M, output=True)):
    y[D.i, D.j] = x[D.i, D.j]
# expected:
# other_name(x: T[]) -> y: T[]
#   y[] = x[]
#   OtherNameOp
# two(x: T[]) -> y: T[]
#   y[] = x[]
#   SpecialOp
# conv_2d_NHWC_x1y(x: T[]) -> y: T[]
#   y[] = x[]
#   BothOp
# conv_2d_nhwc_4th(x: T[]) -> y: T[]
#   y[] = x[]
#   Conv2DNhwc4ThOp
# short(x: T[M, N]) -> y: T[M]
#   for i, j
#   y[i, j] = x[i, j]
#   ShortOp
# 25:5: the output `y` has 2 subscripts for a shape of rank 1, and has their number as its rank (expected a size for each dimension)
#         y[D.i, D.j] = x[D.i, D.j]
#         ^^^^^^^^^^^
