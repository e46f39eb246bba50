#include <math.h>

void row_norms(int n, int m, const double *restrict a, double *restrict norms) {
  for (int i = 0; i < n; i++) {
    double sum = 0.0;
    for (int j = 0; j < m; j++)
      sum += a[i * m + j] * a[i * m + j];
    norms[i] = sqrt(sum);
  }
}
