// The tensor expression of one operator instance, detached from the graph it was made in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph_core/ir/graph.h"
#include "graph_core/ir/pass.h"
#include "graph_core/package/package_registry.h"
#include "sdk/tools/python/src/arrays.h"
#include "tbe/elementwise.h"
#include "tbe/interpreter.h"

namespace opdk::python {

class Expression {
 public:
  // `node`: inferred. `package`: whose kernel; "": the first one's by precedence that has one. E1001: no such package;
  // E2008: no AI Core kernel, or none that takes the node; E2010: a shape that isn't known; E6002.
  static Expression Of(const Node& node, const PassContext& context, const std::string& package);

  std::string Print() const;
  // One array per input of the node; none for constants (their own value) and absent inputs.
  std::vector<Written> Evaluate(const std::vector<std::optional<Array>>& inputs, bool higher_precision) const;

  const std::string& package() const { return package_; }
  const std::vector<Port>& inputs() const { return inputs_; }
  const std::vector<Port>& outputs() const { return outputs_; }

 private:
  std::string package_;
  std::vector<Port> inputs_;
  std::vector<Port> outputs_;
  std::vector<tbe::HostTensor> constants_;  // one per input; of dtype DT_UNDEFINED where it isn't constant
  std::vector<tbe::Tensor> expressions_;
};

}  // namespace opdk::python
