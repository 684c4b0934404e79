// The data of ge::CompiledGraphSummary.
#pragma once

#include <cstddef>
#include <vector>

#include "ge/ge_graph_compile_summary.h"
#include "opdk/status.h"

namespace ge {

// Makes E1001: the memory that a dynamic graph needs isn't known.
opdk::Status SizeUnknown();

struct CompiledGraphSummary::Data {
  bool is_static = false;
  size_t constants = 0, features = 0;  // bytes
  size_t streams = 1, events = 0;
  std::vector<Shape> shapes;
  std::vector<DataType> dtypes;
};

}  // namespace ge
