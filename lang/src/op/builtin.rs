//! The builtin dialect: modules and casts between type systems.

ops! {
    dialect Builtin;

    /// A container of symbols.
    Module = "builtin.module": Own [Isolated SymbolTable Symbol AffineScope SingleBlock NoTerminator GraphRegion NoRegionArguments];
    /// A conversion that a later pass must remove.
    UnrealizedCast = "builtin.unrealized_conversion_cast": Own [Pure];
}
