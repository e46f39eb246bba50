// Filters that read beyond the edge of an image: the nearest element, the one on the other side, or the mirrored one.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef MAIN
static int clamp(int v, int n) { return v < 0 ? 0 : v >= n ? n - 1 : v; }
#define LESSER(a, b) ((a) < (b) ? (a) : (b))
#define GREATER(a, b) ((a) > (b) ? (a) : (b))

void box(int h, int w, const float in[h][w], float out[h][w]) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float s = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -2; dx <= 2; dx++)
          s += in[clamp(y + dy, h)][clamp(x + dx, w)];
      out[y][x] = s * 0.125f;
    }
}

void blur(int h, int w, const float *in, float *out) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float s = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
          int yy = y + dy, xx = x + dx;
          if (yy < 0) yy = 0;
          if (yy >= h) yy = h - 1;
          if (xx < 0) xx = 0;
          else if (xx > w - 1) xx = w - 1;
          s += in[yy * w + xx];
        }
      out[y * w + x] = s;
    }
}

void gradient(int h, int w, const float *in, float *out) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      int up = GREATER(i - 1, 0), down = LESSER(i + 1, h - 1);
      int left = GREATER(j - 1, 0), right = LESSER(j + 1, w - 1);
      float gx = in[i * w + right] - in[i * w + left], gy = in[down * w + j] - in[up * w + j];
      out[i * w + j] = gx * gx + gy * gy;
    }
}

void periodic(int h, int w, const double *u, double *v) {
  for (int i = 0; i < h; i++) {
    int up = i == 0 ? h - 1 : i - 1, down = i == h - 1 ? 0 : i + 1;
    for (int j = 0; j < w; j++) {
      int left = (j > 0) ? j - 1 : w - 1, right = (j < w - 1) ? j + 1 : 0;
      v[i * w + j] = u[up * w + j] + u[down * w + j] + u[i * w + left] + u[i * w + right] - 4 * u[i * w + j];
    }
  }
}

void wrapped(int h, int w, const double *u, double *v) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      v[i * w + j] = u[((i + h - 1) % h) * w + j] + u[((i + 1) % h) * w + j] + u[i * w + (j + w - 1) % w] +
                     u[i * w + (j + 1) % w] - 4 * u[i * w + j];
}

void ring(int n, const double *u, double *v) {
  for (int i = 0; i < n; i++)
    v[i] = u[(i + n - 2) % n] - u[(i + 2) % n];
}

void mirrored(int h, int w, const float *x, float *y) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      float s = 0;
      for (int k = -2; k <= 2; k++) {
        int q = j + k;
        if (q < 0) q = -q;
        if (q >= w) q = 2 * w - 2 - q;
        s += x[i * w + q];
      }
      y[i * w + j] = 0.5f * s;
    }
}
#else
void box(int h, int w, const float in[h][w], float out[h][w]);
void blur(int h, int w, const float *in, float *out);
void gradient(int h, int w, const float *in, float *out);
void periodic(int h, int w, const double *u, double *v);
void wrapped(int h, int w, const double *u, double *v);
void ring(int n, const double *u, double *v);
void mirrored(int h, int w, const float *x, float *y);

static float a[16000], b[16000];
static double u[16000], v[16000];

static void fill(void) {
  for (int i = 0; i < 16000; i++) {
    a[i] = (i * 37 % 101 - 50) / 8.f;
    u[i] = (i * 41 % 103 - 50) / 4.;
    b[i] = v[i] = i % 5;
  }
}

static void show(const char *name, int h, int w) {
  double s = 0;
  for (int i = 0; i < 16000; i++)
    s += (a[i] + b[i] + u[i] + v[i]) * (i % 17 + 1);
  printf("%s %d %d %g\n", name, h, w, s);
}

typedef void floats(int, int, const float *, float *);
typedef void doubles(int, int, const double *, double *);

static void box_of(int h, int w, const float *in, float *out) { box(h, w, (void *)in, (void *)out); }
static void rings(int h, int w, const double *in, double *out) { ring(h * w, in, out); }

int main(void) {
  int sizes[] = {0, 1, 2, 3, 4, 5, 7, 16, 17, 35, 50};
  floats *with_floats[] = {box_of, blur, gradient};
  const char *names[] = {"box", "blur", "gradient"};
  doubles *with_doubles[] = {periodic, wrapped, rings};
  const char *others[] = {"periodic", "wrapped", "ring"};
  for (int s = 0; s < 11; s++)
    for (int t = 0; t < 11; t++) {
      int h = sizes[s], w = sizes[t];
      for (int f = 0; f < 3; f++) {
        fill();
        with_floats[f](h, w, a, b);
        show(names[f], h, w);
        fill();
        with_floats[f](h, w, a, a + w);
        show(names[f], h, w);
        fill();
        with_doubles[f](h, w, u, v);
        show(others[f], h, w);
        fill();
        with_doubles[f](h, w, u, u);
        show(others[f], h, w);
      }
      if (w > 2) {
        fill();
        mirrored(h, w, a, b);
        show("mirrored", h, w);
      }
    }
  return 0;
}
#endif
