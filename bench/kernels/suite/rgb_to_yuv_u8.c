#include <stdint.h>

void rgb_to_yuv_u8(const uint8_t *restrict rgb, uint8_t *restrict luma, uint8_t *restrict cb, uint8_t *restrict cr) {
  for (int i = 0; i < 65536; i++) {
    int r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
    luma[i] = (66 * r + 129 * g + 25 * b + 128 + 4096) >> 8;
    cb[i] = (-38 * r - 74 * g + 112 * b + 128 + 32768) >> 8;
    cr[i] = (112 * r - 94 * g - 18 * b + 128 + 32768) >> 8;
  }
}
