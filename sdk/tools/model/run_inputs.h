// The inputs of a run: from files, or random.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "graph_core/execution/executable.h"
#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// An input that the model declares, with the names of its symbolic dimensions ("" where there is none).
struct InputSpec {
  PortSpec port;
  std::vector<std::string> dim_names;
};

// By input: the names of its dimensions, which a framework plugin leaves on the Data nodes.
std::map<std::string, std::vector<std::string>> DimNamesOf(const Graph& graph);
std::vector<InputSpec> InputSpecsOf(const Executable& model,
                                    const std::map<std::string, std::vector<std::string>>& dim_names);

// "NAME=SOURCE" (see kTensorSources), or "SOURCE" alone when the model has one input. One tensor per input, in the
// model's order. E1001: an unknown or repeated name; E1003: an input that no --input names; E1002/E1005: the file;
// E1004: dtype or shape that the model doesn't declare.
Result<std::vector<ge::Tensor>> ReadInputs(const std::vector<InputSpec>& specs, const std::vector<std::string>& args,
                                           uint64_t seed = 0);

// "NAME=N", N from 0, as `option` takes it. E1001: not of this form.
Result<std::map<std::string, int64_t>> ParseCounts(const std::string& option, const std::vector<std::string>& args);

// Like RandomTensor; the same for the same seed. Unknown dimensions are taken from `dims`, by "INPUT:AXIS" or by name,
// else 1. E1001: an entry of `dims` that is no unknown dimension of an input.
Result<std::vector<ge::Tensor>> RandomInputs(const std::vector<InputSpec>& specs,
                                             const std::map<std::string, int64_t>& dims, uint64_t seed);

}  // namespace opdk
