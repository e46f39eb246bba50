// Sizes that lie in memory: behind pointers, in structs, in variables of the file, in arrays of extents.
#include <stdio.h>

typedef struct {
  int rows, columns, stride;
} Shape;

#ifndef MAIN
int count;
static int height, width;
int extents[3];

void set(int h, int w) {
  height = h;
  width = w;
}

/* What is read last is read only where the loops around have iterations. */
void transposed(const int *n, const int *m, double *a, const double *b) {
  for (int i = 0; i < *n; i++)
    for (int j = 0; j < *m; j++) a[i * *m + j] = b[j * *n + i] * 2.0;
}

void product(const int *m, const int *n, const int *k, const double *alpha, const double *a, const int *lda,
             const double *b, const int *ldb, double *c, const int *ldc) {
  int a_dim1 = *lda, b_dim1 = *ldb, c_dim1 = *ldc, i__1, i__2, i__3, i, j, l;
  a -= 1 + a_dim1;
  b -= 1 + b_dim1;
  c -= 1 + c_dim1;
  i__1 = *n;
  for (j = 1; j <= i__1; ++j) {
    i__2 = *k;
    for (l = 1; l <= i__2; ++l) {
      double temp = *alpha * b[l + j * b_dim1];
      i__3 = *m;
      for (i = 1; i <= i__3; ++i) c[i + j * c_dim1] += temp * a[i + l * a_dim1];
    }
  }
}

void scaled(const Shape *p, float *restrict a, const float *restrict b) {
  for (int i = 0; i < p->rows; i++)
    for (int j = 0; j < p->columns; j++) a[i * p->stride + j] = b[i * p->stride + j] * 3.0f;
}

void of_file(float *restrict a, const float *restrict b) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < extents[1]; j++) a[i * extents[1] + j] += b[j * count + i];
}

/* The elements that are stored may be the sizes. */
void growing(int *n, int *a, int limit) {
  for (int i = 0; i < *n; i++) a[i] = i < limit ? a[i] + 1 : 2;
}

void bytes(const Shape *p, unsigned char *a) {
  for (int i = 0; i < p->rows; i++) a[i] = (unsigned char)(a[i] + p->columns);
}

/* The size is another one in each iteration of the outer loop. */
void triangle(int *n, double *a, int m) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < *n; j++) a[i * 50 + j] = a[i * 50 + j] * 0.5 + j;
    (*n)++;
  }
}

void shrinking(double *a) {
  while (height > 0) {
    for (int j = 0; j < width; j++) a[height * 10 + j] += j;
    height--;
  }
}

static void next(void) { count += 2; }

void by_call(double *a) {
  for (int i = 0; i < count; i++) {
    a[i] += i;
    if (i == 3) next();
  }
}

void ragged(int n, const int *length, float *a, int ld) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length[i]; j++) a[i * ld + j] += length[i] - j;
}


/* The loop inside runs, but not in the first iteration. */
void below(int n, const int *step, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) a[i * 100 + j * *step] += j + 1;
}

/* What one loop reads where it runs another statement reads elsewhere. */
void elsewhere(int n, int k, int z, const int *step, double *a) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < k; j++) a[i * 100 + j * *step] += j;
    if (z) a[i * 100 + *step] = -i;
  }
}

void afterwards(int n, int k, const int *step, const int *other, double *a) {
  for (int i = 0; i < n; i++) {
    int m = k - i;
    for (int j = 0; j < m; j++) a[i * 100 + j * *step] += j;
    m = *other;
    for (int j = 0; j < m; j++) a[i * 100 + j] *= 0.5;
  }
}
#else
extern int count, extents[3];
void set(int h, int w);
void transposed(const int *n, const int *m, double *a, const double *b);
void product(const int *m, const int *n, const int *k, const double *alpha, const double *a, const int *lda, const double *b, const int *ldb, double *c, const int *ldc);
void scaled(const Shape *p, float *restrict a, const float *restrict b);
void of_file(float *restrict a, const float *restrict b);
void growing(int *n, int *a, int limit);
void bytes(const Shape *p, unsigned char *a);
void triangle(int *n, double *a, int m);
void shrinking(double *a);
void by_call(double *a);
void ragged(int n, const int *length, float *a, int ld);
void below(int n, const int *step, double *a);
void elsewhere(int n, int k, int z, const int *step, double *a);
void afterwards(int n, int k, const int *step, const int *other, double *a);

static double u[6000], v[6000];
static float f[6000], g[6000];
static int w[100];
static unsigned char c[100];

static void fill(void) {
  for (int i = 0; i < 6000; i++) {
    u[i] = (i * 41 % 103 - 50) / 4.;
    v[i] = i % 5 - 1.5;
    f[i] = (i * 37 % 101 - 50) / 8.f;
    g[i] = i % 7;
  }
  for (int i = 0; i < 100; i++) {
    w[i] = i % 9;
    c[i] = i * 3;
  }
}

static void show(const char *name, int h, int k) {
  double s = 0;
  for (int i = 0; i < 6000; i++) s += (u[i] + v[i] + f[i] + g[i]) * (i % 17 + 1);
  for (int i = 0; i < 100; i++) s += (w[i] + c[i]) * (i % 13 + 1);
  printf("%s %d %d %.17g\n", name, h, k, s);
}

int main(void) {
  int sizes[] = {-1, 0, 1, 2, 3, 7, 16, 17, 35, 50};
  for (int s = 0; s < 10; s++)
    for (int r = 0; r < 10; r++) {
      int n = sizes[s], m = sizes[r];
      fill();
      transposed(&n, n > 0 ? &m : 0, u, v);
      show("transposed", n, m);
      fill();
      transposed(&n, n > 0 ? &m : 0, u, u + 3);
      show("transposed that overlaps", n, m);
      fill();
      int k = (n + m) / 2, lda = 51, ldb = 60, ldc = 53;
      double alpha = 0.5;
      product(m > 0 ? &m : &n, &n, &k, &alpha, u, &lda, v, &ldb, u + 2000, &ldc);
      show("product", n, m);
      fill();
      product(&n, &n, &m, u + 5, u, &lda, v, &ldb, u, &ldc);
      show("product that overlaps", n, m);
      Shape p = {n, m, 60};
      fill();
      scaled(&p, f, g);
      show("scaled", n, m);
      fill();
      count = n;
      extents[1] = m;
      of_file(f, g);
      show("of the file", n, m);
      fill();
      w[10] = n;
      growing(w + 10, w, m);
      show("growing", n, m);
      fill();
      w[0] = n > 9 ? 9 : n;
      growing(w, w + 1, m);
      show("growing behind", n, m);
      fill();
      bytes(&p, c);
      show("bytes", n, m);
      fill();
      Shape own = {n > 8 ? 8 : n, m, 1};
      bytes(&own, (unsigned char *)&own + 4);
      printf("bytes of the shape %d %d %d\n", own.rows, own.columns, own.stride);
      fill();
      int few = n > 20 ? 20 : n;
      triangle(&few, u, m > 20 ? 20 : m);
      show("triangle", few, m);
      fill();
      set(n, m);
      shrinking(u);
      show("shrinking", n, m);
      fill();
      count = n;
      by_call(u);
      show("by a call", count, m);
      fill();
      ragged(n, w, f, m < 0 ? 0 : m);
      show("ragged", n, m);
      fill();
      int step = 2;
      below(n, n > 1 ? &step : 0, u);
      show("below", n, m);
      fill();
      elsewhere(n, m, 1, &step, u);
      show("elsewhere", n, m);
      fill();
      elsewhere(n, m, 0, m > 0 ? &step : 0, u);
      show("elsewhere, not asked for", n, m);
      fill();
      afterwards(n, m, m > 0 ? &step : 0, &step, u);
      show("afterwards", n, m);
    }
  return 0;
}
#endif
