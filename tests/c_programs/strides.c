// Arrays that are only read, with strides that are not lengths of rows: of ghost cells, padded rows, matrices in any layout, heads.
#include <stdio.h>

#ifndef MAIN
void ghost(int n, int m, int g, int s, const float *in, float *out) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) out[i * m + j] = in[(i + g) * s + j + g] - 2 * in[(i + g + 1) * s + j + g] + in[(i + g) * s + j + g + 1];
}

void padded(int h, int w, int p, const float *restrict in, float *restrict out) {
  for (int i = 0; i < w; i++)
    for (int j = 0; j < h; j++) out[i * h + j] = in[j * (w + p) + i];
}

void product(int m, int n, int k, const float *a, int rows, int columns, const float *b, int ldb, float *c, int ldc) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int p = 0; p < k; p++) s += a[i * rows + p * columns] * b[p * ldb + j];
      c[i * ldc + j] = s;
    }
}

void scores(int T, int C, int heads, const float *restrict in, float *restrict out) {
  int size = C / heads;
  for (int h = 0; h < heads; h++)
    for (int t = 0; t < T; t++)
      for (int u = 0; u < T; u++) {
        float s = 0;
        for (int i = 0; i < size; i++) s += in[t * 2 * C + h * size + i] * in[u * 2 * C + h * size + C + i];
        out[(h * T + t) * T + u] = s;
      }
}

void view(int h, int w, int c, int down, int right, int from, const float *restrict in, const float *restrict k, float *restrict out) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int o = 0; o < 5; o++) {
        float s = 0;
        for (int d = 0; d < 2; d++)
          for (int i = 0; i < c; i++) s += in[from + (y + d) * down + x * right + i] * k[(d * c + i) * 5 + o];
        out[(y * w + x) * 5 + o] = s;
      }
}

// Written in place: the rows matter.
void shifted(int n, int m, int s, float *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i * s + j] = 0.5f * (a[i * s + j] + a[(i + 1) * s + j + 1]);
}
#else
void ghost(int n, int m, int g, int s, const float *in, float *out);
void padded(int h, int w, int p, const float *restrict in, float *restrict out);
void product(int m, int n, int k, const float *a, int rows, int columns, const float *b, int ldb, float *c, int ldc);
void scores(int T, int C, int heads, const float *restrict in, float *restrict out);
void view(int h, int w, int c, int down, int right, int from, const float *restrict in, const float *restrict k, float *restrict out);
void shifted(int n, int m, int s, float *a);

static float u[9000], v[9000], w[9000];

static void fill(void) {
  for (int i = 0; i < 9000; i++) {
    u[i] = (i * 41 % 103 - 50) / 4.f;
    v[i] = i % 7 - 2.5f;
    w[i] = (i * 37 % 101 - 50) / 8.f;
  }
}

static void show(const char *name, int n, int m) {
  double s = 0;
  for (int i = 0; i < 9000; i++) s += (u[i] + 3 * v[i] + 2 * w[i]) * (i % 17 + 1);
  printf("%s %d %d %.17g\n", name, n, m, s);
}

int main(void) {
  int sizes[] = {-2, 0, 1, 2, 3, 7, 16, 33};
  for (int a = 0; a < 8; a++)
    for (int b = 0; b < 8; b++) {
      int n = sizes[a], m = sizes[b];
      fill();
      ghost(n, m, 2, 40, u, v), show("ghost", n, m);
      fill();
      ghost(n, m, 0, 3, u, v), show("ghost of rows that overlap", n, m);
      fill();
      ghost(n, m, 1, m + 2, u, u + 5), show("ghost in place", n, m);
      fill();
      padded(n, m, 3, u, v), show("padded", n, m);
      fill();
      padded(n, m, 0, u, v), show("not padded", n, m);
      fill();
      product(n, m, 9, u, 1, 40, v, 41, w, 40), show("product of a transpose", n, m);
      fill();
      product(n, m, 9, u, 3, 2, v, 1, w, 36), show("product of what overlaps", n, m);
      fill();
      product(n, 8, m, u, 0, 1, v, 0, w, 8), show("product of one row", n, m);
      fill();
      product(n, m, 4, u, 4, 1, u + 9, 40, u + 300, 36), show("product in one array", n, m);
      fill();
      if (n >= 0) scores(n, 24, m < 1 || m > 7 ? 4 : m, u, v), show("scores", n, m);
      fill();
      view(n, m, 3, 120, 3, 5, u, v, w), show("view", n, m);
      fill();
      view(3, n, m, 7, 1, 0, u, v, w), show("view of what overlaps", n, m);
      fill();
      shifted(n, m, 40, u), show("shifted", n, m);
      fill();
      shifted(n, m, 1, u), show("shifted rows that overlap", n, m);
    }
  return 0;
}
#endif
