void complex_matrix_vector(const double (*restrict a)[256][2], const double (*restrict x)[2], double (*restrict y)[2]) {
  for (int i = 0; i < 256; i++) {
    double re = 0.0, im = 0.0;
    for (int j = 0; j < 256; j++) {
      re += a[i][j][0] * x[j][0] - a[i][j][1] * x[j][1];
      im += a[i][j][0] * x[j][1] + a[i][j][1] * x[j][0];
    }
    y[i][0] = re;
    y[i][1] = im;
  }
}
