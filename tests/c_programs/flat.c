// Flat arrays, `restrict`, loops over unsigned types, macros, helpers, pointers that walk, columns and rows.
#include <math.h>
#include <stddef.h>

#define AT(i, j, ld) ((i) * (ld) + (j))
#define LESSER(a, b) ((a) < (b) ? (a) : (b))

void product(size_t m, size_t n, size_t k, const float *restrict a, const float *restrict b, float *restrict c);
void blur(const float *restrict in, float *restrict out, unsigned n);
void axpy_by_four(int n, float s, const float *restrict x, float *restrict y);
void shift_by_two(int n, int *a);
int sum_by_four(int n, const int *a);
double sum_walk(const double *p, int n);
double sum_to(const double *from, const double *to);
void scale(double *restrict a, int rows, int cols);
void reverse(int *a, size_t n);
unsigned hash(const unsigned char *s, size_t n);
void prefix(int *a, int n);
void spmv(int n, const int *restrict row, const int *restrict col, const double *restrict val,
          const double *restrict x, double *restrict y);
void histogram(const unsigned char *restrict image, int n, int *restrict counts);
int compact(const int *restrict a, int *restrict b, int n);
void fir(const double *restrict x, const double *restrict h, double *restrict y, long n, long taps);
void gram(const double *restrict a, double *restrict c);
void greatest(const float *restrict in, float *restrict out);

#ifndef MAIN
static inline float relu(float x) { return x > 0.0f ? x : 0.0f; }
static const float weights[3] = {0.25f, 0.5f, 0.25f};

void product(size_t m, size_t n, size_t k, const float *restrict a, const float *restrict b, float *restrict c) {
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++) {
      float acc = 0.0f;
      for (size_t p = 0; p < k; p++)
        acc += a[AT(i, p, k)] * b[AT(p, j, n)];
      c[AT(i, j, n)] = relu(acc);
    }
}

void blur(const float *restrict in, float *restrict out, unsigned n) {
  if (n < 3)
    return;
  for (unsigned i = 1; i < n - 1; i++) {
    float s = 0;
    for (int t = -1; t <= 1; t++)
      s += weights[t + 1] * in[i + t];
    out[i] = s;
  }
}

void axpy_by_four(int n, float s, const float *restrict x, float *restrict y) {
  int i;
  for (i = 0; i + 3 < n; i += 4) {
    y[i] += s * x[i];
    y[i + 1] += s * x[i + 1];
    y[i + 2] += s * x[i + 2];
    y[i + 3] += s * x[i + 3];
  }
  for (; i < n; i++)
    y[i] += s * x[i];
}

void shift_by_two(int n, int *a) { // Each copy reads what the one before it wrote.
  for (int i = 1; i < n - 1; i += 2) {
    a[i] = a[i - 1] + 1;
    a[i + 1] = a[i] + 1;
  }
}

int sum_by_four(int n, const int *a) {
  int s = 0, i = n % 4;
  for (int j = 0; j < i; j++)
    s += a[j];
  for (; i < n; i += 4)
    s += (a[i] + a[i + 1]) + (a[i + 2] + a[i + 3]);
  return s;
}

double sum_walk(const double *p, int n) {
  double s = 0;
  const double *end = p + n;
  while (p != end)
    s += *p++;
  return s;
}

double sum_to(const double *from, const double *to) {
  (void)to;
  double s = 0;
  for (const double *p = from; p < from + 5; ++p)
    s += *p;
  return s;
}

void scale(double *restrict a, int rows, int cols) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < LESSER(cols, 4); j++)
      a[i * cols + j] *= 0.5;
}

void reverse(int *a, size_t n) {
  for (size_t i = 0, j = n; i < n / 2; i++) {
    j--;
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

unsigned hash(const unsigned char *s, size_t n) {
  unsigned h = 2166136261u;
  while (n--) {
    h ^= *s++;
    h *= 16777619u;
  }
  return h;
}

void prefix(int *a, int n) {
  for (int i = 1, k = 0; i < n; i++, k += 2)
    a[i] = a[i - 1] + k;
}

void spmv(int n, const int *restrict row, const int *restrict col, const double *restrict val,
          const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      s += val[k] * x[col[k]];
    y[i] = s;
  }
}

void histogram(const unsigned char *restrict image, int n, int *restrict counts) {
  for (int i = 0; i < n; i++)
    counts[image[i]]++;
}

int compact(const int *restrict a, int *restrict b, int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (a[i] % 3 != 0)
      b[count++] = a[i];
  return count;
}

void fir(const double *restrict x, const double *restrict h, double *restrict y, long n, long taps) {
  for (long i = 0; i + taps <= n; i++) {
    double acc = 0.0;
    for (long t = 0; t < taps; t++)
      acc += h[t] * x[i + t];
    y[i] = acc;
  }
}

// Rows of constant lengths, and a diagonal that one variable walks.
void gram(const double *restrict a, double *restrict c) {
  for (int i = 0; i < 20; i++) {
    for (int j = 0; j <= i; j++)
      c[i * 20 + j] *= 0.5;
    for (int k = 0; k < 19; k++)
      for (int j = 0; j <= i; j++)
        c[i * 20 + j] += a[i * 19 + k] * a[j * 19 + k];
    c[21 * i] += 1.0;
  }
}

void greatest(const float *restrict in, float *restrict out) {
  for (int y = 0; y < 5; y++)
    for (int x = 0; x < 6; x++) {
      float m = -INFINITY;
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
          float v = in[(2 * y + i) * 12 + 2 * x + j];
          if (v > m || isnan(v))
            m = v;
        }
      out[y * 6 + x] = m;
    }
}
#endif

#ifdef MAIN
#include <stdio.h>
#include <string.h>

static unsigned state = 1;
static int number(void) { return (int)((state = state * 1103515245u + 12345u) >> 16 & 255) - 128; }

int main(void) {
  for (int n = 0; n < 12; n++) {
    float a[144], b[144], c[144], out[144];
    double x[144], y[144], h[144];
    int p[144], q[144], counts[256];
    unsigned char bytes[144];
    for (int i = 0; i < 144; i++) {
      a[i] = number() / 8.0f, b[i] = number() / 4.0f, c[i] = out[i] = 0;
      x[i] = number() / 16.0, y[i] = 0, h[i] = number();
      p[i] = number(), q[i] = 0, bytes[i] = (unsigned char)number();
    }
    memset(counts, 0, sizeof counts);
    int m = n / 2, k = (n * 7) % 5;
    product(m, n, k, a, b, c);
    blur(a, out, n);
    axpy_by_four(n - 2, 3.0f, b, c);
    shift_by_two(n, p);
    p[13] += sum_by_four(n - 3, p);
    double of[380], products[400];
    for (int i = 0; i < 400; i++)
      of[i % 380] = number(), products[i] = number() / 2.0;
    gram(of, products);
    if (n == 3)
      a[17] = NAN;
    greatest(a, out);
    a[17] = 1;
    for (int i = 0; i < 30; i++)
      printf("%a ", out[i]);
    for (int i = 0; i < 400; i++)
      printf("%a ", products[i]);
    printf("%d: %a %a %08x\n", n, sum_walk(x, n), sum_to(x, x + n), hash(bytes, n));
    scale(x, m, n);
    reverse(p, n);
    printf("%d\n", compact(p, q, n));
    prefix(q, n);
    histogram(bytes, n, counts);
    int row[13], col[144];
    for (int i = 0; i < 13; i++)
      row[i] = i < n ? i * (i - 1) / 2 : n * (n - 1) / 2;
    for (int i = 0; i < 144; i++)
      col[i] = (i * 31) % 12;
    spmv(n, row, col, h, x, y);
    for (int i = 0; i < 144; i++)
      printf("%a %a %a %a %d %d\n", c[i], out[i], x[i], y[i], p[i], q[i]);
    fir(x, h, y, n, k);
    for (int i = 0; i < 256; i++)
      printf("%d ", counts[i]);
    for (int i = 0; i < 144; i++)
      printf("%a ", y[i]);
    puts("");
  }
}
#endif
