void biquad_channels(int frames, const float *restrict in, float *restrict out, float (*restrict state)[2]) {
  for (int c = 0; c < 8; c++) {
    float z1 = state[c][0], z2 = state[c][1];
    for (int t = 0; t < frames * 16; t++) {
      float x = in[t * 8 + c];
      float y = 0.2f * x + z1;
      z1 = 0.4f * x + 0.3f * y + z2;
      z2 = 0.2f * x - 0.1f * y;
      out[t * 8 + c] = y;
    }
    state[c][0] = z1;
    state[c][1] = z2;
  }
}
