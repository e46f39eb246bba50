void batch_6x6_product(const double (*restrict a)[6][6], const double (*restrict b)[6][6], double (*restrict c)[6][6]) {
  for (int n = 0; n < 500; n++)
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 6; j++) {
        double sum = 0.0;
        for (int k = 0; k < 6; k++)
          sum += a[n][i][k] * b[n][k][j];
        c[n][i][j] = sum;
      }
}
