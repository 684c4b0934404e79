// Tensors in other formats: nodes that convert them, and what that costs.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "graph_core/ir/axis_order.h"
#include "graph_core/ir/pass.h"

namespace opdk {

class ConstantEvaluator;

// The operators that convert.
inline constexpr std::string_view kTransposeD = "TransposeD";
inline constexpr std::string_view kTransData = "TransData";

inline const ge::TensorDesc& DescOf(const Endpoint& tensor) {
  return tensor.node->op().outputs[static_cast<size_t>(tensor.index)].desc;
}

// The description of a tensor of format `now` in another, `to`, with `now` as its origin's; nullopt: no node converts
// it.
std::optional<ge::TensorDesc> DescIn(const ge::TensorDesc& desc, ge::Format now, ge::Format to);

// Bytes that are moved, from 1 on. Unknown extents count as 1.
int64_t ConversionCost(const ge::TensorDesc& desc);

// Puts a constant in the place of a node of one output that somebody uses; false: its value isn't known.
bool BecomeConstant(Graph& graph, Node& node, ConstantEvaluator& constants);

// Puts in what converts tensors, once for each tensor and format.
class FormatConversions {
 public:
  FormatConversions(Graph& graph, const PassContext& context) : graph_(graph), context_(context) {}

  // `from`, which is of format `now`, in format `to`.
  Result<Endpoint> Converted(const Endpoint& from, ge::Format now, ge::Format to);
  // Transposed, the result of format `to`, FORMAT_ND where that has no name.
  Result<Endpoint> Transposed(const Endpoint& from, const Perm& perm, ge::Format to);
  // An existing node that converts.
  void Know(const Endpoint& from, ge::Format to, const Endpoint& converted) {
    converted_.emplace(std::tuple(from.node, from.index, to), converted);
  }
  // Constants take the places of their conversions, once these are used.
  void FoldConstants();
  // Those that were put in, without the folded ones once these are.
  const std::vector<Node*>& inserted() const { return inserted_; }

 private:
  Result<Endpoint> Insert(std::string_view type, const Endpoint& from, ge::Format to, ge::TensorDesc result,
                          AttrMap attrs);

  Graph& graph_;
  const PassContext& context_;
  std::map<std::tuple<const Node*, int, ge::Format>, Endpoint> converted_;
  std::map<std::tuple<const Node*, int, Perm>, Endpoint> transposed_;
  std::vector<Node*> inserted_;
};

}  // namespace opdk
