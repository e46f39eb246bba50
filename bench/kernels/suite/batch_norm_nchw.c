void batch_norm_nchw(const float *restrict mean, const float *restrict scale, const float *restrict shift, float (*restrict x)[32][784]) {
  for (int n = 0; n < 16; n++)
    for (int c = 0; c < 32; c++)
      for (int i = 0; i < 784; i++)
        x[n][c][i] = (x[n][c][i] - mean[c]) * scale[c] + shift[c];
}
