// Inputs and outputs of a run. Their memory belongs to the owner of the pointers; nothing is copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/types.h"

namespace opdk {

// An input or output of a model. An extent is -1 where any size is allowed or where it depends on values; {-2}: any
// rank.
struct PortSpec {
  std::string name;
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t> shape;
};

// An input of a run. The caller owns `data` and `shape`.
struct RunInput {
  const void* data = nullptr;  // any alignment; read only; valid until Run returns
  size_t bytes = 0;
  ge::DataType dtype = ge::DT_FLOAT;
  std::span<const int64_t> shape = {};
};

// An output of a run. The caller owns `data`, of `capacity` bytes. With data == nullptr Run uses the model's own
// buffer, which stays valid until the next run, and sets `data`. Run writes the other fields. Must not overlap an
// input.
struct RunOutput {
  void* data = nullptr;
  size_t capacity = 0;
  size_t bytes = 0;
  ge::DataType dtype = ge::DT_FLOAT;
  std::span<const int64_t> shape = {};  // valid until the next run
};

}  // namespace opdk
