// Random numbers of a counter: Philox 4x32 with 10 rounds. Each number follows from the seeds, the draw and its place
// alone, so that threads share the work.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>

#include "op_impl/ai_cpu/common/dtype_dispatch.h"
#include "opdk/random_draw.h"

namespace opdk {

class Philox {
 public:
  // Makes the generator of a draw. Draw 0 of the key 0 takes the seeds as they are. Each other draw has a key of its
  // own.
  Philox(int64_t seed, int64_t seed2, const RandomDraw& draw)
      : key_(static_cast<uint64_t>(seed)), stream_(static_cast<uint64_t>(seed2)) {
    if (draw.key == 0 && draw.number == 0) return;
    key_ ^= draw.key;
    key_ = Block(~draw.number)[0];
  }

  // Returns two words of 64 random bits.
  std::array<uint64_t, 2> Block(uint64_t number) const {
    std::array<uint32_t, 4> x = {Low(number), High(number), Low(stream_), High(stream_)};
    uint32_t k0 = Low(key_), k1 = High(key_);
    for (int round = 0; round < 10; ++round) {
      const uint64_t a = uint64_t{0xD2511F53} * x[0], b = uint64_t{0xCD9E8D57} * x[2];
      x = {High(b) ^ x[1] ^ k0, Low(b), High(a) ^ x[3] ^ k1, Low(a)};
      k0 += 0x9E3779B9;
      k1 += 0xBB67AE85;
    }
    return {uint64_t{x[1]} << 32 | x[0], uint64_t{x[3]} << 32 | x[2]};
  }

  // Returns number `place` of a sequence that is evenly distributed in [0, 1), with as many bits as T holds.
  template <typename T>
  double Uniform(int64_t place) const {
    const auto at = static_cast<uint64_t>(place);
    constexpr int kBits = std::is_same_v<T, double> ? 53 : std::is_same_v<T, Half> ? 11 : kIsReduced<T> ? 8 : 24;
    return std::ldexp(static_cast<double>(Block(at / 2)[at % 2] >> (64 - kBits)), -kBits);
  }

  // Returns number `place` of a normal sequence with mean 0 and variance 1 (Box and Muller).
  double Normal(int64_t place) const {
    const auto at = static_cast<uint64_t>(place);
    const auto [a, b] = Block(at / 2);
    const double radius = std::sqrt(-2 * std::log(1 - std::ldexp(static_cast<double>(a >> 11), -53)));
    const double angle = 2 * std::numbers::pi * std::ldexp(static_cast<double>(b >> 11), -53);
    return radius * (at % 2 == 0 ? std::cos(angle) : std::sin(angle));
  }

 private:
  static uint32_t Low(uint64_t word) { return static_cast<uint32_t>(word); }
  static uint32_t High(uint64_t word) { return static_cast<uint32_t>(word >> 32); }

  uint64_t key_, stream_;
};

}  // namespace opdk
