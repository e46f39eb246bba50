// Loops that were tiled by hand, and tables with a border in flat memory.
#include <stdio.h>

#ifndef MAIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
void product(int n, const float *a, const float *b, float *c) {
  for (int ti = 0; ti < n; ti += 8)
    for (int tk = 0; tk < n; tk += 8)
      for (int tj = 0; tj < n; tj += 8)
        for (int i = ti; i < MIN(ti + 8, n); i++)
          for (int k = tk; k < MIN(tk + 8, n); k++)
            for (int j = tj; j < MIN(tj + 8, n); j++) c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void held(double a[40][40], double b[40][40], double c[40][40]) {
  for (int ti = 0; ti < 40; ti += 10)
    for (int tj = 0; tj < 40; tj += 10)
      for (int tk = 0; tk < 40; tk += 10)
        for (int i = ti; i < ti + 10; i++)
          for (int j = tj; j < tj + 10; j++) {
            double s = c[i][j];
            for (int k = tk; k < tk + 10; k++) s += a[i][k] * b[k][j];
            c[i][j] = s;
          }
}

void turned(int n, int m, const float *in, float *out) {
  for (int ti = 0; ti < n; ti += 4)
    for (int tj = 0; tj < m; tj += 4)
      for (int i = ti; i < ti + 4 && i < n; i++)
        for (int j = tj; j < tj + 4 && j < m; j++) out[j * n + i] = in[i * m + j];
}

// Every tile twice before the next one: the order of tiles matters.
void twice(int n, float *a) {
  for (int t = 0; t < n; t += 5)
    for (int r = 0; r < 2; r++)
      for (int i = t; i < MIN(t + 5, n); i++) a[i] = 0.5f * (a[i] + a[i + 1]);
}

// The last tile runs beyond n; tiles are counted.
void beyond(int n, float *a) {
  for (int t = 0; t < n; t += 6)
    for (int i = t; i < t + 6; i++) a[i] += 1;
  for (int t = 1; t < n; t++)
    for (int i = 3 * t; i < 3 * t + 3; i++) a[i] *= 2;
}

// Tiles that lie upon each other.
void upon(int n, int *a) {
  for (int t = 0; t < n; t += 4)
    for (int i = t; i < MIN(t + 6, n); i++) a[i] += 3;
}

void aligned(int n, int m, const char *a, const char *b, int *t) {
  for (int j = 0; j <= n; j++) t[j] = -j;
  for (int i = 1; i <= m; i++) {
    t[i * (n + 1)] = -i;
    for (int j = 1; j <= n; j++) {
      int s = a[j - 1] == b[i - 1] ? 1 : -1;
      int up = t[(i - 1) * (n + 1) + j] - 1, left = t[i * (n + 1) + j - 1] - 1, d = t[(i - 1) * (n + 1) + j - 1] + s;
      int best = up > left ? up : left;
      t[i * (n + 1) + j] = best > d ? best : d;
    }
  }
}

void bordered(int n, int m, float *u) {
  for (int i = 1; i <= n; i++) {
    u[i * (m + 2)] = 1;
    for (int j = 1; j <= m; j++) u[i * (m + 2) + j] = 0.5f * (u[(i - 1) * (m + 2) + j] + u[i * (m + 2) + j - 1]);
    u[i * (m + 2) + m + 1] = 2;
  }
}
#else
void product(int n, const float *a, const float *b, float *c);
void held(double a[40][40], double b[40][40], double c[40][40]);
void turned(int n, int m, const float *in, float *out);
void twice(int n, float *a);
void beyond(int n, float *a);
void upon(int n, int *a);
void aligned(int n, int m, const char *a, const char *b, int *t);
void bordered(int n, int m, float *u);

static float u[5000], v[5000], w[5000];
static double x[40][40], y[40][40], z[40][40];
static int t[5000];
static char p[5000], q[5000];

static void fill(void) {
  for (int i = 0; i < 5000; i++) {
    u[i] = (i * 41 % 103 - 50) / 4.f;
    v[i] = i % 7 - 2.5f;
    w[i] = (i * 37 % 101 - 50) / 8.f;
    t[i] = i * 31 % 97;
    p[i] = i * i % 5;
    q[i] = i % 3 + i % 2;
  }
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++) {
      x[i][j] = i - j / 4.;
      y[i][j] = i * j % 9 - 3;
      z[i][j] = i;
    }
}

static void show(const char *name, int n, int m) {
  double s = 0;
  for (int i = 0; i < 5000; i++) s += (u[i] + 3 * v[i] + 2 * w[i] + t[i]) * (i % 17 + 1);
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++) s += (x[i][j] + z[i][j]) * (i + 2 * j + 1);
  printf("%s %d %d %.17g\n", name, n, m, s);
}

int main(void) {
  int sizes[] = {-9, -1, 0, 1, 2, 5, 8, 17, 31, 40};
  for (int a = 0; a < 10; a++) {
    int n = sizes[a];
    fill();
    product(n, u, v, w), show("product", n, 0);
    fill();
    product(n, u, v, v + 3), show("product in place", n, 0);
    fill();
    held(x, y, z), show("held", n, 0);
    fill();
    held(x, z, z), show("held in place", n, 0);
    fill();
    twice(n, u), show("twice", n, 0);
    fill();
    beyond(n, u), show("beyond", n, 0);
    fill();
    upon(n, t), show("upon", n, 0);
    for (int b = 0; b < 10; b++) {
      int m = sizes[b];
      fill();
      turned(n, m, u, v), show("turned", n, m);
      fill();
      turned(n, m, u, u + 1), show("turned in place", n, m);
      fill();
      if (n >= -1) aligned(n, m, p, q, t + 50), show("aligned", n, m);
      fill();
      if (m >= -2) bordered(n, m, u + 50), show("bordered", n, m);
    }
  }
  return 0;
}
#endif
