void batch_4x4(const float (*restrict A)[4][4], const float (*restrict B)[4][4], float (*restrict C)[4][4]) {
  for (int b = 0; b < 4096; b++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        for (int k = 0; k < 4; k++)
          C[b][i][j] += A[b][i][k] * B[b][k][j];
}
