// Runs one operator: a one-node graph, compiled, loaded and run at once. Used by operator tests and constant folding.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "graph_core/engines/engine.h"
#include "opdk/op_desc.h"

namespace opdk {

struct SingleOpOptions {
  std::string engine;            // "": the cheapest that supports the operator; else this one or its refusal
  bool constant_inputs = false;  // the inputs are constants of the graph: nothing about them is decided at run time
  bool infer = true;             // false: the operator's output descs are taken as they are
};

struct SingleOpResult {
  std::vector<ge::Tensor> outputs;
  std::string engine;
  std::string package;
  std::string kernel;
};

// Runs one operator. `op` needs its type, attributes and one port per entry. `inputs` holds one tensor per op.inputs.
// An absent optional input is a port of dtype DT_UNDEFINED, whose tensor is ignored. The tensors give the descs of
// `op`'s inputs. E2003: verification or inference fails. E2008: no engine supports the operator, or the chosen engine
// doesn't. Also errors of compilation and execution.
Result<SingleOpResult> RunSingleOp(OpDesc op, std::span<const ge::Tensor> inputs, std::span<Engine* const> engines,
                                   const PackageRegistry& packages, const SingleOpOptions& options = {});

}  // namespace opdk
