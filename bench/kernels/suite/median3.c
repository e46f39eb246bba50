static float least(float a, float b) { return a < b ? a : b; }
static float greatest(float a, float b) { return a > b ? a : b; }

void median3(const float *restrict in, float *restrict out, int n) {
  for (int i = 1; i < n * n - 1; i++) {
    float a = in[i - 1], b = in[i], c = in[i + 1];
    out[i] = greatest(least(a, b), least(greatest(a, b), c));
  }
}
