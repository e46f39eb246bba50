void column_sums(const double a[512][384], double sums[384]) {
  for (int j = 0; j < 384; j++) {
    sums[j] = 0.0;
    for (int i = 0; i < 512; i++)
      sums[j] += a[i][j];
  }
}
