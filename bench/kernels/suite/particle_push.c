void particle_push(int n, float dt, float *px, float *py, float *vx, float *vy) {
  for (int i = 0; i < n * 16; i++) {
    px[i] += dt * vx[i];
    py[i] += dt * vy[i];
    if (px[i] < 0.0f || px[i] > 1.0f)
      vx[i] = -vx[i];
    if (py[i] < 0.0f || py[i] > 1.0f)
      vy[i] = -vy[i];
  }
}
