void argmax_rows(float x[256][512], int idx[256]) {
  for (int i = 0; i < 256; i++) {
    int best = 0;
    for (int j = 1; j < 512; j++)
      if (x[i][j] > x[i][best]) best = j;
    idx[i] = best;
  }
}
