// Tables of constants and small arrays, whose elements short loops choose; tables of which the last element is the result.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MAIN
static const int DX[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int DY[8] = {0, 1, 1, 1, 0, -1, -1, -1};

void life(int h, int w, const unsigned char *in, unsigned char *out) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      int n = 0;
      for (int d = 0; d < 8; d++) n += in[(y + DY[d]) * w + x + DX[d]];
      out[y * w + x] = n == 3 || (n == 2 && in[y * w + x]);
    }
}

static const int GX[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}}, GY[3][3] = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};

void sobel(int h, int w, const unsigned char *in, unsigned char *out) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      int gx = 0, gy = 0;
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
          gx += GX[j + 1][i + 1] * in[(y + j) * w + x + i];
          gy += GY[j + 1][i + 1] * in[(y + j) * w + x + i];
        }
      int m = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
      out[y * w + x] = m > 255 ? 255 : m;
    }
}

void streamed(int ny, int nx, const double *f, double *g) {
  static const int cx[5] = {0, 1, 0, -1, 0}, cy[5] = {0, 0, 1, 0, -1};
  static const double weight[5] = {4. / 12, 2. / 12, 2. / 12, 2. / 12, 2. / 12};
  for (int y = 1; y < ny - 1; y++)
    for (int x = 1; x < nx - 1; x++) {
      double rho = 0, ux = 0, uy = 0;
      for (int k = 0; k < 5; k++) {
        double v = f[(k * ny + y) * nx + x];
        rho += v;
        ux += cx[k] * v;
        uy += cy[k] * v;
      }
      for (int k = 0; k < 5; k++)
        g[(k * ny + y + cy[k]) * nx + x + cx[k]] = weight[k] * (rho + 3 * (cx[k] * ux + cy[k] * uy));
    }
}

void steps(int n, int m, double *x) {
  for (int i = 0; i < n * m; i++) {
    double k[4], u;
    for (int s = 0; s < 4; s++) {
      u = x[i] + (s == 0 ? 0 : s == 3 ? 1.0 : 0.5) * (s ? k[s - 1] : 0);
      k[s] = 0.25 * u - 0.125;
    }
    x[i] += (k[0] + 2 * k[1] + 2 * k[2] + k[3]) * 0.125;
  }
}

int subsequence(int n, int m, const unsigned char *a, const unsigned char *b, int *t) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      if (a[i - 1] == b[j - 1]) t[i * (m + 1) + j] = t[(i - 1) * (m + 1) + j - 1] + 1;
      else
        t[i * (m + 1) + j] = t[(i - 1) * (m + 1) + j] > t[i * (m + 1) + j - 1] ? t[(i - 1) * (m + 1) + j]
                                                                                : t[i * (m + 1) + j - 1];
  return t[n * (m + 1) + m];
}

void transformed(int n, int m, short *d) {
  for (int c = 0; c < n * m / 8; c++) {
    int t[4], s[4];
    for (int k = 0; k < 4; k++) {
      t[k] = d[c * 8 + k] + d[c * 8 + 7 - k];
      s[k] = d[c * 8 + k] - d[c * 8 + 7 - k];
    }
    d[c * 8] = (short)((t[0] + t[1] + t[2] + t[3]) * 4);
    d[c * 8 + 4] = (short)((t[0] - t[1] - t[2] + t[3]) * 4);
    d[c * 8 + 2] = (short)(((t[0] - t[3]) * 4433 + (t[1] - t[2]) * 6270 + 1024) >> 11);
    for (int k = 0; k < 4; k++) d[c * 8 + 2 * k + (k != 1)] = (short)((s[k] * 12299 - s[3 - k] * 2446 + 1024) >> 11);
  }
}
#else
void life(int h, int w, const unsigned char *in, unsigned char *out);
void sobel(int h, int w, const unsigned char *in, unsigned char *out);
void streamed(int ny, int nx, const double *f, double *g);
void steps(int n, int m, double *x);
int subsequence(int n, int m, const unsigned char *a, const unsigned char *b, int *t);
void transformed(int n, int m, short *d);

static unsigned char a[4000], b[4000];
static double u[16000], v[16000];
static int t[4000];
static short d[4000];

static void fill(void) {
  for (int i = 0; i < 4000; i++) {
    a[i] = i * 37 % 101 % (i % 3 ? 2 : 90);
    b[i] = i * 41 % 103 % 2;
    t[i] = i % 3;
    d[i] = i * 977 % 4001 - 2000;
  }
  for (int i = 0; i < 16000; i++) {
    u[i] = (i * 41 % 103 - 50) / 4.;
    v[i] = i % 5;
  }
}

static void show(const char *name, int h, int w) {
  double s = 0;
  for (int i = 0; i < 4000; i++) s += (a[i] + b[i] + t[i] + d[i]) * (i % 17 + 1);
  for (int i = 0; i < 16000; i++) s += (u[i] + v[i]) * (i % 17 + 1);
  printf("%s %d %d %.17g\n", name, h, w, s);
}

int main(void) {
  int sizes[] = {0, 1, 2, 3, 4, 5, 7, 16, 17, 35, 50};
  for (int s = 0; s < 11; s++)
    for (int r = 0; r < 11; r++) {
      int h = sizes[s], w = sizes[r];
      fill();
      life(h, w, a, b);
      show("life", h, w);
      fill();
      life(h, w, a, a);
      show("life in place", h, w);
      fill();
      sobel(h, w, a, b);
      show("sobel", h, w);
      fill();
      sobel(h, w, a, a + w);
      show("sobel that overlaps", h, w);
      fill();
      streamed(h, w, u, v);
      show("streamed", h, w);
      fill();
      streamed(h, w, u, u);
      show("streamed in place", h, w);
      fill();
      steps(h, w, u);
      show("steps", h, w);
      fill();
      int last = subsequence(h, w, a, b, t);
      show("subsequence", h, last);
      fill();
      transformed(h, w, d);
      show("transformed", h, w);
    }
  return 0;
}
#endif
