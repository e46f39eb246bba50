#include <math.h>

void nbody_forces(int n, const float *restrict x, const float *restrict y, const float *restrict z, const float *restrict m, float *restrict ax,
                  float *restrict ay, float *restrict az) {
  for (int i = 0; i < n; i++) {
    float sx = 0.0f, sy = 0.0f, sz = 0.0f;
    for (int j = 0; j < n; j++) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
      float f = m[j] / (r2 * sqrtf(r2));
      sx += f * dx;
      sy += f * dy;
      sz += f * dz;
    }
    ax[i] = sx;
    ay[i] = sy;
    az[i] = sz;
  }
}
