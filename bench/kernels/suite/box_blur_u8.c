#include <stdint.h>

void box_blur_u8(const uint8_t (*restrict in)[516], uint8_t (*restrict out)[512]) {
  for (int y = 0; y < 512; y++)
    for (int x = 0; x < 512; x++) {
      int sum = 0;
      for (int v = 0; v < 5; v++)
        for (int u = 0; u < 5; u++)
          sum += in[y + v][x + u];
      out[y][x] = sum / 25;
    }
}
