void escape_steps(const float *restrict cr, const float *restrict ci, int *restrict steps) {
  for (int i = 0; i < 8192; i++) {
    float x = 0.0f, y = 0.0f;
    int count = 0;
    for (int k = 0; k < 32; k++) {
      float t = x * x - y * y + cr[i];
      y = 2.0f * x * y + ci[i];
      x = t;
      if (x * x + y * y < 4.0f)
        count++;
    }
    steps[i] = count;
  }
}
