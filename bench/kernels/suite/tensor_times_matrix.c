void tensor_times_matrix(const double (*restrict t)[48][56], const double (*restrict m)[56], double (*restrict out)[48][64]) {
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 48; j++)
      for (int r = 0; r < 64; r++) {
        double sum = 0.0;
        for (int k = 0; k < 56; k++)
          sum += t[i][j][k] * m[r][k];
        out[i][j][r] = sum;
      }
}
