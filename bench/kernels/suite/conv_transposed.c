void conv_transposed(const float (*restrict in)[28][28], const float (*restrict w)[8][4][4], float (*restrict out)[58][58]) {
  for (int c = 0; c < 16; c++)
    for (int i = 0; i < 28; i++)
      for (int j = 0; j < 28; j++)
        for (int f = 0; f < 8; f++)
          for (int u = 0; u < 4; u++)
            for (int v = 0; v < 4; v++)
              out[f][i * 2 + u][j * 2 + v] += in[c][i][j] * w[c][f][u][v];
}
