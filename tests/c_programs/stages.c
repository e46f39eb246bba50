/* Stages, each of which reads some rows of what the one before it wrote. */
#include <stdio.h>
#include <stdlib.h>

void blurred(int h, int w, const float *restrict in, float *restrict out);
void smoothed(int n, const double *restrict in, double *restrict out);
void sharpened(const float in[40][40], float out[40][40], float amount);
void corners(const float in[42][42], float out[40][40]);
void halved(const unsigned char in[48][64], unsigned char out[24][32]);
void behind(int n, int m, const int *restrict in, int *restrict out);

#ifdef MAIN

static float image[64 * 64], result[64 * 64];
static double grid[40 * 40], smooth[40 * 40];
static float square[40][40], sharp[40][40], wide[42][42];
static unsigned char bytes[48][64], half[24][32];
static int numbers[40 * 40], other[40 * 40];

int main(void) {
  for (int i = 0; i < 64 * 64; i++) image[i] = (float)(i * 37 % 101) / 8;
  for (int i = 0; i < 40 * 40; i++) grid[i] = (double)(i * 53 % 97) / 4, numbers[i] = i * 29 % 83;
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++) square[i][j] = (float)((i * 7 + j * 13) % 31) / 4;
  for (int i = 0; i < 42; i++)
    for (int j = 0; j < 42; j++) wide[i][j] = (float)((i * 5 + j * 11) % 29) / 4;
  for (int i = 0; i < 48; i++)
    for (int j = 0; j < 64; j++) bytes[i][j] = (unsigned char)(i * 17 + j * 23);
  static const int sizes[] = {0, 1, 2, 3, 4, 5, 16, 17, 33, 50};
  for (int a = 0; a < 10; a++)
    for (int b = 0; b < 10; b++) {
      int h = sizes[a], w = sizes[b];
      for (int i = 0; i < 64 * 64; i++) result[i] = -1;
      blurred(h, w, image, result);
      float sum = 0;
      for (int i = 0; i < h * w; i++) sum += result[i] * (float)(i % 7);
      printf("%d %d %.9g\n", h, w, sum);
    }
  for (int n = 0; n <= 40; n += n < 6 ? 1 : 17) {
    for (int i = 0; i < 40 * 40; i++) smooth[i] = -1, other[i] = -1;
    smoothed(n, grid, smooth);
    behind(n, 40 - n, numbers, other);
    double sum = 0;
    long total = 0;
    for (int i = 0; i < 40 * 40; i++) sum += smooth[i] * (i % 5), total += other[i] * (long)(i % 11);
    printf("%d %.17g %ld\n", n, sum, total);
  }
  sharpened(square, sharp, 0.75f);
  float sum = 0;
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++) sum += sharp[i][j] * (float)((i + j) % 9);
  corners(wide, sharp);
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++) sum += sharp[i][j] * (float)((i + 2 * j) % 9);
  halved(bytes, half);
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 32; j++) sum += (float)(half[i][j] * ((i + j) % 3));
  printf("%.9g\n", sum);
  return 0;
}

#else

/* A linear temporary. */
void blurred(int h, int w, const float *restrict in, float *restrict out) {
  float *t = malloc((size_t)h * w * sizeof(float));
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) t[y * w + x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) * 0.25f;
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) out[y * w + x] = (t[(y - 1) * w + x] + t[y * w + x] + t[(y + 1) * w + x]) * 0.25f;
  free(t);
}

/* Rows of any length, five of which are read. */
void smoothed(int n, const double *restrict in, double *restrict out) {
  double(*t)[n] = malloc(sizeof(double) * n * n);
  for (int i = 0; i < n; i++)
    for (int j = 2; j < n - 2; j++)
      t[i][j] = in[i * n + j - 2] + 4 * in[i * n + j - 1] + 6 * in[i * n + j] + 4 * in[i * n + j + 1] + in[i * n + j + 2];
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < n - 2; j++)
      out[i * n + j] = t[i - 2][j] + 4 * t[i - 1][j] + 6 * t[i][j] + 4 * t[i + 1][j] + t[i + 2][j];
  free(t);
}

/* Three stages, the last of which needs one row of the second. */
void sharpened(const float in[40][40], float out[40][40], float amount) {
  float across[40][40], down[40][40];
  for (int y = 0; y < 40; y++)
    for (int x = 1; x < 39; x++) across[y][x] = 0.25f * in[y][x - 1] + 0.5f * in[y][x] + 0.25f * in[y][x + 1];
  for (int y = 1; y < 39; y++)
    for (int x = 1; x < 39; x++) down[y][x] = 0.25f * across[y - 1][x] + 0.5f * across[y][x] + 0.25f * across[y + 1][x];
  for (int y = 1; y < 39; y++)
    for (int x = 1; x < 39; x++) out[y][x] = in[y][x] + amount * (in[y][x] - down[y][x]);
}

/* A window of the stage before in both directions. */
void corners(const float in[42][42], float out[40][40]) {
  float p[42][42];
  for (int y = 1; y < 41; y++)
    for (int x = 1; x < 41; x++) {
      float d = in[y][x + 1] - in[y][x - 1];
      p[y][x] = d * d;
    }
  for (int y = 1; y < 39; y++)
    for (int x = 1; x < 39; x++)
      out[y][x] = p[y][x] + p[y][x + 1] + p[y][x + 2] + p[y + 1][x] + p[y + 1][x + 1] + p[y + 1][x + 2] + p[y + 2][x] +
                  p[y + 2][x + 1] + p[y + 2][x + 2];
}

/* Half as many rows. */
void halved(const unsigned char in[48][64], unsigned char out[24][32]) {
  unsigned short t[48][32];
  for (int y = 0; y < 48; y++)
    for (int x = 0; x < 32; x++) t[y][x] = (unsigned short)(in[y][2 * x] + in[y][2 * x + 1]);
  for (int y = 0; y < 24; y++)
    for (int x = 0; x < 32; x++) out[y][x] = (unsigned char)((t[2 * y][x] + t[2 * y + 1][x] + 2) >> 2);
}

/* The first row of the stage before is read to the end: all of its rows are kept. */
void behind(int n, int m, const int *restrict in, int *restrict out) {
  int *t = malloc((size_t)n * m * sizeof(int));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) t[i * m + j] = in[i * m + j] * 3;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++) out[i * m + j] = t[j] + t[(i - 1) * m + j];
  free(t);
}

#endif
