void pascal_mod(unsigned row[4096]) {
  for (int i = 1; i < 400; i++)
    for (int j = i; j > 0; j--)
      row[j] = (row[j] + row[j - 1]) % 1000003u;
}
