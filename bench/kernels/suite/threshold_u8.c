#include <stdint.h>

void threshold_u8(const uint8_t *restrict in, uint8_t *restrict out, int n) {
  for (int i = 0; i < n * n; i++)
    out[i] = in[i] > 127 ? 255 : 0;
}
