#include <stdint.h>
void histogram(const uint8_t *restrict in, int *restrict count) {
  for (int i = 0; i < 65536; i++)
    count[in[i]]++;
}
