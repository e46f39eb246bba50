void max_pool(const float (*restrict in)[112][112], float (*restrict out)[56][56]) {
  for (int c = 0; c < 64; c++)
    for (int i = 0; i < 56; i++)
      for (int j = 0; j < 56; j++) {
        float m = -3.0e+38f;
        for (int u = 0; u < 2; u++)
          for (int v = 0; v < 2; v++) {
            float a = in[c][i * 2 + u][j * 2 + v];
            m = a > m ? a : m;
          }
        out[c][i][j] = m;
      }
}
