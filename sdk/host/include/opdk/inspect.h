// Properties of a graph that are known without running it: inferred shapes, and the expression that a kernel computes.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"
#include "opdk/packages.h"
#include "opdk/run_tensor.h"
#include "opdk/status.h"
#include "tbe/elementwise.h"
#include "tbe/interpreter.h"

namespace opdk {

// A node with the results of inference.
struct InferredNode {
  std::string name;
  std::string type;
  std::vector<PortSpec> outputs;
};

// Returns every operator, input and constant of the graph with the results of verification and inference, in
// topological order. E2002 to E2009, located at the refused node.
Result<std::vector<InferredNode>> InferGraph(const Packages& packages, const ge::Graph& graph);

// The expression of a kernel for concrete shapes: `values[i]` is output i as a tensor expression (tbe::Print,
// tbe::Evaluate) over placeholders with the inputs' numbers.
struct KernelExpression {
  std::string package;                     // package of the kernel
  std::vector<PortSpec> inputs;            // all of the operator's inputs; dtype DT_UNDEFINED: absent
  std::vector<PortSpec> outputs;           // all of the operator's outputs
  std::vector<tbe::HostTensor> constants;  // one per input; dtype DT_UNDEFINED: not constant
  std::vector<tbe::Tensor> values;
};

// Returns the expression of the node with that name. `package`: the kernel's package; "": the first by precedence that
// has a kernel. E1001: no such package; E2005: no such node; E2008: no package has such a kernel, or none that takes
// the node; E2010: a shape isn't known; E6002: the kernel threw; and InferGraph's errors.
Result<KernelExpression> ExpressionOf(const Packages& packages, const ge::Graph& graph, const std::string& node,
                                      const std::string& package = "");

}  // namespace opdk
