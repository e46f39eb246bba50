/* A few variables for each element, which a loop inside changes: they are registers of a tile. */
#include <stdint.h>
#include <stdio.h>

void horner(int n, int degree, const double *restrict c, const double *restrict x, double *restrict y);
void fraction(int h, int w, const float *restrict x, float *restrict y, int terms);
void lorenz(int n, float *restrict s, int steps, float dt);
void hashed(int n, int length, const uint32_t *restrict words, uint32_t *restrict out);
void channels(const float *restrict in, float *restrict out, unsigned frames, unsigned count, const float *restrict b,
              const float *restrict a, float *restrict state);

#ifdef MAIN

static double c[40], x[80], y[80];
static float image[40 * 40], made[40 * 40], in[40 * 40], out[40 * 40], b[3 * 40], a[2 * 40], state[3 * 80];
static uint32_t words[40 * 40], hashes[80];

static double sum_of(const float *all, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += all[i] * (i % 7 + 1);
  return sum;
}

int main(void) {
  static const int sizes[] = {0, 1, 3, 16, 17, 35};
  for (int i = 0; i < 40; i++) c[i] = (i * 37 % 11) / 8.0 - 0.5;
  for (int i = 0; i < 80; i++) x[i] = (i * 29 % 17) / 16.0 - 0.5;
  for (int i = 0; i < 40 * 40; i++) {
    image[i] = (float)(i * 31 % 23) / 16, in[i] = (float)(i * 13 % 29) / 16 - 0.75f, words[i] = i * 2654435761u;
  }
  for (int i = 0; i < 120; i++) b[i] = (float)(i * 7 % 13) / 16;
  for (int i = 0; i < 80; i++) a[i] = (float)(i * 11 % 5) / 16;
  for (int h = 0; h < 6; h++)
    for (int w = 0; w < 6; w++) {
      for (int i = 0; i < 80; i++) y[i] = -1, hashes[i] = 7;
      for (int i = 0; i < 40 * 40; i++) made[i] = out[i] = -1;
      for (int i = 0; i < 240; i++) state[i] = (float)(i * 5 % 19) / 16;
      double sum = 0;
      horner(sizes[h], sizes[w], c, x, y);
      for (int i = 0; i < 80; i++) sum += y[i] * (i % 7 + 1);
      fraction(sizes[h], sizes[w], image, made, 5);
      printf("%.15g %.9g\n", sum, sum_of(made, 40 * 40));
      channels(in, out, sizes[h], sizes[w], b, a, state);
      printf("%.9g %.9g\n", sum_of(out, 40 * 40), sum_of(state, 240));
      lorenz(sizes[h], state, sizes[w] / 4, 0.01f);
      hashed(sizes[h], sizes[w], words, hashes);
      uint32_t all = 0;
      for (int i = 0; i < 80; i++) all = all * 31 + hashes[i];
      printf("%.9g %u\n", sum_of(state, 240), all);
    }
  return 0;
}

#else

void horner(int n, int degree, const double *restrict c, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = degree; k >= 0; k--) s = s * x[i] + c[k];
    y[i] = s;
  }
}

void fraction(int h, int w, const float *restrict x, float *restrict y, int terms) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      float f = 0.0f;
      for (int k = terms; k > 0; k--) f = (float)k * x[i * w + j] / (2.0f + f);
      y[i * w + j] = 1.0f + f;
    }
}

void lorenz(int n, float *restrict s, int steps, float dt) {
  for (int p = 0; p < n; p++) {
    float y[3], d[3];
    for (int c = 0; c < 3; c++) y[c] = s[c * n + p];
    for (int t = 0; t < steps; t++) {
      d[0] = 10.0f * (y[1] - y[0]);
      d[1] = y[0] * (28.0f - y[2]) - y[1];
      d[2] = y[0] * y[1] - 2.6666667f * y[2];
      for (int c = 0; c < 3; c++) y[c] += dt * d[c];
    }
    for (int c = 0; c < 3; c++) s[c * n + p] = y[c];
  }
}

void hashed(int n, int length, const uint32_t *restrict words, uint32_t *restrict out) {
  for (int i = 0; i < n; i++) {
    uint32_t h = 2166136261u;
    for (int k = 0; k < length; k++) {
      uint32_t x = words[k * n + i];
      for (int b = 0; b < 4; b++) {
        h ^= x & 255;
        h *= 16777619u;
        x >>= 8;
      }
    }
    out[i] = h;
  }
}

/* Two numbers of each channel side by side, with subscripts without sign. */
void channels(const float *restrict in, float *restrict out, unsigned frames, unsigned count, const float *restrict b,
              const float *restrict a, float *restrict state) {
  for (unsigned f = 0; f < frames; f++)
    for (unsigned c = 0; c < count; c++) {
      float x = in[f * count + c];
      float y = b[3 * c] * x + state[2 * c];
      state[2 * c] = b[3 * c + 1] * x - a[2 * c] * y + state[2 * c + 1];
      state[2 * c + 1] = b[3 * c + 2] * x - a[2 * c + 1] * y;
      out[f * count + c] = y;
    }
}

#endif
