void pair_energy_cutoff(int n, const double (*restrict pos)[3], double *restrict energy) {
  for (int i = 0; i < n; i++) {
    double e = 0.0;
    for (int j = 0; j < n; j++) {
      double dx = pos[i][0] - pos[j][0], dy = pos[i][1] - pos[j][1], dz = pos[i][2] - pos[j][2];
      double r2 = dx * dx + dy * dy + dz * dz;
      if (r2 < 0.25 && r2 > 0.0) {
        double s = 0.01 / r2;
        e += s * s * s - s;
      }
    }
    energy[i] = e;
  }
}
