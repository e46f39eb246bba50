void lower_solve(int n, int m, const double *restrict l, double *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double sum = b[i * m + j];
      for (int k = 0; k < i; k++)
        sum -= l[i * n + k] * b[k * m + j];
      b[i * m + j] = sum;
    }
}
