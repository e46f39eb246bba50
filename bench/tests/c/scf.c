#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

double scf(double *A, int64_t A_extent0, int64_t *B, int64_t n) {
  double acc = 0.0;
  for (int64_t i = 0; i < n; i += 2) {
    const double a = A[i];
    const bool positive = a > 0.0;
    double t;
    if (positive) {
      const double d = acc + a;
      t = d;
    } else {
      t = acc;
    }
    if (positive) {
      A[i] = t;
    }
    acc = t;
  }
  for (int64_t j = 1; j < n; j++) {
    const int64_t b = B[j];
    const int64_t c = (int64_t)((uint64_t)b + (uint64_t)1);
    B[j] = c;
  }
  return acc;
}

