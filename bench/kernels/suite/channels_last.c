void channels_last(const float in[8][32][28][28], float out[8][28][28][32]) {
  for (int n = 0; n < 8; n++)
    for (int c = 0; c < 32; c++)
      for (int y = 0; y < 28; y++)
        for (int x = 0; x < 28; x++)
          out[n][y][x][c] = in[n][c][y][x];
}
