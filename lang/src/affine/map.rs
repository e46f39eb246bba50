//! Affine maps: construction, composition, substitution, evaluation, selection of results.

use rustc_hash::FxHashSet;

use super::expr::AffineExpr;

/// `(d0, …)[s0, …] -> (results)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AffineMap {
    pub num_dims: u32,
    pub num_symbols: u32,
    pub results: Vec<AffineExpr>,
}

impl AffineMap {
    /// The map `(d0, …)[s0, …] -> (results)`.
    pub fn new(num_dims: u32, num_symbols: u32, results: Vec<AffineExpr>) -> AffineMap {
        AffineMap {
            num_dims,
            num_symbols,
            results,
        }
    }

    /// The map with just as many dimensions and symbols as the results need.
    pub fn inferred(results: Vec<AffineExpr>) -> AffineMap {
        let (mut num_dims, mut num_symbols) = (0, 0);
        for (dims, symbols) in results.iter().map(AffineExpr::input_counts) {
            num_dims = num_dims.max(dims);
            num_symbols = num_symbols.max(symbols);
        }
        AffineMap::new(num_dims, num_symbols, results)
    }

    /// `() -> (c)`.
    pub fn constant(c: i64) -> AffineMap {
        AffineMap::new(0, 0, vec![AffineExpr::Constant(c)])
    }

    /// `(d0, …, dn-1) -> (d0, …, dn-1)`.
    pub fn identity(n: u32) -> AffineMap {
        AffineMap::new(n, 0, (0..n).map(AffineExpr::Dim).collect())
    }

    /// `(d0, …) -> (the last dimensions)`: `(d0, d1, d2) -> (d1, d2)` for 3 dimensions and 2 results.
    /// `None` when there are fewer dimensions than results.
    pub fn minor_identity(num_dims: u32, num_results: u32) -> Option<AffineMap> {
        let first = num_dims.checked_sub(num_results)?;
        let results = (first..num_dims).map(AffineExpr::Dim).collect();
        Some(AffineMap::new(num_dims, 0, results))
    }

    /// Dimensions and symbols together.
    pub fn num_inputs(&self) -> usize {
        self.num_dims as usize + self.num_symbols as usize
    }

    /// Whether the results mention only dimensions and symbols that the map has.
    pub fn is_well_formed(&self) -> bool {
        let mut counts = self.results.iter().map(AffineExpr::input_counts);
        counts.all(|(dims, symbols)| dims <= self.num_dims && symbols <= self.num_symbols)
    }

    /// The only result when it is a constant.
    pub fn single_constant(&self) -> Option<i64> {
        match self.results.as_slice() {
            [e] => e.as_constant(),
            _ => None,
        }
    }

    /// The results when all of them are constants.
    pub fn constant_results(&self) -> Option<Vec<i64>> {
        self.results.iter().map(AffineExpr::as_constant).collect()
    }

    /// Whether every product has a constant factor, and every divisor is a constant.
    pub fn is_pure_affine(&self) -> bool {
        self.results.iter().all(AffineExpr::is_pure_affine)
    }

    /// Whether no result mentions a dimension.
    pub fn is_symbolic_or_constant(&self) -> bool {
        self.results.iter().all(AffineExpr::is_symbolic_or_constant)
    }

    /// Whether the dimension occurs in a result.
    pub fn uses_dim(&self, dim: u32) -> bool {
        self.results.iter().any(|e| e.uses_dim(dim))
    }

    /// Whether the symbol occurs in a result.
    pub fn uses_symbol(&self, symbol: u32) -> bool {
        self.results.iter().any(|e| e.uses_symbol(symbol))
    }

    /// A number that divides every result at every point; 0 when all results are the constant zero.
    pub fn largest_known_divisor(&self) -> u64 {
        let divisors = self.results.iter().map(AffineExpr::largest_known_divisor);
        divisors.fold(0, num_integer::gcd)
    }

    /// The results at a point; `None` when a step leaves 64 bits, at a division by zero, or without an
    /// operand.
    pub fn evaluate(&self, dims: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        self.results.iter().map(|e| e.evaluate(dims, symbols)).collect()
    }

    /// `self` after `inner`: the dimensions of `self` are the results of `inner`. The symbols are those of
    /// `self`, then those of `inner`. `None` when `inner` has another number of results than `self` has
    /// dimensions.
    pub fn compose(&self, inner: &AffineMap) -> Option<AffineMap> {
        if inner.results.len() != self.num_dims as usize {
            return None;
        }
        let num_symbols = self.num_symbols.checked_add(inner.num_symbols)?;
        let dims = inner.shift_symbols(0, self.num_symbols).results;
        Some(self.replace(&dims, &[], inner.num_dims, num_symbols))
    }

    /// Each `d_i` becomes `dims[i]` and each `s_i` becomes `symbols[i]`, those past the end stay, and the
    /// map has the given numbers of dimensions and symbols.
    pub fn replace(
        &self,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        num_dims: u32,
        num_symbols: u32,
    ) -> AffineMap {
        let results = self.results.iter().map(|e| e.replace(dims, symbols));
        AffineMap::new(num_dims, num_symbols, results.collect())
    }

    /// The dimensions from `d{from}` on make room for `shift` new ones, which nothing uses.
    pub fn shift_dims(&self, from: u32, shift: u32) -> AffineMap {
        let results = self.results.iter().map(|e| e.shift_dims(from, shift));
        AffineMap::new(
            self.num_dims.saturating_add(shift),
            self.num_symbols,
            results.collect(),
        )
    }

    /// The symbols from `s{from}` on make room for `shift` new ones, which nothing uses.
    pub fn shift_symbols(&self, from: u32, shift: u32) -> AffineMap {
        let results = self.results.iter().map(|e| e.shift_symbols(from, shift));
        AffineMap::new(
            self.num_dims,
            self.num_symbols.saturating_add(shift),
            results.collect(),
        )
    }

    /// The dimensions and symbols with a known value become constants. The numbers of the others stay as
    /// they are.
    pub fn fold(&self, dims: &[Option<i64>], symbols: &[Option<i64>]) -> AffineMap {
        let known = |values: &[Option<i64>], input: fn(u32) -> AffineExpr| -> Vec<AffineExpr> {
            let inputs = values.iter().zip(0..);
            inputs
                .map(|(value, i)| value.map_or(input(i), AffineExpr::Constant))
                .collect()
        };
        let (dims, symbols) = (known(dims, AffineExpr::Dim), known(symbols, AffineExpr::Symbol));
        self.replace(&dims, &symbols, self.num_dims, self.num_symbols)
    }

    /// The results of all maps, one after another. The maps share their dimensions; each has its own
    /// symbols. `None` when there are too many symbols to number.
    pub fn concat<'a>(maps: impl IntoIterator<Item = &'a AffineMap>) -> Option<AffineMap> {
        let mut all = AffineMap::new(0, 0, Vec::new());
        for map in maps {
            let num_symbols = all.num_symbols.checked_add(map.num_symbols)?;
            all.results.extend(map.shift_symbols(0, all.num_symbols).results);
            all.num_dims = all.num_dims.max(map.num_dims);
            all.num_symbols = num_symbols;
        }
        Some(all)
    }

    /// The results at the given positions, in that order. `None` when there is no such result.
    pub fn sub_map(&self, positions: &[usize]) -> Option<AffineMap> {
        let results = positions.iter().map(|&i| self.results.get(i).cloned());
        let results = results.collect::<Option<Vec<_>>>()?;
        Some(AffineMap::new(self.num_dims, self.num_symbols, results))
    }

    /// The first `n` results, or all when there are fewer.
    pub fn major_sub_map(&self, n: usize) -> AffineMap {
        let results = self.results.iter().take(n).cloned();
        AffineMap::new(self.num_dims, self.num_symbols, results.collect())
    }

    /// The last `n` results, or all when there are fewer.
    pub fn minor_sub_map(&self, n: usize) -> AffineMap {
        let first = self.results.len().saturating_sub(n);
        let results = self.results.iter().skip(first).cloned();
        AffineMap::new(self.num_dims, self.num_symbols, results.collect())
    }

    /// The map without the results at the given positions.
    pub fn drop_results(&self, positions: &[usize]) -> AffineMap {
        let results = self.results.iter().enumerate();
        let kept = results.filter(|(i, _)| !positions.contains(i));
        AffineMap::new(
            self.num_dims,
            self.num_symbols,
            kept.map(|(_, e)| e.clone()).collect(),
        )
    }

    /// The map without the given dimensions, whose value is taken to be zero where a result uses one.
    pub fn project_dims(&self, dropped: &[u32]) -> AffineMap {
        let (dims, kept) = renumbered(self.num_dims, |i| dropped.contains(&i), AffineExpr::Dim);
        self.replace(&dims, &[], kept, self.num_symbols)
    }

    /// The map without the given symbols, whose value is taken to be zero where a result uses one.
    pub fn project_symbols(&self, dropped: &[u32]) -> AffineMap {
        let (symbols, kept) = renumbered(self.num_symbols, |i| dropped.contains(&i), AffineExpr::Symbol);
        self.replace(&[], &symbols, self.num_dims, kept)
    }

    /// The map without the dimensions that no result uses.
    pub fn compress_unused_dims(&self) -> AffineMap {
        let used = self.used_inputs(AffineExpr::as_dim);
        let (dims, kept) = renumbered(self.num_dims, |i| !used.contains(&i), AffineExpr::Dim);
        self.replace(&dims, &[], kept, self.num_symbols)
    }

    /// The map without the symbols that no result uses.
    pub fn compress_unused_symbols(&self) -> AffineMap {
        let used = self.used_inputs(AffineExpr::as_symbol);
        let (symbols, kept) = renumbered(self.num_symbols, |i| !used.contains(&i), AffineExpr::Symbol);
        self.replace(&[], &symbols, self.num_dims, kept)
    }

    fn used_inputs(&self, number: fn(&AffineExpr) -> Option<u32>) -> FxHashSet<u32> {
        let mut used = FxHashSet::default();
        for result in &self.results {
            result.walk(&mut |e| used.extend(number(e)));
        }
        used
    }
}

/// What each of `n` inputs becomes when the dropped ones are zero and the others are numbered anew, and
/// how many are left.
fn renumbered(
    n: u32,
    is_dropped: impl Fn(u32) -> bool,
    input: fn(u32) -> AffineExpr,
) -> (Vec<AffineExpr>, u32) {
    let mut kept = 0;
    let replacements = (0..n).map(|i| {
        if is_dropped(i) {
            return AffineExpr::Constant(0);
        }
        kept += 1;
        input(kept - 1)
    });
    (replacements.collect(), kept)
}
