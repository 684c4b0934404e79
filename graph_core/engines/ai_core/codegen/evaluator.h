// Builds the Halide expression of a kernel node at an index. Nodes that are stages of their own (reductions, shared
// expensive values) are read from their Funcs; all others are inlined, each (node, index) once, so that shared
// subexpressions stay shared.
#pragma once

#include <Halide.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "graph_core/engines/ai_core/canonical/kernel_ir.h"
#include "graph_core/engines/ai_core/codegen/math.h"

namespace opdk::codegen {

// One index expression per axis, outermost first.
using Index = std::vector<Halide::Expr>;

// Returns the list in Halide's order, innermost axis first.
template <typename T>
std::vector<T> Reversed(std::vector<T> outermost_first) {
  std::reverse(outermost_first.begin(), outermost_first.end());
  return outermost_first;
}

// The arguments of the generated function, in the order of KernelArguments.
struct Parameters {
  explicit Parameters(const KernelIr& ir);

  Halide::Expr Symbol(int symbol) const { return symbols[static_cast<size_t>(symbol)]; }
  std::vector<Halide::Argument> Arguments() const;

  std::vector<Halide::Param<int32_t>> symbols;
  Halide::Param<int32_t> tasks;
  std::vector<Halide::Internal::Parameter> scalars;  // float16 and bfloat16 are passed as float
  std::vector<Halide::ImageParam> images;            // by argument tensor
};

class Evaluator {
 public:
  Evaluator(const KernelIr& ir, const Math& math, const Parameters& parameters)
      : ir_(ir), math_(math), parameters_(parameters) {}

  Halide::Expr At(int node, const Index& index);
  // Makes all later reads of `node` read `stage`: indices innermost first, value in the computing type, bool as uint8.
  void SetStage(int node, Halide::Func stage) { stages_[node] = std::move(stage); }
  // Returns the value of a kCompute body.
  Halide::Expr Body(const KernelNode& node, const Index& index, const Index& reduce_index);

 private:
  Halide::Expr Inline(const KernelNode& node, const Index& index);
  Halide::Expr Concat(const KernelNode& node, const Index& index);
  Halide::Expr Pad(const KernelNode& node, const Index& index);
  Halide::Expr Gather(const KernelNode& node, const Index& index);
  Halide::Expr Reshape(const KernelNode& node, const Index& index);
  Halide::Expr Scalar(const KernelNode& node, const tbe::ExprNode& expr, const Index& index, const Index& reduce_index);
  Halide::Expr ScalarIndex(const KernelNode& node, const tbe::ExprNode& expr, const Index& index,
                           const Index& reduce_index);
  const KernelNode& Get(int node) const { return ir_.nodes[static_cast<size_t>(node)]; }

  struct Known {
    Index index;  // keeps the expressions, whose addresses are the key, alive
    Halide::Expr value;
  };
  const KernelIr& ir_;
  const Math& math_;
  const Parameters& parameters_;
  std::map<int, Halide::Func> stages_;
  std::map<std::pair<int, std::vector<const void*>>, Known> known_;
};

// Converts `value` to the type of a Func: bool becomes uint8, every other type stays.
Halide::Expr ToStage(const Halide::Expr& value);

}  // namespace opdk::codegen
