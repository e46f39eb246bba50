// Loops that somebody tiled and unrolled: register tiles in scalars and in arrays, blocks without and with an end of their own, rows four at a
// time with what is left. Sizes that are no multiples of the blocks run beyond the ends of rows, into the next one.

#ifdef MAIN

#include <stdio.h>
#include <stdlib.h>

void tile_of_scalars(int n, const double *restrict A, const double *restrict B, double *restrict C);
void tile_of_an_array(int n, const float *A, const float *B, float *C);
void rows_of_four(int m, int n, const float *A, const float *x, float *y);
void eight_with_bias(float *out, const float *in, const float *weight, const float *bias, int B, int T, int C, int O);
void blocks(int n, const double *A, const double *B, double *C);
void ended_blocks(int n, double *A, double *B, double *C);
void running_sums(int n, const float *restrict a, float *restrict s, float *restrict t);
void transposed(int n, const float *a, float *b);

static unsigned state = 1;

static int next(void) {
  state = state * 1664525u + 1013904223u;
  return (int)(state >> 28) - 7;
}

static unsigned long bits_of(const void *p, unsigned long size) {
  const unsigned char *bytes = p;
  unsigned long sum = 0;
  for (unsigned long i = 0; i < size; i++) sum = sum * 31 + bytes[i];
  return sum;
}

int main(void) {
  static const int sizes[] = {-4, -1, 0, 1, 2, 3, 4, 7, 8, 12, 16, 17, 24};
  enum { N = 40 * 40 };
  static double a[N], b[N], c[N];
  static float x[N], y[N], z[N], bias[N];
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (int other = 0; other < 2; other++) {
      int n = sizes[k], m = other ? n + 1 : n;
      for (int i = 0; i < N; i++) a[i] = next(), b[i] = next(), c[i] = next(), x[i] = next(), y[i] = next(), z[i] = next(), bias[i] = next();
      tile_of_scalars(n, a, b, c);
      printf("%d %d: %lx", n, other, bits_of(c, sizeof c));
      blocks(n, a, b, c);
      printf(" %lx", bits_of(c, sizeof c));
      ended_blocks(n, a, b, c);
      printf(" %lx", bits_of(c, sizeof c));
      if (other) blocks(n, c, b, c);
      printf(" %lx", bits_of(c, sizeof c));
      tile_of_an_array(n, x, y, z);
      printf(" %lx", bits_of(z, sizeof z));
      rows_of_four(m, n, x, y, z);
      printf(" %lx", bits_of(z, sizeof z));
      if (n < 17) eight_with_bias(z, x, y, other ? bias : NULL, 2, n, 3, 5);
      printf(" %lx", bits_of(z, sizeof z));
      running_sums(n, x, y, z);
      printf(" %lx %lx", bits_of(y, sizeof y), bits_of(z, sizeof z));
      transposed(n, x, other ? x : z);
      printf(" %lx %lx\n", bits_of(x, sizeof x), bits_of(z, sizeof z));
    }
}

#else

void tile_of_scalars(int n, const double *restrict A, const double *restrict B, double *restrict C) {
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < n; j += 2) {
      double c00 = 0, c01 = 0, c10 = 0, c11 = 0;
      for (int k = 0; k < n; k++) {
        double a0 = A[i * n + k], a1 = A[(i + 1) * n + k];
        double b0 = B[k * n + j], b1 = B[k * n + j + 1];
        c00 += a0 * b0;
        c01 += a0 * b1;
        c10 += a1 * b0;
        c11 += a1 * b1;
      }
      C[i * n + j] = c00;
      C[i * n + j + 1] = c01;
      C[(i + 1) * n + j] = c10;
      C[(i + 1) * n + j + 1] = c11;
    }
}

void tile_of_an_array(int n, const float *A, const float *B, float *C) {
  for (int i0 = 0; i0 < n; i0 += 4)
    for (int j0 = 0; j0 < n; j0 += 4) {
      float acc[4][4] = {{0}};
      for (int k = 0; k < n; k++)
        for (int i = 0; i < 4; i++)
          for (int j = 0; j < 4; j++) acc[i][j] += A[(i0 + i) * n + k] * B[k * n + j0 + j];
      for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) C[(i0 + i) * n + j0 + j] = acc[i][j];
    }
}

void rows_of_four(int m, int n, const float *A, const float *x, float *y) {
  int i = 0;
  for (; i + 3 < m; i += 4) {
    const float *r0 = A + i * n, *r1 = r0 + n, *r2 = r1 + n, *r3 = r2 + n;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (int j = 0; j < n; j++) {
      float v = x[j];
      s0 += r0[j] * v;
      s1 += r1[j] * v;
      s2 += r2[j] * v;
      s3 += r3[j] * v;
    }
    y[i] = s0;
    y[i + 1] = s1;
    y[i + 2] = s2;
    y[i + 3] = s3;
  }
  for (; i < m; i++) {
    float s = 0;
    for (int j = 0; j < n; j++) s += A[i * n + j] * x[j];
    y[i] = s;
  }
}

void eight_with_bias(float *out, const float *in, const float *weight, const float *bias, int B, int T, int C, int O) {
  const int EIGHT = 8;
  if (B * T % EIGHT != 0) {
    for (int b = 0; b < B; b++)
      for (int t = 0; t < T; t++)
        for (int o = 0; o < O; o++) {
          float value = bias ? bias[o] : 0.0f;
          for (int i = 0; i < C; i++) value += in[(b * T + t) * C + i] * weight[o * C + i];
          out[(b * T + t) * O + o] = value;
        }
    return;
  }
  for (int first = 0; first < B * T; first += EIGHT)
    for (int o = 0; o < O; o++) {
      float result[EIGHT];
      for (int k = 0; k < EIGHT; k++) result[k] = bias ? bias[o] : 0.0f;
      for (int i = 0; i < C; i++) {
        float w = weight[i + o * C];
        for (int k = 0; k < EIGHT; k++) result[k] += in[(first + k) * C + i] * w;
      }
      for (int k = 0; k < EIGHT; k++) out[(first + k) * O + o] = result[k];
    }
}

#define BLOCK 4

void blocks(int n, const double *A, const double *B, double *C) {
  for (int ii = 0; ii < n; ii += BLOCK)
    for (int jj = 0; jj < n; jj += BLOCK)
      for (int kk = 0; kk < n; kk += BLOCK)
        for (int i = ii; i < ii + BLOCK; i++)
          for (int j = jj; j < jj + BLOCK; j++) {
            double s = C[i * n + j];
            for (int k = kk; k < kk + BLOCK; k++) s += A[i * n + k] * B[k * n + j];
            C[i * n + j] = s;
          }
}

static int least(int a, int b) { return a < b ? a : b; }

static void one_block(int n, int M, int N, int K, double *A, double *B, double *C) {
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      double c = C[i + j * n];
      for (int k = 0; k < K; ++k) c += A[i + k * n] * B[k + j * n];
      C[i + j * n] = c;
    }
}

void ended_blocks(int n, double *A, double *B, double *C) {
  for (int i = 0; i < n; i += BLOCK)
    for (int j = 0; j < n; j += BLOCK)
      for (int k = 0; k < n; k += BLOCK) {
        int M = least(BLOCK, n - i), N = least(BLOCK, n - j), K = least(BLOCK, n - k);
        one_block(n, M, N, K, A + i + k * n, B + k + j * n, C + i + j * n);
      }
}

/* Copies whose accumulators go on from one step to the next are none. */
void running_sums(int n, const float *restrict a, float *restrict s, float *restrict t) {
  float even = 0, odd = 0;
  for (int i = 0; i < n; i += 2) {
    even += a[i];
    odd += a[i + 1];
    s[i] = even;
    s[i + 1] = odd;
    t[i] = s[i + 1];
    t[i + 1] = s[i];
  }
}

void transposed(int n, const float *a, float *b) {
  for (int i = 0; i < n; i += BLOCK)
    for (int j = 0; j < n; j += BLOCK)
      for (int k = i; k < i + BLOCK; ++k)
        for (int l = j; l < j + BLOCK; ++l) b[k + l * n] = a[l + k * n];
}

#endif
