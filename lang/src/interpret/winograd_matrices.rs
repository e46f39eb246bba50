//! The matrices of minimal filtering.
//!
//! F(m, r) computes m outputs of a filter of r taps from m + r - 1 inputs with as many products:
//! `y = factor * AT [(G g) * (BT d)]`, where the inner product is element by element (Winograd 1980; Lavin
//! and Gray, <https://arxiv.org/abs/1509.09308>). Such matrices are not unique; these are the ones that
//! the linalg dialect fixes.

/// `numerators / denominator`, in row-major order.
#[derive(Debug)]
pub(in crate::interpret) struct Matrix {
    pub rows: usize,
    pub columns: usize,
    pub numerators: &'static [i32],
    pub denominator: i32,
}

#[derive(Debug)]
pub(in crate::interpret) struct Matrices {
    pub g: Matrix,
    pub bt: Matrix,
    pub at: Matrix,
    /// What a product with `AT` is multiplied by; once for each side of a tile.
    pub factor: i32,
}

/// The matrices of F(m, r).
pub(in crate::interpret) fn matrices(m: i64, r: i64) -> Option<&'static Matrices> {
    match (m, r) {
        (2, 3) => Some(&F_2_3),
        (4, 3) => Some(&F_4_3),
        (2, 5) => Some(&F_2_5),
        _ => None,
    }
}

const fn matrix(rows: usize, columns: usize, denominator: i32, numerators: &'static [i32]) -> Matrix {
    Matrix {
        rows,
        columns,
        numerators,
        denominator,
    }
}

#[rustfmt::skip]
static F_2_3: Matrices = Matrices {
    g: matrix(4, 3, 2, &[
        -2,  0, 0,
         1, -1, 1,
         1,  1, 1,
         0,  0, 2,
    ]),
    bt: matrix(4, 4, 1, &[
        -1,  0, 1, 0,
         0, -1, 1, 0,
         0,  1, 1, 0,
         0, -1, 0, 1,
    ]),
    at: matrix(2, 4, 1, &[
        1,  1, 1, 0,
        0, -1, 1, 1,
    ]),
    factor: 1,
};

#[rustfmt::skip]
static F_4_3: Matrices = Matrices {
    g: matrix(6, 3, 12, &[
        12,  0,  0,
        -4,  4, -4,
        -4, -4, -4,
         1, -2,  4,
         1,  2,  4,
         0,  0, 12,
    ]),
    bt: matrix(6, 6, 16, &[
        4,  0, -5,  0, 1, 0,
        0,  4, -4, -1, 1, 0,
        0, -4, -4,  1, 1, 0,
        0,  4, -2, -4, 2, 0,
        0, -4, -2,  4, 2, 0,
        0,  4,  0, -5, 0, 1,
    ]),
    at: matrix(4, 6, 8, &[
        1,  2, 2,  1, 1, 0,
        0, -2, 2, -2, 2, 0,
        0,  2, 2,  4, 4, 0,
        0, -2, 2, -8, 8, 4,
    ]),
    factor: 32,
};

#[rustfmt::skip]
static F_2_5: Matrices = Matrices {
    g: matrix(6, 5, 60, &[
         60,   0,   0,   0,   0,
         10, -10,  10, -10,  10,
        -10, -10, -10, -10, -10,
        -16,   8,  -4,   2,  -1,
          1,   2,   4,   8,  16,
          0,   0,   0,   0,  60,
    ]),
    bt: matrix(6, 6, 16, &[
        2,  3, -4, -3,  2, 0,
        0,  2,  1, -5,  2, 0,
        0, -2, -5, -1,  2, 0,
        0,  4, -2, -4,  2, 0,
        0, -2, -4,  2,  4, 0,
        0,  2,  3, -4, -3, 2,
    ]),
    at: matrix(2, 6, 2, &[
        1,  2, 2,  4, 2, 0,
        0, -2, 2, -2, 4, 1,
    ]),
    factor: 16,
};

#[cfg(test)]
mod tests {
    use super::*;

    fn product(matrix: &Matrix, vector: &[i64]) -> Vec<i64> {
        let rows = matrix.numerators.chunks(matrix.columns);
        rows.map(|row| row.iter().zip(vector).map(|(&n, v)| i64::from(n) * v).sum())
            .collect()
    }

    /// On unit vectors, which is on all, since both sides are bilinear.
    #[test]
    fn the_matrices_filter() {
        for (m, r) in [(2, 3), (4, 3), (2, 5)] {
            let all = matrices(m, r).unwrap();
            let (m, r) = (m as usize, r as usize);
            let unit =
                |length: usize, at: usize| (0..length).map(|i| i64::from(i == at)).collect::<Vec<i64>>();
            let scale = |matrix: &Matrix| i64::from(matrix.denominator);
            for (tap, input) in (0..r).flat_map(|tap| (0..m + r - 1).map(move |input| (tap, input))) {
                let filter = product(&all.g, &unit(r, tap));
                let data = product(&all.bt, &unit(m + r - 1, input));
                let products: Vec<i64> = filter.iter().zip(&data).map(|(a, b)| a * b).collect();
                let found = product(&all.at, &products);
                let scale = scale(&all.g) * scale(&all.bt) * scale(&all.at);
                for (output, &found) in found.iter().enumerate() {
                    let expected = i64::from(output + tap == input) * scale;
                    assert_eq!(found * i64::from(all.factor), expected, "F({m}, {r})");
                }
            }
        }
    }
}
