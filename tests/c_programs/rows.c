// Tables of pointers to rows, in one block, allocated one by one, in another order, and with rows that reach into the next.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int rows, cols;
  double **data;
} matrix;

#ifndef MAIN
void product(const matrix *a, const matrix *b, matrix *c) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      c->data[i][j] = 0;
      for (int k = 0; k < a->cols; k++)
        c->data[i][j] += a->data[i][k] * b->data[k][j];
    }
}

void blur(unsigned char **in, unsigned char **out, int h, int w) {
  for (int y = 1; y < h - 1; y++) {
    unsigned char *up = in[y - 1], *row = in[y], *down = in[y + 1], *to = out[y];
    for (int x = 1; x < w - 1; x++)
      to[x] = (up[x] + row[x - 1] + 4 * row[x] + row[x + 1] + down[x]) / 8;
  }
}

void product_from_one(float **a, const float *x, float *y, int n, int m) {
  for (int i = 1; i <= n; i++) {
    y[i] = 0;
    for (int j = 1; j <= m; j++)
      y[i] += a[i][j] * x[j];
  }
}

#else
void product(const matrix *a, const matrix *b, matrix *c);
void blur(unsigned char **in, unsigned char **out, int h, int w);
void product_from_one(float **a, const float *x, float *y, int n, int m);

enum { BLOCK, SINGLE, MIXED, OVERLAPPING, KINDS };

static void *table(int kind, int n, int size) {
  char **rows = malloc((n + 1) * sizeof *rows), *block = calloc((size_t)(n + 1) * (n + 3), size);
  for (int i = 0; i <= n; i++) {
    int at = kind == MIXED ? i * 7 % (n + 1) : i;
    rows[i] = kind == SINGLE ? calloc(n + 2, size) : block + (size_t)at * (kind == OVERLAPPING ? n - 2 : n) * size;
  }
  return rows;
}

static void show(const char *what, int kind, int n, double sum) {
  printf("%s %d %d %g\n", what, kind, n, sum);
}

int main(void) {
  int sizes[] = {0, 1, 2, 15, 16, 17, 40};
  for (int kind = 0; kind < KINDS; kind++)
    for (int s = 0; s < 7; s++) {
      int n = sizes[s], most = n < 3 ? 3 : n;
      matrix a = {n, n, table(kind, most, sizeof(double))}, b = {n, n, table(kind, most, sizeof(double))};
      matrix c = {n, n, table(kind, most, sizeof(double))};
      for (int i = 0; i < most; i++)
        for (int j = 0; j < most; j++) {
          a.data[i][j] = (i * 7 + j * 3) % 11 - 5;
          b.data[i][j] = (i * 5 + j) % 7 - 3;
        }
      double sum = 0;
      product(&a, &b, &c);
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          sum = sum * 0.5 + c.data[i][j];
      show("product", kind, n, sum);
      product(&a, &a, &a);
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          sum = sum * 0.5 + a.data[i][j];
      show("product in place", kind, n, sum);

      unsigned char **in = table(kind, most, 1), **out = table(kind, most, 1);
      for (int i = 0; i < most; i++)
        for (int j = 0; j < most; j++)
          in[i][j] = i * j + 3 * i;
      blur(in, out, n, most);
      blur(in, in, n, most);
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          sum = sum * 0.75 + out[i][j] + in[i][j];
      show("blur", kind, n, sum);

      float **from_zero = table(kind, most, sizeof(float)), **from_one = malloc((most + 1) * sizeof *from_one);
      float *x = calloc(most + 1, sizeof *x), *y = calloc(most + 1, sizeof *y);
      from_one[0] = (float *)1;
      for (int i = 0; i < most; i++) {
        from_one[i + 1] = from_zero[i] - 1;
        x[i] = i % 5;
        for (int j = 0; j < most; j++)
          from_zero[i][j] = (i + j) % 4;
      }
      product_from_one(from_one, x, y, n, n);
      for (int i = 0; i <= n; i++)
        sum = sum * 0.5 + y[i];
      show("product from one", kind, n, sum);
    }
}
#endif
