#include <math.h>

void softmax_rows(int rows, int n, const float *in, float *out) {
  for (int r = 0; r < rows; r++) {
    float most = in[r * n];
    for (int i = 1; i < n; i++)
      if (in[r * n + i] > most)
        most = in[r * n + i];
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
      out[r * n + i] = expf(in[r * n + i] - most);
      sum += out[r * n + i];
    }
    for (int i = 0; i < n; i++)
      out[r * n + i] /= sum;
  }
}
