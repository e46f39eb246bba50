void conv1d_channels(const float in[16][1026], const float w[32][16][3], float out[32][1024]) {
  for (int o = 0; o < 32; o++)
    for (int t = 0; t < 1024; t++) {
      out[o][t] = 0.0f;
      for (int c = 0; c < 16; c++)
        for (int k = 0; k < 3; k++)
          out[o][t] += in[c][t + k] * w[o][c][k];
    }
}
