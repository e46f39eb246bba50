// Elements that short functions of structs read and write, and structs that are handed on to others.
#include <stdio.h>

typedef struct { int w, h, c; float *data; } image;
typedef struct { int rows, columns; double *data; struct unused *next; } matrix;
typedef struct { double re, im; } complex_number;
typedef struct { complex_number *values; int n; } signal;

void blurred(image im, image out);
void multiplied(const matrix *a, const matrix *b, matrix *c);
void scaled(signal s, complex_number by);
void flipped(image *im);
double norm(const matrix *m);
double hidden(matrix *m, int shift);

#ifndef MAIN
static float get_pixel(image m, int x, int y, int c) {
  return m.data[c * m.h * m.w + y * m.w + x];
}
static float get_pixel_extend(image m, int x, int y, int c) {
  if (x < 0 || x >= m.w || y < 0 || y >= m.h) return 0;
  if (c < 0 || c >= m.c) return 0;
  return get_pixel(m, x, y, c);
}
static void set_pixel(image m, int x, int y, int c, float val) {
  int at = c * m.h * m.w + y * m.w + x;
  m.data[at] = val;
}
static inline double *at(const matrix *m, int i, int j) { return &m->data[i * m->columns + j]; }
static inline double get(const matrix *m, int i, int j) { return *at(m, i, j); }
static inline void add(matrix *m, int i, int j, double by) { m->data[i * m->columns + j] += by; }
static inline complex_number times(complex_number a, complex_number b) {
  complex_number r;
  r.re = a.re * b.re - a.im * b.im;
  r.im = a.re * b.im + a.im * b.re;
  return r;
}
static int size_of(const signal s) { return s.n; }
// The length is counted, however often it is asked for.
static int calls;
static int rows_of(const matrix *m) { calls++; return m->rows; }
static void swap(image *m, int a, int b) {
  float t = m->data[a];
  m->data[a] = m->data[b];
  m->data[b] = t;
}

void blurred(image im, image out) {
  for (int c = 0; c < im.c; c++)
    for (int y = 0; y < im.h; y++)
      for (int x = 0; x < im.w; x++) {
        float s = 0;
        for (int v = -1; v <= 1; v++)
          for (int u = -1; u <= 1; u++)
            s += get_pixel_extend(im, x + u, y + v, c);
        set_pixel(out, x, y, c, s / 9 + get_pixel(out, x, y, c));
      }
}
void multiplied(const matrix *a, const matrix *b, matrix *c) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->columns; j++) {
      add(c, i, j, -get(c, i, j));
      for (int k = 0; k < a->columns; k++)
        add(c, i, j, get(a, i, k) * get(b, k, j));
    }
}
void scaled(signal s, complex_number by) {
  for (int i = 0; i < size_of(s); i++)
    s.values[i] = times(s.values[i], by);
}
void flipped(image *im) {
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w / 2; x++)
      swap(im, y * im->w + x, y * im->w + im->w - 1 - x);
}
double norm(const matrix *m) {
  double s = 0;
  for (int i = 0; i < rows_of(m); i++)
    for (int j = 0; j < m->columns; j++) {
      double x = get(m, i, j);
      s += x * x;
    }
  return s + calls;
}
// What the function reads has the name of another variable where it is called.
static int shift = 3;
static double shifted(const matrix *m, int i) { return m->data[i] * shift; }
static void put(matrix *m, int i) { m->data[i] = shift; m->data[i] += 1; }
double hidden(matrix *m, int shift) {
  double s = 0;
  for (int i = 0; i < m->rows; i++)
    s += shifted(m, i) + shift;
  for (int i = 0; i < m->rows; i++)
    put(m, i);
  return s;
}
#else
int main(void) {
  float pixels[2][600];
  double numbers[3][400];
  complex_number values[20];
  const int sizes[] = {0, 1, 2, 7, 20};
  for (int s = 0; s < 5; s++) {
    int n = sizes[s];
    for (int i = 0; i < 600; i++)
      pixels[0][i] = (float)(i % 11), pixels[1][i] = (float)(i % 5);
    for (int i = 0; i < 400; i++)
      numbers[0][i] = i % 7, numbers[1][i] = i % 4 - 1, numbers[2][i] = i;
    image im = {n, n > 2 ? n - 1 : n, 1, pixels[0]}, out = {n, n > 2 ? n - 1 : n, 1, pixels[1]};
    blurred(im, out);
    // In place.
    blurred(out, out);
    flipped(&out);
    double sum = 0;
    for (int i = 0; i < 600; i++)
      sum += pixels[1][i] * (i % 17);
    matrix a = {n, n, numbers[0], 0}, b = {n, n, numbers[1], 0}, c = {n, n, numbers[2], 0};
    multiplied(&a, &b, &c);
    if (n < 3) multiplied(&c, &a, &c);
    printf("%d %.6g %.9g", n, sum, norm(&c));
    for (int i = 0; i < 20; i++)
      values[i].re = i, values[i].im = 2 - i;
    complex_number by = {0.5, -1.5};
    scaled((signal){values, n}, by);
    printf(" %g %g", hidden(&a, 10), numbers[0][0]);
    printf(" %g %g\n", values[n > 0 ? n - 1 : 0].re, values[n / 2].im);
  }
  return 0;
}
#endif
