// Indices and pointers that go on through loops inside of loops, whatever these run, mirrored rows, and linear neighbours at edges.
#include <stdio.h>

#ifndef MAIN
void planes(int h, int w, int c, const float *in, float *out) {
  int at = 0;
  for (int k = 0; k < c; k++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) out[at++] = in[(i * w + j) * c + k];
}

void transposed(int h, int w, const float *restrict in, float *restrict out) {
  float *o = out;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) *o++ = in[j * h + i];
}

int joined(int n, int m, int rows, const float *restrict x, const float *restrict y, float *restrict out) {
  int at = 0;
  for (int r = 0; r < rows; r++) {
    for (int i = 0; i < n; i++) out[at++] = x[r * 20 + i];
    out[at] = r;
    at += 2;
    for (int i = 0; i < m; i++) out[at++] = y[r * 20 + i];
  }
  return at;
}

void stepped(int h, int w, const float *in, float *out) {
  const float *p = in;
  for (int i = 0; i < h; i++) {
    for (int j = 0; j < w; j++, p += 2) out[i * w + j] = p[0] - p[1];
    p++;
  }
}

void packed(int n, const float *in, float *out) {
  int at = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) out[at++] = in[i * n + j];
}

void mirrored(int h, int w, float *a) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w / 2; j++) {
      float held = a[i * w + j];
      a[i * w + j] = a[i * w + w - 1 - j];
      a[i * w + w - 1 - j] = held;
    }
}

void reversed(int n, float *a) {
  for (int j = 0; j < n / 2; j++) {
    float held = a[j];
    a[j] = a[n - 1 - j];
    a[n - 1 - j] = held;
  }
}

void neighbours(int h, int w, const float *in, float *out) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      int c = j + i * w;
      int left = j == 0 ? c : c - 1, right = j == w - 1 ? c : c + 1;
      int up = i == 0 ? c : c - w, down = i == h - 1 ? c : c + w;
      out[c] = in[c] + 0.5f * (in[left] + in[right]) + 0.25f * (in[up] + in[down]);
    }
}

void product(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
  for (int i = 0; i < m; i++)
    for (int l = 0; l < k; l++) {
      float part = alpha * a[i * lda + l];
      for (int j = 0; j < n; j++) c[i * ldc + j] += part * b[l * ldb + j];
    }
}
#else
void planes(int h, int w, int c, const float *in, float *out);
void transposed(int h, int w, const float *restrict in, float *restrict out);
int joined(int n, int m, int rows, const float *restrict x, const float *restrict y, float *restrict out);
void stepped(int h, int w, const float *in, float *out);
void packed(int n, const float *in, float *out);
void mirrored(int h, int w, float *a);
void reversed(int n, float *a);
void neighbours(int h, int w, const float *in, float *out);
void product(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc);

static float u[8000], v[8000], w[8000];

static void fill(void) {
  for (int i = 0; i < 8000; i++) {
    u[i] = (i * 41 % 103 - 50) / 4.f;
    v[i] = i % 7 - 2.5f;
    w[i] = (i * 37 % 101 - 50) / 8.f;
  }
}

static void show(const char *name, int n, int m) {
  double s = 0;
  for (int i = 0; i < 8000; i++) s += (u[i] + v[i] + w[i]) * (i % 17 + 1);
  printf("%s %d %d %.17g\n", name, n, m, s);
}

int main(void) {
  int sizes[] = {-3, -1, 0, 1, 2, 3, 5, 16, 17, 20};
  for (int s = 0; s < 10; s++)
    for (int r = 0; r < 10; r++) {
      int n = sizes[s], m = sizes[r];
      fill();
      planes(n, m, 3, u, v);
      show("planes", n, m);
      fill();
      planes(3, n, m, u, u + 5);
      show("planes that overlap", n, m);
      fill();
      transposed(n, m, u, v);
      show("transposed", n, m);
      fill();
      int last = joined(n, m, 5, u, v, w);
      show("joined", n, last);
      fill();
      last = joined(n, m, m, u, v, w);
      show("joined again", n, last);
      fill();
      stepped(n, m, u, v);
      show("stepped", n, m);
      fill();
      packed(n, u, v);
      show("packed", n, m);
      fill();
      mirrored(n, m, u);
      show("mirrored", n, m);
      fill();
      reversed(n * 16 + m, u + 100);
      show("reversed", n, m);
      fill();
      neighbours(n, m, u, v);
      show("neighbours", n, m);
      fill();
      neighbours(n, m, u, u);
      show("neighbours in place", n, m);
      fill();
      product(n, m, 7, 0.5f, u, 21, v, 23, w, 22);
      show("product", n, m);
      fill();
      product(n, 4, m, 2.f, u, 21, v, 3, w, 2);
      show("product with rows that overlap", n, m);
    }
  return 0;
}
#endif
