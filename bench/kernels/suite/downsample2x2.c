void downsample2x2(const float *in, float *out, int width, int height) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      out[y * width + x] = 0.25f * (in[2 * y * 2 * width + 2 * x] + in[2 * y * 2 * width + 2 * x + 1] +
                                    in[(2 * y + 1) * 2 * width + 2 * x] + in[(2 * y + 1) * 2 * width + 2 * x + 1]);
}
