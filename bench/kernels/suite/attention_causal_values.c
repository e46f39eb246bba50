void attention_causal_values(int n, int d, const float *restrict p, const float *restrict v, float *restrict out) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < d; c++) {
      float sum = 0.0f;
      for (int j = 0; j <= i; j++)
        sum += p[i * n + j] * v[j * d + c];
      out[i * d + c] = sum;
    }
}
