enum { N = 20 };

void four_index(const double (*restrict v)[N][N][N], const double (*restrict c)[N], double (*restrict out)[N][N][N]) {
  for (int a = 0; a < N; a++)
    for (int q = 0; q < N; q++)
      for (int r = 0; r < N; r++)
        for (int s = 0; s < N; s++) {
          double sum = 0.0;
          for (int p = 0; p < N; p++)
            sum += c[p][a] * v[p][q][r][s];
          out[a][q][r][s] = sum;
        }
}
