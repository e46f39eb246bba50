#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline int64_t ovolo_max(int64_t a, int64_t b) { return a > b ? a : b; }

void triangle(double *restrict A, int64_t A_extent0, int64_t A_extent1, double *restrict x, int64_t x_extent0) {
  for (int64_t i_back = 0; i_back < A_extent0; i_back++) {
    const int64_t i = A_extent0 - i_back - 1;
    const double first = x[i];
    double w = first;
    for (int64_t j = ovolo_max(i + 1, 2); j < A_extent0; j++) {
      const double a = A[i * A_extent1 + j];
      const double root = fabs(a);
      const double power = pow(root, 2.0);
      const double next = w - power;
      w = next;
    }
    const double size = fabs(w);
    const double result = sqrt(size);
    x[i] = result;
  }
}

