#include <math.h>

void cholesky_flat(int n, double *a) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++)
      for (int i = j; i < n; i++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
    double d = sqrt(fabs(a[j * n + j]) + 1.0);
    for (int i = j; i < n; i++)
      a[i * n + j] /= d;
  }
}
