#include <stdint.h>

void planes_to_pixels_u8(const uint8_t *restrict r, const uint8_t *restrict g, const uint8_t *restrict b, uint8_t *restrict out) {
  for (int i = 0; i < 65536; i++) {
    out[4 * i] = r[i];
    out[4 * i + 1] = g[i];
    out[4 * i + 2] = b[i];
    out[4 * i + 3] = 255;
  }
}
