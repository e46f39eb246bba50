void stencil7_flat(int nx, int ny, int nz, const double *restrict in, double *restrict out) {
  for (int k = 1; k < nz - 1; k++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        out[(k * ny + j) * nx + i] = 0.4 * in[(k * ny + j) * nx + i] +
                                     0.1 * (in[(k * ny + j) * nx + i - 1] + in[(k * ny + j) * nx + i + 1] + in[(k * ny + j - 1) * nx + i] +
                                            in[(k * ny + j + 1) * nx + i] + in[((k - 1) * ny + j) * nx + i] + in[((k + 1) * ny + j) * nx + i]);
}
