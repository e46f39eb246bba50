#include <stdint.h>
void grey_u8(const uint8_t (*restrict in)[3], uint8_t *restrict out) {
  for (int i = 0; i < 262144; i++)
    out[i] = (in[i][0] * 77u + in[i][1] * 150u + in[i][2] * 29u) >> 8;
}
