#include <math.h>

void layer_norm_rows(const float (*restrict x)[384], const float *restrict gain, const float *restrict shift, float (*restrict y)[384]) {
  for (int r = 0; r < 256; r++) {
    float mean = 0.0f, var = 0.0f;
    for (int i = 0; i < 384; i++)
      mean += x[r][i];
    mean /= 384.0f;
    for (int i = 0; i < 384; i++)
      var += (x[r][i] - mean) * (x[r][i] - mean);
    float scale = 1.0f / sqrtf(var / 384.0f + 1e-5f);
    for (int i = 0; i < 384; i++)
      y[r][i] = (x[r][i] - mean) * scale * gain[i] + shift[i];
  }
}
