void dense_relu(int batch, int in, int out, const float *x, const float *w, const float *bias, float *y) {
  for (int b = 0; b < batch; b++)
    for (int o = 0; o < out; o++) {
      float sum = bias[o];
      for (int i = 0; i < in; i++)
        sum += x[b * in + i] * w[o * in + i];
      y[b * out + o] = sum > 0.0f ? sum : 0.0f;
    }
}
