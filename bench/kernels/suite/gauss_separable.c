void gauss_separable(int w, int h, const float *in, float *tmp, float *out) {
  for (int y = 0; y < h; y++)
    for (int x = 2; x < w - 2; x++)
      tmp[y * w + x] = 0.0625f * in[y * w + x - 2] + 0.25f * in[y * w + x - 1] + 0.375f * in[y * w + x] + 0.25f * in[y * w + x + 1] +
                       0.0625f * in[y * w + x + 2];
  for (int y = 2; y < h - 2; y++)
    for (int x = 2; x < w - 2; x++)
      out[y * w + x] = 0.0625f * tmp[(y - 2) * w + x] + 0.25f * tmp[(y - 1) * w + x] + 0.375f * tmp[y * w + x] + 0.25f * tmp[(y + 1) * w + x] +
                       0.0625f * tmp[(y + 2) * w + x];
}
