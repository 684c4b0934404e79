// Chooses the data types that nodes compute in, by the precision mode. Converts tensors whose ends differ.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/optimization/fewest_casts.h"
#include "graph_core/optimization/format_conversion.h"
#include "graph_core/optimization/passes.h"
#include "graph_core/optimization/type_choices.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/preparation/constant_evaluation.h"

namespace opdk {
namespace {

constexpr const char* kCast = "Cast";
// GE's attribute (Bool) that keeps the types of a node.
constexpr const char* kKeepDtype = "_keep_dtype";

// A precision mode as a conversion from one type to another.
struct Mode {
  ge::DataType from = ge::DT_FLOAT, to = ge::DT_FLOAT16;
  bool by_list = false;  // nodes of the white list, and nodes of the gray list if that needs fewer conversions
  bool gray = false;
};

Mode ModeOf(PrecisionMode mode) {
  switch (mode) {
    case PrecisionMode::kForceFp32:
      return {ge::DT_FLOAT16, ge::DT_FLOAT, false, false};
    case PrecisionMode::kAllowFp32ToFp16:
      return {ge::DT_FLOAT, ge::DT_FLOAT16, true, false};
    case PrecisionMode::kAllowFp32ToBf16:
      return {ge::DT_FLOAT, ge::DT_BF16, true, false};
    case PrecisionMode::kMixedFp16:
      return {ge::DT_FLOAT, ge::DT_FLOAT16, true, true};
    case PrecisionMode::kMixedBf16:
      return {ge::DT_FLOAT, ge::DT_BF16, true, true};
    default:
      return {};
  }
}

class TypeChooser {
 public:
  TypeChooser(Graph& graph, const PassContext& context)
      : graph_(graph), context_(context), options_(*context.precision), mode_(ModeOf(options_.mode)) {}

  Result<Changed> Run() {
    OPDK_TRY(order_, graph_.TopologicalOrder());
    for (Node* node : order_) OPDK_TRY(Decide(*node));
    DecideGray();
    if (chosen_.empty()) return Changed::kNo;
    for (const auto& [node, types] : chosen_) SetTypes(*node, types);
    for (Node* node : order_) OPDK_TRY(ConvertOutputs(*node));
    return Changed::kYes;
  }

 private:
  bool Keeps(const Node& node) const {
    const bool* kept = node.op().GetAttr<bool>(kKeepDtype);
    return (kept != nullptr && *kept) || options_.kept_nodes.contains(node.name()) ||
           options_.kept_types.contains(node.type());
  }

  PrecisionReduce ListOf(const Node& node, PrecisionReduce otherwise) const {
    if (const auto own = options_.node_lists.find(node.name()); own != options_.node_lists.end()) return own->second;
    if (const auto own = options_.lists.find(node.type()); own != options_.lists.end()) return own->second;
    return otherwise;
  }

  Status Decide(Node& node) {
    // A node that writes variables computes in the variables' types.
    if (IsStructural(node) || node.Is(kCast) || HasReferences(node)) return Status();
    auto prescribed = options_.node_types.find(node.name());
    const bool by_name = prescribed != options_.node_types.end();
    if (!by_name) prescribed = options_.operator_types.find(node.type());
    if (by_name || prescribed != options_.operator_types.end()) {
      OPDK_TRY(chosen_[&node], PrescribedTypes(node, prescribed->second, context_));
      return Status();
    }
    if (options_.mode == PrecisionMode::kOrigin || Keeps(node)) return Status();
    const auto instead = TypesInstead(node, mode_.from, mode_.to, context_);
    if (!instead) return Status();
    const PrecisionReduce list = mode_.by_list ? ListOf(node, instead->reduce) : PrecisionReduce::kWhite;
    if (list == PrecisionReduce::kWhite) chosen_[&node] = instead->types;
    if (list == PrecisionReduce::kGray && mode_.gray)
      gray_.emplace(&node, std::pair(static_cast<int>(gray_.size()), instead->types));
    return Status();
  }

  // Returns whether conversions depend on this end. An end with any other type isn't converted, whatever is chosen.
  bool Decides(ge::DataType type) const { return type == mode_.from || type == mode_.to; }

  TypeEnd EndOf(const Node& node, ge::DataType now, const std::vector<ge::DataType> NodeTypes::*ports, size_t i) const {
    if (const auto chosen = chosen_.find(const_cast<Node*>(&node)); chosen != chosen_.end()) {
      return {-1, (chosen->second.*ports)[i] == mode_.to};
    }
    const auto gray = gray_.find(const_cast<Node*>(&node));
    if (gray != gray_.end() && (gray->second.second.*ports)[i] != now) return {gray->second.first, false};
    return {-1, now == mode_.to};
  }

  void DecideGray() {
    if (gray_.empty()) return;
    std::vector<ChosenTensor> tensors;
    for (const Node* node : order_) {
      if (node->Is(kConst)) continue;  // converted at compile time
      for (size_t o = 0; o < node->op().outputs.size(); ++o) {
        const ge::DataType type = node->op().outputs[o].desc.GetDataType();
        if (!Decides(type)) continue;
        ChosenTensor& tensor = tensors.emplace_back();
        tensor.producer = EndOf(*node, type, &NodeTypes::outputs, o);
        for (const Use& use : node->uses(static_cast<int>(o))) {
          if (use.node->Is(kCast)) continue;  // takes either
          const auto input = static_cast<size_t>(use.index);
          tensor.readers.push_back(
              EndOf(*use.node, use.node->op().inputs[input].desc.GetDataType(), &NodeTypes::inputs, input));
        }
      }
    }
    const std::vector<bool> small = FewestCasts(static_cast<int>(gray_.size()), tensors);
    for (auto& [node, choice] : gray_) {
      if (small[static_cast<size_t>(choice.first)]) chosen_[node] = std::move(choice.second);
    }
  }

  static void SetTypes(Node& node, const NodeTypes& types) {
    for (size_t i = 0; i < types.inputs.size(); ++i) node.op().inputs[i].desc.SetDataType(types.inputs[i]);
    for (size_t i = 0; i < types.outputs.size(); ++i) node.op().outputs[i].desc.SetDataType(types.outputs[i]);
  }

  // Adds a Cast for readers that take another type than the node gives, one Cast for each type.
  Status ConvertOutputs(Node& node) {
    for (size_t o = 0; o < node.op().outputs.size(); ++o) {
      const Endpoint from{&node, static_cast<int>(o)};
      std::map<ge::DataType, Endpoint> converted;
      for (const Use& use : std::vector<Use>(node.uses(from.index))) {
        ge::TensorDesc& wanted = use.node->op().inputs[static_cast<size_t>(use.index)].desc;
        const ge::DataType type = node.op().outputs[o].desc.GetDataType();
        if (wanted.GetDataType() == type) continue;
        if (use.node->Is(kCast)) {
          wanted.SetDataType(type);
          continue;
        }
        Endpoint& instead = converted[wanted.GetDataType()];
        if (instead.node == nullptr) {
          OPDK_TRY(instead, Convert(from, wanted.GetDataType()));
        }
        graph_.Connect(instead, use.node, use.index);
      }
      if (!converted.empty() && node.Is(kConst)) {
        FoldConverted(node, converted);
        return Status();
      }
    }
    return Status();
  }

  Result<Endpoint> Convert(const Endpoint& from, ge::DataType type) {
    const ge::TensorDesc& given = from.node->op().outputs[static_cast<size_t>(from.index)].desc;
    OPDK_TRY(const OpDesc* declared, context_.packages->Declared(kCast, from.node->name()));
    OpDesc op = *declared;
    op.name = fmt::format("{}_{}_{}", from.node->name(), from.index, kCast);
    op.attrs["dst_type"] = static_cast<int64_t>(type);
    op.inputs.at(0).desc = given;
    op.outputs.at(0).desc = given;
    op.outputs.at(0).desc.SetDataType(type);
    Node* cast = graph_.AddNode(std::move(op));
    graph_.Connect(from, cast, 0);
    return Endpoint{cast, 0};
  }

  // Replaces conversions of a constant by constants.
  void FoldConverted(Node& constant, const std::map<ge::DataType, Endpoint>& converted) {
    ConstantEvaluator constants(context_);
    for (const auto& [type, cast] : converted) BecomeConstant(graph_, *cast.node, constants);
    if (!constant.HasUses()) graph_.Remove(&constant);
  }

  Graph& graph_;
  const PassContext& context_;
  const PrecisionOptions& options_;
  const Mode mode_;
  std::vector<Node*> order_;
  std::map<Node*, NodeTypes> chosen_;
  std::map<Node*, std::pair<int, NodeTypes>> gray_;  // with their number
};

}  // namespace

Result<Changed> ChooseTypes(Graph& graph, const PassContext& context) {
  if (context.precision == nullptr || context.precision->keeps_all()) return Changed::kNo;
  return TypeChooser(graph, context).Run();
}

}  // namespace opdk
