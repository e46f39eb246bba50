void batch_8x8_vector(const float a[1000][8][8], const float x[1000][8], float y[1000][8]) {
  for (int n = 0; n < 1000; n++)
    for (int i = 0; i < 8; i++) {
      y[n][i] = 0.0f;
      for (int j = 0; j < 8; j++)
        y[n][i] += a[n][i][j] * x[n][j];
    }
}
