// Tensors handed to and taken from a run. The memory belongs to whoever owns the pointer; nothing is copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/types.h"

namespace opdk {

// What a run takes or gives. Dimensions are -1 where any size does or where they depend on values; {-2}: any rank.
struct PortSpec {
  std::string name;
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t> shape;
};

struct RunInput {
  const void* data = nullptr;  // any alignment; read only; valid until Run returns
  size_t bytes = 0;
  ge::DataType dtype = ge::DT_FLOAT;
  std::span<const int64_t> shape = {};
};

// `data` and `capacity` are the caller's; with data == nullptr the model's own buffer is used, which stays valid until
// the next run. Run writes the rest, and `data` when it was nullptr. Must not overlap an input.
struct RunOutput {
  void* data = nullptr;
  size_t capacity = 0;
  size_t bytes = 0;
  ge::DataType dtype = ge::DT_FLOAT;
  std::span<const int64_t> shape = {};  // valid until the next run
};

}  // namespace opdk
