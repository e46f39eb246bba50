// Pointers that may be null, memory that is allocated, `switch` and enumerations.
#include <stdlib.h>

typedef enum { LINEAR, RELU, LEAKY, SQUARE } activation;

void activate_all(float *x, int n, activation a);
void layer(float *out, const float *in, const float *weight, const float *bias, int b, int c, int oc);
void scale_and_add(float *y, const float *x, const float *scale, int n);
void turned(float *a, int n, int m);
int histogram(const int *data, int n);
int kinds(const int *data, int n);
void before(float *a, const float *b, int n);
void blurred(float *out, const float *in, const float *w, int n, int r);
void centred(float *out, const float *in, const float *w, int n, int width);
void scaled_rows(float *out, const float *in, int h, int w, int step);

#ifndef MAIN

static float activate(float x, activation a) {
  switch (a) {
    case LINEAR: return x;
    case RELU: return x > 0 ? x : 0;
    case LEAKY: return x > 0 ? x : .125f * x;
    default: break;
  }
  return x * x;
}

void activate_all(float *x, int n, activation a) {
  for (int i = 0; i < n; i++) x[i] = activate(x[i], a);
}

// A layer of a network, with or without a bias.
void layer(float *out, const float *in, const float *weight, const float *bias, int b, int c, int oc) {
  for (int s = 0; s < b; s++)
    for (int o = 0; o < oc; o++) {
      float value = (bias != NULL) ? bias[o] : 0.0f;
      for (int i = 0; i < c; i++) value += in[s * c + i] * weight[o * c + i];
      out[s * oc + o] = value;
    }
}

void scale_and_add(float *y, const float *x, const float *scale, int n) {
  for (int i = 0; i < n; i++) {
    if (scale) y[i] += x[i] * scale[i];
    else y[i] += x[i];
  }
}

// A transpose through memory of its own.
void turned(float *a, int n, int m) {
  float *t = malloc(sizeof(float) * n * m);
  if (!t) return;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) t[j * n + i] = a[i * m + j];
  for (int i = 0; i < n * m; i++) a[i] = t[i];
  free(t);
}

int histogram(const int *data, int n) {
  int *bins = (int *)calloc(8, sizeof(int));
  int most = 0;
  for (int i = 0; i < n; i++) bins[data[i] & 7]++;
  for (int i = 0; i < 8; i++) if (bins[i] > most) most = bins[i];
  free(bins);
  return most;
}

int kinds(const int *data, int n) {
  int total = 0;
  for (int i = 0; i < n; i++)
    switch (data[i] % 5) {
      case 0: total += 1; break;
      case 1: case 2: total += data[i]; break;
      case -3: continue;
      default: total -= 1;
    }
  return total;
}

// Elements in front of the one that is pointed to.
void before(float *a, const float *b, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 5; k++) a[i - 1] = a[i - 1] * .5f + b[i];
}

void blurred(float *out, const float *in, const float *w, int n, int r) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = -r; k <= r; k++) s += in[i + k] * w[k + r];
    out[i] = s;
  }
}

void centred(float *out, const float *in, const float *w, int n, int width) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < width; k++) s += in[i + k - width / 2] * w[k];
    out[i] = s;
  }
}

void scaled_rows(float *out, const float *in, int h, int w, int step) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * step + x] = in[(y - 1) * step + x] - in[(y + 1) * step + x] + in[y * step + x - 1] * in[y * step + x + 1];
}

#endif

#ifdef MAIN
#include <stdio.h>

static unsigned state = 9;
static int number(void) { return (int)((state = state * 1103515245u + 12345u) >> 16 & 255) - 128; }

int main(void) {
  float x[1200], w[1200], y[1200], bias[40];
  int d[100];
  for (int n = 0; n < 38; n += n < 6 ? 1 : 15) {
    for (int i = 0; i < 1200; i++) x[i] = number() / 8.0f, w[i] = number() / 16.0f, y[i] = 0;
    for (int i = 0; i < 40; i++) bias[i] = number() / 2.0f;
    for (int i = 0; i < 100; i++) d[i] = number();
    for (int a = 0; a < 5; a++) activate_all(x + a, 100 * n / 4, (activation)a);
    layer(y, x, w, bias, 3, n, n + 1 > 38 ? 38 : n + 1);
    layer(y + 200, x, w, NULL, n / 2, n / 3, 5);
    scale_and_add(y, x, w, n * 20);
    scale_and_add(y, x, NULL, n * 20);
    turned(w, n, 30);
    turned(w, n, n);
    for (int gap = 0; gap < 12; gap++) before(x + 300 + gap, x + 300, n);
    for (int gap = 0; gap < 6; gap++) before(x + 340, x + 340 - gap * n / 5, n);
    blurred(y + 100, x + 100, w + 50, 2 * n, 3);
    blurred(x + 100, x + 101, w + 50, 2 * n, 2);
    centred(y + 400, x + 400, w + 50, 2 * n, n / 3);
    centred(x + 402, x + 400, w + 50, n, 5);
    scaled_rows(y + 600, x + 600, n / 3, n, 40);
    scaled_rows(x + 650, x + 600, 3, n, 40);
    printf("%d %d\n", histogram(d, 2 * n), kinds(d, 2 * n));
    for (int i = 0; i < 1200; i += 7) printf("%a %a %a ", x[i], y[i], w[i]);
    printf("\n");
  }
}
#endif
