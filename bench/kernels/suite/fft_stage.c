void fft_stage(float *restrict re, float *restrict im, const float *restrict wr, const float *restrict wi) {
  for (int b = 0; b < 64; b++)
    for (int k = 0; k < 64; k++) {
      int lo = b * 128 + k, hi = lo + 64;
      float tr = re[hi] * wr[k] - im[hi] * wi[k];
      float ti = re[hi] * wi[k] + im[hi] * wr[k];
      re[hi] = re[lo] - tr;
      im[hi] = im[lo] - ti;
      re[lo] += tr;
      im[lo] += ti;
    }
}
