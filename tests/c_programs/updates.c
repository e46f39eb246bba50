// Stores under conditions on what they change, and indices that are data.

#ifdef MAIN

#include <stdio.h>

void nearest(int d[37][37]);
void raise_to(int n, const int *restrict a, int *restrict b);
void order_pairs(int n, float *x);
void push_up(int n, int *x);
void weigh(int n, float a, float s, const float *restrict x, float *restrict y);
void window(int h, int w, float cx, const float *restrict x, float *restrict y);
void field(int g, int m, float step, const float *restrict x, float *restrict y);
void shade(int h, int w, unsigned char *restrict y);

static int next(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (int)(*state >> 24) - 100;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 7, 16, 17, 33, 40};
  static int d[37][37], a[40], b[40];
  static float x[42 * 42], y[40 * 40];
  unsigned state = 1;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    unsigned long sum = 0;
    double total = 0;
    for (int i = 0; i < 40; i++) a[i] = next(&state), b[i] = next(&state);
    for (int i = 0; i < 42 * 42; i++) x[i] = next(&state);
    for (int i = 0; i < 37; i++)
      for (int j = 0; j < 37; j++) d[i][j] = i == j ? 0 : 101 + 3 * next(&state) / 2 + (i > j) * 200;
    for (int i = 0; i < 37; i++)
      for (int j = 0; j < 37; j++) d[i][j] = d[i][j] < 0 ? -d[i][j] : d[i][j];
    nearest(d);
    for (int i = 0; i < 37; i++)
      for (int j = 0; j < 37; j++) sum = sum * 31 + d[i][j];
    raise_to(n, a, b);
    push_up(n, a);
    for (int i = 0; i < 40; i++) sum = sum * 31 + 7 * a[i] + b[i];
    order_pairs(n, x);
    weigh(n, 0.5f, 0.25f, x, y);
    for (int i = 0; i < n; i++) total += (i % 7 + 1) * y[i] + x[i];
    window(n, n, 3.5f, x, y);
    for (int i = 0; i < n * n; i++) total += (i % 5 + 1) * y[i];
    field(n, 5, 0.5f, x, y);
    for (int i = 0; i < n * n; i++) total += (i % 5 + 1) * y[i];
    static unsigned char grey[40 * 40];
    shade(n, n, grey);
    for (int i = 0; i < n * n; i++) sum = sum * 31 + grey[i];
    printf("%d %lu %.17g\n", n, sum, total);
  }
}

#else

void nearest(int d[37][37]) {
  for (int k = 0; k < 37; k++)
    for (int i = 0; i < 37; i++)
      for (int j = 0; j < 37; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];
}

void raise_to(int n, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++)
    if (b[i] < a[i])
      b[i] = a[i];
}

void order_pairs(int n, float *x) {
  for (int i = 0; i + 1 < n; i += 2)
    if (x[i] > x[i + 1]) {
      float first = x[i];
      x[i] = x[i + 1];
      x[i + 1] = first;
    }
}

void push_up(int n, int *x) {
  for (int i = 1; i < n; i++)
    if (x[i - 1] > x[i])
      x[i] = x[i - 1];
}

void weigh(int n, float a, float s, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * (a + s * (i * i - 3 * i));
}

void window(int h, int w, float cx, const float *restrict x, float *restrict y) {
  for (int r = 0; r < h; r++)
    for (int c = 0; c < w; c++) {
      float t = 0;
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
          t += x[(r + j + 1) * (w + 2) + c + i + 1] / (1 + i * i + j * j);
      y[r * w + c] = t * (c - cx);
    }
}

void field(int g, int m, float step, const float *restrict x, float *restrict y) {
  for (int r = 0; r < g; r++)
    for (int c = 0; c < g; c++) {
      float t = 0;
      for (int k = 0; k < m; k++) {
        float dx = c * step - x[k], dy = r * step - x[k + m];
        t += x[k + 2 * m] / (dx * dx + dy * dy + 0.5f);
      }
      y[r * g + c] = t;
    }
}

void shade(int h, int w, unsigned char *restrict y) {
  for (int r = 0; r < h; r++)
    for (int c = 0; c < w; c++)
      y[r * w + c] = (c * c * 3 - r * 5) & 255;
}

#endif
