// Loops that end at products and quotients of sizes, and strides that are arguments.
#include <stdio.h>

void scale(int w, int h, int c, float s, float *x);
void mean(int b, int c, int s, const float *x, float *m);
void planes(int w, int h, const float *a, float *b);
void halves(int n, float *x, const float *y);
void down(int h, int w, const float *x, float *y);
void pool(int c, int h, int w, int k, int stride, const float *x, float *y);
void conv(int c, int h, int w, int k, int f, int stride, int dilation, const float *restrict x, const float *restrict wt,
          float *restrict y);
void apart(int n, int s, int d, const float *restrict x, float *restrict y);

#ifndef MAIN

void scale(int w, int h, int c, float s, float *x) {
  for (int i = 0; i < w * h * c; ++i) x[i] *= s;
}

void mean(int b, int c, int s, const float *x, float *m) {
  for (int i = 0; i < c; i++) {
    m[i] = 0;
    for (int j = 0; j < b; j++)
      for (int k = 0; k < s * s; k++) m[i] += x[j * c * s * s + i * s * s + k];
    m[i] /= b * s * s;
  }
}

void planes(int w, int h, const float *a, float *b) {
  int n = w * h;
  for (int i = 0; i < n; i++) b[i] = 0.5f * a[i] + 0.25f * a[n + i] + 0.125f * a[2 * n + i];
}

void halves(int n, float *x, const float *y) {
  for (int i = 0; i < (n - 1) / 2; i++) x[i] = y[2 * i] + y[2 * i + 1] + y[2 * i + 2];
}

void down(int h, int w, const float *x, float *y) {
  for (int i = 0; i < h / 2; i++)
    for (int j = 0; j < w / 2; j++) y[i * (w / 2) + j] = x[2 * i * w + 2 * j] + x[(2 * i + 1) * w + 2 * j + 1];
}

void pool(int c, int h, int w, int k, int stride, const float *x, float *y) {
  int oh = (h - k) / stride + 1, ow = (w - k) / stride + 1;
  for (int ci = 0; ci < c; ci++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float m = -1e30f;
        for (int u = 0; u < k; u++)
          for (int v = 0; v < k; v++) {
            float t = x[(ci * h + i * stride + u) * w + j * stride + v];
            if (t > m) m = t;
          }
        y[(ci * oh + i) * ow + j] = m;
      }
}

void conv(int c, int h, int w, int k, int f, int stride, int dilation, const float *restrict x, const float *restrict wt,
          float *restrict y) {
  int oh = (h - dilation * (k - 1) - 1) / stride + 1;
  int ow = (w - dilation * (k - 1) - 1) / stride + 1;
  for (int o = 0; o < f; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float s = 0;
        for (int ci = 0; ci < c; ci++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++)
              s += x[(ci * h + i * stride + u * dilation) * w + j * stride + v * dilation] *
                   wt[((o * c + ci) * k + u) * k + v];
        y[(o * oh + i) * ow + j] = s;
      }
}

void apart(int n, int s, int d, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i += s) y[i] = x[i * d] + x[(i + 1) * d] * 2;
}

#else

static float f[20000];

static double sum(void) {
  double s = 0;
  for (int i = 0; i < 20000; i++) s += (i % 13 + 1) * (double)f[i];
  return s;
}

int main(void) {
  for (int n = -2; n < 19; n++) {
    for (int i = 0; i < 20000; i++) f[i] = (i * 37 % 101) / 8.0f;
    scale(n, 3, 2, 1.5f, f), printf("%.9g ", sum());
    scale(n, -2, -1, 0.5f, f), printf("%.9g ", sum());
    mean(n > 0 ? 2 : n, 3, n, f, f + 9000), printf("%.9g ", sum());
    mean(2, 3, n, f, f + 3), printf("%.9g ", sum());
    planes(n, 5, f, f + 5000), printf("%.9g ", sum());
    planes(n, 5, f, f + 1), printf("%.9g ", sum());
    halves(n, f + 3000, f), halves(n, f, f), printf("%.9g ", sum());
    down(n, 8, f, f + 3000), down(8, n, f, f + 4000), printf("%.9g ", sum());
    for (int k = 1; k <= 3; k++)
      for (int stride = 1; stride <= 3; stride++) {
        if (n < k) continue;
        pool(2, n, n + 1, k, stride, f, f + 7000), printf("%.9g ", sum());
        conv(2, n + 3, n + 4, k, 3, stride, 1 + (k == 2), f, f + 6000, f + 9000), printf("%.9g ", sum());
      }
    for (int s = 1; s < 3; s++)
      for (int d = 0; d < 3; d++) apart(n, s, d, f, f + 12000), printf("%.9g ", sum());
    printf("\n");
  }
}

#endif
