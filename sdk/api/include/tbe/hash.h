// Structural hash of tensor expressions: the key of a compiled kernel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tbe/expr.h"

namespace tbe {

// Properties that a hash may include. Always included: kinds, operations, dtypes, ranks, axes, which axes of a
// broadcast repeat, slice steps, convolution and pooling parameters, constants (bit for bit) and the placement of
// inputs. Never included: names, and whether an equal subexpression is shared or repeated.
struct HashOptions {
  bool extents = true;       // shapes, and the extents that a compute() reduces over
  bool param_values = true;  // values of Params
  bool offsets = true;       // starts of slices and paddings
};

// A hash of 128 bits.
struct Fingerprint {
  uint64_t high = 0, low = 0;
  bool operator==(const Fingerprint&) const = default;
  // Returns 32 hexadecimal digits.
  std::string ToHex() const {
    std::string text;
    for (const uint64_t half : {high, low}) {
      for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(half >> shift) & 15];
    }
    return text;
  }
};

// Hashes expressions; the result is equal on every machine and in every run. It has 128 bits, so that different
// expressions don't meet by chance. It is no defence against a constructed collision.
Fingerprint Hash(const std::vector<Tensor>& outputs, const HashOptions& options = {});

}  // namespace tbe
