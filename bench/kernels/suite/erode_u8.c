#include <stdint.h>

void erode_u8(const uint8_t (*restrict in)[514], uint8_t (*restrict out)[512]) {
  for (int y = 0; y < 512; y++)
    for (int x = 0; x < 512; x++) {
      uint8_t least = 255;
      for (int v = 0; v < 3; v++)
        for (int u = 0; u < 3; u++)
          if (in[y + v][x + u] < least)
            least = in[y + v][x + u];
      out[y][x] = least;
    }
}
