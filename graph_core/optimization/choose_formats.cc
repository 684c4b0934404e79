// Chooses the order in which the axes of images are stored, and the formats of columns, with the cheapest conversions.
//
//   x: NHWC, y: NHWC                        x: NHWC
//   a = Conv2D(x) NHWC                      t = TransposeD(x)       NCHW
//   b = Relu(a)                    ->       a = Conv2D(t) NCHW, b = Relu(a), c = Conv2D(b) NCHW
//   y = Conv2D(b) NHWC                      y = TransposeD(c)       NHWC
//
// Convolutions, whose kernels are made for one order, and kernels that name formats decide. Nodes that can be written
// for either order follow where that costs least: a minimal cut. The model's own transposes between the two orders
// count as other names of their inputs. A transpose whose two sides agree in the end disappears.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "graph/utils/type_utils.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/optimization/fewest_casts.h"
#include "graph_core/optimization/format_columns.h"
#include "graph_core/optimization/format_conversion.h"
#include "graph_core/optimization/format_forms.h"
#include "graph_core/optimization/passes.h"
#include "graph_core/optimization/tensor_formats.h"
#include "graph_core/optimization/type_choices.h"
#include "graph_core/package/package_registry.h"

namespace opdk {
namespace {

// Returns whether the node gives a reason to choose formats. Without any such node all nodes stay as they are.
bool Wants(const Node& node, const PassContext& context) {
  if (const auto perm = TransposingPerm(node)) return perm->size() == 4 || perm->size() == 5;
  if (NamesFormats(node, context)) return true;
  const LayoutInfo* layout = LayoutOf(node, context);
  if (layout == nullptr || layout->preferred == ge::FORMAT_ND) return false;
  const auto order = OrderSaidBy(node, *layout);
  return order && order != OrderOf(layout->preferred);
}

class FormatChooser {
 public:
  FormatChooser(Graph& graph, const PassContext& context, TensorFormats formats)
      : graph_(graph),
        context_(context),
        formats_(std::move(formats)),
        constants_(context),
        conversions_(graph, context) {}

  Result<Changed> Run() {
    OPDK_TRY(order_, graph_.TopologicalOrder());
    for (Node* node : order_) {
      if (TransposesImages(*node)) names_.insert(node);
    }
    for (Node* node : order_) Consider(*node);
    Decide();
    return Apply();
  }

 private:
  struct Candidate {
    NodeForm form;
    AxisOrder now = AxisOrder::kFirst;
    int choice = -1;       // -1: takes the other form, whatever the others choose
    bool changes = false;  // the decision, once it is made
  };

  // Returns whether the node is a transpose of the model between the orders. Its result is its input in another order.
  bool TransposesImages(Node& node) const {
    const auto perm = TransposingPerm(node);
    if (!perm) return false;
    const ge::Format x = formats_.Of(node.input(0)), y = formats_.Of({&node, 0});
    return OrderOf(x) && OrderOf(y) && PermBetween(x, y) == perm;
  }

  bool IsOtherName(const Node& node) const { return names_.contains(&node); }

  Endpoint Root(Endpoint tensor) const {
    while (IsOtherName(*tensor.node)) tensor = tensor.node->input(0);
    return tensor;
  }

  // Returns the order of all images of a node. nullopt: it has no images, or images of several orders.
  std::optional<AxisOrder> OrderNow(const Node& node, const LayoutInfo& layout) const {
    std::optional<AxisOrder> order;
    bool one = true;
    const auto see = [&](const Endpoint& tensor, const Port& port, const std::vector<IrPort>& declared) {
      const auto own = OrderOf(formats_.Of(tensor));
      if (!own || !IsOneOf(port, declared, layout.data)) return;
      one = one && (!order || *order == *own);
      order = own;
    };
    for (size_t i = 0; i < node.inputs().size(); ++i) {
      if (node.inputs()[i].node != nullptr) see(node.inputs()[i], node.op().inputs[i], node.op().ir_inputs);
    }
    for (size_t i = 0; i < node.op().outputs.size(); ++i) {
      see({const_cast<Node*>(&node), static_cast<int>(i)}, node.op().outputs[i], node.op().ir_outputs);
    }
    return one ? order : std::nullopt;
  }

  void Consider(Node& node) {
    if (IsStructural(node) || HasReferences(node) || IsOtherName(node)) return;
    if (NamesFormats(node, context_)) return ConsiderColumns(node);
    const LayoutInfo* layout = LayoutOf(node, context_);
    // An operator without an attribute for the order has only one order.
    if (layout != nullptr && layout->order.empty() && layout->preferred != ge::FORMAT_ND) return;
    const auto now = layout == nullptr ? std::nullopt : OrderNow(node, *layout);
    const bool preferred = layout != nullptr && OrderOf(layout->preferred).has_value();
    if (!now || (preferred && OrderOf(layout->preferred) == now)) return;
    // If the node's own order differs from that of its images, the images' formats don't tell how it uses them.
    if (const auto said = OrderSaidBy(node, *layout); said && said != now) return;
    auto form = InOtherOrder(node, *layout, *now, constants_, context_);
    if (!form) return;
    candidates_.insert_or_assign(&node, Candidate{*std::move(form), *now, preferred ? -1 : choices_++});
  }

  // Considers the columns of a node. A form with all images in the other order takes part in the joint choice. Any
  // other form is taken only if the node can't stay as it is.
  void ConsiderColumns(Node& node) {
    ColumnForms columns = FormsInColumns(node, formats_, constants_, context_);
    if (!columns.as_it_is && !columns.forms.empty()) {
      candidates_.insert_or_assign(&node, Candidate{std::move(columns.forms.front()), AxisOrder::kFirst, -1});
      return;
    }
    for (NodeForm& form : columns.forms) {
      const auto now = OrderBefore(node, form);
      if (!now) continue;
      candidates_.insert_or_assign(&node, Candidate{std::move(form), *now, choices_++});
      return;
    }
  }

  // Returns the present order of all images that a form turns into the other order. nullopt: the form doesn't do just
  // that.
  std::optional<AxisOrder> OrderBefore(Node& node, const NodeForm& form) const {
    std::optional<AxisOrder> before;
    bool all = true;
    const auto see = [&](const Endpoint& tensor, ge::Format then) {
      const auto own = OrderOf(formats_.Of(tensor)), other = OrderOf(then);
      if (!own && !other) return;
      all = all && own && other && *own != *other && (!before || *before == *own);
      before = own;
    };
    for (size_t i = 0; i < form.inputs.size(); ++i) {
      if (node.inputs()[i].node != nullptr) see(node.inputs()[i], form.inputs[i]);
    }
    for (size_t i = 0; i < form.outputs.size(); ++i) see({&node, static_cast<int>(i)}, form.outputs[i]);
    return all ? before : std::nullopt;
  }

  // Returns the end of a tensor whose format in the graph is `now`. The "small" form is channels last, which is
  // avoided.
  TypeEnd EndOf(const Node& node, ge::Format now, const std::vector<ge::Format> NodeForm::*ports, size_t i) const {
    const auto is_last = [](ge::Format format) { return OrderOf(format) == AxisOrder::kLast; };
    const auto found = candidates_.find(const_cast<Node*>(&node));
    if (found == candidates_.end()) return {-1, is_last(now)};
    const ge::Format then = (found->second.form.*ports)[i];
    if (found->second.choice < 0) return {-1, is_last(then == ge::FORMAT_ND ? now : then)};
    return is_last(then) == is_last(now) ? TypeEnd{-1, is_last(now)} : TypeEnd{found->second.choice, false};
  }

  void AddReaders(const Endpoint& tensor, std::vector<TypeEnd>& readers) const {
    for (const Use& use : tensor.node->uses(tensor.index)) {
      if (IsOtherName(*use.node)) {
        AddReaders({use.node, 0}, readers);
      } else {
        readers.push_back(EndOf(*use.node, formats_.Of(tensor), &NodeForm::inputs, static_cast<size_t>(use.index)));
      }
    }
  }

  void Decide() {
    std::vector<ChosenTensor> tensors;
    for (Node* node : order_) {
      if (node->Is(kConst) || IsOtherName(*node)) continue;
      for (size_t o = 0; o < node->op().outputs.size(); ++o) {
        const Endpoint from{node, static_cast<int>(o)};
        if (formats_.Of(from) == ge::FORMAT_ND) continue;
        ChosenTensor& tensor = tensors.emplace_back();
        tensor.producer = EndOf(*node, formats_.Of(from), &NodeForm::outputs, o);
        AddReaders(from, tensor.readers);
        tensor.cost = ConversionCost(node->op().outputs[o].desc);
      }
    }
    const std::vector<bool> last = FewestCasts(choices_, tensors);
    for (auto& [node, candidate] : candidates_) {
      const bool is_last = candidate.now == AxisOrder::kLast;
      candidate.changes = candidate.choice < 0 || last[static_cast<size_t>(candidate.choice)] != is_last;
    }
  }

  const Candidate* Changing(const Node& node) const {
    const auto found = candidates_.find(const_cast<Node*>(&node));
    return found != candidates_.end() && found->second.changes ? &found->second : nullptr;
  }

  // Returns the stored format of an output after the choice is applied.
  ge::Format Stored(const Endpoint& tensor) const {
    const Candidate* changing = Changing(*tensor.node);
    const ge::Format then =
        changing == nullptr ? ge::FORMAT_ND : changing->form.outputs[static_cast<size_t>(tensor.index)];
    return then == ge::FORMAT_ND ? formats_.Of(tensor) : then;
  }

  Result<Changed> Apply() {
    KeepTransposes();
    int chosen = 0;
    for (Node* node : order_) {
      const Candidate* changing = Changing(*node);
      if (changing == nullptr) continue;
      ++chosen;
      before_.emplace(node, node->op());
      node->op() = changing->form.op;
      Note(*node);
    }
    for (Node* node : std::vector<Node*>(order_)) {
      if (!IsOtherName(*node)) OPDK_TRY(ConvertInputs(*node));
    }
    if (chosen == 0 && !changed_) return Changed::kNo;
    conversions_.FoldConstants();
    NoteConversions();
    RemoveUnused();
    AddMatches("choose_formats", {chosen, chosen}, context_);
    return Changed::kYes;
  }

  // Keeps the model's transposes that still convert between the same formats.
  void KeepTransposes() {
    for (Node* node : order_) {
      if (!IsOtherName(*node)) continue;
      const Endpoint from = node->input(0);
      if (Root(from) == from && Stored(from) == formats_.Of(from))
        conversions_.Know(from, formats_.Of({node, 0}), {node, 0});
    }
  }

  // Removes transposes and constants that were replaced.
  void RemoveUnused() {
    for (auto node = order_.rbegin(); node != order_.rend(); ++node) {
      const bool replaced = (*node)->Is(kConst) || names_.contains(*node);
      if (replaced && !(*node)->HasUses() && (*node)->control_outputs().empty()) graph_.Remove(*node);
    }
  }

  Status ConvertInputs(Node& node) {
    const Candidate* changing = Changing(node);
    for (size_t i = 0; i < node.inputs().size(); ++i) {
      const Endpoint now = node.inputs()[i];
      if (now.node == nullptr) continue;
      OPDK_TRY(const Endpoint then, InputOf(node, i, changing));
      if (then == now) continue;
      graph_.Connect(then, &node, static_cast<int>(i));
      changed_ = true;
    }
    return Status();
  }

  Result<Endpoint> InputOf(Node& node, size_t i, const Candidate* changing) {
    Endpoint from = node.inputs()[i];
    if (changing != nullptr) {
      const NodeForm& form = changing->form;
      if (const auto constant = form.constants.find(i); constant != form.constants.end()) {
        from = {graph_.AddConst(node.name() + "_" + node.op().inputs[i].name, constant->second), 0};
        order_.push_back(from.node);
      }
      const bool given = from.node->Is(kConst) || formats_.Of(from) == ge::FORMAT_ND;
      if (given) return form.perms[i].empty() ? Result<Endpoint>(from) : Transposed(from, node, i, form.perms[i]);
    }
    if (from.node->Is(kConst) || formats_.Of(from) == ge::FORMAT_ND) return from;
    ge::Format wanted = changing == nullptr ? ge::FORMAT_ND : changing->form.inputs[i];
    if (wanted == ge::FORMAT_ND) wanted = formats_.Of(from);
    const Endpoint root = Root(from);
    return conversions_.Converted(root, Stored(root), wanted);
  }

  Result<Endpoint> Transposed(const Endpoint& from, const Node& node, size_t input, const Perm& perm) {
    return conversions_.Transposed(from, perm, node.op().inputs[input].desc.GetFormat());
  }

  void NoteConversions() const {
    if (context_.record == nullptr) return;
    const std::vector<Node*>& inserted = conversions_.inserted();
    for (size_t i = 0; i < inserted.size(); ++i) {
      context_.record->notes.push_back(
          {inserted[i]->name(), fmt::format("conversion {} of the {} that formats need", i + 1, inserted.size())});
    }
  }

  // Adds a note for `opdk explain`.
  void Note(const Node& node) {
    if (context_.record == nullptr) return;
    const auto& before = before_.at(&node);
    const auto first_image = [](const OpDesc& op) {
      for (const auto* ports : {&op.inputs, &op.outputs}) {
        for (const Port& port : *ports) {
          if (OrderOf(port.desc.GetFormat()) || port.desc.GetFormat() == ge::FORMAT_NC1HWC0)
            return port.desc.GetFormat();
        }
      }
      return ge::FORMAT_ND;
    };
    context_.record->notes.push_back(
        {node.name(),
         fmt::format("computes in {}, the model has {}", ge::TypeUtils::FormatToSerialString(first_image(node.op())),
                     ge::TypeUtils::FormatToSerialString(first_image(before)))});
  }

  Graph& graph_;
  const PassContext& context_;
  const TensorFormats formats_;
  ConstantEvaluator constants_;
  FormatConversions conversions_;
  std::vector<Node*> order_;
  std::map<Node*, Candidate> candidates_;
  std::map<const Node*, OpDesc> before_;
  std::set<const Node*> names_;  // transposes of the model that count as other names
  int choices_ = 0;
  bool changed_ = false;
};

}  // namespace

Result<Changed> ChooseFormats(Graph& graph, const PassContext& context) {
  // Without the operators that convert, everything stays as it is.
  for (const std::string_view type : {kTransposeD, kTransData}) {
    if (context.packages->Prototype(type) == nullptr) return Changed::kNo;
  }
  const std::vector<Node*> nodes = graph.nodes();
  if (std::none_of(nodes.begin(), nodes.end(), [&](const Node* node) { return Wants(*node, context); }))
    return Changed::kNo;
  OPDK_TRY(TensorFormats formats, FormatsOf(graph, context));
  return FormatChooser(graph, context, std::move(formats)).Run();
}

}  // namespace opdk
