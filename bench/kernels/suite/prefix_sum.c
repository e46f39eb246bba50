void prefix_sum(int n, const int *restrict in, int *restrict out) {
  int sum = 0;
  for (int i = 0; i < n * 64; i++) {
    sum = (int)((unsigned)sum + (unsigned)in[i]);
    out[i] = sum;
  }
}
