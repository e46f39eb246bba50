void unsharp_mask(int w, int h, float amount, const float *restrict in, float *restrict out) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      float blurred = (in[(y - 1) * w + x] + in[(y + 1) * w + x] + in[y * w + x - 1] + in[y * w + x + 1] + 4.0f * in[y * w + x]) * 0.125f;
      out[y * w + x] = in[y * w + x] + amount * (in[y * w + x] - blurred);
    }
}
