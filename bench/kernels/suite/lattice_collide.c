void lattice_collide(int n, double omega, double *restrict f0, double *restrict f1, double *restrict f2, double *restrict f3, double *restrict f4) {
  for (int i = 0; i < n * 16; i++) {
    double rho = f0[i] + f1[i] + f2[i] + f3[i] + f4[i];
    double ux = (f1[i] - f3[i]) / rho, uy = (f2[i] - f4[i]) / rho;
    f0[i] += omega * (rho / 3.0 - f0[i]);
    f1[i] += omega * (rho / 6.0 * (1.0 + 3.0 * ux) - f1[i]);
    f2[i] += omega * (rho / 6.0 * (1.0 + 3.0 * uy) - f2[i]);
    f3[i] += omega * (rho / 6.0 * (1.0 - 3.0 * ux) - f3[i]);
    f4[i] += omega * (rho / 6.0 * (1.0 - 3.0 * uy) - f4[i]);
  }
}
