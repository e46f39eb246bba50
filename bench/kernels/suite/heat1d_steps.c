void heat1d_steps(int n, double *restrict a, double *restrict b) {
  for (int t = 0; t < 100; t++) {
    for (int i = 1; i < n * 4 - 1; i++)
      b[i] = a[i] + 0.25 * (a[i - 1] - 2.0 * a[i] + a[i + 1]);
    for (int i = 1; i < n * 4 - 1; i++)
      a[i] = b[i];
  }
}
