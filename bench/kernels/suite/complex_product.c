void complex_product(const float (*restrict a)[2], const float (*restrict b)[2], float (*restrict c)[2]) {
  for (int i = 0; i < 32768; i++) {
    c[i][0] = a[i][0] * b[i][0] - a[i][1] * b[i][1];
    c[i][1] = a[i][0] * b[i][1] + a[i][1] * b[i][0];
  }
}
