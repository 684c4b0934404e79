#include "graph_core/preparation/infer_elements.h"

#include <cstdint>
#include <vector>

#include "graph_core/ir/resources.h"

namespace opdk {

namespace {

using Dims = std::vector<int64_t>;

Dims ElementsOf(Endpoint handle) {
  const Node* maker = ResourceBehind(handle);
  // A gradient's elements have the shapes of the elements of its source.
  while (maker != nullptr && ResourceOpOf(*maker) == ResourceOp::kGradient) maker = ResourceBehind(maker->input(0));
  if (maker == nullptr || ResourceOpOf(*maker) != ResourceOp::kMakeArray) return ge::UNKNOWN_RANK;
  const auto* shape = maker->op().GetAttr<Dims>("element_shape");
  return shape == nullptr ? ge::UNKNOWN_RANK : *shape;
}

}  // namespace

void InferElements(Node& node) {
  const ResourceOp op = ResourceOpOf(node);
  if (!GivesElements(op) || op == ResourceOp::kPop) return;
  ge::TensorDesc& desc = node.op().outputs[0].desc;
  if (desc.GetShape().GetDims() != ge::UNKNOWN_RANK) return;
  Dims dims = ElementsOf(node.input(0));
  if (dims == ge::UNKNOWN_RANK) return;
  if (op == ResourceOp::kGather) {
    const Dims indices = node.op().inputs[1].desc.GetShape().GetDims();
    dims.insert(dims.begin(), indices.size() == 1 && indices[0] >= 0 ? indices[0] : ge::UNKNOWN_DIM);
  } else if (op == ResourceOp::kConcat) {
    if (dims.empty()) return;
    dims[0] = ge::UNKNOWN_DIM;
  }
  desc.SetShape(ge::Shape(dims));
}

}  // namespace opdk
