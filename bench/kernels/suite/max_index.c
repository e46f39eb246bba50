void max_index(float x[65536], int *out, float *best) {
  int at = 0;
  float m = x[0];
  for (int i = 1; i < 65536; i++)
    if (x[i] > m) { m = x[i]; at = i; }
  *out = at; *best = m;
}
