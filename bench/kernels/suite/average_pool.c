void average_pool(const float (*restrict in)[66][66], float (*restrict out)[64][64]) {
  for (int c = 0; c < 32; c++)
    for (int i = 0; i < 64; i++)
      for (int j = 0; j < 64; j++) {
        float sum = 0.0f;
        for (int u = 0; u < 3; u++)
          for (int v = 0; v < 3; v++)
            sum += in[c][i + u][j + v];
        out[c][i][j] = sum / 9.0f;
      }
}
