// The tensor arrays and stacks of one run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/execution/tensor_array.h"

namespace opdk {

struct RunStep;

struct TensorStack {
  std::string name;
  ge::DataType dtype = ge::DT_FLOAT;
  size_t max_size = 0;
  std::vector<KeptTensor> elements;
  bool closed = false;
};

// The tensor arrays and stacks by their handles. Handles are numbers, and each run numbers anew.
struct RunResources {
  std::map<int64_t, TensorArray> arrays;
  std::map<int64_t, TensorStack> stacks;
  std::map<std::pair<int64_t, std::string>, int64_t> gradients;  // by array and source: the gradient's handle
  std::map<const RunStep*, std::vector<KeptTensor>> taken;       // by step: the tensors that it gave last
  int64_t last_handle = 0;
};

}  // namespace opdk
