void advection_upwind(int n, double dt, const double *restrict u, const double *restrict q, double *restrict out) {
  for (int i = 1; i < n * 32; i++) {
    double flux;
    if (u[i] > 0.0)
      flux = u[i] * (q[i] - q[i - 1]);
    else
      flux = u[i] * (q[i + 1] - q[i]);
    out[i] = q[i] - dt * flux;
  }
}
