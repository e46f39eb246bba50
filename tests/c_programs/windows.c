// Windows that reach beyond the border, on flat arrays and on rows, with arguments that overlap too.
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MAIN
void same(int in, int out, int h, int w, const float *x, const float *k, const float *b, float *y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) {
        float sum = b[o];
        for (int c = 0; c < in; c++)
          for (int p = 0; p < 3; p++)
            for (int q = 0; q < 3; q++) {
              int ii = i + p - 1, jj = j + q - 1;
              if (ii >= 0 && ii < h && jj >= 0 && jj < w)
                sum += x[(c * h + ii) * w + jj] * k[((o * in + c) * 3 + p) * 3 + q];
            }
        y[(o * h + i) * w + j] = sum > 0 ? sum : 0;
      }
}

void each_channel(int n, int h, int w, float x[n][h][w], float k[n][5][5], float y[n][h][w]) {
  for (int c = 0; c < n; c++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) {
        float sum = 0;
        for (int p = -2; p <= 2; p++) {
          if (i + p < 0 || i + p >= h) continue;
          for (int q = -2; q <= 2; q++) {
            if (j + q < 0 || j + q >= w) continue;
            sum += x[c][i + p][j + q] * k[c][p + 2][q + 2];
          }
        }
        y[c][i][j] = sum;
      }
}

void pool(int n, int h, int w, const float *x, float *y) {
  int oh = (h - 1) / 2 + 1, ow = (w - 1) / 2 + 1;
  for (int c = 0; c < n; c++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float most = -FLT_MAX;
        for (int p = 0; p < 3; p++)
          for (int q = 0; q < 3; q++) {
            int r = i * 2 + p - 1, s = j * 2 + q - 1;
            float v = (r >= 0 && r < h && s >= 0 && s < w) ? x[(c * h + r) * w + s] : -FLT_MAX;
            if (v > most) most = v;
          }
        y[(c * oh + i) * ow + j] = most;
      }
}

void filter(int n, int m, const double *x, const double *k, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < m; j++) {
      int at = i - j + m / 2;
      if (at >= 0 && at < n) y[i] += k[j] * x[at];
    }
  }
}

#else
void same(int in, int out, int h, int w, const float *x, const float *k, const float *b, float *y);
void each_channel(int n, int h, int w, float x[n][h][w], float k[n][5][5], float y[n][h][w]);
void pool(int n, int h, int w, const float *x, float *y);
void filter(int n, int m, const double *x, const double *k, double *y);

static float a[40000], k[1000], b[16], y[40000];
static double d[200], e[200], f[200];

static double sum(const float *v) {
  double s = 0;
  for (int i = 0; i < 40000; i++)
    s += v[i] * (i % 17 + 1);
  return s;
}

static void fill(void) {
  for (int i = 0; i < 40000; i++) {
    a[i] = (i * 37 % 101 - 50) / 8.f;
    y[i] = i % 5;
  }
  for (int i = 0; i < 1000; i++)
    k[i] = (i * 29 % 23 - 11) / 4.f;
  for (int i = 0; i < 16; i++)
    b[i] = i - 4;
  for (int i = 0; i < 200; i++) {
    d[i] = i * 13 % 31 - 15;
    e[i] = i % 7 - 3;
    f[i] = 1;
  }
}

int main(void) {
  int sizes[] = {0, 1, 2, 3, 4, 5, 16, 17, 35, 50};
  for (int s = 0; s < 10; s++)
    for (int t = 0; t < 10; t++) {
      int h = sizes[s], w = sizes[t];
      fill();
      same(3, 5, h, w, a, k, b, y);
      printf("same %d %d %g\n", h, w, sum(y));
      fill();
      same(2, 2, h, w, a, k, b, a + w);
      printf("same, overlapping %d %d %g\n", h, w, sum(a));
      fill();
      each_channel(4, h, w, (void *)a, (void *)k, (void *)y);
      printf("each %d %d %g\n", h, w, sum(y));
      fill();
      each_channel(2, h, w, (void *)a, (void *)k, (void *)a);
      printf("each, in place %d %d %g\n", h, w, sum(a));
      if (h && w) {
        fill();
        pool(3, h, w, a, y);
        printf("pool %d %d %g\n", h, w, sum(y));
      }
      fill();
      filter(3 * h, w, d, e, f);
      double all = 0;
      for (int i = 0; i < 200; i++)
        all += f[i] * (i % 9 + 1);
      printf("filter %d %d %g\n", h, w, all);
    }
  return 0;
}
#endif
