#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void product(float (*restrict A)[6], float (*restrict B)[5], float (*C)[5]) {
  for (int64_t i = 0; i < 4; i++) {
    for (int64_t j = 0; j < 5; j++) {
      C[i][j] = 0.0f;
      for (int64_t k = 0; k < 6; k++) {
        const float a = A[i][k];
        const float b = B[k][j];
        const float c = C[i][j];
        const float product = a * b;
        const float sum = c + product;
        C[i][j] = sum;
      }
    }
  }
}

