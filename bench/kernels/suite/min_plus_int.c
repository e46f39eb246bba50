void min_plus_int(int d[160][160]) {
  for (int k = 0; k < 160; k++)
    for (int i = 0; i < 160; i++)
      for (int j = 0; j < 160; j++) {
        int through = d[i][k] / 4 + d[k][j] / 4;
        if (through < d[i][j])
          d[i][j] = through;
      }
}
