void filter3x3(const float (*restrict in)[514], float (*restrict out)[512]) {
  for (int i = 0; i < 512; i++)
    for (int j = 0; j < 512; j++)
      out[i][j] = in[i][j] * 0.0625f + in[i][j + 1] * 0.125f + in[i][j + 2] * 0.0625f + in[i + 1][j] * 0.125f +
                  in[i + 1][j + 1] * 0.25f + in[i + 1][j + 2] * 0.125f + in[i + 2][j] * 0.0625f +
                  in[i + 2][j + 1] * 0.125f + in[i + 2][j + 2] * 0.0625f;
}
