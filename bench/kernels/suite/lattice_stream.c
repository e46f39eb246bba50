void lattice_stream(const double (*restrict f)[128][9], double (*restrict g)[128][9]) {
  for (int y = 1; y < 127; y++)
    for (int x = 1; x < 127; x++) {
      g[y][x][0] = f[y][x][0];
      g[y][x + 1][1] = f[y][x][1];
      g[y + 1][x][2] = f[y][x][2];
      g[y][x - 1][3] = f[y][x][3];
      g[y - 1][x][4] = f[y][x][4];
      g[y + 1][x + 1][5] = f[y][x][5];
      g[y + 1][x - 1][6] = f[y][x][6];
      g[y - 1][x - 1][7] = f[y][x][7];
      g[y - 1][x + 1][8] = f[y][x][8];
    }
}
