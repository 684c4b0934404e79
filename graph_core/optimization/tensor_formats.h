// The order of the axes of a graph's images, as far as its operators and inputs tell it.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "graph_core/ir/axis_order.h"
#include "graph_core/ir/pass.h"
#include "graph_core/package/node_layout.h"

namespace opdk {

// Format of each output. Only formats that order the axes (NCHW, NHWC …), and only for tensors of that rank.
class TensorFormats {
 public:
  // Returns the format. FORMAT_ND: not known.
  ge::Format Of(const Endpoint& tensor) const {
    const auto found = formats_.find({tensor.node, tensor.index});
    return found == formats_.end() ? ge::FORMAT_ND : found->second;
  }
  bool Set(const Endpoint& tensor, ge::Format format) {
    return formats_.emplace(std::pair(tensor.node, tensor.index), format).second;
  }

 private:
  std::map<std::pair<const Node*, int>, ge::Format> formats_;
};

// Derives the formats. Starts from declared formats, from attributes that name a format (operator information) and from
// prototypes that infer formats, then follows operators in both directions. The first format of a tensor counts. E2003:
// a prototype's inference fails.
Result<TensorFormats> FormatsOf(const Graph& graph, const PassContext& context);

}  // namespace opdk
