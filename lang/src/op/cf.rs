//! The cf dialect: branches between blocks.

ops! {
    dialect Cf;

    /// Stops the program with a message unless the condition holds.
    Assert = "cf.assert": Generic []
        as "(arg: i1) {msg: string}; arg ',' msg attr-dict";
    /// Goes to a block.
    Branch = "cf.br": Generic [Terminator]
        as "(destOperands*: any) to (dest); \
            dest ['(' destOperands ':' type(destOperands) ')'] attr-dict";
    /// Goes to one of two blocks.
    CondBranch = "cf.cond_br": Generic [Terminator]
        as "(condition: i1, trueDestOperands*: any, falseDestOperands*: any) to (trueDest, falseDest); \
            condition ',' trueDest ['(' trueDestOperands ':' type(trueDestOperands) ')'] ',' falseDest ['(' \
            falseDestOperands ':' type(falseDestOperands) ')'] attr-dict";
    /// Goes to the block of a matching case, or to the default.
    Switch = "cf.switch": Generic [Terminator]
        as "(flag: integer, defaultOperands*: any, caseOperands*: any) {case_values?: integer-elements, \
            case_operand_segments: dense-i32s} to (defaultDestination, caseDestinations*); \
            custom";
}
