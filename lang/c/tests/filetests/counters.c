// Counters that move in inner loops follow from the variables of the loops where these run a constant number of times.
void packed(const float (*a)[32], float *p) {
  int k = 0;
  for (int j = 0; j < 8; j++)
    for (int i = 0; i < 16; i++)
      p[k++] = a[i][j];
}
int skewed(float *p) { // Beside a loop, too, and read behind it.
  int k = 1;
  for (int j = 0; j < 8; j++) {
    for (int i = 9; i >= 1; i -= 3) {
      p[k] = 0;
      ++k;
    }
    p[k] = 1;
    k += 2;
  }
  return k;
}
void none(float *p) { // The inner loop never runs.
  int k = 0;
  for (int j = 0; j < 8; j++) {
    for (int i = 4; i < 4; i++)
      p[k++] = 0;
    p[k++] = 1;
  }
}
void symbolic(int n, float *p) { // The product of `n` and a variable is not affine.
  int k = 0;
  for (int j = 0; j < 8; j++)
    for (int i = 0; i < n; i++)
      p[k++] = 0;
}
void sometimes(const float *a, float *p) {
  int k = 0;
  for (int j = 0; j < 8; j++)
    for (int i = 0; i < 8; i++)
      if (a[i] > 0)
        p[k++] = a[i];
}
void leaves(const float *a, float *p) {
  int k = 0;
  for (int j = 0; j < 8; j++)
    for (int i = 0; i < 8; i++) {
      if (a[i] > 0)
        break;
      p[k++] = a[i];
    }
}
void wraps(float *p) { // Eight bits hold no 300: the inner loop does not end.
  int k = 0;
  for (int j = 0; j < 8; j++)
    for (unsigned char i = 0; i < 300; i++)
      p[k++] = 0;
}
