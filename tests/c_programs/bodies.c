// Functions that take structs, of which all that they do becomes a function of what they read of them, and loops that move
// pointers that are read behind them.
#include <stdint.h>
#include <stdio.h>

typedef struct {
  uint16_t taps;
  float *state;
  const float *coefficients;
} fir;

typedef struct {
  uint16_t rows, columns;
  double *data;
} matrix;

typedef struct {
  int used;
  int64_t total;
  int *values;
} counter;

void filtered(const fir *S, const float *src, float *dst, uint32_t count);
int product(const matrix *a, const matrix *b, matrix *c);
int counted(counter *c, const int *x, int n);
double trace(const matrix *m, int is_wanted);
void spread(matrix m, float by);
int calls_so_far(void);
void copied(float *to, const float *from, int n, int step);

#ifndef MAIN

// The state is moved along, sample by sample.
void filtered(const fir *S, const float *src, float *dst, uint32_t count) {
  float *state = S->state;
  const float *coefficients = S->coefficients;
  float *current = &S->state[S->taps - 1U];
  const float *px, *pb;
  uint32_t taps = S->taps;
  while (count > 0U) {
    *current++ = *src++;
    float sum = 0.0f;
    px = state;
    pb = coefficients;
    uint32_t i = taps;
    while (i > 0U) {
      sum += *px++ * *pb++;
      i--;
    }
    *dst++ = sum;
    state = state + 1;
    count--;
  }
}

// Returns early, and with a status behind what it does.
int product(const matrix *a, const matrix *b, matrix *c) {
  if (a->columns != b->rows || a->rows != c->rows || b->columns != c->columns)
    return -1;
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->columns; j++) {
      double sum = 0;
      for (int k = 0; k < a->columns; k++)
        sum += a->data[i * a->columns + k] * b->data[k * b->columns + j];
      c->data[i * c->columns + j] = sum;
    }
  return 0;
}

// Members are assigned: what else is read of their type may be them.
int counted(counter *c, const int *x, int n) {
  int64_t sum = c->total;
  for (int i = 0; i < n; i++) {
    c->values[i] += x[i];
    sum += c->values[i];
  }
  c->total = sum;
  c->used = n;
  return n;
}

// Nothing is read of the struct where nothing is asked for.
double trace(const matrix *m, int is_wanted) {
  double sum = 0;
  if (is_wanted)
    for (int i = 0; i < m->rows; i++)
      sum += m->data[i * m->columns + i];
  return sum;
}

static int calls;
// A static variable, and members by value.
void spread(matrix m, float by) {
  calls++;
  for (int i = 0; i < m.rows * m.columns; i++)
    m.data[i] += by;
}
int calls_so_far(void) { return calls; }

// A function that is elsewhere keeps the whole from being one; both loops move pointers.
void copied(float *to, const float *from, int n, int step) {
  const float *read = from;
  float *write = to;
  for (int i = 0; i < n; i++) {
    *write++ = *read;
    read += step;
  }
  printf("%d %d\n", (int)(write - to), (int)(read - from));
  while (n > 1) {
    *write = write[-1] + 1;
    write += 1;
    n -= 2;
  }
  printf("%d\n", (int)(write - to));
}

#else
int main(void) {
  float state[80], coefficients[5], in[64], out[64];
  for (int i = 0; i < 64; i++)
    in[i] = (float)(i * 7 % 13) - 6;
  for (int i = 0; i < 5; i++)
    coefficients[i] = (float)i - 1.5f;
  const int sizes[] = {0, 1, 2, 17, 40};
  for (int s = 0; s < 5; s++) {
    int n = sizes[s];
    for (int i = 0; i < 80; i++)
      state[i] = (float)(i % 5) - 2;
    fir S = {5, state, coefficients};
    filtered(&S, in, out, (uint32_t)n);
    // The state and the output are one array, and its coefficients are in it.
    fir self = {5, state, state + 3};
    filtered(&self, in, state + 2, (uint32_t)(n > 3 ? 3 : n));
    float sum = 0;
    for (int i = 0; i < n; i++)
      sum += out[i] * (float)(i + 1);
    for (int i = 0; i < 80; i++)
      sum += state[i] * (float)(i % 3);
    printf("%d %g\n", n, sum);

    double data[3][1600];
    for (int i = 0; i < 1600; i++)
      for (int k = 0; k < 3; k++)
        data[k][i] = (double)((i * (k + 3)) % 11) - 4;
    matrix a = {(uint16_t)n, (uint16_t)n, data[0]}, b = {(uint16_t)n, (uint16_t)n, data[1]}, c = {(uint16_t)n, (uint16_t)n, data[2]};
    int status = product(&a, &b, &c);
    double more = 0;
    for (int i = 0; i < 1600; i++)
      more += data[2][i] * (i % 7);
    // A matrix is its own square.
    b.rows = b.columns = (uint16_t)(n > 2 ? 2 : n);
    product(&b, &b, &b);
    matrix wrong = {3, 4, data[0]};
    printf("%d %d %g %g\n", status, product(&a, &wrong, &c), more, trace(&b, 1) + trace(0, 0));
    spread(a, 0.5f);
    printf("%g\n", data[0][n > 0 ? n * n - 1 : 0]);

    int values[40], x[40];
    for (int i = 0; i < 40; i++)
      values[i] = i, x[i] = 2 * i - 30;
    counter counts = {7, 1000000000000, values};
    counted(&counts, x, n);
    // What is counted lies in the counter.
    counter inner = {1, 2, &inner.used};
    counted(&inner, x, 1);
    printf("%d %lld %d %lld\n", counts.used, (long long)counts.total, inner.used, (long long)inner.total);

    float to[64] = {0};
    copied(to, in, n > 20 ? 20 : n, 3);
    float last = 0;
    for (int i = 0; i < 64; i++)
      last += to[i] * (float)i;
    printf("%g %d\n", last, calls_so_far());
  }
  return 0;
}
#endif
