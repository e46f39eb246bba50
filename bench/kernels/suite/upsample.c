void upsample(const float (*restrict in)[257], float (*restrict out)[512]) {
  for (int i = 0; i < 256; i++)
    for (int j = 0; j < 256; j++) {
      float a = in[i][j], b = in[i][j + 1], c = in[i + 1][j], d = in[i + 1][j + 1];
      out[2 * i][2 * j] = a;
      out[2 * i][2 * j + 1] = (a + b) * 0.5f;
      out[2 * i + 1][2 * j] = (a + c) * 0.5f;
      out[2 * i + 1][2 * j + 1] = (a + b + c + d) * 0.25f;
    }
}
