// The digits for training, and the held-out digits for the test.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

constexpr int kSide = 8;
constexpr int kPixels = kSide * kSide;

struct Digit {
  int32_t label = 0;
  std::array<float, kPixels> pixels{};  // 0 … 1
};

struct Digits {
  std::vector<Digit> training;
  std::vector<Digit> held_out;  // the last fifth of the file
};

// Reads a file: a header, then lines of a label and 64 pixels of 0 to 16. Both parts are empty when the file can't be
// read.
Digits ReadDigits(const char* path);

// Returns a copy that is turned, stretched and moved by a little, as another hand might have written it.
Digit Distort(const Digit& digit, std::mt19937& random);
