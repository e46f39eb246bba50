#include <math.h>

void adam_step(int n, float rate, float *restrict w, float *restrict m, float *restrict v, const float *restrict g) {
  for (int i = 0; i < n * 32; i++) {
    m[i] = 0.9f * m[i] + 0.1f * g[i];
    v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
    w[i] -= rate * m[i] / (sqrtf(v[i]) + 1e-8f);
  }
}
