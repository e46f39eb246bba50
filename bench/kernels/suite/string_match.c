#include <stdint.h>
void string_match(const uint8_t *restrict text, const uint8_t *restrict pattern, int *restrict count) {
  int n = 0;
  for (int i = 0; i < 32768 - 8; i++) {
    int same = 1;
    for (int k = 0; k < 8; k++)
      same &= text[i + k] == pattern[k];
    n += same;
  }
  *count = n;
}
