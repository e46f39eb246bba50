void transpose_flat(int rows, int cols, const float *restrict in, float *restrict out) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      out[j * rows + i] = in[i * cols + j];
}
