#include "graph_core/preparation/follow_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "graph/utils/type_utils.h"
#include "graph_core/base/ports.h"
#include "graph_core/base/tensor_values.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/listed_formats.h"
#include "graph_core/package/node_layout.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/preparation/constant_evaluation.h"
#include "graph_core/preparation/passes.h"

namespace opdk {
namespace {

using Extents = std::vector<int64_t>;

std::string NameOf(ge::Format format) { return ge::TypeUtils::FormatToSerialString(format); }

const ge::TensorDesc& DescBehind(const Endpoint& tensor) {
  return tensor.node->op().outputs.at(static_cast<size_t>(tensor.index)).desc;
}

// Returns the format of a description that orders all axes of its tensor; FORMAT_ND otherwise.
ge::Format PlainFormat(const ge::TensorDesc& desc) {
  const ge::Format format = desc.GetFormat();
  const Extents dims = desc.GetShape().GetDims();
  const bool fits = dims == ge::UNKNOWN_RANK || dims.size() == AxesOf(format);
  return AxesOf(format) > 0 && fits ? format : ge::FORMAT_ND;
}

// Returns the first input among the ports of images that has as many axes as the node's result; an unconnected
// endpoint: there is none.
Endpoint ImageTakenBy(const Node& node, const LayoutInfo& layout, size_t axes) {
  for (size_t i = 0; i < node.inputs().size(); ++i) {
    const Endpoint& from = node.inputs()[i];
    if (from.node == nullptr || !IsOneOf(node.op().inputs[i], node.op().ir_inputs, layout.data)) continue;
    if (DescBehind(from).GetShape().GetDims().size() == axes) return from;
  }
  return {};
}

// Returns the format in a tensor's description. Without one, follows producers that keep or transpose axes to a tensor
// that has one.
ge::Format FormatBehind(Endpoint tensor, const PassContext& context) {
  std::vector<Perm> transposed;  // the last transpose first
  ge::Format format = ge::FORMAT_ND;
  while (tensor.node != nullptr && format == ge::FORMAT_ND) {
    format = PlainFormat(DescBehind(tensor));
    if (format != ge::FORMAT_ND) break;
    const Node& node = *tensor.node;
    if (auto perm = TransposingPerm(node)) {
      transposed.push_back(*std::move(perm));
      tensor = node.input(0);
      continue;
    }
    const LayoutInfo* layout = LayoutOf(node, context);
    const Port& port = node.op().outputs[static_cast<size_t>(tensor.index)];
    if (layout == nullptr || !IsOneOf(port, node.op().ir_outputs, layout->data)) return ge::FORMAT_ND;
    const size_t axes = DescBehind(tensor).GetShape().GetDims().size();
    if (const auto order = OrderSaidBy(node, *layout)) {
      format = FormatOf(*order, axes);
      if (format == ge::FORMAT_ND) return format;
    } else {
      tensor = ImageTakenBy(node, *layout, axes);
    }
  }
  for (; !transposed.empty() && format != ge::FORMAT_ND; transposed.pop_back()) {
    const bool fits = transposed.back().size() == AxesOf(format);
    format = fits ? Transposed(format, transposed.back()) : ge::FORMAT_ND;
  }
  return format;
}

// Returns whether operator information of some package names the format for the operator.
bool IsNamedByColumns(const Node& node, ge::Format format, const PassContext& context) {
  const auto& providers = context.packages->Providers(node.type());
  return std::any_of(providers.begin(), providers.end(), [&](const OperatorProvider& provider) {
    const auto lists = [&](const EngineOpInfo& info) {
      return ListsFormat(info, [&](ge::Format listed) { return listed == format; });
    };
    return provider.info != nullptr && std::any_of(provider.info->engines.begin(), provider.info->engines.end(), lists);
  });
}

// Returns why nobody can read an image or a filter as it is described, or "". Programs often describe every tensor with
// one format; only convolutions, which are wrong in another order, are held to the number of axes.
std::string WhyUnreadable(const ge::TensorDesc& desc, bool image, bool convolves) {
  const ge::Format format = desc.GetFormat();
  if (format == ge::FORMAT_ND || format == ge::FORMAT_RESERVED) return "";
  const Extents dims = desc.GetShape().GetDims();
  const size_t axes = AxesOf(format);
  if (!convolves && (axes != 0 || dims.size() < 4)) return "";
  if (axes == 0) return "which isn't an order of axes";
  if (dims != ge::UNKNOWN_RANK && dims.size() != axes) return fmt::format("and has {} axes", dims.size());
  if (image && !OrderOf(format)) return "which isn't an order of images";
  return "";
}

// Returns the description of a result that isn't inferred yet, with the rank of the node's first image. Results of
// convolutions have this rank.
ge::TensorDesc AsDeep(ge::TensorDesc desc, const Node& node, const LayoutInfo& layout) {
  if (!desc.GetShape().GetDims().empty()) return desc;
  Extents dims = ge::UNKNOWN_RANK;
  for (size_t i = node.inputs().size(); i-- > 0;) {
    const Endpoint& from = node.inputs()[i];
    const bool image = IsOneOf(node.op().inputs[i], node.op().ir_inputs, layout.data);
    if (image && from.node != nullptr) dims = DescBehind(from).GetShape().GetDims();
  }
  desc.SetShape(ge::Shape(dims));
  return desc;
}

// Checks the descriptions of a node's images and filters. E2008: one has a format that nothing converts.
Status CheckDescriptions(const Node& node, const LayoutInfo& layout, const PassContext& context) {
  const auto check = [&](const Port& port, const ge::TensorDesc& desc, const std::vector<IrPort>& declared) {
    const bool image = IsOneOf(port, declared, layout.data);
    if (!image && !IsOneOf(port, declared, layout.filter)) return Status();
    const std::string why = WhyUnreadable(desc, image, !layout.filter.empty());
    if (why.empty() || IsNamedByColumns(node, desc.GetFormat(), context)) return Status();
    return Status(ErrorCode::kNoEngine,
                  fmt::format("{} is described as {}, {}", port.name, NameOf(desc.GetFormat()), why))
        .At(PlaceOf(node))
        .Hint("describe it as NCHW or NHWC (volumes: NCDHW, NDHWC; filters also HWCN, DHWCN), or as ND");
  };
  for (size_t i = 0; i < node.inputs().size(); ++i) {
    const Endpoint& from = node.inputs()[i];
    if (from.node != nullptr) OPDK_TRY(check(node.op().inputs[i], DescBehind(from), node.op().ir_inputs));
  }
  for (const Port& port : node.op().outputs) {
    OPDK_TRY(check(port, AsDeep(port.desc, node, layout), node.op().ir_outputs));
  }
  return Status();
}

class Follower {
 public:
  Follower(Node& node, const LayoutInfo& layout, ConstantEvaluator& constants, const PassContext& context)
      : node_(node), op_(node.op()), layout_(layout), constants_(constants), context_(context) {}

  Result<FormatNodes> Run(bool leaves_order) {
    if (layout_.order.empty()) {
      OPDK_TRY(KeepTheOnlyOrder());
      return std::move(added_);
    }
    if (leaves_order) OPDK_TRY(TakeOrder());
    const auto order = OrderSaidBy(node_, layout_);
    if (!order) return std::move(added_);
    last_ = *order == AxisOrder::kLast;
    OPDK_TRY(TransposeFilters());
    OPDK_TRY(TransposeResults());
    OPDK_TRY(TransposeImages(*order));
    return std::move(added_);
  }

 private:
  bool IsImage(size_t input) const { return IsOneOf(op_.inputs[input], op_.ir_inputs, layout_.data); }
  bool IsFilter(const Port& port, const std::vector<IrPort>& declared) const {
    return IsOneOf(port, declared, layout_.filter);
  }

  std::optional<AxisOrder> OrderOfTensors() const {
    for (size_t i = 0; i < op_.inputs.size(); ++i) {
      if (!IsImage(i)) continue;
      if (const auto order = OrderOf(FormatBehind(node_.inputs()[i], context_))) return order;
    }
    for (const Port& port : op_.outputs) {
      if (!IsOneOf(port, op_.ir_outputs, layout_.data)) continue;
      if (const auto order = OrderOf(port.desc.GetFormat())) return order;
    }
    return std::nullopt;
  }

  Status TakeOrder() {
    const auto order = OrderOfTensors();
    const auto* usual = op_.GetAttr<std::string>(layout_.order);
    if (!order || usual == nullptr) return Status();
    const ge::Format format = FormatOf(*order, usual->size());
    if (format == ge::FORMAT_ND) return Status();
    if (*usual != NameOf(format)) Note(fmt::format("computes in {}, as its tensors are described", NameOf(format)));
    op_.attrs[layout_.order] = NameOf(format);
    for (size_t i = 0; i < op_.inputs.size(); ++i) {
      if (!IsImage(i)) continue;
      const ge::Format given = FormatBehind(node_.inputs()[i], context_);
      const ge::Format wanted = FormatOf(*order, AxesOf(given));
      if (OrderOf(given) && given != wanted) OPDK_TRY(TransposeInput(i, given, wanted));
    }
    return Status();
  }

  // Transposes images of an operator that has only one order, and transposes its results to the order of the first
  // image.
  Status KeepTheOnlyOrder() {
    ge::Format described = ge::FORMAT_ND;
    for (size_t i = 0; i < op_.inputs.size(); ++i) {
      if (!IsImage(i)) continue;
      const ge::Format given = FormatBehind(node_.inputs()[i], context_);
      if (!OrderOf(given)) continue;
      if (described == ge::FORMAT_ND) described = given;
      const ge::Format only = FormatOf(*OrderOf(layout_.preferred), AxesOf(given));
      if (given != only) OPDK_TRY(TransposeInput(i, given, only));
    }
    const ge::Format only = FormatOf(*OrderOf(layout_.preferred), AxesOf(described));
    for (size_t i = 0; i < op_.outputs.size() && described != only; ++i) {
      if (IsOneOf(op_.outputs[i], op_.ir_outputs, layout_.data)) OPDK_TRY(TransposeResult(i, only, described));
    }
    return Status();
  }

  // Returns the format of filters beside images of the node's order.
  ge::Format FilterFormat(size_t axes) const {
    if (!last_) return FormatOf(AxisOrder::kFirst, axes);
    return axes == 4 ? ge::FORMAT_HWCN : axes == 5 ? ge::FORMAT_DHWCN : ge::FORMAT_ND;
  }

  Status TransposeFilters() {
    for (size_t i = 0; i < op_.inputs.size(); ++i) {
      if (!IsFilter(op_.inputs[i], op_.ir_inputs)) continue;
      const ge::Format given = FormatBehind(node_.inputs()[i], context_), wanted = FilterFormat(AxesOf(given));
      if (wanted != ge::FORMAT_ND && given != wanted) OPDK_TRY(TransposeInput(i, given, wanted));
    }
    return Status();
  }

  Status TransposeInput(size_t input, ge::Format given, ge::Format wanted) {
    const auto perm = PermBetween(given, wanted);
    if (!perm) return Status();
    OPDK_TRY(Node * node, Transpose(node_.inputs()[input], *perm, wanted));
    node_.graph().Connect({node, 0}, &node_, static_cast<int>(input));
    added_.before.push_back(node);
    Note(fmt::format("{} is {} and is transposed to {}", op_.inputs[input].name, NameOf(given), NameOf(wanted)));
    return Status();
  }

  Result<Node*> Transpose(const Endpoint& from, const Perm& perm, ge::Format to) {
    OPDK_TRY(const OpDesc* declared, context_.packages->Declared("TransposeD", node_.name()));
    OpDesc op = *declared;
    op.name = fmt::format("{}_{}_to_{}", from.node->name(), from.index, NameOf(to));
    op.attrs["perm"] = perm;
    op.inputs.at(0).desc = DescBehind(from);
    op.outputs.at(0).desc.SetFormat(to);
    Node* node = node_.graph().AddNode(std::move(op));
    node_.graph().Connect(from, node, 0);
    return node;
  }

  // Transposes filters that the node gives to the format of their description.
  Status TransposeResults() {
    for (size_t i = 0; i < op_.outputs.size(); ++i) {
      const Port& port = op_.outputs[i];
      if (!IsFilter(port, op_.ir_outputs)) continue;
      const ge::Format described = port.desc.GetFormat(), made = FilterFormat(AxesOf(described));
      if (!PermBetween(made, described) || made == described) continue;
      OPDK_TRY(MoveExtents(*PermBetween(described, made)));
      OPDK_TRY(TransposeResult(i, made, described));
    }
    return Status();
  }

  // Transposes images that are results of the graph to the order of their description.
  Status TransposeImages(AxisOrder order) {
    for (size_t i = 0; i < op_.outputs.size(); ++i) {
      const ge::Format described = op_.outputs[i].desc.GetFormat();
      if (!OrderOf(described) || OrderOf(described) == order || !IsResult(i)) continue;
      if (!IsOneOf(op_.outputs[i], op_.ir_outputs, layout_.data)) continue;
      OPDK_TRY(TransposeResult(i, FormatOf(order, AxesOf(described)), described));
    }
    return Status();
  }

  bool IsResult(size_t output) const {
    const std::vector<Use>& uses = node_.uses(static_cast<int>(output));
    return node_.graph().owner() == nullptr && !uses.empty() &&
           std::all_of(uses.begin(), uses.end(), [](const Use& use) { return use.node->Is(kNetOutput); });
  }

  Status TransposeResult(size_t output, ge::Format made, ge::Format described) {
    const Endpoint result{&node_, static_cast<int>(output)};
    const std::vector<Use> uses = node_.uses(result.index);
    op_.outputs[output].desc.SetFormat(made);
    OPDK_TRY(Node * node, Transpose(result, *PermBetween(made, described), described));
    for (const Use& use : uses) node_.graph().Connect({node, 0}, use.node, use.index);
    added_.behind.push_back(node);
    Note(fmt::format("{} is made as {} and is transposed to {}", op_.outputs[output].name, NameOf(made),
                     NameOf(described)));
    return Status();
  }

  // Reorders the extents of a filter that the node is given as an attribute or an input.
  Status MoveExtents(const Perm& perm) {
    for (const std::string& name : layout_.filter) {
      if (const auto attr = op_.attrs.find(name); attr != op_.attrs.end()) {
        auto* extents = std::get_if<Extents>(&attr->second);
        if (extents != nullptr && extents->size() == perm.size()) *extents = Permuted(*extents, perm);
        continue;
      }
      const int input = op_.FindInput(name);
      if (input < 0 || op_.inputs[static_cast<size_t>(input)].desc.GetShape().GetDims().size() != 1) continue;
      ge::Tensor value;
      if (!constants_.Value(node_.input(input), value)) {
        return Status(ErrorCode::kInferShape,
                      fmt::format("{} holds the extents of a filter of another format, and isn't constant", name))
            .At(PlaceOf(node_))
            .Hint("describe the filter in the format of the operator's images, or feed its extents from a Const");
      }
      const Extents extents = ElementsAs<int64_t>(value);
      if (extents.size() != perm.size()) continue;
      Node* moved = node_.graph().AddConst(fmt::format("{}_{}", node_.name(), name),
                                           WithElements(value, Permuted(extents, perm)));
      node_.graph().Connect({moved, 0}, &node_, input);
      added_.before.push_back(moved);
    }
    return Status();
  }

  void Note(std::string text) const {
    if (context_.record != nullptr) context_.record->notes.push_back({node_.name(), std::move(text)});
  }

  Node& node_;
  OpDesc& op_;
  const LayoutInfo& layout_;
  ConstantEvaluator& constants_;
  const PassContext& context_;
  FormatNodes added_;
  bool last_ = false;
};

}  // namespace

Result<Changed> NoteFormats(Graph& graph, const PassContext& context) {
  bool changed = false;
  for (Node* node : graph.nodes()) {
    const LayoutInfo* layout = LayoutOf(*node, context);
    if (layout == nullptr || (layout->order.empty() && !OrderOf(layout->preferred))) continue;
    AttrMap& attrs = node->op().attrs;
    const auto order = attrs.find(layout->order);
    attrs[std::string(kLeavesOrder)] = order == attrs.end() || std::holds_alternative<std::monostate>(order->second);
    changed = true;
  }
  return Changed{changed};
}

Result<FormatNodes> FollowFormats(Node& node, ConstantEvaluator& constants, const PassContext& context) {
  const auto mark = node.op().attrs.find(kLeavesOrder);
  if (mark == node.op().attrs.end()) return FormatNodes();
  const bool* leaves = std::get_if<bool>(&mark->second);
  const bool leaves_order = leaves != nullptr && *leaves;
  node.op().attrs.erase(mark);
  const LayoutInfo* layout = LayoutOf(node, context);
  if (layout == nullptr) return FormatNodes();
  OPDK_TRY(CheckDescriptions(node, *layout, context));
  return Follower(node, *layout, constants, context).Run(leaves_order);
}

}  // namespace opdk
