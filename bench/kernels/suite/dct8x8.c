void dct8x8(const float (*restrict in)[512], const float (*restrict D)[8], float (*restrict out)[512]) {
  float t[8][8];
  for (int bi = 0; bi < 64; bi++)
    for (int bj = 0; bj < 64; bj++) {
      for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
          float sum = 0.0f;
          for (int k = 0; k < 8; k++)
            sum += in[bi * 8 + i][bj * 8 + k] * D[j][k];
          t[i][j] = sum;
        }
      for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
          float sum = 0.0f;
          for (int k = 0; k < 8; k++)
            sum += D[i][k] * t[k][j];
          out[bi * 8 + i][bj * 8 + j] = sum;
        }
    }
}
