// Structs in memory whose members are of one type, and structs as values.
#include <math.h>
#include <stdio.h>

typedef struct { double x, y, z; } vec3;
typedef struct { vec3 pos, vel; double mass; } body;
typedef struct { float m[4][4]; } mat4;
typedef struct { float x, y, z, w; } vec4;
typedef struct { double re, im; } cplx;

void forces(int n, body *b, vec3 *f); void step(int n, double dt, body *b, const vec3 *f);
void transform(int n, const mat4 *m, const vec4 *in, vec4 *out); void matmul4(int n, const mat4 *a, const mat4 *b, mat4 *c);
void cmatvec(int n, const cplx *a, const cplx *x, cplx *y);

#ifndef MAIN

static inline vec3 sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline cplx mul(cplx a, cplx b) { cplx c; c.re = a.re * b.re - a.im * b.im; c.im = a.re * b.im + a.im * b.re; return c; }
void forces(int n, body *b, vec3 *f) {
  for (int i = 0; i < n; i++) {
    vec3 acc = {0, 0, 0};
    for (int j = 0; j < n; j++) {
      vec3 d = sub(b[j].pos, b[i].pos);
      double r2 = dot(d, d) + 1e-9;
      double s = b[j].mass / (r2 * sqrt(r2));
      acc.x += s * d.x; acc.y += s * d.y; acc.z += s * d.z;
    }
    f[i] = acc;
  }
}
void step(int n, double dt, body *b, const vec3 *f) {
  for (body *p = b; p < b + n; p++, f++) {
    p->vel.x += dt * f->x; p->vel.y += dt * f->y; p->vel.z += dt * f->z;
    p->pos.x += dt * p->vel.x; p->pos.y += dt * p->vel.y; p->pos.z += dt * p->vel.z;
  }
}
void transform(int n, const mat4 *m, const vec4 *in, vec4 *out) {
  for (int i = 0; i < n; i++) {
    vec4 v = in[i], r;
    r.x = m->m[0][0] * v.x + m->m[0][1] * v.y + m->m[0][2] * v.z + m->m[0][3] * v.w;
    r.y = m->m[1][0] * v.x + m->m[1][1] * v.y + m->m[1][2] * v.z + m->m[1][3] * v.w;
    r.z = m->m[2][0] * v.x + m->m[2][1] * v.y + m->m[2][2] * v.z + m->m[2][3] * v.w;
    r.w = m->m[3][0] * v.x + m->m[3][1] * v.y + m->m[3][2] * v.z + m->m[3][3] * v.w;
    out[i] = r;
  }
}
void matmul4(int n, const mat4 *a, const mat4 *b, mat4 *c) {
  for (int t = 0; t < n; t++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) {
        float s = 0;
        for (int k = 0; k < 4; k++) s += a[t].m[i][k] * b[t].m[k][j];
        c[t].m[i][j] = s;
      }
}
void cmatvec(int n, const cplx *a, const cplx *x, cplx *y) {
  for (int i = 0; i < n; i++) {
    cplx s = {0, 0};
    for (int j = 0; j < n; j++) { cplx p = mul(a[i * n + j], x[j]); s.re += p.re; s.im += p.im; }
    y[i] = s;
  }
}

#else

static double sum(const void *p, int n, int isf) { double s = 0; for (int i = 0; i < n; i++) s += (i % 7 + 1) * (isf ? ((float*)p)[i] : ((double*)p)[i]); return s; }
int main() {
  static double mem[4000]; static float fm[4000];
  for (int n = 0; n < 20; n++) {
    for (int i = 0; i < 4000; i++) { mem[i] = (i * 37 % 101) / 13.0 + 0.1; fm[i] = (i * 53 % 97) / 11.0f; }
    forces(n, (body*)mem, (vec3*)(mem + 1000)); printf("%.9g ", sum(mem, 2000, 0));
    step(n, 0.01, (body*)mem, (vec3*)(mem + 1000)); printf("%.9g ", sum(mem, 2000, 0));
    step(n, 0.01, (body*)mem, (vec3*)(mem + 3)); printf("%.9g ", sum(mem, 2000, 0));
    forces(n, (body*)mem, (vec3*)(mem + 3)); printf("%.9g ", sum(mem, 2000, 0));
    transform(n, (mat4*)fm, (vec4*)(fm + 100), (vec4*)(fm + 1000)); printf("%.6g ", sum(fm, 2000, 1));
    transform(n, (mat4*)fm, (vec4*)(fm + 100), (vec4*)(fm + 104)); printf("%.6g ", sum(fm, 2000, 1));
    matmul4(n, (mat4*)fm, (mat4*)(fm + 500), (mat4*)(fm + 1000)); printf("%.6g ", sum(fm, 2000, 1));
    cmatvec(n, (cplx*)mem, (cplx*)(mem + 2000), (cplx*)(mem + 3000)); printf("%.9g\n", sum(mem, 4000, 0));
  }
}

#endif
