// Walks over expressions: one order and one rewrite, for tensors and for the scalars of a compute(). Neither recurses,
// since an expression may be deeper than the stack, and both visit a node that is read by several others once.
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

// Every node below `outputs` once, inputs before their users, from the first output and first input on. Empty handles
// are left out. `enter`: whether the walk goes on below a node, asked once for each; not given: always.
std::vector<Tensor> PostOrder(std::span<const Tensor> outputs,
                              const std::function<bool(const TensorNode& node)>& enter = {});
// The same for the scalars of a compute().
std::vector<ExprPtr> PostOrder(const ExprPtr& body, const std::function<bool(const ExprNode& expr)>& enter = {});

// The same node with these inputs; the node itself when they are what it has.
Tensor WithInputs(const Tensor& node, std::vector<Tensor> inputs);

// What takes the place of a node, given its inputs as they are after the rewrite. An empty handle: the node stays, and
// reads those inputs.
using RewriteFn = std::function<opdk::Result<Tensor>(const Tensor& node, const std::vector<Tensor>& inputs)>;
// What became of each node. The nodes that are keys must be alive as long as it is used.
using Replacements = std::unordered_map<const TensorNode*, Tensor>;

// The outputs with every node below them replaced by what `fn` says, which is asked once for each node, inputs first.
// Where nothing changes the nodes are the same ones. The first error of `fn` ends the walk. `known`: filled while the
// walk goes on, so that `fn` may look into it; nodes that are in it beforehand are not visited again.
opdk::Result<std::vector<Tensor>> Rewrite(std::span<const Tensor> outputs, const RewriteFn& fn,
                                          Replacements* known = nullptr);
// The same for the scalars of a compute(); nullptr: the scalar stays, with these operands.
ExprPtr Rewrite(const ExprPtr& body,
                const std::function<ExprPtr(const ExprPtr& expr, const std::vector<ExprPtr>& operands)>& fn);

}  // namespace tbe
