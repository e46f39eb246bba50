void mttkrp(const double (*restrict t)[40][40], const double (*restrict b)[16], const double (*restrict c)[16], double (*restrict a)[16]) {
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++)
      for (int k = 0; k < 40; k++)
        for (int r = 0; r < 16; r++)
          a[i][r] += t[i][j][k] * b[j][r] * c[k][r];
}
