#include <math.h>
#include <stdio.h>

#define N 60

void symmetric(int n, double alpha, double C[restrict n][n], const double A[restrict n][n]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += alpha * A[i][k] * A[j][k];
}

int main(void) {
  static double A[N][N], C[N][N];
  double norm = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = (i * 7 + j) % 11;
  symmetric(N, 0.5, C, A);
  for (int i = 0; i < N; i++)
    norm += C[i][0] * C[i][0];
  printf("%g %g\n", C[N - 1][N - 1], sqrt(norm));
}
