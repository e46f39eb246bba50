//! The ub dialect: undefined behaviour.

ops! {
    dialect Ub;

    /// A value that makes what depends on it undefined.
    Poison = "ub.poison": Generic [Pure ConstantLike]
        as "() {value: any = '#ub.poison'} -> (result: any); \
            attr-dict ['<' value '>'] ':' type(result)";
}
