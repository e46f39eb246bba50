static int least(int a, int b) { return a < b ? a : b; }
void edit_distance(const int *restrict a, const int *restrict b, int (*restrict D)[1001]) {
  for (int i = 1; i < 1001; i++)
    for (int j = 1; j < 1001; j++) {
      int cost = a[i - 1] != b[j - 1];
      D[i][j] = least(least(D[i - 1][j] + 1, D[i][j - 1] + 1), D[i - 1][j - 1] + cost);
    }
}
