void count_above(int n, float limit, const float *restrict a, int *restrict counts) {
  for (int i = 0; i < n; i++) {
    int count = 0;
    for (int j = 0; j < n; j++)
      if (a[i * n + j] > limit)
        count++;
    counts[i] = count;
  }
}
