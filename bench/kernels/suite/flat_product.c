void flat_product(const float *restrict A, const float *restrict B, float *restrict C) {
  for (int i = 0; i < 512; i++)
    for (int j = 0; j < 512; j++)
      for (int k = 0; k < 512; k++)
        C[i * 512 + j] += A[i * 512 + k] * B[k * 512 + j];
}
