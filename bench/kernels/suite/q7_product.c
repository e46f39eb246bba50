#include <stdint.h>

void q7_product(const int8_t (*restrict a)[128], const int8_t (*restrict b)[128], int32_t (*restrict c)[96]) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 96; j++) {
      int32_t sum = 0;
      for (int k = 0; k < 128; k++)
        sum += a[i][k] * b[j][k];
      c[i][j] = sum;
    }
}
