#include <stdint.h>

void alpha_blend_u8(const uint8_t *restrict over, const uint8_t *restrict under, const uint8_t *restrict alpha, uint8_t *restrict out) {
  for (int i = 0; i < 262144; i++) {
    int t = over[i] * alpha[i] + under[i] * (255 - alpha[i]) + 128;
    out[i] = (t + (t >> 8)) >> 8;
  }
}
