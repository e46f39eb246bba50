// Loads at subscripts that are data: tables, rows that numbers choose, matrices by rows of as many entries each, hidden Markov models.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MAIN
static const uint8_t curve[16] = {0, 1, 3, 5, 8, 12, 17, 25, 40, 60, 90, 120, 160, 200, 240, 255};

void toned(int n, const uint8_t *restrict in, uint8_t *restrict out) {
  for (int i = 0; i < n; i++) out[i] = curve[in[i] & 15] + curve[in[i] >> 4];
}

void embedded(int tokens, int width, const int *restrict token, const float *restrict table, const float *restrict place,
              float *restrict out) {
  for (int t = 0; t < tokens; t++)
    for (int d = 0; d < width; d++) out[t * width + d] = table[token[t] * width + d] + place[t * width + d];
}

void mixed_rows(size_t n, size_t width, const int32_t *restrict row, const double *restrict weight, const double *restrict table,
                double *restrict sum) {
  for (size_t j = 0; j < width; j++) sum[j] = 0;
  for (size_t i = 0; i < n; i++) {
    const double *from = table + (size_t)row[i] * width;
    for (size_t j = 0; j < width; j++) sum[j] += weight[i] * from[j];
  }
}

void ellpack(int rows, int entries, const int *restrict column, const double *restrict value, const double *restrict x,
             double *restrict y) {
  for (int i = 0; i < rows; i++) {
    double s = 0;
    for (int j = 0; j < entries; j++) s += value[j * rows + i] * x[column[j * rows + i]];
    y[i] = s;
  }
}

void viterbi(size_t states, size_t steps, size_t symbols, const double *restrict move, const double *restrict emit,
             const int *restrict seen, double *restrict best, int *restrict from) {
  for (size_t t = 1; t < steps; t++)
    for (size_t s = 0; s < states; s++) {
      double most = best[(t - 1) * states] + move[s];
      int arg = 0;
      for (size_t r = 1; r < states; r++) {
        double c = best[(t - 1) * states + r] + move[r * states + s];
        if (c > most) {
          most = c;
          arg = (int)r;
        }
      }
      best[t * states + s] = most + emit[s * symbols + seen[t]];
      from[t * states + s] = arg;
    }
}

void chosen(int n, const int *restrict at, const float *restrict t, float *restrict y) {
  for (int i = 0; i < n; i++)
    if (at[i] >= 0) y[i] += t[at[i]];
}

void counted(int n, const uint8_t *restrict in, int *restrict count) {
  for (int i = 0; i < n; i++) count[in[i]]++;
}

void followed(int n, const int *restrict next, const float *t, float *y) {
  for (int i = 0; i < n; i++) y[i] = t[next[i]];
}
#else
void toned(int, const uint8_t *, uint8_t *);
void embedded(int, int, const int *, const float *, const float *, float *);
void mixed_rows(size_t, size_t, const int32_t *, const double *, const double *, double *);
void ellpack(int, int, const int *, const double *, const double *, double *);
void viterbi(size_t, size_t, size_t, const double *, const double *, const int *, double *, int *);
void chosen(int, const int *, const float *, float *);
void counted(int, const uint8_t *, int *);
void followed(int, const int *, const float *, float *);

#define N 6000

static unsigned state = 7;
static unsigned next(void) { return (state = state * 1664525u + 1013904223u) >> 8; }

static void print(const char *name, int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * (i % 13 + 1);
  printf("%s %d %.17g\n", name, n, sum);
}

int main(void) {
  static double value[N], x[N], y[N];
  static float table[N], place[N], out[N];
  static uint8_t bytes[N], toned_bytes[N];
  static int at[N], from[N], count[256];
  const int sizes[] = {0, 1, 2, 7, 33, 70};
  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++) {
      int n = sizes[a], m = sizes[b];
      for (int i = 0; i < N; i++) {
        value[i] = next() % 1000 / 64.0;
        x[i] = next() % 1000 / 32.0;
        table[i] = next() % 500 / 16.0f;
        place[i] = next() % 500 / 8.0f;
        bytes[i] = next();
        y[i] = out[i] = 0;
      }
      int rows = n * m < 5000 ? n * m : 5000;
      toned(rows, bytes, toned_bytes);
      for (int i = 0; i < rows; i++) y[i] = toned_bytes[i];
      print("toned", rows, y);
      // No row, column or state beyond those that there are.
      for (int i = 0; i < N; i++) at[i] = n ? next() % n : 0;
      embedded(n, m, at, table, place, out);
      for (int i = 0; i < n * m; i++) y[i] = out[i];
      print("embedded", n * m, y);
      mixed_rows(n, m, at, x, value, y);
      print("mixed_rows", m, y);
      ellpack(n, m, at, value, x, y);
      print("ellpack", n, y);
      memcpy(y, value, sizeof y);
      viterbi(n, m, n, value, x, at, y, from);
      print("viterbi", n * m, y);
      for (int i = 0; i < n * m; i++) y[i] = from[i];
      if (m > 1) print("from", n * (m - 1), y + n);
      for (int i = 0; i < N; i++) at[i] = next() % 3 ? (int)(next() % N) : -1000000000;
      memcpy(out, place, sizeof out);
      chosen(n * m, at, table, out);
      for (int i = 0; i < n * m; i++) y[i] = out[i];
      print("chosen", n * m, y);
      memset(count, 0, sizeof count);
      counted(n * m, bytes, count);
      for (int i = 0; i < 256; i++) y[i] = count[i];
      print("counted", 256, y);
      for (int i = 0; i < N; i++) at[i] = next() % N;
      followed(n * m, at, table, table);
      for (int i = 0; i < n * m; i++) y[i] = table[i];
      print("followed", n * m, y);
    }
  return 0;
}
#endif
