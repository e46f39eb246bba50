void gauss_jordan(double (*a)[96], double (*inv)[96]) {
  for (int p = 0; p < 96; p++) {
    double scale = 1.0 / (a[p][p] + 3.0);
    for (int j = 0; j < 96; j++) {
      a[p][j] *= scale;
      inv[p][j] *= scale;
    }
    for (int i = 0; i < 96; i++)
      if (i != p) {
        double f = a[i][p];
        for (int j = 0; j < 96; j++) {
          a[i][j] -= f * a[p][j];
          inv[i][j] -= f * inv[p][j];
        }
      }
  }
}
