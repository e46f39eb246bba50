// Structs in memory whose members are of several types, and memory for arrays of arrays and of structs.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct particle { float x, y, z; int id; float vx, vy, vz; uint8_t kind; };
struct vec { double x, y; };
struct body { char tag; struct vec at; int64_t id; struct vec speed; double mass[2]; short flags; };
struct pixel { uint8_t r, g, b; };
struct count { int64_t key; int32_t hits, misses; };

#ifndef MAIN
void push(int n, struct particle *p, float dt) {
  for (int i = 0; i < n; i++) {
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
  }
}

void norms(int n, const struct particle *p, float *out) {
  for (int i = 0; i < n; i++) out[i] = p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z;
}

void forces(int n, const struct body *b, double *f) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++) {
      double dx = b[j].at.x - b[i].at.x, dy = b[j].at.y - b[i].at.y;
      s += b[j].mass[1] * dx * dy;
    }
    f[i] = s * b[i].mass[0];
  }
}

void drift(int n, struct body *b) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 2; k++) b[i].mass[k] += b[i].speed.x + k * b[i].speed.y;
}

// Another type than that of most members.
void ids(int n, struct particle *p) {
  for (int i = 0; i < n; i++) p[i].id += i;
}

void hits(int n, struct count *c) {
  for (int i = 1; i < n; i++) c[i].hits += c[i - 1].misses;
}

void swap(int n, struct particle *p) {
  for (int i = 0; i + 1 < n; i += 2) {
    struct particle t = p[i];
    p[i] = p[i + 1];
    p[i + 1] = t;
  }
}

void rows(int n, int m, const double *x, double *y) {
  double (*t)[m] = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) t[i][j] = 2 * x[i * m + j];
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] = t[i - 1][j] + t[i][j];
  free(t);
}

void fixed(const double *x, double *y) {
  double (*t)[24] = (double (*)[24])malloc(24 * 24 * sizeof(double));
  if (!t) return;
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 24; j++) t[i][j] = 3 * x[i * 24 + j];
  for (int i = 1; i < 24; i++)
    for (int j = 0; j < 24; j++) y[i * 24 + j] = t[i - 1][j] + t[j][i];
  free(t);
}

void cleared(int n, const double *x, double *y) {
  double (*q)[n] = calloc(3, sizeof *q);
  for (int i = 0; i < n; i++) q[1][i] += x[i] * x[i];
  for (int i = 0; i < n; i++) y[i] = q[0][i] + 2 * q[1][i] + q[2][i];
  free(q);
}

void pixels(int n, const struct pixel *x, struct pixel *y) {
  struct pixel *t = malloc(n * sizeof(struct pixel));
  for (int i = 0; i < n; i++) {
    t[i].r = x[i].g;
    t[i].g = x[i].b;
    t[i].b = x[i].r;
  }
  for (int i = 0; i < n; i++) {
    y[i].r = t[i].r + 1;
    y[i].g = t[i].g;
    y[i].b = t[i].b;
  }
  free(t);
}

// The size that counts is the one where the variable is declared.
void changed(int n, int m, const double *x, double *y) {
  double (*t)[m] = malloc(n * sizeof *t);
  m = m / 2;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) t[i][j] = x[i * m + j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] = t[i][j] + 1;
  free(t);
}
#else
void push(int n, struct particle *p, float dt);
void norms(int n, const struct particle *p, float *out);
void forces(int n, const struct body *b, double *f);
void drift(int n, struct body *b);
void ids(int n, struct particle *p);
void hits(int n, struct count *c);
void swap(int n, struct particle *p);
void rows(int n, int m, const double *x, double *y);
void fixed(const double *x, double *y);
void cleared(int n, const double *x, double *y);
void pixels(int n, const struct pixel *x, struct pixel *y);
void changed(int n, int m, const double *x, double *y);

#define N 600
static struct particle p[N];
static struct body b[N];
static struct pixel px[N], py[N];
static struct count c[N];
static float f[N];
static double x[40 * 40], y[40 * 40];

static void show(const char *name, int n, const void *at, size_t bytes) {
  const uint8_t *all = at;
  uint32_t sum = 17;
  for (size_t i = 0; i < bytes; i++) sum = sum * 31 + all[i];
  printf("%s %d: %u\n", name, n, sum);
}

static void fill(void) {
  memset(p, 0, sizeof p), memset(b, 0, sizeof b), memset(y, 0, sizeof y), memset(py, 0, sizeof py), memset(c, 0, sizeof c);
  for (int i = 0; i < N; i++) {
    p[i] = (struct particle){i % 7, i % 5, i % 3, 0x7fc00000 + i, i % 11, 1, 2, i};
    b[i].tag = i, b[i].at.x = i % 13, b[i].at.y = i % 4, b[i].id = -i, b[i].speed.x = i % 6;
    b[i].speed.y = 3, b[i].mass[0] = i % 9, b[i].mass[1] = 2, b[i].flags = i;
    px[i] = (struct pixel){i, i * 3, i * 7};
    c[i].key = i, c[i].hits = i * i, c[i].misses = -i;
  }
  for (int i = 0; i < 1600; i++) x[i] = i % 37 - 12;
}

int main() {
  int sizes[] = {0, 1, 2, 3, 7, 16, 33, 100, 517};
  for (int k = 0; k < 9; k++) {
    int n = sizes[k];
    fill(), push(n, p, 0.5f), show("push", n, p, sizeof p);
    norms(n, p, f), show("norms", n, f, sizeof f);
    forces(n, b, y), show("forces", n, y, sizeof y);
    drift(n, b), show("drift", n, b, sizeof b);
    ids(n, p), show("ids", n, p, sizeof p);
    hits(n, c), show("hits", n, c, sizeof c);
    swap(n, p), show("swap", n, p, sizeof p);
    pixels(n, px, py), show("pixels", n, py, sizeof py);
    fill();
    if (n) cleared(n, x, y), show("cleared", n, y, sizeof y);
    for (int m = 1; n < 40 && m < 40; m += 5) {
      fill(), rows(n, m, x, y), show("rows", m, y, sizeof y);
      fill(), changed(n, m, x, y), show("changed", m, y, sizeof y);
    }
  }
  fill(), fixed(x, y), show("fixed", 0, y, sizeof y);
}
#endif
