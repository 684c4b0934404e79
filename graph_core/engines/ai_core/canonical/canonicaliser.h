// The work behind Canonicalise(): first the expression becomes kernel nodes over classes of axes, then classes merge,
// then what is left is numbered.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/engines/ai_core/canonical/axis_classes.h"
#include "graph_core/engines/ai_core/canonical/canonicalise.h"

namespace opdk {

// A reshape that splits the axis which a slice below it cuts, as a slice of the split tensor; empty when the cut isn't
// at the border of parts.
tbe::Tensor SliceOfReshape(const tbe::TensorNode& reshape);

// Adds a hint to those of a node that is the same value.
void JoinHints(StoringHint storing, KernelNode& node);

class Canonicaliser {
 public:
  Result<CanonicalKernel> Run(std::span<const tbe::Tensor> outputs);

 private:
  // Adds the nodes of `tensor` to nodes_ (dims and starts are axis classes) and returns the node.
  Result<int> Build(const tbe::Tensor& tensor);
  Result<int> BuildNode(const tbe::TensorNode& tensor, const std::vector<int>& inputs);
  Result<int> BuildReshape(const tbe::TensorNode& tensor, int input);
  int BuildMap(const tbe::TensorNode& tensor, int input);
  int BuildReduce(const tbe::TensorNode& tensor, int input);
  int BuildConcat(const tbe::TensorNode& tensor, std::vector<int> inputs);
  int BuildPad(const tbe::TensorNode& tensor, const std::vector<int>& inputs);
  Result<int> BuildGather(const tbe::TensorNode& tensor, const std::vector<int>& inputs);
  int BuildScatter(const tbe::TensorNode& tensor, const std::vector<int>& inputs);
  Result<int> BuildCompute(const tbe::TensorNode& tensor, const std::vector<int>& inputs);
  // Where a body reads at an index variable itself, and the whole axis, both axes are one: the read needs no clamping.
  void UnifyReads(const tbe::TensorNode& tensor, const KernelNode& node, const tbe::ExprPtr& expr);
  tbe::ExprPtr RewriteBody(const tbe::TensorNode& tensor, const tbe::ExprPtr& expr,
                           const std::vector<int>& reduce_positions);
  int BuildInput(const tbe::TensorNode& tensor, const std::vector<int64_t>& shape);
  int BuildPointwise(const tbe::TensorNode& tensor, std::vector<int> inputs);

  KernelNode NewNode(KernelOp op, const tbe::TensorNode& tensor, std::vector<int> inputs = {});
  void AddDims(KernelNode& node, const std::vector<int64_t>& shape);
  int Add(KernelNode node);
  // canonical_hints.cc
  void TakeHints(const tbe::TensorNode& tensor, int node);
  void EmitHints(CanonicalKernel& kernel);

  // A map without effect is its input.
  int AddMap(KernelNode node);
  int Number(int64_t value) { return classes_.New(value, true); }
  void UnifyDims(const std::vector<int>& a, const std::vector<int>& b);
  KernelNode& Get(int node) { return nodes_[static_cast<size_t>(node)]; }

  // axis_splits.cc
  bool AlignReshape(int reshape);
  void KeepReshape(int reshape);
  bool ResolveOnce();
  void AppendParts(int axis, std::vector<int>& dims) const;
  std::vector<int> Offsets(const std::vector<int>& dims) const;
  void SplitNode(KernelNode& node, const std::vector<int>& source_dims) const;
  void SplitAxes();

  void Emit(std::span<const tbe::Tensor> outputs, const std::vector<int>& output_nodes, CanonicalKernel& kernel);
  KernelNode EmitNode(const KernelNode& source, CanonicalKernel& kernel);
  int EmitSymbol(int axis, CanonicalKernel& kernel);
  tbe::ExprPtr EmitBody(const tbe::ExprPtr& expr, CanonicalKernel& kernel);
  Status CheckSizes(CanonicalKernel& kernel) const;

  // A reshape makes one axis of these, or these of one.
  struct AxisSplit {
    int reshape;
    int whole;
    std::vector<int> parts;
  };
  // A hint for the axis `dims[position]` of a node; `axis`: as the author counts.
  struct TileRequest {
    std::vector<int> dims;
    size_t position;
    int64_t axis, size;
  };
  AxisClasses classes_;
  // "": it is part of the kernel now.
  std::string EmitTile(const TileRequest& tile, KernelIr& ir) const;
  std::vector<TileRequest> tiles_;
  int64_t parallel_above_ = -1;
  std::vector<std::string> unheeded_;
  std::vector<KernelNode> nodes_;
  std::map<const tbe::TensorNode*, int> built_;
  std::map<std::pair<int, std::vector<int64_t>>, int> input_nodes_;
  std::vector<tbe::Tensor> rewritten_;  // keeps what built_ has keys of
  std::vector<CanonicalKernel::Argument> arguments_;
  std::vector<tbe::Number> params_;
  std::vector<AxisSplit> splits_;
  std::map<int, std::vector<int>> parts_;  // of the axes that are split in the whole kernel
  std::set<int> kept_reshapes_;            // nodes; the other kReshape nodes are their inputs
  std::map<int, int> symbols_;             // axis class -> symbol
  std::vector<int> emitted_;               // node -> emitted node
};

// Why an expression has no canonical form.
inline Status NoKernel(std::string why) { return Status(ErrorCode::kExpression, std::move(why)); }

}  // namespace opdk
