void red_black(double (*restrict u)[514], const double (*restrict f)[514]) {
  for (int colour = 0; colour < 2; colour++)
    for (int i = 1; i < 513; i++)
      for (int j = 1 + (i + colour) % 2; j < 513; j += 2)
        u[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]) * 0.25;
}
