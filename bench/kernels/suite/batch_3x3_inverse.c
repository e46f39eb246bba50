void batch_3x3_inverse(int n, const float (*restrict a)[9], float (*restrict r)[9]) {
  for (int i = 0; i < n * 4; i++) {
    const float *m = a[i];
    float c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8], c2 = m[3] * m[7] - m[4] * m[6];
    float s = 1.0f / (m[0] * c0 + m[1] * c1 + m[2] * c2);
    r[i][0] = c0 * s;
    r[i][1] = (m[2] * m[7] - m[1] * m[8]) * s;
    r[i][2] = (m[1] * m[5] - m[2] * m[4]) * s;
    r[i][3] = c1 * s;
    r[i][4] = (m[0] * m[8] - m[2] * m[6]) * s;
    r[i][5] = (m[2] * m[3] - m[0] * m[5]) * s;
    r[i][6] = c2 * s;
    r[i][7] = (m[1] * m[6] - m[0] * m[7]) * s;
    r[i][8] = (m[0] * m[4] - m[1] * m[3]) * s;
  }
}
