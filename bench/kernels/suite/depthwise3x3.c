void depthwise3x3(const float (*restrict in)[58][64], const float (*restrict w)[3][64], float (*restrict out)[56][64]) {
  for (int y = 0; y < 56; y++)
    for (int x = 0; x < 56; x++)
      for (int c = 0; c < 64; c++) {
        float sum = 0.0f;
        for (int v = 0; v < 3; v++)
          for (int u = 0; u < 3; u++)
            sum += in[y + v][x + u][c] * w[v][u][c];
        out[y][x][c] = sum;
      }
}
