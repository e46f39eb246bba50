void transform_points(const float (*restrict M)[3], const float (*restrict P)[3], float (*restrict Q)[3]) {
  for (int p = 0; p < 65536; p++)
    for (int i = 0; i < 3; i++) {
      float sum = 0.0f;
      for (int k = 0; k < 3; k++)
        sum += M[i][k] * P[p][k];
      Q[p][i] = sum;
    }
}
