// Members of structs that stay the same in nests of loops, and pointers to pointers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int w, h, c; float *data; } image;
struct layer { int out_h, out_w, out_c, size, stride, pad, h, w, c, batch; float *output, *input; int *indexes; float scale; struct layer *next; float window[5]; };
typedef struct { float *in, *out; float scale, bias; int n; } state;

void flip(image im); void box(const image *, image *); void affine(state *s); void affine_n(state *s, int n);
void window(struct layer l, int n, const float *x, float *y); void next(struct layer *l, int n);
void addrows(int n, int m, double **a, double **b); void rows(int n, double **a, double **b, double **c);

#ifndef MAIN

void flip(image im) {
  for (int k = 0; k < im.c; ++k)
    for (int i = 0; i < im.h; ++i)
      for (int j = 0; j < im.w / 2; ++j) {
        int a = j + im.w * (i + im.h * k), b = im.w - j - 1 + im.w * (i + im.h * k);
        float s = im.data[a]; im.data[a] = im.data[b]; im.data[b] = s;
      }
}
void box(const image *src, image *dst) {
  for (int k = 0; k < src->c; k++)
    for (int y = 1; y < src->h - 1; y++)
      for (int x = 1; x < src->w - 1; x++) {
        float s = 0;
        for (int v = -1; v <= 1; v++)
          for (int u = -1; u <= 1; u++)
            s += src->data[(k * src->h + y + v) * src->w + x + u];
        dst->data[(k * src->h + y) * src->w + x] = s / 9;
      }
}
void affine(state *s) {
  for (int i = 0; i < s->n; i++) s->out[i] = s->scale * s->in[i] + s->bias;
}
void affine_n(state *s, int n) {
  for (int i = 0; i < n; i++) s->out[i] = s->scale * s->in[i] + s->bias;
}
void window(struct layer l, int n, const float *x, float *y) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < 5; k++) s += l.window[k] * x[i + k];
    y[i] = s * l.scale;
  }
}
void next(struct layer *l, int n) {
  for (int i = 0; i < n; i++)
    if (i > 3) l->next->output[i] += l->output[i];
}
void rows(int n, double **a, double **b, double **c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++) s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
void addrows(int n, int m, double **a, double **b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] += b[i][j];
}

#else

static float f[6000]; static double d[6000];
static double sum(void) { double s = 0; for (int i = 0; i < 6000; i++) s += (i % 13 + 1) * (double)f[i] + (i % 7) * d[i]; return s; }
int main() {
  for (int n = 0; n < 14; n++) {
    for (int i = 0; i < 6000; i++) { f[i] = (i * 37 % 101) / 8.0f; d[i] = i * 53 % 97; }
    image a = {n, n + 1, 2, f}, b = {n, n + 1, 2, f + 1000}, c = {n, n + 1, 2, f + 3};
    flip(a); printf("%.9g ", sum());
    box(&a, &b); printf("%.9g ", sum()); box(&a, &c); printf("%.9g ", sum());
    if (n < 3) box(&a, 0);
    state s = {f, f + 500, 1.5f, 2.5f, n}; affine(&s); printf("%.9g ", sum());
    s.out = f + 2; affine(&s); printf("%.9g ", sum());
    s.out = &s.scale; if (n > 1) affine_n(&s, 2); printf("%g %g ", s.scale, s.bias);
    affine_n(0, 0); affine_n(&s, n > 2 ? 2 : 0);
    struct layer l, m; memset(&l, 0, sizeof l); l.output = f + 700; l.scale = 0.5f; for (int i = 0; i < 5; i++) l.window[i] = i - 1.5f;
    m.output = f + 800; l.next = n > 4 ? &m : 0;
    window(l, n, f, f + 300); window(l, n, f, f + 1); printf("%.9g ", sum());
    if (n > 4) { next(&l, n); } else next(&l, n > 4 ? 4 : n); printf("%.9g ", sum());
    double *r[20], *q[20], *t[20]; for (int i = 0; i < n; i++) r[i] = d + 20 * i, q[i] = d + 1000 + 30 * i, t[i] = d + 2000 + 17 * i;
    addrows(n, n, r, q); addrows(3, 0, 0, 0); rows(n, r, q, t); for (int i = 0; i < n; i++) q[i] = d + 7 * i; addrows(n, n, r, q); rows(n, r, q, t); printf("%.9g\n", sum());
  }
}

#endif
