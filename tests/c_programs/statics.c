// Static variables of the file and of functions: read, assigned and kept from call to call.
void scaled(float *x); float kept(int m); int count(const int *x, int m); void fill(int m); double along(int m);
void reached(int *x, int m, int *seen); void bounded(int *x, int *outside);

#ifndef MAIN

static float w[64], bias = 0.5f;
static int n = 40, calls;
static double *rows, table[12][20];
static float at(int i) { return w[i] + bias; }

void scaled(float *x) {
  for (int i = 0; i < n; i++)
    x[i] = at(i) * x[i];
}

float kept(int m) {
  static float sums[64];
  float s = 0;
  for (int i = 0; i < m; i++)
    sums[i] += w[i] * w[63 - i];
  for (int i = 0; i < m; i++)
    s += sums[i];
  return s;
}

int count(const int *x, int m) {
  static int total;
  for (int i = 0; i < m; i++) {
    calls += 1;
    total += x[i];
  }
  if (m == 3)
    return total;
  return calls;
}

void fill(int m) {
  w[0] = 1.25f;
  for (int i = 1; i < 64; i++)
    w[i] = w[i - 1] * 0.75f + (float)m;
  rows = table[3];
}

double along(int m) {
  double s = 1;
  for (int t = 0; t < m; t++) {
    for (int i = 0; i < 12; i++)
      for (int j = 0; j < 20; j++)
        table[i][j] += i * 0.5 + j;
    for (int j = 0; j < 20; j++)
      rows[j] = rows[j] * 0.5 + table[0][j];
  }
  for (int j = 0; j < 20; j++)
    s += rows[j];
  if (calls > 1000)
    return 0;
  return s;
}

void reached(int *x, int m, int *seen) {
  int s = 1;
  int *p = &s;
  seen[0] = p == x;
  for (int i = 0; i < m; i++) {
    *p += x[i];
    x[i] = s;
  }
}

void bounded(int *x, int *outside) {
  int m = 5;
  int *p = outside ? outside : &m;
  if (x == 0)
    x = p;
  for (int i = 0; i < m; i++)
    x[i] = i;
  if (outside)
    outside[1] = m;
}

#else

#include <stdio.h>

int main(void) {
  float x[64];
  int y[8] = {3, -1, 4, 1, -5, 9, 2, -6}, seen[2];
  for (int i = 0; i < 64; i++)
    x[i] = (float)(i % 7) - 2;
  for (int m = 0; m < 9; m++) {
    fill(m);
    scaled(x);
    printf("%g %g %g\n", x[0], x[39], x[40]);
    printf("%g %d %g\n", kept(m), count(y, m < 8 ? m : 3), along(m));
    reached(y, m < 8 ? m : 7, seen);
    printf("%d %d %d\n", y[0], y[6], seen[0]);
  }
  int z[8] = {0}, out[2] = {0};
  bounded(z, out);
  printf("%d %d %d %d\n", z[4], z[5], out[0], out[1]);
  bounded(0, 0);
}
#endif
