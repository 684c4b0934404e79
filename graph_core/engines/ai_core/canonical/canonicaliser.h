// Turns an expression into its canonical kernel, in four passes of the expression compiler (plan/pipeline.cc). The
// expression becomes kernel nodes over classes of axes. Axes are split, then merged. Then the remaining nodes and axes
// are numbered.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/engines/ai_core/canonical/axis_classes.h"
#include "graph_core/engines/ai_core/canonical/canonical_kernel.h"
#include "opdk/status.h"

namespace opdk {

// Returns the same values, with reshapes moved towards the inputs. A reshaped input becomes an input of the new shape.
// A slice below a reshape that splits the sliced axis becomes a slice of the split tensor. Reshapes of the outputs
// themselves are dropped, because they are views of the results.
std::vector<tbe::Tensor> SinkReshapes(std::span<const tbe::Tensor> outputs);
// Returns the first tensor at or below `tensor` that isn't a reshape.
tbe::Tensor BelowReshapes(tbe::Tensor tensor);

// Adds a hint to the hints of a node that stands for the same value.
void JoinHints(StoringHint storing, KernelNode& node);

class Canonicaliser {
 public:
  // Makes the kernel nodes of the expression, over classes of axes. E2010: cube nodes, a read of an empty tensor.
  Status Build(std::span<const tbe::Tensor> outputs);
  bool built() const { return !outputs_.empty(); }
  // Splits the axes that reshapes between operations split or join, and drops these reshapes. Returns whether any axis
  // was split.
  bool SplitAxes();
  // Merges neighbouring axes that behave alike. Returns whether any were merged. E2010: an extent that passes 2^31.
  Result<bool> MergeAxes();
  // Numbers the remaining nodes, axes and arguments. E2010: an extent that passes 2^31.
  Result<CanonicalKernel> Emit();

 private:
  // Adds the node to nodes_ (dims and starts are axis classes) and returns its number. Its inputs are there.
  Result<int> BuildNode(const tbe::TensorNode& tensor, const std::vector<int>& inputs);
  Result<int> BuildReshape(const tbe::TensorNode& tensor, int input);
  int BuildMap(const tbe::TensorNode& tensor, int input);
  int BuildReduce(const tbe::TensorNode& tensor, int input);
  int BuildConcat(const tbe::TensorNode& tensor, std::vector<int> inputs);
  int BuildPad(const tbe::TensorNode& tensor, const std::vector<int>& inputs);
  Result<int> BuildGather(const tbe::TensorNode& tensor, const std::vector<int>& inputs);
  int BuildScan(const tbe::TensorNode& tensor, int input);
  int BuildScatter(const tbe::TensorNode& tensor, const std::vector<int>& inputs);
  Result<int> BuildCompute(const tbe::TensorNode& tensor, const std::vector<int>& inputs);
  // Unifies the axis that a body reads with the index variable it reads at, if the read covers the whole axis. Such a
  // read needs no clamping.
  void UnifyReads(const tbe::TensorNode& tensor, const KernelNode& node);
  tbe::ExprPtr RewriteBody(const tbe::TensorNode& tensor, const std::vector<int>& reduce_positions) const;
  int BuildInput(const tbe::TensorNode& tensor, const std::vector<int64_t>& shape);
  int BuildPointwise(const tbe::TensorNode& tensor, std::vector<int> inputs);

  KernelNode NewNode(KernelOp op, const tbe::TensorNode& tensor, std::vector<int> inputs = {});
  void AddDims(KernelNode& node, const std::vector<int64_t>& shape);
  int Add(KernelNode node);
  // Takes over the author's hints for `tensor` (canonical_hints.cc).
  void TakeHints(const tbe::TensorNode& tensor, int node);
  void EmitHints(CanonicalKernel& kernel);

  // Adds a kMap node. Returns its input if the map changes nothing.
  int AddMap(KernelNode node);
  int Number(int64_t value) { return classes_.New(value, true); }
  void UnifyDims(const std::vector<int>& a, const std::vector<int>& b);
  KernelNode& Get(int node) { return nodes_[static_cast<size_t>(node)]; }

  // Notes how the axes of a reshape split and join (axis_splits.cc). Returns false if the axes cross.
  bool AlignReshape(int reshape);
  void KeepReshape(int reshape);
  bool ResolveOnce();
  void AppendParts(int axis, std::vector<int>& dims) const;
  std::vector<int> Offsets(const std::vector<int>& dims) const;
  void SplitNode(KernelNode& node, const std::vector<int>& source_dims) const;
  // Keeps the reshapes whose axes SplitAxes hasn't split.
  void KeepReshapes();
  Status CheckExtents() const;

  std::vector<bool> UsedNodes() const;
  void EmitNodes(CanonicalKernel& kernel);
  void EmitOutputs(CanonicalKernel& kernel);
  KernelNode EmitNode(const KernelNode& source, CanonicalKernel& kernel);
  int EmitSymbol(int axis, CanonicalKernel& kernel);
  tbe::ExprPtr EmitBody(const tbe::ExprPtr& expr, CanonicalKernel& kernel);
  Status CheckSizes(CanonicalKernel& kernel) const;

  // The split of axis `whole` into `parts`, by a reshape in either direction.
  struct AxisSplit {
    int reshape;
    int whole;
    std::vector<int> parts;
  };
  // A hint for the axis `dims[position]` of a node. `axis`: the axis as the author counts.
  struct TileRequest {
    std::vector<int> dims;
    size_t position;
    int64_t axis, size;
  };
  AxisClasses classes_;
  // Makes the request a hint of the kernel. Returns why that isn't possible, or "" if the hint was added.
  std::string EmitTile(const TileRequest& tile, KernelIr& ir) const;
  std::vector<TileRequest> tiles_;
  int64_t parallel_above_ = -1;
  std::vector<std::string> unheeded_;
  std::vector<KernelNode> nodes_;
  std::vector<int> outputs_;  // nodes
  std::map<const tbe::TensorNode*, int> built_;
  std::map<std::pair<int, std::vector<int64_t>>, int> input_nodes_;
  std::vector<CanonicalKernel::Argument> arguments_;
  std::vector<const tbe::TensorNode*> params_;
  std::vector<AxisSplit> splits_;
  std::map<int, std::vector<int>> parts_;  // of the axes that are split in the whole kernel
  std::set<int> kept_reshapes_;            // nodes; the other kReshape nodes are their inputs
  std::map<int, int> symbols_;             // axis class -> symbol
  std::vector<int> emitted_;               // node -> emitted node
};

// Makes the status that says why an expression has no canonical form. E2010.
inline Status NoKernel(std::string why) { return Status(ErrorCode::kExpression, std::move(why)); }

}  // namespace opdk
