// What is known of a graph without running it: the shapes that inference gives, and what a kernel computes.
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

struct InferredNode {
  std::string name;
  std::string type;
  std::vector<PortSpec> outputs;
};

// Every operator, input and constant of the graph with what verification and inference say of it, in topological
// order. E2002 to E2009, located at the node that is refused.
Result<std::vector<InferredNode>> InferGraph(const Packages& packages, const ge::Graph& graph);

// What a kernel computes for concrete shapes: `values[i]` is output i as a tensor expression (tbe::Print,
// tbe::Evaluate) over placeholders that are numbered as the inputs.
struct KernelExpression {
  std::string package;                     // whose kernel it is
  std::vector<PortSpec> inputs;            // every one of the operator's; dtype DT_UNDEFINED: absent
  std::vector<PortSpec> outputs;           // every one
  std::vector<tbe::HostTensor> constants;  // one per input; of dtype DT_UNDEFINED where it isn't constant
  std::vector<tbe::Tensor> values;
};

// Of the node of that name. `package`: whose kernel; "": the first one's by precedence that has one. E1001: no such
// package; E2005: no such node; E2008: no package has such a kernel, or none that takes the node; E2010: a shape that
// isn't known; E6002: the kernel threw; and InferGraph's.
Result<KernelExpression> ExpressionOf(const Packages& packages, const ge::Graph& graph, const std::string& node,
                                      const std::string& package = "");

}  // namespace opdk
