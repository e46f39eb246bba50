void attention_scores(const float (*restrict q)[128][64], const float (*restrict k)[128][64], float (*restrict s)[128][128]) {
  for (int h = 0; h < 4; h++)
    for (int i = 0; i < 128; i++)
      for (int j = 0; j < 128; j++) {
        float sum = 0.0f;
        for (int d = 0; d < 64; d++)
          sum += q[h][i][d] * k[h][j][d];
        s[h][i][j] = sum * 0.125f;
      }
}
