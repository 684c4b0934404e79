#include "graph_core/optimization/tensor_formats.h"

#include <algorithm>
#include <deque>
#include <set>
#include <vector>

#include "graph_core/ir/node_kind.h"
#include "graph_core/optimization/format_conversion.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/preparation/constant_evaluation.h"

namespace opdk {
namespace {

class FormatInference {
 public:
  FormatInference(const Graph& graph, const PassContext& context)
      : graph_(graph), context_(context), constants_(context) {}

  Result<TensorFormats> Run() {
    OPDK_TRY(const std::vector<Node*> order, graph_.TopologicalOrder());
    for (Node* node : order) Begin(*node);
    for (Node* node : order) Ask(node);
    while (!asked_.empty()) {
      Node* node = asked_.front();
      asked_.pop_front();
      waiting_.erase(node);
      OPDK_TRY(Spread(*node));
    }
    return std::move(formats_);
  }

 private:
  void Ask(Node* node) {
    if (waiting_.insert(node).second) asked_.push_back(node);
  }

  void Set(const Endpoint& tensor, ge::Format format) {
    if (tensor.node == nullptr || !OrderOf(format)) return;
    if (DescOf(tensor).GetShape().GetDims().size() != AxesOf(format) || !formats_.Set(tensor, format)) return;
    Ask(tensor.node);
    for (const Use& use : tensor.node->uses(tensor.index)) Ask(use.node);
  }

  // Returns all tensors of the ports that change their order together.
  std::vector<Endpoint> DataOf(Node& node, const LayoutInfo& layout) const {
    std::vector<Endpoint> data;
    for (size_t i = 0; i < node.op().inputs.size(); ++i) {
      const Endpoint& from = node.inputs()[i];
      if (from.node != nullptr && IsOneOf(node.op().inputs[i], node.op().ir_inputs, layout.data)) data.push_back(from);
    }
    for (size_t i = 0; i < node.op().outputs.size(); ++i) {
      if (IsOneOf(node.op().outputs[i], node.op().ir_outputs, layout.data))
        data.push_back({&node, static_cast<int>(i)});
    }
    return data;
  }

  // Sets the formats that are declared, in descriptions and by attributes.
  void Begin(Node& node) {
    for (size_t i = 0; i < node.op().outputs.size(); ++i) {
      Set({&node, static_cast<int>(i)}, node.op().outputs[i].desc.GetFormat());
    }
    const LayoutInfo* layout = LayoutOf(node, context_);
    if (layout == nullptr) return;
    const auto order = OrderSaidBy(node, *layout);
    if (!order) return;
    for (const Endpoint& tensor : DataOf(node, *layout)) {
      Set(tensor, FormatOf(*order, DescOf(tensor).GetShape().GetDims().size()));
    }
  }

  Status Spread(Node& node) {
    if (IsStructural(node)) return Status();
    if (const auto perm = TransposingPerm(node)) {
      SpreadThroughTranspose(node, *perm);
      return Status();
    }
    if (InfersFormats(*context_.packages, node.type())) return SpreadByPrototype(node);
    if (const LayoutInfo* layout = LayoutOf(node, context_)) {
      SpreadAmong(DataOf(node, *layout));
    } else {
      SpreadAmongEqual(node);
    }
    return Status();
  }

  void SpreadThroughTranspose(Node& node, const Perm& perm) {
    const Endpoint x = node.input(0), y{&node, 0};
    if (AxesOf(formats_.Of(x)) == perm.size()) Set(y, Transposed(formats_.Of(x), perm));
    if (AxesOf(formats_.Of(y)) != perm.size()) return;
    for (const AxisOrder order : {AxisOrder::kFirst, AxisOrder::kLast}) {
      const ge::Format format = FormatOf(order, perm.size());
      if (Transposed(format, perm) == formats_.Of(y)) Set(x, format);
    }
  }

  Status SpreadByPrototype(Node& node) {
    OpDesc op = node.op();
    const auto tell = [&](ge::TensorDesc& desc, const Endpoint& tensor) {
      const ge::Format format = tensor.node == nullptr ? ge::FORMAT_ND : formats_.Of(tensor);
      if (format == ge::FORMAT_ND) return;
      desc.SetFormat(format);
      desc.SetOriginFormat(format);
    };
    for (size_t i = 0; i < op.inputs.size(); ++i) tell(op.inputs[i].desc, node.inputs()[i]);
    for (size_t i = 0; i < op.outputs.size(); ++i) tell(op.outputs[i].desc, {&node, static_cast<int>(i)});
    if (Status inferred = InferOperatorFormats(*context_.packages, op, constants_.InputsOf(node)); !inferred.ok())
      return inferred;
    const auto said = [](const ge::TensorDesc& desc) {
      return OrderOf(desc.GetFormat()) ? desc.GetFormat() : desc.GetOriginFormat();
    };
    for (size_t i = 0; i < op.inputs.size(); ++i) Set(node.inputs()[i], said(op.inputs[i].desc));
    for (size_t i = 0; i < op.outputs.size(); ++i) Set({&node, static_cast<int>(i)}, said(op.outputs[i].desc));
    return Status();
  }

  void SpreadAmong(const std::vector<Endpoint>& data) {
    for (const Endpoint& known : data) {
      const auto order = OrderOf(formats_.Of(known));
      if (!order) continue;
      for (const Endpoint& tensor : data) Set(tensor, FormatOf(*order, DescOf(tensor).GetShape().GetDims().size()));
      return;
    }
  }

  // Spreads formats through an operator without layout information, among its tensors of equal shape.
  void SpreadAmongEqual(Node& node) {
    std::vector<Endpoint> tensors;
    for (const Endpoint& from : node.inputs()) {
      if (from.node != nullptr) tensors.push_back(from);
    }
    for (size_t i = 0; i < node.op().outputs.size(); ++i) tensors.push_back({&node, static_cast<int>(i)});
    for (const Endpoint& known : std::vector<Endpoint>(tensors)) {
      const ge::Format format = formats_.Of(known);
      if (format == ge::FORMAT_ND) continue;
      for (const Endpoint& tensor : tensors) {
        if (DescOf(tensor).GetShape().GetDims() == DescOf(known).GetShape().GetDims()) Set(tensor, format);
      }
    }
  }

  const Graph& graph_;
  const PassContext& context_;
  ConstantEvaluator constants_;
  TensorFormats formats_;
  std::deque<Node*> asked_;
  std::set<Node*> waiting_;
};

}  // namespace

Result<TensorFormats> FormatsOf(const Graph& graph, const PassContext& context) {
  return FormatInference(graph, context).Run();
}

}  // namespace opdk
