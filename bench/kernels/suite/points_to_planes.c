void points_to_planes(int n, const float *restrict points, float *restrict x, float *restrict y, float *restrict z) {
  for (int i = 0; i < n * 64; i++) {
    x[i] = points[3 * i];
    y[i] = points[3 * i + 1];
    z[i] = points[3 * i + 2];
  }
}
