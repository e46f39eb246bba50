// What is loaded and divided under conditions on data: memory that is not there where they do not hold, divisors that are zero.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MAIN
void masked(int n, const int *m, const float *x, const float *w, float *y) {
  for (int i = 0; i < n; i++) y[i] = m[i] ? x[i] * w[i] : -1.0f;
}

void both(int n, const int *m, const float *x, const float *w, float *y) {
  for (int i = 0; i < n; i++) y[i] = m[i] > 0 ? x[i] + 1 : w[i] - 1;
}

void nested(int n, const int *m, const float *x, const float *w, float *y) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    if (m[i] != 0) {
      float t = x[i];
      if (t > 2) s = t * w[i];
    }
    y[i] = s;
  }
}

void sums(int n, int k, const int *m, const float *x, float *y) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < k; j++)
      if (m[i * k + j]) s += x[i * k + j];
    y[i] = s;
  }
}

void kept(int n, const int *m, const float *x, float *y) {
  for (int i = 0; i < n; i++)
    if (m[i] > 1) y[i] = x[i];
}

void life(int h, int w, const uint8_t *a, uint8_t *b) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      int s = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          if (dy || dx) s += a[(y + dy) * w + x + dx];
      b[y * w + x] = s == 3 || (s == 2 && a[y * w + x]);
    }
}

void either(int n, const int *m, const int *x, const int *w, int *y) {
  for (int i = 0; i < n; i++) y[i] = (m[i] && x[i] > 3) || (m[i] < 0 && w[i] < 5);
}

void divided(int n, const int *x, const int *d, int *y) {
  for (int i = 0; i < n; i++) y[i] = d[i] > 0 ? x[i] / d[i] : d[i] < -1 ? x[i] % d[i] : 7;
}

void slope(int n, int c, const float *x, const float *w, float *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < c; j++) y[i * c + j] = x[i * c + j] > 0 ? x[i * c + j] : x[i * c + j] * w[i];
}
#else
void masked(int n, const int *m, const float *x, const float *w, float *y);
void both(int n, const int *m, const float *x, const float *w, float *y);
void nested(int n, const int *m, const float *x, const float *w, float *y);
void sums(int n, int k, const int *m, const float *x, float *y);
void kept(int n, const int *m, const float *x, float *y);
void life(int h, int w, const uint8_t *a, uint8_t *b);
void either(int n, const int *m, const int *x, const int *w, int *y);
void divided(int n, const int *x, const int *d, int *y);
void slope(int n, int c, const float *x, const float *w, float *y);

#define N 2048
static int m[N], d[N], x[N], z[N];
static float u[N], v[N], y[N];
static uint8_t cells[N], next[N];

static void show(const char *name, int n) {
  double s = 0;
  for (int i = 0; i < N; i++) s += (y[i] + z[i] * 2.0 + next[i]) * (i % 13 + 1);
  printf("%s %d %.17g\n", name, n, s);
  memset(z, 1, sizeof z);
  for (int i = 0; i < N; i++) y[i] = i;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    m[i] = i * 7 % 5 - 1;
    d[i] = i % 9 - 4;
    x[i] = i * 37 % 101 - 50;
    u[i] = (i * 41 % 103 - 50) / 4.f;
    v[i] = i % 7 - 2.5f;
    cells[i] = i * i % 7 < 3;
  }
  int sizes[] = {-2, 0, 1, 2, 15, 16, 17, 33, 100, 1000};
  for (int k = 0; k < 10; k++) {
    int n = sizes[k];
    masked(n, m, u, v, y), show("masked", n);
    both(n, m, u, v, y), show("both", n);
    nested(n, m, u, v, y), show("nested", n);
    sums(n / 20, 20, m, u, y), show("sums", n);
    kept(n, m, u, y), show("kept", n);
    life(n / 20 + 2, 20, cells, next), show("life", n);
    either(n, m, x, d, z), show("either", n);
    divided(n, x, d, z), show("divided", n);
    slope(n / 20, 20, u, v, y), show("slope", n);
    masked(n, m, u, y, y), show("masked in place", n);
    if (n > 1) sums(n / 20, 20, m, y, y + 1), show("sums in place", n);
  }
  // Nothing is loaded where no condition holds: the pointers may be anything, or the end of memory.
  static int none[N];
  masked(500, none, 0, 0, y), show("none", 500);
  nested(500, none, 0, 0, y), show("none nested", 500);
  sums(20, 20, none, 0, y), show("none of sums", 20);
  kept(500, none, 0, y), show("none kept", 500);
  either(500, none, 0, 0, z), show("neither", 500);
  float *positive = y + 1000;
  for (int i = 0; i < 500; i++) positive[i] = i + 1;
  slope(20, 20, positive, 0, y), show("no slope", 20);
  char *two = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (two == MAP_FAILED || mprotect(two + 4096, 4096, PROT_NONE)) return 1;
  float *end = (float *)(two + 4096) - 100;
  for (int i = 0; i < 100; i++) end[i] = i - 50.5f;
  for (int i = 0; i < N; i++) none[i] = i < 100 && i % 3;
  masked(500, none, end, v, y), show("to the end", 500);
  nested(500, none, end, v, y), show("nested to the end", 500);
  kept(500, none, end, y), show("kept to the end", 500);
}
#endif
