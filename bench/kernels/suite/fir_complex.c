void fir_complex(const float *restrict in, const float *restrict taps, float *restrict out) {
  for (int i = 0; i < 4096; i++) {
    float re = 0.0f, im = 0.0f;
    for (int k = 0; k < 32; k++) {
      float a = in[2 * (i + k)], b = in[2 * (i + k) + 1];
      float c = taps[2 * k], d = taps[2 * k + 1];
      re += a * c - b * d;
      im += a * d + b * c;
    }
    out[2 * i] = re;
    out[2 * i + 1] = im;
  }
}
