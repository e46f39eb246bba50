void gauss_seidel_sweep(double a[300][300]) {
  for (int t = 0; t < 10; t++)
    for (int i = 1; i < 299; i++)
      for (int j = 1; j < 299; j++)
        a[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}
