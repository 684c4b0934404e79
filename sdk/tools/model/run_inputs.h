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

// An input that the model declares, with the names of its symbolic dimensions ("": no name).
struct InputSpec {
  PortSpec port;
  std::vector<std::string> dim_names;
  std::vector<uint16_t> patterns = {};  // of the numbers that the input may have, as bits; empty: any
};

// Returns the names of the dimensions of each input. A framework plugin leaves them on the Data nodes.
std::map<std::string, std::vector<std::string>> DimNamesOf(const Graph& graph);
std::vector<InputSpec> InputSpecsOf(const Executable& model,
                                    const std::map<std::string, std::vector<std::string>>& dim_names);

// Reads one tensor per input, in the model's order. An argument is "NAME=SOURCE" (see kTensorSources), or "SOURCE"
// alone if the model has one input. Where inputs NAME.data and NAME.shapes stand for a sequence, NAME=SOURCE adds an
// element. NAME.has is whether an argument names NAME. E1001: an unknown or repeated name; E1003: no argument names an
// input; E1002, E1005: the file; E1004: a dtype or shape that the model doesn't declare.
Result<std::vector<ge::Tensor>> ReadInputs(const std::vector<InputSpec>& specs, const std::vector<std::string>& args,
                                           uint64_t seed = 0);

// Parses arguments "NAME=N" of the option `option`, N from 0. E1001: an argument without this form.
Result<std::map<std::string, int64_t>> ParseCounts(const std::string& option, const std::vector<std::string>& args);

// Returns random inputs as RandomTensor makes them; equal seeds give equal tensors. `dims` gives the unknown
// dimensions, by "INPUT:AXIS" or by name; a dimension that `dims` doesn't give is 1. E1001: an entry of `dims` that is
// no unknown dimension of an input.
Result<std::vector<ge::Tensor>> RandomInputs(const std::vector<InputSpec>& specs,
                                             const std::map<std::string, int64_t>& dims, uint64_t seed);

}  // namespace opdk
