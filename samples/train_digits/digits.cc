#include "digits.h"

#include <cmath>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>

namespace {

constexpr float kBrightest = 16.0F;
constexpr float kTurn = 0.15F;    // radians
constexpr float kStretch = 0.2F;  // of the size, in either direction
constexpr float kMove = 0.7F;     // pixels

float PixelAt(const Digit& digit, int row, int column) {
  if (row < 0 || row >= kSide || column < 0 || column >= kSide) return 0;
  return digit.pixels[static_cast<size_t>(row * kSide + column)];
}

// Returns the mean of the four pixels around a place, weighted by their distance.
float Between(const Digit& digit, float row, float column) {
  const float top = std::floor(row), left = std::floor(column);
  const float down = row - top, right = column - left;
  const int r = static_cast<int>(top), c = static_cast<int>(left);
  return (1 - down) * ((1 - right) * PixelAt(digit, r, c) + right * PixelAt(digit, r, c + 1)) +
         down * ((1 - right) * PixelAt(digit, r + 1, c) + right * PixelAt(digit, r + 1, c + 1));
}

}  // namespace

Digits ReadDigits(const char* path) {
  std::vector<Digit> all;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);  // header
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    Digit digit;
    char comma = 0;
    cells >> digit.label;
    for (float& pixel : digit.pixels) {
      cells >> comma >> pixel;
      pixel /= kBrightest;
    }
    if (cells) all.push_back(digit);
  }
  const auto held_out = all.end() - static_cast<std::ptrdiff_t>(all.size() / 5);
  return {{all.begin(), held_out}, {held_out, all.end()}};
}

Digit Distort(const Digit& digit, std::mt19937& random) {
  std::uniform_real_distribution<float> part(-1, 1);
  const float angle = kTurn * part(random);
  const float height = 1 + kStretch * part(random), width = 1 + kStretch * part(random);
  const float down = kMove * part(random), right = kMove * part(random);
  const float middle = (kSide - 1) / 2.0F;
  Digit distorted{digit.label, {}};
  for (int row = 0; row < kSide; ++row) {
    for (int column = 0; column < kSide; ++column) {
      const float y = static_cast<float>(row) - middle, x = static_cast<float>(column) - middle;
      distorted.pixels[static_cast<size_t>(row * kSide + column)] =
          Between(digit, (std::cos(angle) * y + std::sin(angle) * x) * height + middle + down,
                  (std::cos(angle) * x - std::sin(angle) * y) * width + middle + right);
    }
  }
  return distorted;
}
