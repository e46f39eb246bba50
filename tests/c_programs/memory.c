// Arrays with extents of every kind, globals, constants, structs of scalars, addresses, pointers to rows, local arrays.
#include <math.h>
#include <string.h>

extern double table[6][8];
extern int counter;
extern double *shared;

void gemm(int ni, int nj, int nk, double alpha, double beta, double C[ni][nj], double A[restrict ni][nk],
          double B[nk][nj]);
void laplace(int nx, int ny, int nz, double u[nx][ny][nz], double v[restrict nx][ny][nz]);
void fixed(double A[][5], const float B[4][5], double (*C)[5], int n);
double globals(int n);
void sort3(int *a);
double members(int rows, int cols, double *a);
void row_pointers(int n, double A[n][7]);
double local_array(const double *a, int n);
void overlap(double *a, double *b, int n);
double library(double x, double y);
void normalise(int n, double A[n][n + 1]);
void refill(int n, double *y, const double *x, double rows[6][7]);

#ifndef MAIN
static const int order[4] = {2, 0, 3, 1};
static const double half = 0.5;
enum { WIDTH = 5 };

struct view {
  int rows, cols;
  double scale;
};

static void swap(int *a, int *b) {
  if (*a > *b) {
    int t = *a;
    *a = *b;
    *b = t;
  }
}

static double square(double x) { return x * x; }

static void divmod(double a, double b, double *quotient, double *rest) {
  *quotient = floor(a / b);
  *rest = a - *quotient * b;
}

void gemm(int ni, int nj, int nk, double alpha, double beta, double C[ni][nj], double A[restrict ni][nk],
          double B[nk][nj]) {
  int i, j, k;
  for (i = 0; i < ni; i++) {
    for (j = 0; j < nj; j++)
      C[i][j] *= beta;
    for (k = 0; k < nk; k++)
      for (j = 0; j < nj; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
}

void laplace(int nx, int ny, int nz, double u[nx][ny][nz], double v[restrict nx][ny][nz]) {
  for (int i = 1; i < nx - 1; ++i)
    for (int j = 1; j < ny - 1; ++j)
      for (int k = 1; k < nz - 1; ++k)
        v[i][j][k] = u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] + u[i][j][k - 1] +
                     u[i][j][k + 1] - 6 * u[i][j][k];
}

void fixed(double A[][5], const float B[4][5], double (*C)[5], int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < WIDTH; j++)
      A[i][j] = B[order[i % 4]][j] + (*C)[j] * C[i][4 - j];
}

double globals(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 8; j++) {
      table[i][j] = table[i][j] * half + shared[j];
      s += table[i][j];
      counter++;
    }
  return s;
}

void sort3(int *a) {
  swap(&a[0], &a[1]);
  swap(a + 1, a + 2);
  swap(a, &a[1]);
}

double members(int rows, int cols, double *a) {
  struct view v = {rows, cols, 0.5};
  v.scale *= 2;
  double s = 0;
  for (int i = 0; i < v.rows; i++) {
    for (int j = 0; j < v.cols; j++)
      s += a[i * v.cols + j] * v.scale;
    v.scale = -v.scale;
  }
  return s;
}

void row_pointers(int n, double A[n][7]) {
  for (int i = 1; i < n; i++) {
    double *row = A[i];
    const double *above = A[i - 1];
    for (int j = 0; j < 7; j++)
      row[j] += square(above[j]) / 16;
  }
}

double local_array(const double *a, int n) {
  double sums[4] = {1.0, 2.0}, copy[n + 1], whole, rest;
  for (int i = 0; i <= n; i++)
    copy[i] = i < n ? a[i] : 1.5;
  for (int i = 0; i < n; i++)
    sums[i % 4] += copy[i] * copy[i + 1];
  divmod(sums[0], sums[1] + 100, &whole, &rest);
  return sums[2] - sums[3] + whole * 10 + rest;
}

void overlap(double *a, double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] + 1;
}

double library(double x, double y) {
  double r = sqrt(fabs(x)) + fmax(x, y) - fmin(x, y) + copysign(1.0, y) + floor(x) + ceil(y) + trunc(x / 3);
  return r + fmod(x, 3.0) + (float)x * 0.5f + -y + pow(fabs(x), 0.5) + exp(y / 64) + sin(x) * cos(y) + fma(x, y, r);
}

void normalise(int n, double A[n][n + 1]) {
  for (int i = 0; i < n; i++) {
    double norm = 0;
    for (int j = 0; j <= n; j++)
      norm += A[i][j] * A[i][j];
    norm = norm > 0 ? sqrt(norm) : 1.0;
    for (int j = n; j >= 0; j--)
      A[i][j] /= norm;
  }
}
void refill(int n, double *y, const double *x, double rows[6][7]) {
  double local[7];
  memset(local, 0, sizeof local);
  memset(y, 0, n * sizeof *y);
  memcpy(local + 1, x, n * sizeof(double));
  for (int i = 0; i < n; i++) {
    memcpy(rows[i], local, (i % 2) * sizeof(double));
    for (int j = 0; j < 7; j++)
      y[j % (n + 1)] += local[j] * rows[i][j];
  }
  for (int i = 0; i + 1 < n; i++)
    memcpy(rows[i], rows[i + 1], sizeof rows[i]);
  memset(rows + n, 0, (6 - n) * sizeof rows[0]);
}

#endif

#ifdef MAIN
#include <stdio.h>

double table[6][8], store[8], *shared = store;
int counter;
static unsigned state = 7;
static int number(void) { return (int)((state = state * 1103515245u + 12345u) >> 16 & 255) - 128; }

int main(void) {
  for (int n = 0; n < 6; n++) {
    double a[210], b[210], c[210];
    float f[4][5];
    int t[3] = {number(), number(), number()};
    for (int i = 0; i < 210; i++)
      a[i] = number() / 8.0, b[i] = number() / 4.0, c[i] = number();
    for (int i = 0; i < 20; i++)
      f[i / 5][i % 5] = number() / 2.0f;
    for (int i = 0; i < 48; i++)
      table[i / 8][i % 8] = number();
    for (int i = 0; i < 8; i++)
      store[i] = number();
    gemm(n, n + 2, 5 - n, 1.5, 0.25, (void *)c, (void *)a, (void *)b);
    laplace(n, n + 1, 6, (void *)a, (void *)c);
    fixed((void *)a, f, (void *)b, n);
    printf("%a %d ", globals(n), counter);
    sort3(t);
    printf("%d %d %d %a ", t[0], t[1], t[2], members(n, 6 - n, a));
    row_pointers(n, (void *)c);
    printf("%a ", local_array(c, n));
    overlap(a + 1, a, n);
    overlap(b, b + 1, n);
    printf("%a\n", library(a[3], b[4]));
    normalise(n, (void *)b);
    refill(n, b + 100, c, (void *)a);
    for (int i = 0; i < 210; i++)
      printf("%a %a %a %a\n", a[i], b[i], c[i], table[i % 6][i % 8]);
  }
}
#endif
