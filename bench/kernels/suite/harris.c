static const int N = 256;

void harris(const float (*restrict in)[260], float (*restrict ix)[258], float (*restrict iy)[258], float (*restrict out)[256]) {
  for (int i = 0; i < N + 2; i++)
    for (int j = 0; j < N + 2; j++) {
      ix[i][j] = (in[i][j + 2] - in[i][j]) + 2.0f * (in[i + 1][j + 2] - in[i + 1][j]) + (in[i + 2][j + 2] - in[i + 2][j]);
      iy[i][j] = (in[i + 2][j] - in[i][j]) + 2.0f * (in[i + 2][j + 1] - in[i][j + 1]) + (in[i + 2][j + 2] - in[i][j + 2]);
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      float xx = 0, xy = 0, yy = 0;
      for (int u = 0; u < 3; u++)
        for (int v = 0; v < 3; v++) {
          float gx = ix[i + u][j + v], gy = iy[i + u][j + v];
          xx += gx * gx;
          xy += gx * gy;
          yy += gy * gy;
        }
      float trace = xx + yy;
      out[i][j] = xx * yy - xy * xy - 0.04f * trace * trace;
    }
}
