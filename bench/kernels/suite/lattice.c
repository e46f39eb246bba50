void lattice(const double (*restrict f)[130][130], double (*restrict g)[128][128], const double *restrict weight) {
  for (int i = 0; i < 128; i++)
    for (int j = 0; j < 128; j++) {
      double density = 0.0;
      for (int q = 0; q < 9; q++)
        density += f[q][i + q / 3][j + q % 3];
      for (int q = 0; q < 9; q++) {
        double a = f[q][i + q / 3][j + q % 3];
        g[q][i][j] = a + (weight[q] * density - a) * 0.6;
      }
    }
}
