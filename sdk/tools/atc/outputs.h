// What flags of atc change of a model's inputs and outputs.
#pragma once

#include <string>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk::atc {

// "node:0;other:1": these outputs of operators become the model's, in this order; "": nothing changes. E1001.
Status SelectOutputs(const std::string& value, Graph& graph);
// "x;y": these inputs, of float, are given as float16. E1001.
Status TakeHalfInputs(const std::string& value, Graph& graph);
// "FP16": the type of all outputs; "name:0:FP16;…": of those that an operator's or the model's output gives. E1001.
Status ConvertOutputs(const std::string& value, Graph& graph);

}  // namespace opdk::atc
