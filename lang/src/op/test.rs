//! The dialect `test`: operations on which the kinds, classes, rules and traits of the table are tried.
//!
//! `mlir-opt` has a dialect of this name for the same purpose, and its operations of these names ask for the
//! same. Each row here exercises one thing that a signature can say, so that the filetests `test-*.mlir` see it
//! alone; none computes anything. The dialect is open: its other operations are read as those of a dialect that
//! no table knows.

ops! {
    dialect Test;

    // Types

    /// Elements of one type in both operands.
    TestSameOperandElementType = "test.same_operand_element_type": Generic []
        as "(first: any, second: any) -> (result: any) where same-element(operands); generic";
    /// Elements of one type throughout.
    TestSameElementType = "test.same_operand_and_result_element_type": Generic []
        as "(inputs*: any) -> (outputs*: any) where same-element; generic";
    /// Operands of one shape.
    TestSameOperandShape = "test.same_operand_shape": Generic []
        as "(inputs*: shaped) where same-shape(operands); generic";
    /// One shape throughout.
    TestSameShape = "test.same_operand_and_result_shape": Generic []
        as "(inputs*: shaped) -> (outputs*: shaped) where same-shape; generic";
    /// Types throughout that agree in elements, shape and encoding.
    TestSameType = "test.same_operand_and_result_type": Generic []
        as "(inputs*: any) -> (outputs*: any) where same-element, same-shape, same-encoding; generic";
    /// Two operands whose elements have one type.
    TestOperandsSameElementType = "test.operands_have_same_element_type": Generic []
        as "(x: any, y: any) where same-element(x, y); generic";
    /// Two operands of one rank.
    TestOperandsSameRank = "test.operands_have_same_rank": Generic []
        as "(x: shaped, y: shaped) where same-rank(x, y); generic";
    /// Two operands of one type.
    TestOperandsSameType = "test.operands_have_same_type": Generic []
        as "(x: any, y: any) where same-type(x, y); generic";
    /// A result of the shape of the first operand.
    TestFirstAndResultSameShape = "test.operand0_and_result_have_same_shape": Generic []
        as "(x: shaped, y: shaped) -> (res: shaped) where same-shape(x, res); generic";
    /// Applies lane by lane.
    TestElementwise = "test.elementwise_mappable": Generic [Elementwise]
        as "(inputs*: any) -> (outputs*: any); generic";
    /// A result of a type that a dialect defines.
    TestResultTypeWithTrait = "test.result_type_with_trait": Generic []
        as "() -> (result: '!test.test_type_with_trait'); generic";

    // Numbers of operands and results

    /// Lists of operands of one length around a single one.
    TestMixedOperands = "test.mixed_normal_variadic_operand": Generic []
        as "(input1*: tensor, input2: tensor, input3*: tensor) where equal-segments(input1, input3); generic";
    /// Lists of results of one length around a single one.
    TestMixedResults = "test.mixed_normal_variadic_result": Generic []
        as "() -> (output1*: tensor, output2: tensor, output3*: tensor) where equal-segments(output1, output3); \
            generic";
    /// Groups of operands whose sizes an attribute gives.
    TestOperandSegments = "test.attr_sized_operands": Generic []
        as "(a*: i32, b*: i32, c: i32, d*: i32); generic";
    /// Groups of results whose sizes an attribute gives.
    TestResultSegments = "test.attr_sized_results": Generic []
        as "() -> (a*: i32, b*: i32, c: i32, d*: i32); generic";
    /// One operand and two results of any types.
    TestOneOperandTwoResults = "test.dynamic_one_operand_two_results": Generic []
        as "(operand: any) -> (first: any, second: any); generic";

    // Attributes

    /// One kind of attribute or another.
    TestEitherAttribute = "test.any_attr_of_i32_str": Generic []
        as "() {attr: i32 | string}; generic";
    /// Integers of several signs.
    TestIntegers = "test.int_attrs": Generic []
        as "() {any_i32_attr: any-i32, index_attr: index, ui32_attr: ui32, si32_attr: si32}; generic";
    /// Integers that are not negative.
    TestNonNegative = "test.non_negative_int_attr": Generic []
        as "() {i32attr: non-negative(i32), i64attr: non-negative(i64)}; generic";
    /// Positive integers.
    TestPositive = "test.positive_int_attr": Generic []
        as "() {i32attr: positive(i32), i64attr: positive(i64)}; generic";
    /// A list of types.
    TestTypes = "test.type_array_attr": Generic []
        as "() {attr: types}; generic";
    /// A type of one class.
    TestTypeOf = "test.type_attr_of": Generic []
        as "() {type: type(i64)}; attr-dict type";
    /// Numbers of an enumeration in 32 bits.
    TestEnum32 = "test.i32_enum_attr": Generic []
        as "() {attr: test-i32-case} -> (val: i32); generic";
    /// Numbers of an enumeration in 64 bits.
    TestEnum64 = "test.i64_enum_attr": Generic []
        as "() {attr: test-i64-case} -> (val: i32); generic";
    /// A word of an enumeration.
    TestEnumWord = "test.op_with_enum": Generic []
        as "() {value: test-ordinal, tag?: any}; value ['tag' tag] attr-dict";
    /// Words of a set.
    TestEnumSet = "test.op_with_bit_enum": Generic []
        as "() {value: test-access, tag?: any}; value ['tag' tag] attr-dict";
    /// Words of a set with bars between them.
    TestEnumBars = "test.op_with_bit_enum_vbar": Generic []
        as "() {value: test-owner, tag?: any}; value ['tag' tag] attr-dict";
    /// Elements that are integers of 32 bits.
    TestIntegerElements = "test.int_elements_attr": Generic []
        as "() {any_i32_attr: elements(any-i32), i32_attr: elements(i32)}; generic";
    /// Elements that are integers, of fixed shapes.
    TestShapedIntegerElements = "test.ranked_int_elements_attr": Generic []
        as "() {vector_i32_attr: elements(i32, 2), matrix_i64_attr: elements(i64, 4, 8)}; generic";
    /// Elements that are floats, of fixed shapes.
    TestShapedFloatElements = "test.float_elements_attr": Generic []
        as "() {scalar_f32_attr: elements(f32, 2), tensor_f64_attr: elements(f64, 4, 8)}; generic";
    /// Lists of numbers in order.
    TestSortedArrays = "test.confined_dense_array_attr": Generic []
        as "() {emptyattr: strictly-sorted(dense-i16s), i32attr: sorted(dense-i32s), i64attr: \
            strictly-sorted(dense-i64s)}; generic";
    /// Lists of positive numbers.
    TestPositiveArrays = "test.confined_strictly_positive_attr": Generic []
        as "() {i8attr: positive(dense-i8s), i16attr: positive(dense-i16s), i32attr: positive(dense-i32s), \
            i64attr: positive(dense-i64s), f32attr: positive(dense-f32s), f64attr: positive(dense-f64s), \
            emptyattr: positive(dense-i16s)}; generic";
    /// Lists of numbers that are not negative.
    TestNonNegativeArrays = "test.confined_non_negative_attr": Generic []
        as "() {i8attr: non-negative(dense-i8s), i16attr: non-negative(dense-i16s), i32attr: \
            non-negative(dense-i32s), i64attr: non-negative(dense-i64s), f32attr: non-negative(dense-f32s), \
            f64attr: non-negative(dense-f64s), emptyattr: non-negative(dense-i16s)}; generic";
    /// An attribute that a dialect defines.
    TestAttributeWithTrait = "test.attr_with_trait": Generic []
        as "() {attr: '#test.attr_with_trait'}; generic";
    /// Extents of a shape.
    TestDimensionList = "test.custom_dimension_list_attr": Generic []
        as "() {dimension_list: dense-i64s}; 'dimension_list' '=' dimension-list(dimension_list) attr-dict";
    /// One of two words, the first with an attribute.
    TestOptionalAttribute = "test.optional_custom_attr": Generic []
        as "() {attr?: bool}; attr-dict {'foo' attr | 'bar'}";

    // Symbols

    /// An operation with a name.
    TestSymbol = "test.symbol": Generic [Symbol]
        as "() {sym_name: string, sym_visibility?: string}; generic";
    /// An operation whose region holds names.
    TestSymbolScope = "test.symbol_scope": Generic [SymbolTable SingleBlock]
        as "() regions (region: block ends test.finish); generic";

    // Regions and places

    /// Two regions.
    TestTwoRegions = "test.two_region_op": Generic []
        as "() regions (first: any, second: any); generic";
    /// Regions of two blocks and of one.
    TestSizedRegions = "test.sized_region_op": Generic []
        as "() regions (my_region: blocks-2, other: block); generic";
    /// A region of one block with an implied terminator.
    TestImplicitTerminator = "test.SingleBlockImplicitTerminator": Generic [SingleBlock]
        as "() regions (region: block ends test.finish); generic";
    /// Ends a block.
    TestFinish = "test.finish": Generic [Terminator]
        as "(); generic";
    /// May be around `test.child`.
    TestParent = "test.parent": Generic []
        as "() regions (region: any); generic";
    /// May be around `test.child_with_parent_one_of`.
    TestOtherParent = "test.parent1": Generic []
        as "() regions (region: any); generic";
    /// Stands in one operation only.
    TestChild = "test.child": Generic []
        as "() in test.parent; generic";
    /// Stands in one of two operations.
    TestChildOfEither = "test.child_with_parent_one_of": Generic []
        as "() in test.parent, test.parent1; generic";
    /// A region in whose block uses may stand before definitions.
    TestGraphRegion = "test.graph_region": Generic [GraphRegion]
        as "() regions (region: any); attr-dict-with-keyword region";
    /// Regions in whose blocks definitions stand before uses.
    TestOrderedRegions = "test.ssacfg_region": Generic []
        as "(inputs*: any) -> (outputs*: any) regions (regions*: any); generic";
    /// A region at whose top values are symbols of affine maps.
    TestAffineScope = "test.affine_scope": Generic [AffineScope]
        as "() regions (region: block); region attr-dict";
    /// A region that is isolated from above and ends without a terminator.
    TestVerifiers = "test.verifiers": Generic [Isolated SingleBlock NoTerminator]
        as "(input: i32) regions (region: block); generic";
}

/// The operations of the dialect in `mlir-opt` 19 that have a custom form but no row.
pub(super) static UNMODELLED: &[&str] = &[
    "alloca_scope_region",
    "array_of_attr_op",
    "attr_with_loc",
    "block_names",
    "buffer_based",
    "call",
    "call_and_store",
    "call_on_device",
    "containing_int_polynomial_attr",
    "containing_int_polynomial_attr2",
    "conversion_func_op",
    "copy",
    "cse_of_single_block_op",
    "default_dialect",
    "default_value_print",
    "dense_array_attr",
    "destination_style_op",
    "dialect_custom_format_fallback",
    "dialect_custom_printer",
    "dialect_custom_printer.with.dot",
    "dynamic_custom_parser_printer",
    "dynamic_generic",
    "ellipsis",
    "else_anchor",
    "fold_with_fold_adaptor",
    "format_all_types_match_attr",
    "format_all_types_match_var",
    "format_attr_dict_w_keyword",
    "format_attr_op",
    "format_buildable_type_op",
    "format_compound_attr",
    "format_cpmd_nested_attr",
    "format_cpmd_nested_type",
    "format_custom_directive_attrdict",
    "format_custom_directive_attributes",
    "format_custom_directive_operands",
    "format_custom_directive_operands_and_types",
    "format_custom_directive_regions",
    "format_custom_directive_results",
    "format_custom_directive_results_with_type_refs",
    "format_custom_directive_spacing",
    "format_custom_directive_successors",
    "format_custom_directive_with_optional_operand_ref",
    "format_implicit_terminator_region_a_op",
    "format_infer_type",
    "format_infer_type2",
    "format_infer_type_all_operands_and_types",
    "format_infer_type_all_types",
    "format_infer_type_all_types_one_operand",
    "format_infer_type_all_types_two_operands",
    "format_infer_type_regions",
    "format_infer_type_variadic_operands",
    "format_infer_variadic_type_from_non_variadic",
    "format_literal_following_optional_group",
    "format_literal_op",
    "format_maybe_empty_type",
    "format_multiple_variadic_operands",
    "format_multiple_variadic_results",
    "format_nested_attr",
    "format_operand_a_op",
    "format_operand_b_op",
    "format_operand_c_op",
    "format_operand_d_op",
    "format_operand_e_op",
    "format_opt_attr_op_a",
    "format_opt_attr_op_b",
    "format_opt_symbol_name_attr_op",
    "format_opt_symbol_ref_attr_op",
    "format_optional_default_attrs",
    "format_optional_else",
    "format_optional_enum_attr",
    "format_optional_operand_result_a_op",
    "format_optional_operand_result_b_op",
    "format_optional_result_a_op",
    "format_optional_result_b_op",
    "format_optional_result_c_op",
    "format_optional_result_d_op",
    "format_optional_unit_attribute",
    "format_optional_unit_attribute_no_elide",
    "format_qual_cpmd_nested_attr",
    "format_qual_cpmd_nested_type",
    "format_region_a_op",
    "format_region_b_op",
    "format_region_c_op",
    "format_result_a_op",
    "format_result_b_op",
    "format_result_c_op",
    "format_successor_a_op",
    "format_symbol_name_attr_op",
    "format_two_variadic_operands_no_buildable_type_op",
    "format_types_match_attr",
    "format_types_match_context",
    "format_types_match_var",
    "format_types_match_variadic",
    "format_variadic_of_variadic_operand",
    "format_variadic_operand",
    "format_variadic_region_a_op",
    "format_variadic_region_b_op",
    "format_variadic_result",
    "graph_loop",
    "has_str_value",
    "increment",
    "isolated_one_region_op",
    "isolated_region",
    "isolated_regions",
    "linalg_conv_op",
    "linalg_fill_op",
    "loop_block",
    "loop_block_term",
    "multi_slot_alloca",
    "no_str_value",
    "oilist_allowed_literal",
    "oilist_custom",
    "oilist_variadic_with_parens",
    "oilist_with_keywords_only",
    "oilist_with_simple_args",
    "op.with_dot_in_name",
    "parse_b64",
    "parse_integer_literal",
    "parse_wrapped_keyword",
    "polyfor",
    "pretty_printed_region",
    "recursive_rewrite",
    "reflect_bounds",
    "region_buffer_based",
    "region_if",
    "region_if_yield",
    "region_yield",
    "result_has_same_type_as_attr",
    "side_effect_with_region_op",
    "single_no_terminator_custom_asm_op",
    "single_no_terminator_op",
    "store_with_a_loop_region",
    "store_with_a_region",
    "store_with_a_region_terminator",
    "string_attr_pretty_name",
    "string_attr_with_type",
    "switch_with_no_break",
    "tensor_based",
    "typed_attr",
    "using_property_in_custom",
    "using_property_in_custom_and_other",
    "using_property_ref_in_custom",
    "variadic_no_terminator_op",
    "with_bounds",
    "with_bounds_region",
    "with_default_valued_properties",
    "with_nice_properties",
    "with_optional_properties",
    "with_properties",
    "with_properties_and_attr",
    "with_properties_and_inferred_type",
    "with_versioned_properties",
    "with_wrapped_properties",
    "wrapping_region",
];
