void lstm_cell(const float *restrict W, const float *restrict U, const float *restrict x, const float *restrict h,
               const float *restrict bias, float *restrict gates) {
  for (int g = 0; g < 1024; g++) {
    float sum = bias[g];
    for (int k = 0; k < 256; k++)
      sum += W[g * 256 + k] * x[k] + U[g * 256 + k] * h[k];
    gates[g] = sum;
  }
}
