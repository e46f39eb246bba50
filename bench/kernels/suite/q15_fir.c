#include <stdint.h>

void q15_fir(const int16_t *restrict in, const int16_t *restrict taps, int16_t *restrict out) {
  for (int i = 0; i < 16384; i++) {
    int32_t sum = 1 << 14;
    for (int k = 0; k < 16; k++)
      sum += (in[i + k] >> 4) * taps[k] / 16;
    out[i] = sum >> 15;
  }
}
