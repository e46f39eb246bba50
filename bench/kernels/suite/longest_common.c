#include <stdint.h>

void longest_common(const uint8_t *restrict a, const uint8_t *restrict b, int (*restrict len)[513]) {
  for (int i = 1; i <= 512; i++)
    for (int j = 1; j <= 512; j++)
      if (a[i - 1] == b[j - 1])
        len[i][j] = len[i - 1][j - 1] + 1;
      else
        len[i][j] = len[i - 1][j] > len[i][j - 1] ? len[i - 1][j] : len[i][j - 1];
}
