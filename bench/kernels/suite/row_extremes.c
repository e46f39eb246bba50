void row_extremes(const float (*restrict a)[1000], float *restrict least, float *restrict most) {
  for (int i = 0; i < 500; i++) {
    float lo = a[i][0], hi = a[i][0];
    for (int j = 1; j < 1000; j++) {
      lo = a[i][j] < lo ? a[i][j] : lo;
      hi = a[i][j] > hi ? a[i][j] : hi;
    }
    least[i] = lo;
    most[i] = hi;
  }
}
