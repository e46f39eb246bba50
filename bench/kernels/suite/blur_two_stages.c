#include <stdlib.h>
void blur_two_stages(const float (*restrict in)[1026], float (*restrict out)[1024]) {
  float (*t)[1024] = malloc(1026 * sizeof *t);
  if (!t)
    abort();
  for (int i = 0; i < 1026; i++)
    for (int j = 0; j < 1024; j++)
      t[i][j] = (in[i][j] + in[i][j + 1] + in[i][j + 2]) * 0.333333f;
  for (int i = 0; i < 1024; i++)
    for (int j = 0; j < 1024; j++)
      out[i][j] = (t[i][j] + t[i + 1][j] + t[i + 2][j]) * 0.333333f;
  free(t);
}
