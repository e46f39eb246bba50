void quaternion_rotate(const float (*restrict q)[4], const float (*restrict v)[3], float (*restrict out)[3]) {
  for (int i = 0; i < 2000; i++) {
    float w = q[i][0], x = q[i][1], y = q[i][2], z = q[i][3];
    float tx = 2.0f * (y * v[i][2] - z * v[i][1]);
    float ty = 2.0f * (z * v[i][0] - x * v[i][2]);
    float tz = 2.0f * (x * v[i][1] - y * v[i][0]);
    out[i][0] = v[i][0] + w * tx + y * tz - z * ty;
    out[i][1] = v[i][1] + w * ty + z * tx - x * tz;
    out[i][2] = v[i][2] + w * tz + x * ty - y * tx;
  }
}
