void dense_weight_gradient(const float x[64][256], const float dy[64][128], float dw[128][256], float db[128]) {
  for (int b = 0; b < 64; b++)
    for (int o = 0; o < 128; o++) {
      db[o] += dy[b][o];
      for (int i = 0; i < 256; i++)
        dw[o][i] += dy[b][o] * x[b][i];
    }
}
