// Nodes that convert tensors to other formats, and the cost of a conversion.
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

// Describes a tensor of format `now` in the format `to`, with `now` as the format of its origin. nullopt: no node
// converts between these formats.
std::optional<ge::TensorDesc> DescIn(const ge::TensorDesc& desc, ge::Format now, ge::Format to);

// Returns the bytes that a conversion moves, at least 1. Unknown extents count as 1.
int64_t ConversionCost(const ge::TensorDesc& desc);

// Replaces a node, which has one output with users, by a constant. false: its value isn't known.
bool BecomeConstant(Graph& graph, Node& node, ConstantEvaluator& constants);

// Inserts nodes that convert tensors, one for each tensor and format.
class FormatConversions {
 public:
  FormatConversions(Graph& graph, const PassContext& context) : graph_(graph), context_(context) {}

  // Returns `from`, whose format is `now`, converted to the format `to`.
  Result<Endpoint> Converted(const Endpoint& from, ge::Format now, ge::Format to);
  // Returns `from` transposed. `to` is the format of the result, FORMAT_ND if its order of axes has no name.
  Result<Endpoint> Transposed(const Endpoint& from, const Perm& perm, ge::Format to);
  // Registers an existing node that converts `from`, so that Converted returns it.
  void Know(const Endpoint& from, ge::Format to, const Endpoint& converted) {
    converted_.emplace(std::tuple(from.node, from.index, to), converted);
  }
  // Replaces conversions of constants by constants. Call it once the conversions have users.
  void FoldConstants();
  // Returns the inserted nodes. FoldConstants removes folded nodes from this list.
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
