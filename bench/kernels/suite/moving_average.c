void moving_average(int n, const double *restrict in, double *restrict out) {
  for (int i = 0; i < n * 64; i++) {
    double sum = 0.0;
    for (int k = 0; k < 16; k++)
      sum += in[i + k];
    out[i] = sum / 16.0;
  }
}
