void conv_strided(const float (*restrict in)[57][57], const float (*restrict w)[32][3][3], float (*restrict out)[28][28]) {
  for (int f = 0; f < 32; f++)
    for (int i = 0; i < 28; i++)
      for (int j = 0; j < 28; j++)
        for (int c = 0; c < 32; c++)
          for (int u = 0; u < 3; u++)
            for (int v = 0; v < 3; v++)
              out[f][i][j] += in[c][i * 2 + u][j * 2 + v] * w[f][c][u][v];
}
