// Which order the axes of a graph's images have, as far as its operators and inputs say so.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "graph_core/ir/axis_order.h"
#include "graph_core/ir/pass.h"
#include "graph_core/package/node_layout.h"

namespace opdk {

// By output. Only formats that have an order of axes, of tensors with as many axes.
class TensorFormats {
 public:
  // FORMAT_ND: not known.
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

// Begins with declared formats, attributes that name one (operator information) and prototypes that infer them, and
// goes through operators in both directions. The first that is said counts. E2003: a prototype's inference fails.
Result<TensorFormats> FormatsOf(const Graph& graph, const PassContext& context);

}  // namespace opdk
