// Walks over expressions: one order and one rewrite, for tensors and for the scalars of a compute(). No walk recurses,
// since an expression may be deeper than the stack. Each node is visited once, even if several nodes read it.
//
//   %0 = input 0               PostOrder: %0, %1, %2
//   %1 = exp %0                Rewrite with "exp becomes log" at %1: log is asked for once; %2 becomes a new node
//   %2 = add %1, %1            that reads it twice; %0 stays the same node
#pragma once

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "opdk/status.h"
#include "tbe/expr.h"

namespace tbe {

// Returns every node below `outputs` once, inputs before their users, from the first output and first input on. Empty
// handles are left out. `enter` returns whether the walk goes on below a node and is called once for each; without it
// the walk goes on everywhere.
std::vector<Tensor> PostOrder(std::span<const Tensor> outputs,
                              const std::function<bool(const TensorNode& node)>& enter = {});
// Returns every scalar below `body` of a compute(), by the same rules.
std::vector<ExprPtr> PostOrder(const ExprPtr& body, const std::function<bool(const ExprNode& expr)>& enter = {});

// Returns a copy of the node with these inputs; the node itself when the inputs are unchanged.
Tensor WithInputs(const Tensor& node, std::vector<Tensor> inputs);

// Returns the replacement of a node, given the node's inputs after the rewrite. An empty handle: the node stays and
// reads those inputs.
using RewriteFn = std::function<opdk::Result<Tensor>(const Tensor& node, const std::vector<Tensor>& inputs)>;
// Replacement of each node. The nodes that are keys must live as long as the map is used.
using Replacements = std::unordered_map<const TensorNode*, Tensor>;

// Replaces every node below the outputs by the result of `fn`, which is called once for each node, inputs first.
// Unchanged nodes stay the same objects. The first error of `fn` ends the walk. `known` is filled during the walk, so
// that `fn` may read it; nodes that are in it beforehand are not visited again.
opdk::Result<std::vector<Tensor>> Rewrite(std::span<const Tensor> outputs, const RewriteFn& fn,
                                          Replacements* known = nullptr);
// Replaces the scalars of a compute() by the result of `fn`; nullptr: the scalar stays, with these operands.
ExprPtr Rewrite(const ExprPtr& body,
                const std::function<ExprPtr(const ExprPtr& expr, const std::vector<ExprPtr>& operands)>& fn);

}  // namespace tbe
