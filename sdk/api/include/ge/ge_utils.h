// What passes ask of the graph engine.
#pragma once

#include <vector>

#include "ge_common/ge_common_api_types.h"
#include "graph/graph.h"
#include "graph/tensor.h"
#include "opdk/visibility.h"

namespace ge {

class OPDK_API GeUtils {
 public:
  // Infers every operator of the graph from these shapes of its inputs, whose dtypes and formats are those that its
  // Data have. Nothing else changes. A pass may leave that out: shapes are inferred after each stage.
  static Status InferShape(const Graph& graph, const std::vector<Shape>& input_shape);
};

}  // namespace ge
