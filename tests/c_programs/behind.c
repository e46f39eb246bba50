// Loops that are tested behind their body, which count.

#include <stddef.h>

#ifdef MAIN

#include <stdio.h>

void scale(int n, float *restrict a, const float *restrict b);
void before(int n, float *restrict a, const float *restrict b);
void down(int n, float *restrict a, const float *restrict b);
int down_after(int n, float *restrict a, const float *restrict b);
void pointers(size_t n, float *restrict a, const float *restrict b);
void rows(int n, int m, float *restrict a, const float *restrict b);
int by_three(int from, int n, float *restrict a);
unsigned wraps(unsigned i, unsigned n, unsigned *restrict a);
float skips(int n, const float *restrict a);

int main(void) {
  static const int sizes[] = {-7, -1, 0, 1, 2, 3, 5, 16, 33};
  static float a[2048], b[2048];
  static unsigned marks[8];
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k], some = n > 1 ? n : 1, last, reached;
    double total = 0;
    for (int i = 0; i < 2048; i++) a[i] = i * 0.5f, b[i] = i % 31 - 7.25f;
    scale(n, a, b);
    before(n, a + 50, b + 3);
    down(some, a + 100, b + 5);
    last = down_after(n > 0 ? n : 0, a + 150, b + 7);
    pointers(n > 0 ? n : 0, a + 200, b);
    rows(n, n, a + 300, b);
    rows(n, 3, a + 1500, b);
    reached = by_three(-3, n, a + 1703);
    unsigned marked = wraps(0xfffffffe, 5, marks) + wraps(3, some, marks);
    for (int i = 0; i < 2048; i++) total += a[i] * (i % 17 + 1);
    printf("%d %d %d %u %u %.9g %.9g\n", n, last, reached, marked, marks[2], skips(n, b), total);
  }
}

#else

void scale(int n, float *restrict a, const float *restrict b) {
  int i = 0;
  do {
    a[i] = 2 * b[i];
    i++;
  } while (i < n);
}

void before(int n, float *restrict a, const float *restrict b) {
  int i = 0;
  do {
    a[i] = 2 * b[i];
  } while (++i < n);
}

void down(int n, float *restrict a, const float *restrict b) {
  do {
    *a++ = 2 * *b++;
  } while (--n);
}

int down_after(int n, float *restrict a, const float *restrict b) {
  do {
    a[n] = 3 * b[n];
  } while (n-- > 0);
  return n;
}

void pointers(size_t n, float *restrict a, const float *restrict b) {
  float *end = a + n;
  do {
    *a = 2 * *b++;
  } while (++a < end);
}

void rows(int n, int m, float *restrict a, const float *restrict b) {
  int i = 0;
  do {
    int j = 0;
    do {
      float sum = 0;
      for (int k = 0; k < m; k++) sum += b[i * m + k] * b[k * m + j];
      a[i * m + j] = sum;
    } while (++j < m);
  } while (++i < n);
}

int by_three(int from, int n, float *restrict a) {
  do {
    a[from] += 1;
    from += 3;
  } while (from <= n);
  return from;
}

// What is unsigned goes on from 0.
unsigned wraps(unsigned i, unsigned n, unsigned *restrict a) {
  unsigned count = 0;
  do {
    a[i & 7] += i;
    count++;
  } while (++i < n);
  return count;
}

float skips(int n, const float *restrict a) {
  float sum = 0;
  int i = 0;
  do {
    if (a[i] < 0) continue;
    sum += a[i];
  } while (++i < n);
  return sum;
}

#endif
