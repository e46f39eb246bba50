// Subscripts of `unsigned` numbers: sizes for which they fit, and products that wrap around.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MAIN
void transposed(unsigned n, unsigned m, const float *x, float *y) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++) y[i * m + j] = x[j * n + i];
}

void product(unsigned n, unsigned m, unsigned k, const float *a, const float *b, float *c) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++) {
      float s = 0;
      for (unsigned l = 0; l < k; l++) s += a[i * k + l] * b[l * m + j];
      c[i * m + j] = s;
    }
}

void blurred(uint32_t w, uint32_t h, const float *in, float *out) {
  for (uint32_t y = 1; y + 1 < h; y++)
    for (uint32_t x = 1; x + 1 < w; x++)
      out[y * w + x] = in[(y - 1) * w + x] + in[(y + 1) * w + x] + in[y * w + x - 1] + in[y * w + x + 1];
}

void sums(unsigned n, unsigned m, const float *a, float *s) {
  for (unsigned j = 0; j < m; j++) {
    float t = 0;
    for (unsigned i = 0; i < n; i++) t += a[i * m + j];
    s[j] = t;
  }
}

void channels(unsigned w, unsigned h, const uint8_t *rgb, uint8_t *grey) {
  for (unsigned y = 0; y < h; y++)
    for (unsigned x = 0; x < w; x++) {
      unsigned k = (y * w + x) * 3;
      grey[y * w + x] = (uint8_t)((77u * rgb[k] + 150u * rgb[k + 1] + 29u * rgb[k + 2]) >> 8);
    }
}

// Rows that are longer than the loop over them.
void strided(unsigned n, unsigned m, unsigned k, const uint8_t *x, uint8_t *y) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < k; j++) y[i * m + j] = x[i * k + j] + 1;
}

// The end of a block is the least of two numbers.
#define MIN(a, b) ((a) < (b) ? (a) : (b))
void turned(size_t n, size_t m, const float *restrict x, float *restrict y) {
  for (size_t ib = 0; ib < n; ib += 16) {
    const size_t ie = MIN(ib + 16, n);
    for (size_t jb = 0; jb < m; jb += 16) {
      const size_t je = MIN(jb + 16, m);
      for (size_t i = ib; i < ie; i++)
        for (size_t j = jb; j < je; j++) y[j * n + i] = x[i * m + j];
    }
  }
}

void added(unsigned n, const float *restrict x, float *restrict y) {
  for (unsigned b = 0; b < n; b += 8) {
    unsigned end = b + 8 > n ? n : b + 8;
    for (unsigned i = b; i < end; i++) y[i] += x[i];
  }
}

// Numbers that are less than zero for a moment.
void before(unsigned n, unsigned m, const float *x, float *y) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++) y[i * m + j] = x[(i - 1) * m + j + m];
}
#else
void transposed(unsigned n, unsigned m, const float *x, float *y);
void product(unsigned n, unsigned m, unsigned k, const float *a, const float *b, float *c);
void blurred(uint32_t w, uint32_t h, const float *in, float *out);
void sums(unsigned n, unsigned m, const float *a, float *s);
void channels(unsigned w, unsigned h, const uint8_t *rgb, uint8_t *grey);
void strided(unsigned n, unsigned m, unsigned k, const uint8_t *x, uint8_t *y);
void before(unsigned n, unsigned m, const float *x, float *y);
void turned(size_t n, size_t m, const float *restrict x, float *restrict y);
void added(unsigned n, const float *restrict x, float *restrict y);

#define N 20000
static float a[N], b[N], o[N];
static uint8_t p[N], q[N];

static void show(const char *name, unsigned i, unsigned j) {
  double sum = 0;
  for (int n = 0; n < N; n++) sum += o[n] * (n % 1009 + 1) + q[n] * (n % 97 + 1.0);
  printf("%s %u %u: %.9g\n", name, i, j, sum);
  memset(o, 0, sizeof o), memset(q, 0, sizeof q);
}

int main() {
  for (int i = 0; i < N; i++) {
    a[i] = i * 37 % 101 - 50;
    b[i] = i * 13 % 17 - 8;
    p[i] = i * 29;
  }
  unsigned sizes[] = {0, 1, 2, 3, 5, 8, 17, 33, 64};
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 9; j++) {
      unsigned n = sizes[i], m = sizes[j];
      transposed(n, m, a, o), show("transposed", n, m);
      product(n, m, 9, a, b, o), show("product", n, m);
      blurred(n, m, a, o), show("blurred", n, m);
      sums(n, m, a, o), show("sums", n, m);
      turned(n, m, a, o), show("turned", n, m);
      added(n + m, a, o), show("added", n, m);
      channels(n, m, p, q), show("channels", n, m);
      strided(n, m + 3, m, p, q), show("strided", n, m);
      before(n, m, a, o), show("before", n, m);
    }
  // Rows of 2^31 elements: the third is the first again, and so on.
  size_t all = ((size_t)1 << 32) + 4096;
  uint8_t *large = mmap(0, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (large == MAP_FAILED) return 1;
  strided(5, 0x80000000u, 7, p, large);
  for (int i = 0; i < 7; i++) printf("%u %u\n", large[i], large[((size_t)1 << 31) + i]);
  strided(3, 0xffffffffu, 1, p, large);
  for (int i = 0; i < 4; i++) printf("%u %u\n", large[i], large[((size_t)1 << 32) - i]);
}
#endif
