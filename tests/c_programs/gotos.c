// Jumps to labels that stand behind them.
int out_of_two(const int *a, int n, int x, int *at);
void either(double *restrict a, double *restrict b, const double *restrict c, int n);
void skipping(double *restrict a, double *restrict b, const double *restrict c, int n);
void crossing(double *restrict a, double *restrict b, double *restrict c, int n);
int cleanup(const int *a, int n);
int out_and_on(const int *a, int n);
int declared_behind(const int *a, int n);
int ladder(int x);
int in_switch(const int *a, int n);
int by_returns(const int *a, int n);
int unused(int n);
int back(int n);
int after_part(const int *restrict a, int *restrict b, int n);

#ifndef MAIN
int out_of_two(const int *a, int n, int x, int *at) {
  int i, j = 0, count = 0;
  for (i = 0; i < n; i++)
    for (j = i + 1; j < n; j++) {
      if (a[i] + a[j] == x)
        goto found;
      count++;
    }
  count = -count - 1;
found:
  *at = i * 100 + j;
  return count;
}

void either(double *restrict a, double *restrict b, const double *restrict c, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      goto other;
    a[i] = c[i] * 2;
    goto end;
  other:
    b[i] = a[i] + c[i];
  end:;
  }
}

void skipping(double *restrict a, double *restrict b, const double *restrict c, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] >= 2)
      goto last;
    if (b[i] >= 1)
      goto second;
    a[i] += c[i];
  second:
    b[i] = c[i] + a[i];
  last:;
  }
}

void crossing(double *restrict a, double *restrict b, double *restrict c, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] > 0)
      goto L20;
    b[i] = -b[i] + 1;
    if (b[i] <= a[i])
      goto L30;
    c[i] += 3;
    goto L30;
  L20:
    c[i] = -c[i] + 5;
  L30:
    a[i] = b[i] + c[i];
  }
}

int cleanup(const int *a, int n) {
  int result = -1, sum = 0;
  if (n < 2)
    goto done;
  for (int i = 0; i < n; i++) {
    if (a[i] < -60)
      goto negative;
    sum += a[i];
    if (sum > 100)
      goto done;
  }
  result = sum;
  goto done;
negative:
  result = -2;
done:
  return result * 2 + n;
}

int out_and_on(const int *a, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      if (a[j] > 90)
        continue;
      if (a[j] < a[i])
        goto next;
      if (a[j] == a[i] && j > i)
        break;
      total += j;
    }
    total += 1000;
  next:
    total ^= i;
  }
  return total;
}

int declared_behind(const int *a, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int v = a[i];
    if (v == 3)
      goto add;
    int w = v * 2;
    v = w + 1;
  add:
    w = v + i;
    sum += w;
  }
  return sum;
}

int ladder(int x) {
  int r = 0;
  if (x > 8) goto a;
  if (x > 4) goto b;
  if (x > 2) goto c;
  r += 1;
a:
  r += 10;
  if (x & 1) goto c;
b:
  r += 100;
  if (x == 6) goto d;
c:
  r += 1000;
d:
  return r;
}

int in_switch(const int *a, int n) {
  int r = 0;
  for (int i = 0; i < n; i++) {
    switch (a[i] & 3) {
    case 0:
      goto zero;
    case 1:
      r += 5;
      break;
    default:
      r += 7;
      goto other;
    }
    r *= 3;
  zero:
    r += 1;
  other:
    r &= 0xffff;
  }
  return r;
}

int by_returns(const int *a, int n) {
  if (n <= 0)
    goto none;
  for (int i = 0; i < n; i++) {
    if (a[i] == 7)
      return i;
    if (a[i] == -7)
      goto none;
    do {
      if (i > 9)
        goto many;
    } while (0);
  }
  return n;
many:
  if (a[0] > 0)
    return 99;
none:
  return -1;
}

int unused(int n) {
  n += 2;
here:
  return n * 3;
}

int back(int n) {
  int r = 0;
again:
  r += n;
  if (--n > 0)
    goto again;
  return r;
}

int after_part(const int *restrict a, int *restrict b, int n) {
  int r = back(n & 7);
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      goto skip;
    b[i] = a[i] * 2;
  skip:
    r += b[i] & 7;
  }
again:
  if (--n > 5)
    goto again;
  return r;
}
#endif

#ifdef MAIN
#include <stdio.h>

static unsigned state = 5;
static int number(void) { return (int)((state = state * 1103515245u + 12345u) >> 16 & 255) - 128; }

int main(void) {
  for (int round = 0; round < 60; round++) {
    int n = round % 13 - 1, a[16], b[16], at = 0;
    double x[16], y[16], z[16];
    for (int i = 0; i < 16; i++) {
      a[i] = number() / (round % 3 ? 16 : 1), b[i] = number() / 12;
      x[i] = number() / 40, y[i] = number() / 40, z[i] = number() / 40;
    }
    printf("%d ", out_of_two(a, n, round % 7, &at));
    printf("%d %d %d ", at, cleanup(a, n), out_and_on(a, n));
    printf("%d %d %d ", declared_behind(a, n), ladder(n), in_switch(a, n));
    printf("%d %d %d ", by_returns(a, n), unused(n), back(n));
    either(x, y, z, n);
    skipping(y, x, z, n);
    crossing(x, z, y, n);
    printf("%d\n", after_part(a, b, n));
    for (int i = 0; i < 16; i++)
      printf("%d %d %a %a %a\n", a[i], b[i], x[i], y[i], z[i]);
  }
}
#endif
