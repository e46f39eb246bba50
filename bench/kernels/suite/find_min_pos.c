void find_min_pos(int a[64][1024], int pos[64], int val[64]) {
  for (int r = 0; r < 64; r++) {
    int m = a[r][0], p = 0;
    for (int i = 1; i < 1024; i++)
      if (a[r][i] < m) { m = a[r][i]; p = i; }
    pos[r] = p; val[r] = m;
  }
}
