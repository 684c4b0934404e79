int SignOf(int number) {
  if (number < 0) {
    return -1;
  }
  return 1;
}
