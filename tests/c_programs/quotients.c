// Sizes that are quotients: of what strides leave of an image, of heads, of what is less than what it is divided by.
#include <stdio.h>

#ifndef MAIN
void strided(const float *in, const float *w, float *out, int c, int h, int m, int o, int k, int stride) {
  int oh = (h - k) / stride + 1, ow = (m - k) / stride + 1;
  for (int f = 0; f < o; f++)
    for (int y = 0; y < oh; y++)
      for (int x = 0; x < ow; x++) {
        float s = 0;
        for (int d = 0; d < c; d++)
          for (int ky = 0; ky < k; ky++)
            for (int kx = 0; kx < k; kx++) s += in[(d * h + y * stride + ky) * m + x * stride + kx] * w[((f * c + d) * k + ky) * k + kx];
        out[(f * oh + y) * ow + x] = s;
      }
}

void halved(const float *in, const float *w, float *out, int c, int h, int m) {
  int oh = (h - 3) / 2 + 1, ow = (m - 3) / 2 + 1;
  for (int d = 0; d < c; d++)
    for (int y = 0; y < oh; y++)
      for (int x = 0; x < ow; x++) {
        float s = 0;
        for (int ky = 0; ky < 3; ky++)
          for (int kx = 0; kx < 3; kx++) s += in[d * h * m + (2 * y + ky) * m + 2 * x + kx] * w[d * 9 + ky * 3 + kx];
        out[d * oh * ow + y * ow + x] = s;
      }
}

void pooled(const float *in, float *out, int h, int m, int p) {
  int oh = (h + 2 * p - 2) / 2 + 1;
  for (int y = 0; y < oh; y++)
    for (int x = 0; x < m; x++) out[y * m + x] = in[2 * y * m + x] > in[(2 * y + 1) * m + x] ? in[2 * y * m + x] : in[(2 * y + 1) * m + x];
}

void heads(int t, int c, int nh, const float *q, const float *k, float *att) {
  int hs = c / nh;
  for (int h = 0; h < nh; h++)
    for (int i = 0; i < t; i++)
      for (int j = 0; j < t; j++) {
        float s = 0;
        for (int d = 0; d < hs; d++) s += q[i * c + h * hs + d] * k[j * c + h * hs + d];
        att[(h * t + i) * t + j] = s;
      }
}
// Heads of rows that are written, whatever is left of the rows.
void mixed(int t, int c, int nh, const float *att, const float *v, float *out) {
  int hs = c / nh;
  for (int i = 0; i < t; i++)
    for (int h = 0; h < nh; h++) {
      float *o = out + i * c + h * hs;
      for (int d = 0; d < hs; d++) o[d] = 0;
      for (int j = 0; j < t; j++)
        for (int d = 0; d < hs; d++) o[d] += att[(h * t + i) * t + j] * v[j * c + h * hs + d];
    }
}

// One head more than there are, which goes on in the next row.
void one_more(int t, int c, int nh, const float *v, float *out) {
  int hs = c / nh;
  for (int i = 0; i < t; i++)
    for (int h = 0; h <= nh; h++)
      for (int d = 0; d < hs; d++) out[i * c + h * hs + d] = out[i * c + h * hs + d] * 0.5f + v[h] + i;
}

// Groups of channels, which begin at a product, and means over them.
void groups(int n, int c, int hw, int g, const float *x, const float *w, float *y) {
  int d = c / g;
  for (int b = 0; b < n; b++)
    for (int k = 0; k < g; k++) {
      float m = 0, q = 0;
      for (int i = k * d; i < (k + 1) * d; i++)
        for (int j = 0; j < hw; j++) m += x[(b * c + i) * hw + j];
      m /= d * hw;
      for (int i = k * d; i < (k + 1) * d; i++)
        for (int j = 0; j < hw; j++) q += (x[(b * c + i) * hw + j] - m) * (x[(b * c + i) * hw + j] - m);
      for (int i = k * d; i < k * d + d; i++)
        for (int j = 0; j < hw; j++) y[(b * c + i) * hw + j] = (x[(b * c + i) * hw + j] - m) * w[i] + q / (d * hw);
    }
}

// The last group first, and each from its end.
int backwards(int c, int g, const float *x, float *y) {
  int d = c / g, last = -1;
  for (int k = g - 1; k >= 0; k--) {
    int i;
    for (i = (k + 1) * d - 1; i >= k * d; i--) y[i] += x[i] * k;
    for (i = k * d; i < (k + 1) * d; i++) y[i] -= x[k * d];
    last = i;
  }
  return last;
}
#else
void groups(int n, int c, int hw, int g, const float *x, const float *w, float *y);
int backwards(int c, int g, const float *x, float *y);
void strided(const float *in, const float *w, float *out, int c, int h, int m, int o, int k, int stride);
void halved(const float *in, const float *w, float *out, int c, int h, int m);
void pooled(const float *in, float *out, int h, int m, int p);
void heads(int t, int c, int nh, const float *q, const float *k, float *att);
void mixed(int t, int c, int nh, const float *att, const float *v, float *out);
void one_more(int t, int c, int nh, const float *v, float *out);

static float u[9000], v[9000], w[9000];

static void fill(void) {
  for (int i = 0; i < 9000; i++) {
    u[i] = (i * 41 % 103 - 50) / 4.f;
    v[i] = i % 7 - 2.5f;
    w[i] = (i * 37 % 101 - 50) / 8.f;
  }
}

static void show(const char *name, int n, int m, int k) {
  double s = 0;
  for (int i = 0; i < 9000; i++) s += (u[i] + 3 * v[i] + 2 * w[i]) * (i % 17 + 1);
  printf("%s %d %d %d %.17g\n", name, n, m, k, s);
}

int main(void) {
  int sizes[] = {-3, 0, 1, 2, 3, 4, 9, 20};
  for (int a = 0; a < 8; a++)
    for (int b = 0; b < 8; b++) {
      int n = sizes[a], m = sizes[b];
      for (int k = 0; k < 4; k++)
        for (int stride = 1; stride < 4; stride++) {
          fill();
          // Where no row is left there are no columns either.
          if ((n - k) / stride >= -1 && (m - k) / stride >= 0) strided(u + 500, v, w + 100, 2, n, m, 3, k, stride), show("strided", n, m, 10 * k + stride);
        }
      fill();
      if (m >= 0) strided(u + 500, v, u + 503, 2, n, m, 3, 2, 1), show("strided in place", n, m, 0);
      fill();
      strided(u + 500, v, w + 100, 1, n, m, 2, 2, -2), show("a stride that is negative", n, m, 0);
      fill();
      halved(u + 500, v, w + 100, 3, n, m), show("halved", n, m, 0);
      fill();
      halved(u + 500, v, u + 510, 3, n, m), show("halved in place", n, m, 0);
      for (int p = 0; p < 3; p++) {
        fill();
        pooled(u + 500, w, n, m, p), show("pooled", n, m, p);
        fill();
        pooled(u + 500, u + 501, n, m, p), show("pooled in place", n, m, p);
      }
      for (int nh = -2; nh < 6; nh++) {
        fill();
        if (nh != 0) heads(n, m, nh, u, v, w), show("heads", n, m, nh);
        if (nh != 0) mixed(n, m, nh, u, v, w + 100), show("mixed", n, m, nh);
        if (nh != 0) one_more(n, m, nh, v, w + 100), show("one more", n, m, nh);
        fill();
        if (nh != 0 && n <= 4) heads(n, m, nh, u, u + 7, u + 30), show("heads in place", n, m, nh);
        for (int hw = -1; hw < 4 && nh != 0; hw++) {
          fill();
          groups(n, m, hw, nh, u + 500, v, w + 500), show("groups", n, m, 10 * nh + hw);
          groups(n, m, hw, nh, u + 500, v, u + 503), show("groups in place", n, m, 10 * nh + hw);
        }
        if (nh != 0) show("backwards", backwards(m, nh, u + 20, w + 20), m, nh), show("backwards in place", backwards(m, nh, u + 21, u + 20), m, nh);
      }
    }
  return 0;
}
#endif
