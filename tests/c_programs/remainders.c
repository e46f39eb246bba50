// Subscripts and conditions that divide the variables of loops by small constants: two rows share a colour, planes become pixels, two numbers
// share a byte.

#include <stdint.h>

#ifdef MAIN

#include <stdio.h>

void to_colours(int w, int h, const uint8_t *restrict y, const uint8_t *restrict u, const uint8_t *restrict v, uint8_t *restrict rgb);
void doubled(int h, int w, const float *restrict in, float *restrict out);
void woven(int c, int h, int w, const float *restrict in, float *restrict out);
void chequered(int h, int w, const uint16_t *restrict raw, uint16_t *restrict g);
void halves(int n, const uint8_t *restrict p, int8_t *restrict q);
void bits(int n, const uint8_t *restrict p, uint8_t *restrict q);
void neighbours(int h, int w, const uint8_t *restrict a, uint8_t *restrict b);
void from_odd(int m, int n, const int *restrict a, int *restrict b);
void by_three(int n, const int *restrict a, int *restrict b);

static unsigned next(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 24;
}

int main(void) {
  static const int sizes[] = {-3, 0, 1, 2, 3, 8, 17, 33, 40, 67};
  enum { N = 68 * 68 };
  static uint8_t y[N], u[N], v[N], rgb[3 * N];
  static float in[4 * N], out[16 * N];
  static uint16_t raw[N], g[N];
  static int8_t q[N];
  static int a[N], b[N];
  unsigned state = 1;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (int wide = 0; wide < 2; wide++) {
      int h = sizes[k], w = wide ? h + 1 - 2 * (h > 60) : h, n = h > 0 ? h : 0, m = w > 0 ? w : 0;
      unsigned long sum = 0;
      double total = 0;
      for (int i = 0; i < N; i++) y[i] = next(&state), u[i] = next(&state), v[i] = next(&state), raw[i] = 3 * next(&state), a[i] = next(&state), b[i] = 0;
      for (int i = 0; i < 4 * N; i++) in[i] = next(&state);
      to_colours(w, h, y, u, v, rgb);
      for (int i = 0; i < 3 * n * m; i++) sum = sum * 31 + rgb[i];
      doubled(h, w, in, out);
      for (int i = 0; i < 4 * n * m; i++) total += (i % 7 + 1) * out[i];
      woven(2, h, w / 2, in, out);
      for (int i = 0; i < 8 * n * (m / 2); i++) total += (i % 7 + 1) * out[i];
      chequered(h, w, raw, g);
      for (int i = 0; i < n * m; i++) sum = sum * 31 + g[i];
      halves(w, y, q);
      bits(w, u, v);
      for (int i = 0; i < m; i++) sum = sum * 31 + q[i] + 3 * v[i];
      neighbours(h, w, y, rgb);
      for (int i = 0; i < n * m; i++) sum = sum * 31 + rgb[i];
      from_odd(h / 3, w, a, b);
      by_three(w, a, b + 100);
      for (int i = 0; i < N; i++) sum = sum * 31 + b[i];
      printf("%d %d %lu %.17g\n", h, w, sum, total);
    }
}

#else

static inline uint8_t clamp(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

void to_colours(int w, int h, const uint8_t *restrict y, const uint8_t *restrict u, const uint8_t *restrict v, uint8_t *restrict rgb) {
  for (int j = 0; j < h; j++)
    for (int i = 0; i < w; i++) {
      int c = y[j * w + i] - 16, d = u[(j / 2) * (w / 2) + i / 2] - 128, e = v[(j / 2) * (w / 2) + i / 2] - 128;
      rgb[(j * w + i) * 3 + 0] = clamp((298 * c + 409 * e + 128) >> 8);
      rgb[(j * w + i) * 3 + 1] = clamp((298 * c - 100 * d - 208 * e + 128) >> 8);
      rgb[(j * w + i) * 3 + 2] = clamp((298 * c + 516 * d + 128) >> 8);
    }
}

void doubled(int h, int w, const float *restrict in, float *restrict out) {
  for (int y = 0; y < 2 * h; y++)
    for (int x = 0; x < 2 * w; x++)
      out[y * 2 * w + x] = in[(y >> 1) * w + (x >> 1)];
}

void woven(int c, int h, int w, const float *restrict in, float *restrict out) {
  for (int k = 0; k < c; k++)
    for (int y = 0; y < 2 * h; y++)
      for (int x = 0; x < 2 * w; x++)
        out[(k * 2 * h + y) * 2 * w + x] = in[((k * 4 + (y % 2) * 2 + x % 2) * h + y / 2) * w + x / 2];
}

void chequered(int h, int w, const uint16_t *restrict raw, uint16_t *restrict g) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int k = y * w + x;
      if (y == 0 || y == h - 1 || x == 0 || x == w - 1 || ((x + y) & 1) == 0)
        g[k] = raw[k];
      else
        g[k] = (raw[k - w] + raw[k + w] + raw[k - 1] + raw[k + 1]) >> 2;
    }
}

void halves(int n, const uint8_t *restrict p, int8_t *restrict q) {
  for (int i = 0; i < n; i++) {
    int b = p[i / 2];
    q[i] = (i % 2 ? b >> 4 : b & 15) - 8;
  }
}

void bits(int n, const uint8_t *restrict p, uint8_t *restrict q) {
  for (int i = 0; i < n; i++)
    q[i] = p[i / 8] >> (7 - i % 8) & 1;
}

void neighbours(int h, int w, const uint8_t *restrict a, uint8_t *restrict b) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      b[y * w + x] = 7;
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      int n = 0;
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
          if (i || j) n += a[(y + j) * w + x + i];
      b[y * w + x] = n >= 1000 || (n < 1010 && a[y * w + x] > 100);
    }
}

void from_odd(int m, int n, const int *restrict a, int *restrict b) {
  for (int i = m < 0 ? 0 : m; i < n; i++)
    b[i] = a[i / 2] - a[(i + 1) / 2 + 1];
}

void by_three(int n, const int *restrict a, int *restrict b) {
  for (int i = 1; i < n; i++)
    b[i] = i % 3 == 1 ? a[i / 3] : a[i] + i % 6;
}

#endif
