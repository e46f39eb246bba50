/* Loops that run under conditions: on data, and on the variables of loops around them. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

void streamed(const float f[9][24][32], float g[9][24][32], const uint8_t solid[24][32], float omega);
void rotated(double a[24][16], double b[24]);
void gradient(const float x[4][16][16], const float dy[4][16][16], float dw[4][4][3][3]);
void quantised(int m, int n, int k, const uint8_t *restrict a, const int8_t *restrict w, const int32_t *restrict bias,
               uint8_t *restrict out, int a_zero, int w_zero, int out_zero);
void heads(const float q[32][8][16], const float k[32][2][16], float o[8][32]);
void escaped(int h, int w, int *restrict count, float step, float cr, float ci, int iterations);

#ifdef MAIN

static float f[9][24][32], g[9][24][32], x[4][16][16], dy[4][16][16], dw[4][4][3][3];
static float q[32][8][16], k[32][2][16], o[8][32];
static uint8_t solid[24][32], bytes[40 * 40], out[40 * 40];
static int8_t weights[40 * 40];
static int32_t bias[40];
static double a[24][16], b[24];
static int count[40 * 40];

static float sum_of(const float *all, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += all[i] * (float)(i % 7 + 1);
  return sum;
}

int main(void) {
  for (int i = 0; i < 9 * 24 * 32; i++) f[0][0][i] = (float)(i * 37 % 101) / 128 + 0.1f, g[0][0][i] = -1;
  for (int i = 0; i < 24 * 32; i++) solid[0][i] = (uint8_t)(i * 31 % 7 == 0 ? i % 256 : 0);
  streamed(f, g, solid, 0.75f);
  printf("%.9g\n", sum_of(g[0][0], 9 * 24 * 32));
  for (int i = 0; i < 24 * 16; i++) a[0][i] = i * 29 % 5 == 0 ? 0.0 : (double)(i * 41 % 97) / 8;
  for (int i = 0; i < 24; i++) b[i] = i * 3 % 11;
  rotated(a, b);
  for (int i = 0; i < 16; i++) printf("%.12g %.12g\n", a[i][i], b[i]);
  for (int i = 0; i < 4 * 16 * 16; i++) x[0][0][i] = (float)(i * 7 % 31) / 4, dy[0][0][i] = (float)(i * 13 % 29) / 4;
  gradient(x, dy, dw);
  printf("%.9g\n", sum_of(dw[0][0][0], 4 * 4 * 9));
  for (int i = 0; i < 40 * 40; i++) bytes[i] = (uint8_t)(i * 37), weights[i] = (int8_t)(i * 91);
  for (int i = 0; i < 40; i++) bias[i] = i * 1013 - 20000;
  static const int sizes[] = {0, 1, 3, 16, 17, 33};
  for (int m = 0; m < 6; m++)
    for (int n = 0; n < 6; n++)
      for (int d = 0; d < 6; d++) {
        for (int i = 0; i < 40 * 40; i++) out[i] = 9;
        quantised(sizes[m], sizes[n], sizes[d], bytes, weights, bias, out, 128, -3, 5);
        int sum = 0;
        for (int i = 0; i < 40 * 40; i++) sum += out[i] * (i % 13);
        printf("%d %d %d %d\n", sizes[m], sizes[n], sizes[d], sum);
      }
  for (int i = 0; i < 32 * 8 * 16; i++) q[0][0][i] = (float)(i * 17 % 37) / 16 - 1;
  for (int i = 0; i < 32 * 2 * 16; i++) k[0][0][i] = (float)(i * 19 % 41) / 16 - 1;
  heads(q, k, o);
  printf("%.9g\n", sum_of(o[0], 8 * 32));
  for (int h = 0; h < 6; h++)
    for (int w = 0; w < 6; w++) {
      for (int i = 0; i < 40 * 40; i++) count[i] = -1;
      escaped(sizes[h], sizes[w], count, 0.07f, -0.4f, 0.6f, 20);
      int sum = 0;
      for (int i = 0; i < 40 * 40; i++) sum += count[i] * (i % 13);
      printf("%d\n", sum);
    }
  return 0;
}

#else

static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const float weight[9] = {0.444f, 0.111f, 0.111f, 0.111f, 0.111f, 0.028f, 0.028f, 0.028f, 0.028f};

/* Cells that are solid are filled by a loop of their own. */
void streamed(const float f[9][24][32], float g[9][24][32], const uint8_t solid[24][32], float omega) {
  for (int y = 0; y < 24; y++)
    for (int x = 0; x < 32; x++) {
      float own[9], rho = 0;
      for (int d = 0; d < 9; d++) {
        own[d] = f[d][(y - ey[d] + 24) % 24][(x - ex[d] + 32) % 32];
        rho += own[d];
      }
      if (solid[y][x]) {
        for (int d = 0; d < 9; d++) g[d][y][x] = weight[d];
        continue;
      }
      for (int d = 0; d < 9; d++) g[d][y][x] = own[d] + omega * (weight[d] * rho - own[d]);
    }
}

/* Rotations that are left out where there is nothing to do. */
void rotated(double a[24][16], double b[24]) {
  for (int j = 0; j < 16; j++)
    for (int i = 23; i > j; i--) {
      double f = a[i - 1][j], g = a[i][j];
      if (g == 0.0) continue;
      double r = sqrt(f * f + g * g), c = f / r, s = g / r;
      for (int k = j; k < 16; k++) {
        double t0 = a[i - 1][k], t1 = a[i][k];
        a[i - 1][k] = c * t0 + s * t1;
        a[i][k] = c * t1 - s * t0;
      }
      double u0 = b[i - 1], u1 = b[i];
      b[i - 1] = c * u0 + s * u1;
      b[i] = c * u1 - s * u0;
    }
}

/* The bounds are chosen by the tap. */
void gradient(const float x[4][16][16], const float dy[4][16][16], float dw[4][4][3][3]) {
  for (int co = 0; co < 4; co++)
    for (int ci = 0; ci < 4; ci++)
      for (int ky = 0; ky < 3; ky++)
        for (int kx = 0; kx < 3; kx++) {
          const int y0 = ky < 1 ? 1 : 0, y1 = ky > 1 ? 15 : 16;
          const int x0 = kx < 1 ? 1 : 0, x1 = kx > 1 ? 15 : 16;
          float sum = 0.0f;
          for (int y = y0; y < y1; y++)
            for (int i = x0; i < x1; i++) sum += dy[co][y][i] * x[ci][y + ky - 1][i + kx - 1];
          dw[co][ci][ky][kx] += sum;
        }
}

/* What is clamped is a sum of data and of an argument. */
void quantised(int m, int n, int k, const uint8_t *restrict a, const int8_t *restrict w, const int32_t *restrict bias,
               uint8_t *restrict out, int a_zero, int w_zero, int out_zero) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      int32_t sum = bias[j];
      for (int p = 0; p < k; p++) sum += ((int32_t)a[i * k + p] - a_zero) * ((int32_t)w[j * k + p] - w_zero);
      int32_t v = (int32_t)(((int64_t)sum * 1103 + 32768) >> 16) + out_zero;
      if (v < 0)
        v = 0;
      else if (v > 255)
        v = 255;
      out[i * n + j] = (uint8_t)v;
    }
}

/* Four heads share what they are compared with. */
void heads(const float q[32][8][16], const float k[32][2][16], float o[8][32]) {
  for (int h = 0; h < 8; h++)
    for (int t = 0; t < 32; t++) {
      float most = -1e30f;
      for (int s = 0; s <= t; s++) {
        float dot = 0;
        for (int d = 0; d < 16; d++) dot += q[t][h][d] * k[s][h / 4][d];
        dot *= 0.25f;
        if (dot > most) most = dot;
      }
      o[h][t] = most;
    }
}

/* What a row begins with is the same in all columns. */
void escaped(int h, int w, int *restrict count, float step, float cr, float ci, int iterations) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float zr = -1.0f + step * (float)x, zi = -1.0f + step * (float)y;
      int n = 0;
      for (int k = 0; k < iterations; k++) {
        const float r2 = zr * zr, i2 = zi * zi;
        const int is_inside = r2 + i2 <= 4.0f;
        const float nr = r2 - i2 + cr, ni = 2.0f * zr * zi + ci;
        zr = is_inside ? nr : zr;
        zi = is_inside ? ni : zi;
        n += is_inside;
      }
      count[y * w + x] = n;
    }
}

#endif
