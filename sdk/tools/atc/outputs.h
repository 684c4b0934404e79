// Changes of a model's inputs and outputs that flags of atc ask for.
#pragma once

#include <string>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk::atc {

// Makes these outputs of operators the model's outputs, in this order: "node:0;other:1"; "" changes nothing. E1001.
Status SelectOutputs(const std::string& value, Graph& graph);
// Makes these float inputs float16: "x;y". E1001.
Status TakeHalfInputs(const std::string& value, Graph& graph);
// Changes the type of outputs: "FP16" of all outputs, "name:0:FP16;…" of outputs that an operator or the model has.
// E1001.
Status ConvertOutputs(const std::string& value, Graph& graph);

}  // namespace opdk::atc
