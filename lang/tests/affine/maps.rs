//! Maps: composition, substitution, permutations, selections.

use ovolo_lang::affine::{AffineMap, constant, dim, symbol};

fn map(text: &str) -> AffineMap {
    text.parse().expect("an affine map")
}

fn text(map: Option<AffineMap>) -> String {
    map.map_or("none".to_string(), |map| map.to_string())
}

#[test]
fn composition_applies_the_inner_map_first() {
    let outer = map("(x, y)[n] -> (x * n + y, y mod 8)");
    let inner = map("(i, j)[m] -> (i + m, j * 8)");
    let both = outer.compose(&inner).expect("two results for two dimensions");
    assert_eq!(
        both.to_string(),
        "(d0, d1)[s0, s1] -> ((d0 + s1) * s0 + d1 * 8, 0)"
    );
    let after = inner.evaluate(&[3, 5], &[10]).expect("in range");
    assert_eq!(both.evaluate(&[3, 5], &[7, 10]), outer.evaluate(&after, &[7]));
    assert_eq!(outer.compose(&AffineMap::identity(3)), None);
}

#[test]
fn permutations() {
    let permutation = AffineMap::permutation(&[2, 0, 1]).expect("each number once");
    assert!(permutation.is_permutation());
    let inverse = permutation.inverse_permutation().expect("it has one");
    assert_eq!(inverse.to_string(), "(d0, d1, d2) -> (d1, d2, d0)");
    assert!(permutation.compose(&inverse).expect("square").is_identity());
    assert_eq!(AffineMap::permutation(&[0, 0]), None);
    assert_eq!(AffineMap::permutation(&[1]), None);

    let projected = map("(i, j, k) -> (k, i)");
    assert!(projected.is_projected_permutation() && !projected.is_permutation());
    assert_eq!(projected.inverse_permutation(), None);
    let broadcast = projected.inverse_and_broadcast_projected_permutation();
    assert_eq!(text(broadcast), "(d0, d1) -> (d1, 0, d0)");

    let zeros = map("(i, j, k) -> (j, 0)");
    assert!(!zeros.is_projected_permutation() && zeros.is_projected_permutation_with_zeros());
    assert_eq!(zeros.broadcast_dims(), [1]);
    assert!(!map("(i) -> (i, 0)").is_projected_permutation_with_zeros());
    assert!(!map("(i, j) -> (i, i)").is_projected_permutation());
    assert!(!map("(i)[n] -> (i)").is_projected_permutation());
}

#[test]
fn the_loops_of_a_structured_operation_are_found_from_all_its_maps() {
    let maps = [
        map("(i, j, k) -> (i, k)"),
        map("(i, j, k) -> (k, j)"),
        map("(i, j, k) -> (i, j)"),
    ];
    let all = AffineMap::concat(&maps).expect("few symbols");
    let inverse = all.inverse_permutation();
    assert_eq!(text(inverse), "(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1)");
    let convolution = map("(i, k) -> (i + k, k, i)");
    assert_eq!(
        text(convolution.inverse_permutation()),
        "(d0, d1, d2) -> (d2, d1)"
    );
}

#[test]
fn identities() {
    assert!(AffineMap::identity(2).is_identity());
    assert!(map("() -> ()").is_identity());
    assert!(!map("(i)[n] -> (i)").is_identity());
    assert!(map("(i)[n] -> (i)").is_identity_on_dims());
    let minor = AffineMap::minor_identity(3, 2).expect("enough dimensions");
    assert_eq!(minor.to_string(), "(d0, d1, d2) -> (d1, d2)");
    assert!(minor.is_minor_identity() && !minor.is_identity());
    assert_eq!(AffineMap::minor_identity(1, 2), None);
    let broadcast = map("(i, j, k) -> (j, 0)");
    assert!(!broadcast.is_minor_identity());
    assert_eq!(broadcast.minor_identity_with_broadcasting(), Some(vec![1]));
    assert_eq!(map("(i, j) -> (j, i)").minor_identity_with_broadcasting(), None);
}

#[test]
fn results_are_selected() {
    let triple = map("(i, j) -> (i, j, i + j)");
    assert_eq!(text(triple.sub_map(&[2, 0])), "(d0, d1) -> (d0 + d1, d0)");
    assert_eq!(triple.sub_map(&[3]), None);
    assert_eq!(triple.major_sub_map(1).to_string(), "(d0, d1) -> (d0)");
    assert_eq!(triple.minor_sub_map(2).to_string(), "(d0, d1) -> (d1, d0 + d1)");
    assert_eq!(triple.minor_sub_map(9), triple);
    assert_eq!(triple.drop_results(&[0, 7]), triple.minor_sub_map(2));
}

#[test]
fn inputs_are_replaced_and_renumbered() {
    let m = map("(i, j)[n, m] -> (i * 4 + n, j)");
    let moved = m.replace(&[dim(1), constant(2)], &[symbol(0)], 2, 1);
    assert_eq!(moved.to_string(), "(d0, d1)[s0] -> (d1 * 4 + s0, 2)");
    assert_eq!(
        m.shift_dims(1, 2).to_string(),
        "(d0, d1, d2, d3)[s0, s1] -> (d0 * 4 + s0, d3)"
    );
    assert_eq!(
        m.shift_symbols(0, 1).to_string(),
        "(d0, d1)[s0, s1, s2] -> (d0 * 4 + s1, d1)"
    );
    assert_eq!(
        m.fold(&[None, Some(3)], &[Some(8)]).to_string(),
        "(d0, d1)[s0, s1] -> (d0 * 4 + 8, 3)"
    );
    assert_eq!(m.project_dims(&[0]).to_string(), "(d0)[s0, s1] -> (s0, d0)");
    assert_eq!(
        m.project_symbols(&[0]).to_string(),
        "(d0, d1)[s0] -> (d0 * 4, d1)"
    );
    assert_eq!(
        m.compress_unused_symbols().to_string(),
        "(d0, d1)[s0] -> (d0 * 4 + s0, d1)"
    );
    let sparse = map("(a, b, c) -> (c)");
    assert_eq!(sparse.compress_unused_dims(), AffineMap::identity(1));
}

#[test]
fn questions() {
    let m = map("(i)[n] -> (i * 12, n * 18, 30)");
    assert_eq!(m.largest_known_divisor(), 6);
    assert!(m.is_pure_affine() && !m.is_symbolic_or_constant());
    assert!(!map("(i)[n] -> (i * n)").is_pure_affine());
    assert!(!map("(i)[n] -> (i floordiv n)").is_pure_affine());
    assert!(map("(i)[n] -> (n * n)").is_symbolic_or_constant());
    assert!(m.is_well_formed() && m.uses_dim(0) && !m.uses_dim(1) && m.uses_symbol(0));
    assert!(!AffineMap::new(0, 0, vec![dim(0)]).is_well_formed());
    assert_eq!(map("() -> (3, 4)").constant_results(), Some(vec![3, 4]));
    assert_eq!(AffineMap::inferred(vec![dim(2) + symbol(1)]).num_inputs(), 5);
    assert_eq!(m.result_position(&constant(30)), Some(2));
    assert_eq!(m.evaluate(&[i64::MAX], &[0]), None);
}
