# yaml
@linalg_structured_op(op_name="two_words", op_class_name="OtherOp")
def named(I=TensorDef(T, S.A * S.B + 2, S.A % 3), O=TensorDef(I32, S.B, output=True), f=TernaryFnAttrDef(default=TernaryFn.select)):
    """First: it is quoted.

      * Indented.

    Tail # no comment.
    """
    implements(FillOpInterface, ConvolutionOpInterface)
    defines(Canonicalizer)
    one = const(1.5)
    O[D.b] = ReduceFn.max_unsigned[D.a](TypeFn.cast_unsigned(I32, one) + TypeFn.cast_signed(I32, I[D.b * 2 + D.a, D.a]))


@linalg_structured_op
def plain(O=TensorDef(F32, output=True)):
    "It is quoted: one line"
    O[None] = TypeFn.cast_signed(F32, const(7))


@linalg_structured_op
def folded(I=TensorDef(T, S.N), O=TensorDef(T, S.N, output=True)):
    "A line of more than eighty columns, which is broken at the first space behind them, é and all"
    O[D.no] = I[D.no]


@linalg_structured_op
def undocumented(I=TensorDef(T), O=TensorDef(T, output=True)):
    O[None] = I[None]
# expected:
# --- !LinalgOpConfig
# metadata: !LinalgOpMetadata
#   name: two_words
#   cpp_class_name: OtherOp
#   doc: |-
#     First: it is quoted.
#
#       * Indented.
#
#     Tail # no comment.
#   implements:
#   - LinalgFillOpInterface
#   - LinalgConvolutionOpInterface
#   defines:
#   - hasCanonicalizer
# structured_op: !LinalgStructuredOpConfig
#   args:
#   - !LinalgOperandDefConfig
#     name: I
#     kind: input_tensor
#     type_var: T
#     shape_map: affine_map<()[s0, s1] -> (s0 * s1 + 2, s0 mod 3)>
#   - !LinalgOperandDefConfig
#     name: O
#     kind: output_tensor
#     type_var: I32
#     shape_map: affine_map<()[s0, s1] -> (s1)>
#   - !LinalgOperandDefConfig
#     name: f
#     kind: ternary_fn_attr
#     default_fn: select
#   indexing_maps: !LinalgIndexingMapsConfig
#     static_indexing_maps:
#     - affine_map<(d0, d1)[s0, s1] -> (d1 * 2 + d0, d0)>
#     - affine_map<(d0, d1)[s0, s1] -> (d1)>
#   iterator_types:
#   - reduction
#   - parallel
#   assignments:
#   - !ScalarAssign
#     arg: O
#     value: !ScalarExpression
#       scalar_fn:
#         kind: binary
#         fn_name: max_unsigned
#         operands:
#         - !ScalarExpression
#           scalar_arg: O
#         - !ScalarExpression
#           scalar_fn:
#             kind: binary
#             fn_name: add
#             operands:
#             - !ScalarExpression
#               scalar_fn:
#                 kind: type
#                 fn_name: cast_unsigned
#                 type_var: I32
#                 operands:
#                 - !ScalarExpression
#                   scalar_const: '1.500000e+00 : f64'
#             - !ScalarExpression
#               scalar_fn:
#                 kind: type
#                 fn_name: cast_signed
#                 type_var: I32
#                 operands:
#                 - !ScalarExpression
#                   scalar_arg: I
# --- !LinalgOpConfig
# metadata: !LinalgOpMetadata
#   name: plain
#   cpp_class_name: PlainOp
#   doc: 'It is quoted: one line'
# structured_op: !LinalgStructuredOpConfig
#   args:
#   - !LinalgOperandDefConfig
#     name: O
#     kind: output_tensor
#     type_var: F32
#     shape_map: affine_map<() -> ()>
#   indexing_maps: !LinalgIndexingMapsConfig
#     static_indexing_maps:
#     - affine_map<() -> ()>
#   iterator_types: []
#   assignments:
#   - !ScalarAssign
#     arg: O
#     value: !ScalarExpression
#       scalar_fn:
#         kind: type
#         fn_name: cast_signed
#         type_var: F32
#         operands:
#         - !ScalarExpression
#           scalar_const: '7 : i64'
# --- !LinalgOpConfig
# metadata: !LinalgOpMetadata
#   name: folded
#   cpp_class_name: FoldedOp
#   doc: "A line of more than eighty columns, which is broken at the first space behind\
#     \ them, \xE9 and all"
# structured_op: !LinalgStructuredOpConfig
#   args:
#   - !LinalgOperandDefConfig
#     name: I
#     kind: input_tensor
#     type_var: T
#     shape_map: affine_map<()[s0] -> (s0)>
#   - !LinalgOperandDefConfig
#     name: O
#     kind: output_tensor
#     type_var: T
#     shape_map: affine_map<()[s0] -> (s0)>
#   indexing_maps: !LinalgIndexingMapsConfig
#     static_indexing_maps:
#     - affine_map<(d0)[s0] -> (d0)>
#     - affine_map<(d0)[s0] -> (d0)>
#   iterator_types:
#   - parallel
#   assignments:
#   - !ScalarAssign
#     arg: O
#     value: !ScalarExpression
#       scalar_arg: I
# --- !LinalgOpConfig
# metadata: !LinalgOpMetadata
#   name: undocumented
#   cpp_class_name: UndocumentedOp
#   doc: null
# structured_op: !LinalgStructuredOpConfig
#   args:
#   - !LinalgOperandDefConfig
#     name: I
#     kind: input_tensor
#     type_var: T
#     shape_map: affine_map<() -> ()>
#   - !LinalgOperandDefConfig
#     name: O
#     kind: output_tensor
#     type_var: T
#     shape_map: affine_map<() -> ()>
#   indexing_maps: !LinalgIndexingMapsConfig
#     static_indexing_maps:
#     - affine_map<() -> ()>
#     - affine_map<() -> ()>
#   iterator_types: []
#   assignments:
#   - !ScalarAssign
#     arg: O
#     value: !ScalarExpression
#       scalar_arg: I
