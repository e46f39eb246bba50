void last_index(float x[65536], float t, int *out) {
  int last = -1;
  for (int i = 0; i < 65536; i++)
    if (x[i] > t) last = i;
  *out = last;
}
