#include <stdint.h>
void q31_biquad(const int32_t *restrict x, int32_t *restrict y, const int32_t *restrict c) {
  int32_t x1 = 0, x2 = 0, y1 = 0, y2 = 0;
  for (int i = 0; i < 8192; i++) {
    int64_t acc = (int64_t)c[0] * x[i] + (int64_t)c[1] * x1 + (int64_t)c[2] * x2
                + (int64_t)c[3] * y1 + (int64_t)c[4] * y2;
    x2 = x1; x1 = x[i];
    y2 = y1; y1 = (int32_t)(acc >> 30);
    y[i] = y1;
  }
}
