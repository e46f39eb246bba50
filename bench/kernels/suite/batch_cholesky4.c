#include <math.h>
void batch_cholesky4(double A[1024][4][4], double L[1024][4][4]) {
  for (int b = 0; b < 1024; b++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j <= i; j++) {
        double s = A[b][i][j];
        for (int k = 0; k < j; k++)
          s -= L[b][i][k] * L[b][j][k];
        if (i == j) L[b][i][i] = sqrt(s * s + 1.0);
        else L[b][i][j] = s / L[b][j][j];
      }
}
