#include <stdint.h>

void lookup_u8(const uint8_t table[256], uint8_t image[512][512]) {
  for (int y = 0; y < 512; y++)
    for (int x = 0; x < 512; x++)
      image[y][x] = table[image[y][x]];
}
