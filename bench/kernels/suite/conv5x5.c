void conv5x5(const float (*restrict in)[516], const float (*restrict w)[5], float (*restrict out)[512]) {
  for (int i = 0; i < 512; i++)
    for (int j = 0; j < 512; j++) {
      out[i][j] = 0.0f;
      for (int u = 0; u < 5; u++)
        for (int v = 0; v < 5; v++)
          out[i][j] += in[i + u][j + v] * w[u][v];
    }
}
