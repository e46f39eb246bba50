void smith_waterman(const int *restrict a, const int *restrict b, int (*restrict h)[401]) {
  for (int i = 1; i <= 400; i++)
    for (int j = 1; j <= 400; j++) {
      int best = h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 3 : -3);
      int up = h[i - 1][j] - 2, left = h[i][j - 1] - 2;
      if (up > best)
        best = up;
      if (left > best)
        best = left;
      h[i][j] = best > 0 ? best : 0;
    }
}
