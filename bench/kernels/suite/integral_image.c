void integral_image(const int (*restrict in)[512], int (*restrict S)[513]) {
  for (int i = 0; i < 512; i++)
    for (int j = 0; j < 512; j++)
      S[i + 1][j + 1] = in[i][j] + S[i][j + 1] + S[i + 1][j] - S[i][j];
}
