#include <stdint.h>
#include <stdlib.h>
void sobel_u8(const uint8_t (*restrict in)[514], uint8_t (*restrict out)[512]) {
  for (int i = 0; i < 512; i++)
    for (int j = 0; j < 512; j++) {
      int gx = (in[i][j + 2] + 2 * in[i + 1][j + 2] + in[i + 2][j + 2]) - (in[i][j] + 2 * in[i + 1][j] + in[i + 2][j]);
      int gy = (in[i + 2][j] + 2 * in[i + 2][j + 1] + in[i + 2][j + 2]) - (in[i][j] + 2 * in[i][j + 1] + in[i][j + 2]);
      int sum = abs(gx) + abs(gy);
      out[i][j] = sum > 255 ? 255 : sum;
    }
}
