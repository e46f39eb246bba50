// Jumps, loops that count and loops that do not, conditions with guards, values that branches hand on.
int find(const int *a, int n, int x);
int first_negative(const double *restrict a, int n);
int pairs(const int *a, int n);
long collatz(long x);
int clamp_all(int *a, int n, int low, int high);
double early(double *a, int n, int mode);
int down(int *a, int n);
int strides(int *a, int n, int s);
int nested(const int *a, int n);
void guarded(const int *restrict index, double *restrict a, int n);
int until(const unsigned char *s);
int countdown(int *a, int n);
int triangle(int n);

#ifndef MAIN
int find(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] == x)
      return i;
  return -1;
}

int first_negative(const double *restrict a, int n) {
  int i;
  for (i = 0; i < n; i++)
    if (a[i] < 0)
      break;
  return i;
}

int pairs(const int *a, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      continue;
    for (int j = i + 1; j < n; j++) {
      if (a[j] == 0)
        break;
      if (a[j] < a[i])
        continue;
      count += a[j] - a[i];
    }
    count++;
  }
  return count;
}

long collatz(long x) {
  long count = 0;
  do {
    x = x % 2 ? 3 * x + 1 : x / 2;
    count++;
  } while (x > 1);
  return count;
}

int clamp_all(int *a, int n, int low, int high) {
  int changed = 0;
  for (int i = 0; i < n; i++) {
    int old = a[i];
    if (a[i] < low)
      a[i] = low;
    else if (a[i] > high)
      a[i] = high;
    changed += old != a[i];
  }
  return changed;
}

double early(double *a, int n, int mode) {
  if (n <= 0)
    return -1.0;
  double best = a[0];
  if (mode == 0) {
    for (int i = 1; i < n; i++)
      if (a[i] > best)
        best = a[i];
    return best;
  }
  for (int i = 0; i < n; i++) {
    if (a[i] > 100.0)
      return a[i];
    a[i] += best;
  }
  return mode > 1 ? best * 2 : best;
}

int down(int *a, int n) {
  int last = 7, i;
  for (i = n - 1; i >= 0; i--) {
    a[i] = i + last;
    last = a[i] & 15;
  }
  for (int k = n; k-- > 0;)
    a[k] += k;
  for (int k = n; k > 1; k -= 3)
    a[k - 1] -= k;
  return last * 100 + i;
}

int strides(int *a, int n, int s) {
  int count = 0, k = 0, i;
  for (i = 1; i < n; i += 3) {
    a[i] += k;
    k += 2;
  }
  for (int j = 0; j < n; j += s)
    count += a[j];
  for (int j = n; j > 0; j /= 2)
    count ^= j;
  return count * 1000 + i + k;
}

int nested(const int *a, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    int run = 0;
    while (i + run < n && a[i + run] > 0)
      run++;
    if (run > 2 || (run == 1 && a[i] > 50))
      total += run;
  }
  return total;
}

void guarded(const int *restrict index, double *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    if (index[i] >= 0 && index[i] < n && a[index[i]] > 0)
      a[i] += 1.0;
    a[i] = index[i] < 0 || a[i] > 3.0 ? -a[i] : a[i] * 2;
  }
}

int until(const unsigned char *s) {
  int length = 0;
  while (s[length])
    length++;
  return length;
}

int countdown(int *a, int n) {
  int i = 0;
  while (i < n) {
    a[i] = -a[i];
    a[i++] += 2;
  }
  return i;
}

int triangle(int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j <= 2 * i && j < n; j++)
      for (int k = j; k != n; k++)
        count += i ^ j ^ k;
  return count;
}
#endif

#ifdef MAIN
#include <stdio.h>

static unsigned state = 3;
static int number(void) { return (int)((state = state * 1103515245u + 12345u) >> 16 & 255) - 128; }

int main(void) {
  for (int round = 0; round < 60; round++) {
    int n = round % 13 - 1, a[16], b[16];
    double x[16];
    unsigned char s[16];
    for (int i = 0; i < 16; i++) {
      a[i] = number() / (round % 3 ? 16 : 1), b[i] = number() / 12, x[i] = number();
      s[i] = (unsigned char)(number() & 3);
    }
    s[15] = 0;
    printf("%d %d %d %ld\n", find(a, n, 2), first_negative(x, n), pairs(a, n), collatz(n));
    printf("%d %d ", nested(a, n), until(s));
    printf("%d ", clamp_all(a, n, -3, 4));
    printf("%a %a %a ", early(x, n, 0), early(x, n, 1), early(x, n, 2));
    guarded(b, x, n);
    printf("%d ", down(b, n));
    printf("%d ", strides(a, n, 1 + round % 4));
    printf("%d %d\n", countdown(a, n), triangle(n));
    for (int i = 0; i < 16; i++)
      printf("%d %d %a\n", a[i], b[i], x[i]);
  }
}
#endif
