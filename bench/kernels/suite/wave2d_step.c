void wave2d_step(const float (*restrict now)[402], const float (*restrict speed)[402], float (*restrict next)[402]) {
  for (int i = 1; i < 401; i++)
    for (int j = 1; j < 401; j++)
      next[i][j] = 2.0f * now[i][j] - next[i][j] +
                   speed[i][j] * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1] - 4.0f * now[i][j]);
}
