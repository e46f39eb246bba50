#include <stdio.h>
#include <stdlib.h>
#include "product.h"

int main(void) {
  double *a = malloc(256 * 256 * sizeof *a), *b = malloc(256 * 256 * sizeof *b), *c = calloc(256 * 256, sizeof *c);
  for (int i = 0; i < 256 * 256; i++) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
  product(a, b, c);
  printf("%g %g\n", c[0], c[256 * 256 - 1]);
}
