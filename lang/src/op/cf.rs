//! The cf dialect: branches between blocks.

ops! {
    dialect Cf;

    /// Stops the program with a message unless the condition holds.
    Assert = "cf.assert": Generic [];
    /// Goes to a block.
    Branch = "cf.br": Generic [Terminator];
    /// Goes to one of two blocks.
    CondBranch = "cf.cond_br": Generic [Terminator];
    /// Goes to the block of a matching case, or to the default.
    Switch = "cf.switch": Generic [Terminator];
}
