// Tables of pointers to rows are matrices where the rows of a call are equally far apart.
typedef struct { int rows, cols; double **data; } matrix;
void product(double **a, double **b, double **c, int n, int m, int k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      c[i][j] = 0;
      for (int l = 0; l < k; l++)
        c[i][j] += a[i][l] * b[l][j];
    }
}
void members(const matrix *from, matrix *to) { // `cols` is read where the inner loop has an iteration.
  for (int i = 0; i < from->rows; i++)
    for (int j = 0; j < from->cols; j++)
      to->data[i][j] = *(*(from->data + i) + j);
}
void from_one(float **a, const float *x, float *y, int n, int m) { // The memref begins at row 1 and column 1.
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      y[i] += a[i][j] * x[j];
}
void bytes(unsigned char **in, unsigned char *out[], int h, int w) { // What is stored may be no pointer of a table.
  for (int y = 1; y < h - 1; y++) {
    unsigned char *up = in[y - 1], *down = in[y + 1], *to = out[y];
    for (int x = 0; x < w; x++)
      to[x] = (up[x] + down[x]) / 2;
  }
}
void backwards(double *rows[8], int n, int from) {
  for (int i = 7; i >= 0; i--)
    for (int j = n - 1; j >= from; j--)
      rows[i][j] *= 2;
}
void triangle(double **a, double *x, int n) { // Row 0 is read by the diagonal alone.
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      x[i] -= a[i][j] * x[j];
    x[i] /= a[i][i];
  }
}
void below(double **a, double *x, int n) { // Row 0 is not read.
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      x[i] -= a[i][j] * x[j];
}
void guarded(double **a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i != j)
        a[i][j] = 0;
}
void either(int **a, const char *x, const char *y, int n) { // Row i - 1 is read in both branches.
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      if (x[i - 1] == y[j - 1])
        a[i][j] = a[i - 1][j - 1] + 1;
      else
        a[i][j] = a[i - 1][j] > a[i][j - 1] ? a[i - 1][j] : a[i][j - 1];
}
void chosen(double **a, const int *row, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[row[i]][j] = 0;
}
void every_other(double **a, int n) {
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < n; j++)
      a[i][j] = 0;
}
void exchanged(double **a, int n) {
  for (int i = 0; i < n; i++) {
    double *row = a[i];
    a[i] = a[n];
    a[n] = row;
    row[i] = 0;
  }
}
void elsewhere(double **a, double ***b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      (*b)[i] = a[j];
}
double other(double **a);
void handed(double **a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = other(a);
}
void bytes_to(unsigned char **in, unsigned char *out, int h, int w) { // `out` may point into the table.
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = in[y][x];
}
void fixed(double **a, int n, int k) { // Row `k` is a parameter: no table is needed.
  double *row = a[k];
  for (int j = 0; j < n; j++)
    row[j] = a[k][j] + 1;
}
// expected:
// #map = affine_map<()[s0, s1, s2, s3, s4, s5] -> (s0, s3)>
// #map1 = affine_map<()[s0, s1, s2, s3, s4, s5] -> (s0, s4)>
// #map2 = affine_map<()[s0, s1, s2, s3, s4, s5] -> (s2, s5)>
// #map3 = affine_map<()[s0, s1, s2, s3] -> (s0, s2)>
// #map4 = affine_map<()[s0, s1, s2, s3] -> (s0, s3)>
// #map5 = affine_map<()[s0, s1, s2] -> (s1 + 1)>
// #map6 = affine_map<()[s0, s1, s2] -> (s0 + 1)>
// #map7 = affine_map<()[s0, s1, s2] -> (s0, s2)>
// #map8 = affine_map<()[s0] -> (s0 + 1)>
// #map9 = affine_map<()[s0, s1, s2, s3] -> (s0 - 2, s3)>
// #map10 = affine_map<()[s0] -> (s0 - 1)>
// #map11 = affine_map<()[s0, s1, s2] -> (8, s2)>
// #map12 = affine_map<()[s0, s1] -> (s0 - s1)>
// #map13 = affine_map<()[s0, s1] -> (s0)>
// #map14 = affine_map<()[s0, s1] -> (s0, s1)>
// #map15 = affine_map<(d0) -> (d0)>
// #map16 = affine_map<()[s0] -> (s0)>
// #map17 = affine_map<()[s0, s1] -> (s0 + 1, s1)>
// module {
//   func.func @product_1(%n: i32, %m: i32, %k: i32, %c_stride: i64, %c: memref<?x?xf64> {c.extents = #map}, %a_stride: i64, %a: memref<?x?xf64> {c.extents = #map1}, %b_stride: i64, %b: memref<?x?xf64> {c.extents = #map2}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %m_0 = arith.index_cast %m : i32 to index
//     %0 = arith.constant 0.000000e+00 : f64
//     %k_0 = arith.index_cast %k : i32 to index
//     affine.for %i = 0 to %n_0 {
//       affine.for %j = 0 to %m_0 {
//         affine.store %0, %c[%i, %j] : memref<?x?xf64>
//         affine.for %l = 0 to %k_0 {
//           %1 = affine.load %c[%i, %j] : memref<?x?xf64>
//           %2 = affine.load %a[%i, %l] : memref<?x?xf64>
//           %3 = affine.load %b[%l, %j] : memref<?x?xf64>
//           %4 = arith.mulf %2, %3 : f64
//           %5 = arith.addf %1, %4 : f64
//           affine.store %5, %c[%i, %j] : memref<?x?xf64>
//         }
//       }
//     }
//     return
//   }
//   func.func @members_1(%from_rows: i32, %from_cols: i32, %to_data_stride: i64, %to_data: memref<?x?xf64> {c.extents = #map3}, %from_data_stride: i64, %from_data: memref<?x?xf64> {c.extents = #map4}) attributes {c.strict_aliasing} {
//     %from_rows_0 = arith.index_cast %from_rows : i32 to index
//     %from_cols_0 = arith.index_cast %from_cols : i32 to index
//     affine.for %i = 0 to %from_rows_0 {
//       affine.for %j = 0 to %from_cols_0 {
//         %0 = affine.load %from_data[%i, %j] : memref<?x?xf64>
//         affine.store %0, %to_data[%i, %j] : memref<?x?xf64>
//       }
//     }
//     return
//   }
//   func.func @from_one_1(%x: memref<?xf32> {c.extents = #map5}, %y: memref<?xf32> {c.extents = #map6}, %n: i32, %m: i32, %a_stride: i64, %a: memref<?x?xf32> {c.extents = #map7}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %m_0 = arith.index_cast %m : i32 to index
//     affine.for %i = 1 to #map8()[%n_0] {
//       affine.for %j = 1 to #map8()[%m_0] {
//         %0 = affine.load %y[%i] : memref<?xf32>
//         %1 = affine.load %a[%i - 1, %j - 1] : memref<?x?xf32>
//         %2 = affine.load %x[%j] : memref<?xf32>
//         %3 = arith.mulf %1, %2 : f32
//         %4 = arith.addf %0, %3 : f32
//         affine.store %4, %y[%i] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @bytes_1(%h: i32, %w: i32, %in_stride: i64, %in: memref<?x?xi8> {c.extents = #map3}, %out_stride: i64, %out: memref<?x?xi8> {c.extents = #map9}) attributes {c.strict_aliasing} {
//     %h_0 = arith.index_cast %h : i32 to index
//     %w_0 = arith.index_cast %w : i32 to index
//     %0 = arith.constant 2 : i32
//     affine.for %y = 1 to #map10()[%h_0] {
//       affine.for %x = 0 to %w_0 {
//         %1 = affine.load %in[%y - 1, %x] : memref<?x?xi8>
//         %2 = arith.extui %1 : i8 to i32
//         %3 = affine.load %in[%y + 1, %x] : memref<?x?xi8>
//         %4 = arith.extui %3 : i8 to i32
//         %5 = arith.addi %2, %4 : i32
//         %6 = arith.divsi %5, %0 : i32
//         %7 = arith.trunci %6 : i32 to i8
//         affine.store %7, %out[%y - 1, %x] : memref<?x?xi8>
//       }
//     }
//     return
//   }
//   func.func @backwards_1(%n: i32, %from: i32, %rows_stride: i64, %rows: memref<?x?xf64> {c.extents = #map11}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %from_0 = arith.index_cast %from : i32 to index
//     %0 = arith.constant 2.000000e+00 : f64
//     affine.for %i = 0 to 8 {
//       affine.for %j = 0 to #map12()[%n_0, %from_0] {
//         %1 = affine.load %rows[-%i + 7, -%j + symbol(%n_0) - 1] : memref<?x?xf64>
//         %2 = arith.mulf %1, %0 : f64
//         affine.store %2, %rows[-%i + 7, -%j + symbol(%n_0) - 1] : memref<?x?xf64>
//       }
//     }
//     return
//   }
//   func.func @triangle_1(%x: memref<?xf64> {c.extents = #map13}, %n: i32, %a_stride: i64, %a: memref<?x?xf64> {c.extents = #map14}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       affine.for %j = 0 to #map15(%i) {
//         %3 = affine.load %x[%i] : memref<?xf64>
//         %4 = affine.load %a[%i, %j] : memref<?x?xf64>
//         %5 = affine.load %x[%j] : memref<?xf64>
//         %6 = arith.mulf %4, %5 : f64
//         %7 = arith.subf %3, %6 : f64
//         affine.store %7, %x[%i] : memref<?xf64>
//       }
//       %0 = affine.load %x[%i] : memref<?xf64>
//       %1 = affine.load %a[%i, %i] : memref<?x?xf64>
//       %2 = arith.divf %0, %1 : f64
//       affine.store %2, %x[%i] : memref<?xf64>
//     }
//     return
//   }
//   func.func @below_1(%x: memref<?xf64> {c.extents = #map8}, %i: i32, %a_i_: memref<?xf64> {c.extents = #map16}) attributes {c.strict_aliasing} {
//     %i_0 = arith.index_cast %i : i32 to index
//     affine.for %j = 0 to %i_0 {
//       %0 = affine.load %x[symbol(%i_0)] : memref<?xf64>
//       %1 = affine.load %a_i_[%j] : memref<?xf64>
//       %2 = affine.load %x[%j] : memref<?xf64>
//       %3 = arith.mulf %1, %2 : f64
//       %4 = arith.subf %0, %3 : f64
//       affine.store %4, %x[symbol(%i_0)] : memref<?xf64>
//     }
//     return
//   }
//   func.func @either_1(%x: memref<?xi8> {c.extents = #map13}, %y: memref<?xi8> {c.extents = #map13}, %n: i32, %a_stride: i64, %a: memref<?x?xi32> {c.extents = #map17}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 1 : i32
//     affine.for %i = 1 to #map8()[%n_0] {
//       affine.for %j = 1 to #map8()[%n_0] {
//         %1 = affine.load %x[%i - 1] : memref<?xi8>
//         %2 = arith.extsi %1 : i8 to i32
//         %3 = affine.load %y[%j - 1] : memref<?xi8>
//         %4 = arith.extsi %3 : i8 to i32
//         %5 = arith.cmpi eq, %2, %4 : i32
//         scf.if %5 {
//           %6 = affine.load %a[%i - 1, %j - 1] : memref<?x?xi32>
//           %7 = arith.addi %6, %0 : i32
//           affine.store %7, %a[%i, %j] : memref<?x?xi32>
//         } else {
//           %6 = affine.load %a[%i - 1, %j] : memref<?x?xi32>
//           %7 = affine.load %a[%i, %j - 1] : memref<?x?xi32>
//           %8 = arith.maxsi %6, %7 : i32
//           affine.store %8, %a[%i, %j] : memref<?x?xi32>
//         }
//       }
//     }
//     return
//   }
//   func.func @chosen_1(%n: i32, %a_row_i__: memref<?xf64> {c.extents = #map16}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f64
//     affine.for %j = 0 to %n_0 {
//       affine.store %0, %a_row_i__[%j] : memref<?xf64>
//     }
//     return
//   }
//   func.func @every_other_1(%n: i32, %a_i_: memref<?xf64> {c.extents = #map16}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f64
//     affine.for %j = 0 to %n_0 {
//       affine.store %0, %a_i_[%j] : memref<?xf64>
//     }
//     return
//   }
//   func.func @fixed_1(%n: i32, %a_k_: memref<?xf64> {c.extents = #map16}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 1.000000e+00 : f64
//     affine.for %j = 0 to %n_0 {
//       %1 = affine.load %a_k_[%j] : memref<?xf64>
//       %2 = arith.addf %1, %0 : f64
//       affine.store %2, %a_k_[%j] : memref<?xf64>
//     }
//     return
//   }
// }
// left 3:6: all that `product` does is the function `product_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 11:6: all that `members` does is the function `members_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 16:6: all that `from_one` does is the function `from_one_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 21:6: all that `bytes` does is the function `bytes_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 28:6: all that `backwards` does is the function `backwards_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 33:6: all that `triangle` does is the function `triangle_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 40:21: `a` points to `double *`, which is not understood (a nest of loops that only reads or writes elements becomes a function for rows that are equally far apart)
// left 43:15: it is not seen that the first and the last row are read of `a`, a table of pointers to rows (rows are tested to be equally far apart where the loops are counted and run through all of them)
// left 45:23: `a` points to `double *`, which is not understood (a nest of loops that only reads or writes elements becomes a function for rows that are equally far apart)
// left 49:9: it is not seen that the first and the last row are read of `a`, a table of pointers to rows (rows are tested to be equally far apart where the loops are counted and run through all of them)
// left 51:6: all that `either` does is the function `either_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 59:22: `a` points to `double *`, which is not understood (a nest of loops that only reads or writes elements becomes a function for rows that are equally far apart)
// left 62:7: it is not seen which elements are accessed of `a`, a table of pointers to rows (rows are tested to be equally far apart where the loops are counted and run through all of them)
// left 64:27: `a` points to `double *`, which is not understood (a nest of loops that only reads or writes elements becomes a function for rows that are equally far apart)
// left 67:7: it is not seen that the first and the last row are read of `a`, a table of pointers to rows (rows are tested to be equally far apart where the loops are counted and run through all of them)
// left 69:25: `a` points to `double *`, which is not understood (a nest of loops that only reads or writes elements becomes a function for rows that are equally far apart)
// left 69:35: a pointer is stored here, which may be one of a table of pointers to rows
// left 70:3: a pointer is stored here, which may be one of a table of pointers to rows
// left 77:25: `a` points to `double *`, which is not understood (a nest of loops that only reads or writes elements becomes a function for rows that are equally far apart)
// left 80:7: `(*b)` may be changed by what is stored here, so it is no parameter of a function of its own (a variable that holds it in front of the loop would show that it stays the same)
// left 83:22: `a` points to `double *`, which is not understood (a nest of loops that only reads or writes elements becomes a function for rows that are equally far apart)
// left 86:23: `a`, a table of pointers to rows, is more than subscripted here (only elements, `a[i][j]`, and rows, `a[i]`, are understood)
// left 88:31: `in` points to `unsigned char *`, which is not understood (a nest of loops that only reads or writes elements becomes a function for rows that are equally far apart)
// left 91:7: a `char` is stored here, which may change the pointers of `in`, a table of pointers to rows
// left 93:6: all that `fixed` does is the function `fixed_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// 3:71: { extern void product_1(signed int, signed int, signed int, signed long, const void *, signed long, const void *, signed long, const void *); int product_1_even = 1; long long product_1_c_low = 0LL; long long product_1_c_high = (-1LL + (long long)n); long long product_1_c_columns = (long long)m; long long product_1_c_stride = 0; const char *product_1_c_rows = 0; product_1_even = product_1_even && product_1_c_columns >= 16 && product_1_c_low <= product_1_c_high && (((long long)n >= 1 && (long long)m >= 1 && product_1_c_low == 0LL) || ((long long)n >= 1 && (long long)m >= 1 && (long long)k >= 1 && product_1_c_low == 0LL)) && (((long long)n >= 1 && (long long)m >= 1 && product_1_c_high == (-1LL + (long long)n)) || ((long long)n >= 1 && (long long)m >= 1 && (long long)k >= 1 && product_1_c_high == (-1LL + (long long)n))) && ovolo_rows(c, product_1_c_low, product_1_c_high, 0, 0, product_1_c_columns, sizeof(**c), &product_1_c_stride, &product_1_c_rows); long long product_1_a_low = 0LL; long long product_1_a_high = (-1LL + (long long)n); long long product_1_a_columns = (long long)k; long long product_1_a_stride = 0; const char *product_1_a_rows = 0; product_1_even = product_1_even && product_1_a_columns >= 16 && product_1_a_low <= product_1_a_high && (((long long)n >= 1 && (long long)m >= 1 && (long long)k >= 1 && product_1_a_low == 0LL)) && (((long long)n >= 1 && (long long)m >= 1 && (long long)k >= 1 && product_1_a_high == (-1LL + (long long)n))) && ovolo_rows(a, product_1_a_low, product_1_a_high, 0, 0, product_1_a_columns, sizeof(**a), &product_1_a_stride, &product_1_a_rows); long long product_1_b_low = 0LL; long long product_1_b_high = (-1LL + (long long)k); long long product_1_b_columns = (long long)m; long long product_1_b_stride = 0; const char *product_1_b_rows = 0; product_1_even = product_1_even && product_1_b_columns >= 16 && product_1_b_low <= product_1_b_high && (((long long)n >= 1 && (long long)m >= 1 && (long long)k >= 1 && product_1_b_low == 0LL)) && (((long long)n >= 1 && (long long)m >= 1 && (long long)k >= 1 && product_1_b_high == (-1LL + (long long)k))) && ovolo_rows(b, product_1_b_low, product_1_b_high, 0, 0, product_1_b_columns, sizeof(**b), &product_1_b_stride, &product_1_b_rows); if (product_1_even) { product_1(n, m, k, product_1_c_stride, product_1_c_rows, product_1_a_stride, product_1_a_rows, product_1_b_stride, product_1_b_rows); } else {
// {
//   for (int i = 0; i < n; i++)
//     for (int j = 0; j < m; j++) {
//       c[i][j] = 0;
//       for (int l = 0; l < k; l++)
//         c[i][j] += a[i][l] * b[l][j];
//     }
// };
// } }
// 11:46: { extern void members_1(signed int, signed int, signed long, const void *, signed long, const void *); for (int i = 0; i < from->rows; i++)
//     for (int j = 0; j < from->cols; j++)
//        { int members_1_even = 1; long long members_1_to_data_low = 0LL; long long members_1_to_data_high = (-1LL + (long long)(from->rows)); long long members_1_to_data_columns = (long long)(from->cols); long long members_1_to_data_stride = 0; const char *members_1_to_data_rows = 0; members_1_even = members_1_even && members_1_to_data_columns >= 16 && members_1_to_data_low <= members_1_to_data_high && (((long long)(from->rows) >= 1 && (long long)(from->cols) >= 1 && members_1_to_data_low == 0LL)) && (((long long)(from->rows) >= 1 && (long long)(from->cols) >= 1 && members_1_to_data_high == (-1LL + (long long)(from->rows)))) && ovolo_rows(to->data, members_1_to_data_low, members_1_to_data_high, 0, 0, members_1_to_data_columns, sizeof(**to->data), &members_1_to_data_stride, &members_1_to_data_rows); long long members_1_from_data_low = 0LL; long long members_1_from_data_high = (-1LL + (long long)(from->rows)); long long members_1_from_data_columns = (long long)(from->cols); long long members_1_from_data_stride = 0; const char *members_1_from_data_rows = 0; members_1_even = members_1_even && members_1_from_data_columns >= 16 && members_1_from_data_low <= members_1_from_data_high && (((long long)(from->rows) >= 1 && (long long)(from->cols) >= 1 && members_1_from_data_low == 0LL)) && (((long long)(from->rows) >= 1 && (long long)(from->cols) >= 1 && members_1_from_data_high == (-1LL + (long long)(from->rows)))) && ovolo_rows(from->data, members_1_from_data_low, members_1_from_data_high, 0, 0, members_1_from_data_columns, sizeof(**from->data), &members_1_from_data_stride, &members_1_from_data_rows); if (members_1_even) { members_1(from->rows, from->cols, members_1_to_data_stride, members_1_to_data_rows, members_1_from_data_stride, members_1_from_data_rows); goto members_1_done; } goto members_1_uneven; } goto members_1_done; members_1_uneven:;
// { // `cols` is read where the inner loop has an iteration.
//   for (int i = 0; i < from->rows; i++)
//     for (int j = 0; j < from->cols; j++)
//       to->data[i][j] = *(*(from->data + i) + j);
// };
// members_1_done:; }
// 16:66: { extern void from_one_1(const void *, const void *, signed int, signed int, signed long, const void *); int from_one_1_even = 1; long long from_one_1_a_low = 1LL; long long from_one_1_a_high = (long long)n; long long from_one_1_a_columns = (1LL + (long long)m); from_one_1_a_columns -= 1; long long from_one_1_a_stride = 0; const char *from_one_1_a_rows = 0; from_one_1_even = from_one_1_even && from_one_1_a_columns >= 16 && from_one_1_a_low <= from_one_1_a_high && (((long long)n >= 1 && (long long)m >= 1 && from_one_1_a_low == 1LL)) && (((long long)n >= 1 && (long long)m >= 1 && from_one_1_a_high == (long long)n)) && ovolo_rows(a, from_one_1_a_low, from_one_1_a_high, 1, 1, from_one_1_a_columns, sizeof(**a), &from_one_1_a_stride, &from_one_1_a_rows); if (from_one_1_even) { from_one_1(x, y, n, m, from_one_1_a_stride, from_one_1_a_rows); } else {
// { // The memref begins at row 1 and column 1.
//   for (int i = 1; i <= n; i++)
//     for (int j = 1; j <= m; j++)
//       y[i] += a[i][j] * x[j];
// };
// } }
// 21:68: { extern void bytes_1(signed int, signed int, signed long, const void *, signed long, const void *); int bytes_1_even = 1; long long bytes_1_in_low = 0LL; if (2LL < bytes_1_in_low) bytes_1_in_low = 2LL; long long bytes_1_in_high = (-3LL + (long long)h); if ((-1LL + (long long)h) > bytes_1_in_high) bytes_1_in_high = (-1LL + (long long)h); long long bytes_1_in_columns = (long long)w; long long bytes_1_in_stride = 0; const char *bytes_1_in_rows = 0; bytes_1_even = bytes_1_even && bytes_1_in_columns >= 16 && bytes_1_in_low <= bytes_1_in_high && (((-2LL + (long long)h) >= 1 && (long long)w >= 1 && bytes_1_in_low == 0LL) || ((-2LL + (long long)h) >= 1 && (long long)w >= 1 && bytes_1_in_low == 2LL)) && (((-2LL + (long long)h) >= 1 && (long long)w >= 1 && bytes_1_in_high == (-3LL + (long long)h)) || ((-2LL + (long long)h) >= 1 && (long long)w >= 1 && bytes_1_in_high == (-1LL + (long long)h))) && ovolo_rows(in, bytes_1_in_low, bytes_1_in_high, 0, 0, bytes_1_in_columns, sizeof(**in), &bytes_1_in_stride, &bytes_1_in_rows); long long bytes_1_out_low = 1LL; long long bytes_1_out_high = (-2LL + (long long)h); long long bytes_1_out_columns = (long long)w; long long bytes_1_out_stride = 0; const char *bytes_1_out_rows = 0; bytes_1_even = bytes_1_even && bytes_1_out_columns >= 16 && bytes_1_out_low <= bytes_1_out_high && (((-2LL + (long long)h) >= 1 && (long long)w >= 1 && bytes_1_out_low == 1LL)) && (((-2LL + (long long)h) >= 1 && (long long)w >= 1 && bytes_1_out_high == (-2LL + (long long)h))) && ovolo_rows(out, bytes_1_out_low, bytes_1_out_high, 1, 0, bytes_1_out_columns, sizeof(**out), &bytes_1_out_stride, &bytes_1_out_rows); bytes_1_even = bytes_1_even && ((const char *)(in + bytes_1_in_high + 1) <= (const char *)out[bytes_1_out_low] || (const char *)out[bytes_1_out_high] + (bytes_1_out_columns + 0) * (long long)sizeof(**out) <= (const char *)(in + bytes_1_in_low)); bytes_1_even = bytes_1_even && ((const char *)(out + bytes_1_out_high + 1) <= (const char *)out[bytes_1_out_low] || (const char *)out[bytes_1_out_high] + (bytes_1_out_columns + 0) * (long long)sizeof(**out) <= (const char *)(out + bytes_1_out_low)); if (bytes_1_even) { bytes_1(h, w, bytes_1_in_stride, bytes_1_in_rows, bytes_1_out_stride, bytes_1_out_rows); } else {
// { // What is stored may be no pointer of a table.
//   for (int y = 1; y < h - 1; y++) {
//     unsigned char *up = in[y - 1], *down = in[y + 1], *to = out[y];
//     for (int x = 0; x < w; x++)
//       to[x] = (up[x] + down[x]) / 2;
//   }
// };
// } }
// 28:50: { extern void backwards_1(signed int, signed int, signed long, const void *); int backwards_1_even = 1; long long backwards_1_rows_low = 0LL; long long backwards_1_rows_high = 7LL; long long backwards_1_rows_columns = (long long)n; long long backwards_1_rows_stride = 0; const char *backwards_1_rows_rows = 0; backwards_1_even = backwards_1_even && (long long)from >= 0 && backwards_1_rows_columns >= 16 && backwards_1_rows_low <= backwards_1_rows_high && ((((long long)n + -1LL * (long long)from) >= 1 && backwards_1_rows_low == 0LL)) && ((((long long)n + -1LL * (long long)from) >= 1 && backwards_1_rows_high == 7LL)) && ovolo_rows(rows, backwards_1_rows_low, backwards_1_rows_high, 0, 0, backwards_1_rows_columns, sizeof(**rows), &backwards_1_rows_stride, &backwards_1_rows_rows); if (backwards_1_even) { backwards_1(n, from, backwards_1_rows_stride, backwards_1_rows_rows); } else {
// {
//   for (int i = 7; i >= 0; i--)
//     for (int j = n - 1; j >= from; j--)
//       rows[i][j] *= 2;
// };
// } }
// 33:45: { extern void triangle_1(const void *, signed int, signed long, const void *); int triangle_1_even = 1; long long triangle_1_a_low = 0LL; long long triangle_1_a_high = (-1LL + (long long)n); long long triangle_1_a_columns = (-1LL + (long long)n); if ((long long)n > triangle_1_a_columns) triangle_1_a_columns = (long long)n; long long triangle_1_a_stride = 0; const char *triangle_1_a_rows = 0; triangle_1_even = triangle_1_even && triangle_1_a_columns >= 16 && triangle_1_a_low <= triangle_1_a_high && (((long long)n >= 1 && triangle_1_a_low == 0LL)) && (((long long)n >= 1 && (-1LL + (long long)n) >= 1 && triangle_1_a_high == (-1LL + (long long)n)) || ((long long)n >= 1 && triangle_1_a_high == (-1LL + (long long)n))) && ovolo_rows(a, triangle_1_a_low, triangle_1_a_high, 0, 0, triangle_1_a_columns, sizeof(**a), &triangle_1_a_stride, &triangle_1_a_rows); if (triangle_1_even) { triangle_1(x, n, triangle_1_a_stride, triangle_1_a_rows); } else {
// { // Row 0 is read by the diagonal alone.
//   for (int i = 0; i < n; i++) {
//     for (int j = 0; j < i; j++)
//       x[i] -= a[i][j] * x[j];
//     x[i] /= a[i][i];
//   }
// };
// } }
// 42:5: { extern void below_1(const void *, signed int, const void *); for (int j = 0; j < i; j++)
//        { below_1(x, i, a[i]); goto below_1_done; } below_1_done:; }
// 51:59: { extern void either_1(const void *, const void *, signed int, signed long, const void *); int either_1_even = 1; long long either_1_a_low = 0LL; if (1LL < either_1_a_low) either_1_a_low = 1LL; long long either_1_a_high = (-1LL + (long long)n); if ((long long)n > either_1_a_high) either_1_a_high = (long long)n; long long either_1_a_columns = (long long)n; if ((1LL + (long long)n) > either_1_a_columns) either_1_a_columns = (1LL + (long long)n); long long either_1_a_stride = 0; const char *either_1_a_rows = 0; either_1_even = either_1_even && either_1_a_columns >= 16 && either_1_a_low <= either_1_a_high && (((long long)n >= 1 && either_1_a_low == 0LL) || ((long long)n >= 1 && either_1_a_low == 1LL)) && (((long long)n >= 1 && either_1_a_high == (-1LL + (long long)n)) || ((long long)n >= 1 && either_1_a_high == (long long)n)) && ovolo_rows(a, either_1_a_low, either_1_a_high, 0, 0, either_1_a_columns, sizeof(**a), &either_1_a_stride, &either_1_a_rows); if (either_1_even) { either_1(x, y, n, either_1_a_stride, either_1_a_rows); } else {
// { // Row i - 1 is read in both branches.
//   for (int i = 1; i <= n; i++)
//     for (int j = 1; j <= n; j++)
//       if (x[i - 1] == y[j - 1])
//         a[i][j] = a[i - 1][j - 1] + 1;
//       else
//         a[i][j] = a[i - 1][j] > a[i][j - 1] ? a[i - 1][j] : a[i][j - 1];
// };
// } }
// 61:5: { extern void chosen_1(signed int, const void *); for (int j = 0; j < n; j++)
//        { chosen_1(n, a[row[i]]); goto chosen_1_done; } chosen_1_done:; }
// 66:5: { extern void every_other_1(signed int, const void *); for (int j = 0; j < n; j++)
//        { every_other_1(n, a[i]); goto every_other_1_done; } every_other_1_done:; }
// 93:38: { extern void fixed_1(signed int, const void *); fixed_1(n, a[k]); }
