// Functions of the graph engine for passes.
#pragma once

#include <vector>

#include "ge_common/ge_common_api_types.h"
#include "graph/graph.h"
#include "graph/tensor.h"
#include "opdk/visibility.h"

namespace ge {

// Static functions of the graph engine.
class OPDK_API GeUtils {
 public:
  // Infers every operator of the graph from the shapes of its inputs; the Data nodes give dtypes and formats. Nothing
  // else changes. A pass needn't call it: shapes are inferred after each stage.
  static Status InferShape(const Graph& graph, const std::vector<Shape>& input_shape);
};

}  // namespace ge
