// Values that are known before a model runs: constants, values computed from constants, and values that shape inference
// itself determines.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "graph_core/engines/engine.h"
#include "graph_core/ir/pass.h"

namespace opdk {

// Computes values by the operators' own kernels, one node at a time, and keeps the results. AI CPU kernels come first,
// even if the context's engines exclude AI CPU: the option is about nodes that run in the model, and folded nodes
// don't. A context without engines folds nothing. Not thread-safe. Nodes that were evaluated must not change while the
// evaluator lives.
class ConstantEvaluator {
 public:
  explicit ConstantEvaluator(const PassContext& context);

  // Returns whether the value behind `from` is known, and stores it in `value`, which shares its bytes. The nodes in
  // front must have been inferred.
  bool Value(const Endpoint& from, ge::Tensor& value);
  // Returns a function that gives the value of input `i` of a node, for inference functions.
  ConstInputFn InputsOf(const Node& node);
  // Computes the outputs of an inferred node from these inputs. Entries for absent inputs are ignored. false: no kernel
  // computes them.
  bool Compute(const Node& node, const std::vector<ge::Tensor>& inputs, std::vector<ge::Tensor>& outputs) const;

 private:
  using Values = std::vector<ge::Tensor>;

  // Returns the outputs of a node. nullptr: they are not known.
  const Values* Outputs(const Node& node);
  bool Evaluate(const Node& node, Values& outputs);
  bool Run(const Node& node, const std::vector<ge::Tensor>& inputs, Engine& engine, Values& outputs) const;

  const PassContext& context_;
  std::unique_ptr<Engine> own_engine_;
  std::vector<Engine*> engines_;                      // in the order they are asked
  std::map<int64_t, std::pair<bool, Values>> known_;  // by node id
};

}  // namespace opdk
