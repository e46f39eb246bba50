// C's rules for integers: promotions, conversions, wrapping, division of negative numbers, shifts, narrow types.
#include <stddef.h>
#include <stdint.h>

int divide(int a, int b);
int count_bits(const int *a, const unsigned long *b, int n);
unsigned wrap(unsigned a, unsigned b);
int narrow(int a);
long mixed(int a, unsigned b, long c, short d, signed char e, unsigned char f);
void bytes(unsigned char *a, int n);
int compare(int a, unsigned b);
double floats(int a, unsigned b, long c, float d);
int from_double(double x);
int indices(const int *a, int n);
unsigned loop_u(const unsigned *a, unsigned n);
size_t down_size(const int *a, size_t n);
int bits(int a, int b);
uint64_t wide(uint64_t a, uint32_t b);
int modulo_index(int *a, int n);
short shorts(short *a, int n);
int doubling(const int *a, long i, int n, int *length);

#ifndef MAIN
int count_bits(const int *a, const unsigned long *b, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += __builtin_popcount(a[i]) + 3 * __builtin_popcountll(b[i] & ~1ul) + 5 * __builtin_popcountl(a[i]);
    if (a[i] && b[i]) sum += 7 * __builtin_clz(a[i]) + 11 * __builtin_ctzl(b[i]) + 13 * __builtin_ctz(a[i]) + 17 * __builtin_clzll(b[i]);
  }
  return sum;
}

int divide(int a, int b) { return a / b * 1000 + a % b + a / 7 + a % 7 + (a >> 2) + ((b & 127) << 1); }

unsigned wrap(unsigned a, unsigned b) { return (a - b) / 3 + (a + b) % 5 + (a * b) + (a << 3) - (b >> 1); }

int narrow(int a) {
  signed char c = (signed char)a;
  unsigned char u = (unsigned char)a;
  short s = (short)(a * 3);
  c += 100;
  u -= 200;
  return c * 1000003 + u * 1009 + s;
}

long mixed(int a, unsigned b, long c, short d, signed char e, unsigned char f) {
  long r = a + b;
  r += a * c;
  r ^= d + e;
  r -= f * d;
  r += (a < b) + (c < b) + (e < f) + (d == e);
  return r + (unsigned long)a % 17 + (size_t)-1 % 13;
}

void bytes(unsigned char *a, int n) {
  for (int i = 0; i < n; i++) {
    a[i] += a[i] >> 1;
    a[i] = (unsigned char)(a[i] * 3 + 7);
    a[i] ^= 0x5a;
    ++a[i];
  }
}

int compare(int a, unsigned b) { return (a < b) + 2 * (a >= 0 && b > 3u) + 4 * !(a == (int)b) + 8 * (a != 0); }

double floats(int a, unsigned b, long c, float d) {
  float e = a;
  e *= 1.1;
  e += b;
  double f = c / 3;
  f -= d;
  int g = 5;
  g *= 1.5;
  g -= d > 0 ? 1.25f : -2.5f;
  return e + f * g + (a ? 0.5f : 0.25);
}

int from_double(double x) { return (int)x + (int)(float)(x * 0.1) + (x > 0) + !x; }

int indices(const int *a, int n) {
  int total = 0;
  for (int i = 0; i < n; i++)
    total += a[(i * 7 + 3) % n] - a[i / 2] + a[n - 1 - i] * (i & 3) + (i - n) / 2 + (i - n) % 3 + ((i - 5) & 7);
  return total;
}

unsigned loop_u(const unsigned *a, unsigned n) {
  unsigned total = 0;
  for (unsigned i = 1; i <= n; i++)
    total += a[i - 1] * i;
  for (unsigned i = n; i > 0; --i)
    total ^= a[i - 1] + i;
  for (unsigned i = 0; i != n; i++)
    total = total * 31 + (i - 1 > n);
  return total;
}

size_t down_size(const int *a, size_t n) {
  size_t best = n;
  for (size_t i = n; i-- > 0;)
    if (a[i] >= 0)
      best = i;
  return best;
}

int bits(int a, int b) { return (a & b) | (a ^ ~b) | (-a & 6) | (((a & 255) | 1) << 2); }

uint64_t wide(uint64_t a, uint32_t b) { return a * 6364136223846793005ULL + (a >> 33) + b - 0xffffffffffffff00ULL; }

int modulo_index(int *a, int n) {
  for (int i = -n; i < n; i++)
    a[(i + n) / 2] += i % 3 + i / 3;
  return n > 0 ? a[0] : 0;
}

short shorts(short *a, int n) {
  short total = 0;
  for (short i = 0; i < n; i++) {
    total += a[i];
    a[i]++;
  }
  return total;
}

// Each step doubles the expression, and with n = -2 changes the sign of the value; pointers likewise.
int doubling(const int *a, long i, int n, int *length) {
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  i = i + i * n;
  const int *p = a + i, *q = a;
  long k = 0;
  p += k, k += q - p + i;
  p += k, k += q - p + i;
  p += k, k += q - p + i;
  p += k, k += q - p + i;
  p += k, k += q - p + i;
  p += k, k += q - p + i;
  p += k, k += q - p + i;
  p += k, k += q - p + i;
  p += k, k += q - p + i;
  p += k, k += q - p + i;
  p += k, k += q - p + i;
  p += k, k += q - p + i;
  *length = (int)k;
  return *p;
}
#endif

#ifdef MAIN
#include <stdio.h>

static unsigned state = 5;
static int number(void) { return (int)((state = state * 1103515245u + 12345u) >> 16 & 255) - 128; }

int main(void) {
  for (int round = 0; round < 80; round++) {
    int n = round % 9, a = number(), b = number(), x[20];
    unsigned u[20];
    unsigned char c[20];
    short s[20];
    for (int i = 0; i < 20; i++)
      x[i] = number(), u[i] = number(), c[i] = (unsigned char)number(), s[i] = (short)(number() * 250);
    printf("%d %u %d ", divide(a, b ? b : 1), wrap(a, b), narrow(a * 1000));
    printf("%ld %d %a ", mixed(a, b, a * 77L, (short)(b * 200), (signed char)a, (unsigned char)b), compare(a, b),
           floats(a, b, a * 5L, b / 8.0f));
    printf("%d %d %u %zu ", from_double(a / 3.0), indices(x, n), loop_u(u, n), down_size(x, n));
    printf("%d %llx ", bits(a, b), (unsigned long long)wide((uint64_t)a * 0x123456789abcULL, b));
    unsigned long w[20];
    for (int i = 0; i < 20; i++)
      w[i] = (unsigned long)x[i] * 0x9e3779b97f4a7c15ul >> i;
    printf("%d ", count_bits(x, w, n));
    bytes(c, n);
    printf("%d %d\n", modulo_index(x, n), shorts(s, n));
    int length;
    printf("%d ", doubling(x, round % 20, -2, &length));
    printf("%d\n", length);
    for (int i = 0; i < 20; i++)
      printf("%d %u %d %d\n", x[i], u[i], c[i], s[i]);
  }
}
#endif
