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

// What handles name: they are numbers that each run gives out anew.
struct RunResources {
  std::map<int64_t, TensorArray> arrays;
  std::map<int64_t, TensorStack> stacks;
  std::map<std::pair<int64_t, std::string>, int64_t> gradients;  // of an array, by source
  std::map<const RunStep*, std::vector<KeptTensor>> taken;       // what steps gave last
  int64_t last_handle = 0;
};

}  // namespace opdk
