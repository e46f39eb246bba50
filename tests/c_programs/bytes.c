// Bytes and short integers, which C computes with as words: what is kept of them, at the ends of their ranges.
#include <stdint.h>
#include <stdio.h>

#ifndef MAIN
void grey(int n, const uint8_t *rgb, uint8_t *out) {
  for (int i = 0; i < n; i++) out[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2] + 128) >> 8;
}

void unpack(int n, const uint16_t *in, uint8_t *out) {
  for (int i = 0; i < n; i++) {
    uint16_t p = in[i];
    uint8_t r = p >> 11, g = (p >> 5) & 63, b = p & 31;
    out[3 * i] = (r << 3) | (r >> 2);
    out[3 * i + 1] = (g << 2) | (g >> 4);
    out[3 * i + 2] = (b << 3) | (b >> 2);
  }
}

void sharpen(int n, const uint8_t *a, const uint8_t *b, uint8_t *out) {
  for (int i = 0; i < n; i++) {
    int v = 5 * a[i] - 4 * b[i];
    out[i] = v < 0 ? 0 : v > 255 ? 255 : v;
  }
}

void mean(int n, const int8_t *a, const int8_t *b, int8_t *out) {
  for (int i = 0; i < n; i++) out[i] = (a[i] + b[i] - 1) >> 1;
}

void gain(int n, const int16_t *a, int16_t *out) {
  for (int i = 0; i < n; i++) {
    int v = a[i] + (a[i] >> 2);
    out[i] = v > 32767 ? 32767 : v < -32768 ? -32768 : v;
  }
}

void scaled(int n, const uint8_t *a, uint8_t *out) {
  for (int i = 0; i < n; i++) out[i] = a[i] * 255 >> 8;
}

void too_wide(int n, const uint8_t *a, uint8_t *out) {
  for (int i = 0; i < n; i++) out[i] = (a[i] * a[i] * 3) >> 9;
}

void pairs(int n, const uint8_t *a, const uint8_t *b, uint8_t *out) {
  for (int i = 0; i < n; i++) {
    out[2 * i] = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
    out[2 * i + 1] = (a[i] + b[i] + 1) >> 1;
  }
}

void swapped(int n, uint8_t *x) {
  for (int i = 0; i < n; i++) {
    uint8_t a = x[2 * i], b = x[2 * i + 1];
    x[2 * i] = b + 1;
    x[2 * i + 1] = a - 1;
  }
}

void four(int n, const uint8_t *g, uint8_t *out) {
  for (int i = 0; i < n; i++) {
    out[4 * i + 2] = g[i] / 3;
    out[4 * i] = g[i];
    out[4 * i + 3] = 255;
    out[4 * i + 1] = g[i] % 7;
  }
}

// Of products and sums that do not fit in 16 bits some bits are kept.
void mixed(int n, int t, const uint8_t *a, const uint8_t *b, uint8_t *out) {
  for (int i = 0; i < n; i++) out[i] = (a[i] * (256 - t) + b[i] * t) >> 8;
}

void shifted(int n, unsigned t, const uint8_t *a, uint8_t *out) {
  for (int i = 0; i < n; i++) out[i] = (a[i] * t + 3) >> 7 ^ (a[i] - t) >> 9;
}
#else
void grey(int n, const uint8_t *rgb, uint8_t *out);
void unpack(int n, const uint16_t *in, uint8_t *out);
void sharpen(int n, const uint8_t *a, const uint8_t *b, uint8_t *out);
void mean(int n, const int8_t *a, const int8_t *b, int8_t *out);
void gain(int n, const int16_t *a, int16_t *out);
void scaled(int n, const uint8_t *a, uint8_t *out);
void too_wide(int n, const uint8_t *a, uint8_t *out);
void pairs(int n, const uint8_t *a, const uint8_t *b, uint8_t *out);
void swapped(int n, uint8_t *x);
void four(int n, const uint8_t *g, uint8_t *out);
void mixed(int n, int t, const uint8_t *a, const uint8_t *b, uint8_t *out);
void shifted(int n, unsigned t, const uint8_t *a, uint8_t *out);

#define N 65536
static uint8_t a[3 * N], b[3 * N], out[4 * N];
static uint16_t words[N];

static void show(const char *name, int n) {
  uint64_t sum = 0;
  for (int i = 0; i < 4 * N; i++) sum = sum * 31 + out[i];
  printf("%s %d %llu\n", name, n, (unsigned long long)sum);
  for (int i = 0; i < 4 * N; i++) out[i] = i * 7;
}

int main(void) {
  // All pairs of bytes, and all words.
  for (int i = 0; i < N; i++) words[i] = i, a[i] = i & 255, b[i] = i >> 8;
  for (int i = N; i < 3 * N; i++) a[i] = i * 167 >> 3, b[i] = i * 29 >> 2;
  int sizes[] = {-1, 0, 1, 2, 63, 64, 65, 130, 1000, N};
  for (int k = 0; k < 10; k++) {
    int n = sizes[k];
    grey(n, a, out), show("grey", n);
    unpack(n, words, out), show("unpack", n);
    sharpen(n, a, b, out), show("sharpen", n);
    mean(n, (int8_t *)a, (int8_t *)b, (int8_t *)out), show("mean", n);
    gain(n, (int16_t *)words, (int16_t *)out), show("gain", n);
    scaled(n, a, out), show("scaled", n);
    too_wide(n, a, out), show("too wide", n);
    pairs(n, a, b, out), show("pairs", n);
    swapped(n, out), show("swapped", n);
    four(n, a, out), show("four", n);
    for (int t = -70000; t < 80000; t += 23456) {
      mixed(n, t, a, b, out), show("mixed", n);
      shifted(n, t, a, out), show("shifted", n);
    }
    // In place, and moved by a little.
    sharpen(n, out, out + 1, out), show("sharpen in place", n);
    pairs(n < N / 2 ? n : N / 2, out + 3, out, out + 1), show("pairs in place", n);
    four(n < N / 2 ? n : N / 2, out + 5, out), show("four in place", n);
  }
}
#endif
