//! The builtin dialect: modules and casts between type systems.

ops! {
    dialect Builtin;

    /// A container of symbols.
    Module = "builtin.module": Own [Isolated SymbolTable Symbol AffineScope SingleBlock NoTerminator GraphRegion NoRegionArguments]
        as "() {sym_name?: symbol-name, sym_visibility?: string} regions (bodyRegion: block); \
            [sym_name] attr-dict-with-keyword bodyRegion";
    /// A conversion that a later pass must remove.
    UnrealizedCast = "builtin.unrealized_conversion_cast": Own [Pure]
        as "(inputs*: any) -> (outputs*: any); \
            [inputs ':' type(inputs)] 'to' type(outputs) attr-dict";
}
