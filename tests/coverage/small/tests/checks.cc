int SignOf(int number);

int main() { return SignOf(3) == 1 ? 0 : 1; }
