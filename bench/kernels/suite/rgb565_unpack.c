#include <stdint.h>
void rgb565_unpack(const uint16_t *restrict in, uint8_t *restrict out) {
  for (int i = 0; i < 76800; i++) {
    uint16_t p = in[i];
    uint8_t r = p >> 11, g = (p >> 5) & 63, b = p & 31;
    out[3 * i] = (r << 3) | (r >> 2);
    out[3 * i + 1] = (g << 2) | (g >> 4);
    out[3 * i + 2] = (b << 3) | (b >> 2);
  }
}
