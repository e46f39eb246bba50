void dense_input_gradient(int batch, int in, int out, const double *restrict dy, const double *restrict w, double *restrict dx) {
  for (int b = 0; b < batch; b++)
    for (int i = 0; i < in; i++) {
      double sum = 0.0;
      for (int o = 0; o < out; o++)
        sum += dy[b * out + o] * w[o * in + i];
      dx[b * in + i] = sum;
    }
}
