//! The test dialect, of which `mlir-opt` has many operations: those with which MLIR's own tests check the
//! rules that operations of any dialect follow. Other operations of the dialect are kept as unknown ones.

ops! {
    dialect Test;

    /// Has one integer or string.
    TestAnyAttrOf = "test.any_attr_of_i32_str": Generic []
        as "() {attr: i32-or-string}; generic";
    /// Has integers of each signedness.
    TestIntAttrs = "test.int_attrs": Generic []
        as "() {any_i32_attr: any-i32, index_attr: index, ui32_attr: ui32, si32_attr: si32}; generic";
    /// Has integers of 0 or more.
    TestNonNegativeIntAttr = "test.non_negative_int_attr": Generic []
        as "() {i32attr: non-negative-i32, i64attr: non-negative-i64}; generic";
    /// Has integers of 1 or more.
    TestPositiveIntAttr = "test.positive_int_attr": Generic []
        as "() {i32attr: positive-i32, i64attr: positive-i64}; generic";
    /// Has a list of types.
    TestTypeArrayAttr = "test.type_array_attr": Generic []
        as "() {attr: types}; generic";
    /// Has one of two integers.
    TestI32EnumAttr = "test.i32_enum_attr": Generic []
        as "() {attr: i32-cases} -> (val: i32); generic";
    /// Has one of two integers.
    TestI64EnumAttr = "test.i64_enum_attr": Generic []
        as "() {attr: i64-cases} -> (val: i32); generic";
    /// Has floats of a given shape.
    TestFloatElementsAttr = "test.float_elements_attr": Generic []
        as "() {scalar_f32_attr: f32-elements-2, tensor_f64_attr: f64-elements-4x8}; generic";
    /// Has integers of a given width.
    TestIntElementsAttr = "test.int_elements_attr": Generic []
        as "() {any_i32_attr: any-i32-elements, i32_attr: i32-elements}; generic";
    /// Has integers of a given shape.
    TestRankedIntElementsAttr = "test.ranked_int_elements_attr": Generic []
        as "() {vector_i32_attr: i32-elements-2, matrix_i64_attr: i64-elements-4x8}; generic";
    /// Has lists in increasing order.
    TestConfinedDenseArrayAttr = "test.confined_dense_array_attr": Generic []
        as "() {i32attr: sorted-i32s, i64attr: strictly-sorted-i64s}; generic";
    /// Has lists of numbers above 0.
    TestConfinedStrictlyPositiveAttr = "test.confined_strictly_positive_attr": Generic []
        as "() {i64attr: positive-i64s}; generic";
    /// Has lists of numbers of 0 or more.
    TestConfinedNonNegativeAttr = "test.confined_non_negative_attr": Generic []
        as "() {i64attr: non-negative-i64s}; generic";
    /// Has the type `i64`.
    TestTypeAttrOf = "test.type_attr_of": Generic []
        as "() {type: type-i64}; attr-dict type";
    /// Has an attribute with a trait.
    TestAttrWithTrait = "test.attr_with_trait": Generic []
        as "() {attr: with-test-trait}; generic";

    /// Lists of operands of one length.
    TestMixedNormalVariadicOperand = "test.mixed_normal_variadic_operand": Generic []
        as "(input1*: tensor, input2: tensor, input3*: tensor) where equal-segments(input1, input3); generic";
    /// Lists of results of one length.
    TestMixedNormalVariadicResult = "test.mixed_normal_variadic_result": Generic []
        as "() -> (output1*: tensor, output2: tensor, output3*: tensor) where equal-segments(output1, output3); \
            generic";
    /// Lists of operands of the lengths that an attribute gives.
    TestAttrSizedOperands = "test.attr_sized_operands": Generic []
        as "(a*: i32, b*: i32, c: i32, d*: i32); generic";
    /// Lists of results of the lengths that an attribute gives.
    TestAttrSizedResults = "test.attr_sized_results": Generic []
        as "() -> (a*: i32, b*: i32, c: i32, d*: i32); generic";
    /// Has one operand and two results.
    TestOneOperandTwoResults = "test.dynamic_one_operand_two_results": Generic []
        as "(operand: any) -> (first: any, second: any); generic";
    /// Gives a value whose type has a trait.
    TestResultTypeWithTrait = "test.result_type_with_trait": Generic []
        as "() -> (result: type-with-test-trait); generic";

    /// Operands of one element type.
    TestSameOperandElementType = "test.same_operand_element_type": Generic []
        as "(a: any, b: any) -> (result: any) where same-element(a, b); generic";
    /// Operands and results of one element type.
    TestSameElementType = "test.same_operand_and_result_element_type": Generic []
        as "(operands*: any) -> (results*: any) where same-element; generic";
    /// Operands of one shape.
    TestSameOperandShape = "test.same_operand_shape": Generic []
        as "(operands*: shaped) where same-shape; generic";
    /// Operands and results of one shape.
    TestSameShape = "test.same_operand_and_result_shape": Generic []
        as "(operands*: shaped) -> (results*: shaped) where same-shape; generic";
    /// Operands and results of one type.
    TestSameType = "test.same_operand_and_result_type": Generic []
        as "(operands*: any) -> (results*: any) where same-element, same-shape, same-encoding; generic";
    /// Works on scalars, vectors and tensors lane by lane.
    TestElementwiseMappable = "test.elementwise_mappable": Generic [Elementwise]
        as "(operands*: any) -> (results*: any); generic";

    /// Stands in `test.parent`.
    TestChild = "test.child": Generic []
        as "() in test.parent; generic";
    /// Stands in one of two operations.
    TestChildOfOneOf = "test.child_with_parent_one_of": Generic []
        as "() in test.parent, test.parent1; generic";
    /// Holds children.
    TestParent = "test.parent": Generic []
        as "() regions (region: any); generic";
    /// Holds children.
    TestParent1 = "test.parent1": Generic []
        as "() regions (region: any); generic";
    /// Has two regions.
    TestTwoRegions = "test.two_region_op": Generic []
        as "() regions (first: any, second: any); generic";
    /// Has regions of two blocks and of one.
    TestSizedRegions = "test.sized_region_op": Generic []
        as "() regions (my_region: two-blocks, second: block); generic";
    /// Is isolated from above, and needs no terminator.
    TestVerifiers = "test.verifiers": Generic [SingleBlock NoTerminator Isolated]
        as "(input: i32) regions (region: block); generic";
    /// Ends a block.
    TestFinish = "test.finish": Generic [Terminator]
        as "(); generic";
    /// Ends in a terminator that may be left out.
    TestImplicitTerminator = "test.SingleBlockImplicitTerminator": Generic [SingleBlock]
        as "() regions (region: block ends test.finish); generic";
    /// Has a name.
    TestSymbol = "test.symbol": Generic [Symbol]
        as "() {sym_name: symbol-name, sym_visibility?: string}; generic";
    /// Holds operations with names.
    TestSymbolScope = "test.symbol_scope": Generic [SymbolTable SingleBlock]
        as "() regions (region: block ends test.finish); generic";
    /// Holds operations in no order.
    TestGraphRegion = "test.graph_region": Generic [GraphRegion]
        as "() regions (region: any); attr-dict-with-keyword region";
    /// Holds blocks that run one after the other.
    TestSsaCfgRegion = "test.ssacfg_region": Generic []
        as "(operands*: any) -> (results*: any) regions (regions*: any); generic";
    /// The values directly inside are symbols.
    TestAffineScope = "test.affine_scope": Generic [AffineScope]
        as "() regions (region: block); region attr-dict";
}
