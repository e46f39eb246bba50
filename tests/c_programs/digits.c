// Loops that count with one variable through all pairs, triples and so on of indices: no element, one, odd sizes, and sizes that are both
// negative, whose product is none.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#ifndef MAIN
void transposed(int h, int w, const float *x, float *y) {
  for (int p = 0; p < h * w; p++) y[(p % w) * h + p / w] = x[p];
}

void permuted(float *q, const float *in, int b, int nh, int t, int d) {
  for (int idx = 0; idx < b * nh * t * d; idx++) {
    int b_ = idx / (nh * t * d);
    int rest = idx % (nh * t * d);
    int nh_ = rest / (t * d);
    rest = rest % (t * d);
    int n_ = rest / d;
    int d_ = rest % d;
    q[idx] = in[((b_ * t + n_) * nh + nh_) * d + d_];
  }
}

void biased(float *x, const float *b, int n, int c, int s) {
  for (int i = 0; i < n * c * s; i++) x[i] += b[(i / s) % c];
}

void summed(const float *a, float *s, int n, int m) {
  for (int i = 0; i < n * m; i++) s[i / m] += a[i];
}

float all(const float *a, const float *w, int n, int m) {
  float s = 0;
  for (int i = 0; i < n * m; i++) s += a[i] * w[i % m];
  return s;
}

void left(const float *in, float *out, int b, int h, int w) {
  int total = b * h * w;
  for (int i = 0; i < total; i++) {
    int bi = i / (h * w), r = i - bi * h * w, y = r / w, x = r - y * w;
    out[(bi * w + x) * h + y] = in[i];
  }
}

void pooled(const float *in, float *out, int c, int h, int w) {
  int oh = h / 2, ow = w / 2;
  for (int p = 0; p < c * oh * ow; p++) {
    int x = p % ow, y = (p / ow) % oh, k = p / (ow * oh);
    const float *q = in + (k * h + 2 * y) * w + 2 * x;
    float m = q[0];
    if (q[1] > m) m = q[1];
    if (q[w] > m) m = q[w];
    if (q[w + 1] > m) m = q[w + 1];
    out[p] = m;
  }
}

void windows(const float *in, const float *k, float *out, int h, int w, int n) {
  int oh = h - n + 1, ow = w - n + 1;
  for (int p = 0; p < oh * ow; p++) {
    int y = p / ow, x = p % ow;
    float s = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) s += in[(y + i) * w + x + j] * k[i * n + j];
    out[p] = s;
  }
}

void outer(const float *x, const float *y, float *o, size_t n, size_t m) {
  for (size_t k = 0; k < n * m; k++) o[k] = x[k / m] * y[k % m];
}

void columns(const float *im, int c, int h, int w, int k, float *col) {
  int oh = h - k + 1, ow = w - k + 1;
  for (int q = 0; q < c * k * k; q++) {
    int dx = q % k, dy = (q / k) % k, ch = q / k / k;
    for (int y = 0; y < oh; y++)
      for (int x = 0; x < ow; x++) col[(q * oh + y) * ow + x] = im[(ch * h + y + dy) * w + x + dx];
  }
}

// No product of what is divided by.
void other(const float *x, float *y, int n, int m) {
  for (int p = 0; p < n * m + 1; p++) y[p % m] += x[p / m];
}

void fixed(const float *in, float *out) {
  for (int p = 0; p < 6 * 10 * 4; p++) {
    int c = p % 4, x = (p / 4) % 10, y = p / (4 * 10);
    out[(c * 6 + y) * 10 + x] = in[p] * 0.5f;
  }
}

void clamped(int n, const float *in, float *out) {
  for (int i = 0; i < n; i++)
    for (int p = 0; p < 25; p++) {
      int y = p / 5 + 1, x = p % 5 + 1;
      int u = y < 7 ? y : 6, v = x >= 0 ? x : 0;
      out[i * 25 + p] = in[i * 49 + u * 7 + v];
    }
}
#else
void transposed(int h, int w, const float *x, float *y);
void permuted(float *q, const float *in, int b, int nh, int t, int d);
void biased(float *x, const float *b, int n, int c, int s);
void summed(const float *a, float *s, int n, int m);
float all(const float *a, const float *w, int n, int m);
void left(const float *in, float *out, int b, int h, int w);
void pooled(const float *in, float *out, int c, int h, int w);
void windows(const float *in, const float *k, float *out, int h, int w, int n);
void outer(const float *x, const float *y, float *o, size_t n, size_t m);
void columns(const float *im, int c, int h, int w, int k, float *col);
void other(const float *x, float *y, int n, int m);
void fixed(const float *in, float *out);
void clamped(int n, const float *in, float *out);

#define N 30000
static float a[2 * N], b[2 * N], o[2 * N];

static void show(const char *name, int i, int j) {
  double sum = 0;
  for (int n = 0; n < 2 * N; n++) sum += o[n] * (n % 1009 + 1);
  printf("%s %d %d: %.9g\n", name, i, j, sum);
  memset(o, 0, sizeof o);
}

int main() {
  for (int i = 0; i < 2 * N; i++) {
    a[i] = (i * 37 % 101) - 50;
    b[i] = (i * 13 % 17) - 8;
  }
  int sizes[] = {0, 1, 2, 3, 5, 8, 17, 33};
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      int n = sizes[i], m = sizes[j];
      transposed(n, m, a, o), show("transposed", n, m);
      permuted(o, a, 2, n, m, 3), show("permuted", n, m);
      permuted(o, a, n, 3, 2, m), show("permuted", n, m);
      memcpy(o, a, 4 * N), biased(o, b, n, m, 3), show("biased", n, m);
      summed(a, o, n, m), show("summed", n, m);
      o[0] = all(a, b, n, m), show("all", n, m);
      left(a, o, 3, n, m), show("left", n, m);
      pooled(a, o, 2, n, m), show("pooled", n, m);
      windows(a, b, o, n, m, n < m ? n : m), show("windows", n, m);
      windows(a, b, o, n + 2, m + 2, 3), show("windows", n, m);
      outer(a, b, o, n, m), show("outer", n, m);
      columns(a, 2, n + 2, m + 2, 3, o), show("columns", n, m);
      if (m) other(a, o, n, m), show("other", n, m);
    }
  fixed(a, o), show("fixed", 0, 0);
  for (int n = 0; n < 4; n++) clamped(n, a, o), show("clamped", n, 0);
  // Both negative: from the middle of the arrays, where there is room on both sides.
  for (int n = -5; n < 0; n++)
    for (int m = -5; m < 0; m++) {
      transposed(n, m, a + N, o + N), show("transposed", n, m);
      summed(a + N, o + N, n, m), show("summed", n, m);
      biased(o + N, b + N, 2, n, m), show("biased", n, m);
      o[0] = all(a + N, b + N, n, m), show("all", n, m);
      left(a + N, o + N, 2, n, m), show("left", n, m);
      permuted(o + N, a + N, 1, n, 2, m), show("permuted", n, m);
      pooled(a + N, o + N, 2, n, m), show("pooled", n, m);
    }
}
#endif
