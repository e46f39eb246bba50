void stencil27(const double (*restrict in)[66][66], const double (*restrict w)[3][3], double (*restrict out)[64][64]) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      for (int k = 0; k < 64; k++) {
        double sum = 0.0;
        for (int u = 0; u < 3; u++)
          for (int v = 0; v < 3; v++)
            for (int t = 0; t < 3; t++)
              sum += in[i + u][j + v][k + t] * w[u][v][t];
        out[i][j][k] = sum;
      }
}
