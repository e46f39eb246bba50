void fir(const float *restrict x, const float *restrict h, float *restrict y) {
  for (int i = 0; i < 65536; i++) {
    float sum = 0.0f;
    for (int k = 0; k < 32; k++)
      sum += x[i + k] * h[k];
    y[i] = sum;
  }
}
