#include <stdint.h>
#include <stdlib.h>

void absolute_differences_u8(const uint8_t (*restrict block)[16], const uint8_t (*restrict frame)[256], int (*restrict sad)[64]) {
  for (int y = 0; y < 64; y++)
    for (int x = 0; x < 64; x++) {
      int sum = 0;
      for (int v = 0; v < 16; v++)
        for (int u = 0; u < 16; u++)
          sum += abs(block[v][u] - frame[y + v][x + u]);
      sad[y][x] = sum;
    }
}
