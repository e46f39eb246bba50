void relu_backward(const float *restrict y, const float *restrict dy, float *restrict dx, int n) {
  for (int i = 0; i < n * 64; i++)
    dx[i] = y[i] > 0.0f ? dy[i] : 0.0f;
}
