#include "graph_core/optimization/format_forms.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "graph/utils/type_utils.h"
#include "graph_core/base/ports.h"
#include "graph_core/base/tensor_values.h"
#include "graph_core/base/type_names.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/package/package_registry.h"

namespace opdk {
namespace {

using AxisValues = std::vector<int64_t>;

AxisOrder Other(AxisOrder order) { return order == AxisOrder::kFirst ? AxisOrder::kLast : AxisOrder::kFirst; }

AxisValues ExtentsOf(const Port& port) { return port.desc.GetShape().GetDims(); }

class Reordering {
 public:
  Reordering(const Node& node, const LayoutInfo& layout, AxisOrder now, ConstantEvaluator& constants,
             const PassContext& context)
      : node_(node), layout_(layout), now_(now), constants_(constants), context_(context) {
    form_.op = node.op();
    form_.inputs.assign(node.op().inputs.size(), ge::FORMAT_ND);
    form_.outputs.assign(node.op().outputs.size(), ge::FORMAT_ND);
    form_.perms.resize(node.op().inputs.size());
  }

  std::optional<NodeForm> Run() {
    if (!FindAxes() || !Inputs() || !Filters() || !PerAxis() || !Axes() || !Outputs()) return std::nullopt;
    if (!layout_.order.empty()) form_.op.attrs[layout_.order] = ge::TypeUtils::FormatToSerialString(then_);
    return IsInferredSo() ? std::optional(std::move(form_)) : std::nullopt;
  }

 private:
  bool IsData(const Port& port, const std::vector<IrPort>& declared) const {
    return IsOneOf(port, declared, layout_.data);
  }

  // Sets the number of axes of images, which is that of the tensor with the most axes.
  bool FindAxes() {
    for (const auto& [ports, declared] :
         {std::pair(&form_.op.inputs, &form_.op.ir_inputs), std::pair(&form_.op.outputs, &form_.op.ir_outputs)}) {
      for (const Port& port : *ports) {
        if (!IsData(port, *declared)) continue;
        if (ExtentsOf(port) == ge::UNKNOWN_RANK) return false;
        axes_ = std::max(axes_, ExtentsOf(port).size());
      }
    }
    before_ = FormatOf(now_, axes_);
    then_ = FormatOf(Other(now_), axes_);
    if (before_ == ge::FORMAT_ND) return false;
    perm_ = *PermBetween(before_, then_);
    place_.resize(axes_);
    for (size_t i = 0; i < axes_; ++i) place_[static_cast<size_t>(perm_[i])] = static_cast<int64_t>(i);
    return true;
  }

  void Transpose(size_t input, const Perm& perm, ge::Format format) {
    Port& port = form_.op.inputs[input];
    form_.perms[input] = perm;
    port.desc = Permuted(port.desc, perm, format);
  }

  bool Inputs() {
    for (size_t i = 0; i < form_.op.inputs.size(); ++i) {
      Port& port = form_.op.inputs[i];
      if (!IsData(port, form_.op.ir_inputs)) continue;
      if (ExtentsOf(port).size() < axes_) {
        if (ElementCount(ExtentsOf(port)) == 1) continue;
        if (!GiveAllAxes(i)) return false;
      }
      Transpose(i, perm_, then_);
      form_.inputs[i] = then_;
    }
    return true;
  }

  // Gives a constant that is broadcast axes of extent 1 in front.
  bool GiveAllAxes(size_t input) {
    ge::Tensor value;
    if (!constants_.Value(node_.inputs()[input], value)) return false;
    AxisValues dims = value.GetTensorDesc().GetShape().GetDims();
    dims.insert(dims.begin(), axes_ - dims.size(), 1);
    ge::TensorDesc desc = form_.op.inputs[input].desc;
    desc.SetShape(ge::Shape(dims));
    desc.SetOriginShape(desc.GetShape());
    if (value.SetTensorDesc(desc) != ge::GRAPH_SUCCESS) return false;
    form_.constants.insert_or_assign(input, std::move(value));
    form_.op.inputs[input].desc = std::move(desc);
    return true;
  }

  bool Filters() {
    const ge::Format last = axes_ == 4 ? ge::FORMAT_HWCN : ge::FORMAT_DHWCN;
    const ge::Format first = FormatOf(AxisOrder::kFirst, axes_);
    const bool now_first = now_ == AxisOrder::kFirst;
    const Perm perm = *PermBetween(now_first ? first : last, now_first ? last : first);
    for (size_t i = 0; i < form_.op.inputs.size(); ++i) {
      if (!IsOneOf(form_.op.inputs[i], form_.op.ir_inputs, layout_.filter)) continue;
      if (ExtentsOf(form_.op.inputs[i]).size() != axes_) return false;
      const bool named = form_.op.inputs[i].desc.GetFormat() != ge::FORMAT_ND;
      Transpose(i, perm, named ? (now_first ? last : first) : ge::FORMAT_ND);
    }
    // A node that gives a filter is refused: no transpose is inserted behind it.
    return std::none_of(form_.op.outputs.begin(), form_.op.outputs.end(),
                        [this](const Port& port) { return IsOneOf(port, form_.op.ir_outputs, layout_.filter); });
  }

  // Moves the entries of a list with equally many entries for each axis. nullopt: it isn't such a list.
  std::optional<AxisValues> Moved(const AxisValues& values) const {
    if (values.empty()) return values;
    if (values.size() % axes_ != 0) return std::nullopt;
    const bool* together = layout_.contiguous.empty() ? nullptr : node_.op().GetAttr<bool>(layout_.contiguous);
    const size_t each = values.size() / axes_;
    AxisValues moved(values.size());
    for (size_t axis = 0; axis < axes_; ++axis) {
      const auto from = static_cast<size_t>(perm_[axis]);
      for (size_t k = 0; k < each; ++k) {
        const bool rows = together == nullptr || *together;
        moved[rows ? axis * each + k : k * axes_ + axis] = values[rows ? from * each + k : k * axes_ + from];
      }
    }
    return moved;
  }

  std::optional<AxisValues> Renamed(AxisValues axes) {
    const auto count = static_cast<int64_t>(axes_);
    for (int64_t& axis : axes) {
      if (axis < -count || axis >= count) return std::nullopt;
      axis += axis < 0 ? count : 0;
      named_.insert(axis);
      axis = place_[static_cast<size_t>(axis)];
    }
    return axes;
  }

  template <typename Change>
  bool ChangeInput(int input, const Change& change) {
    const auto i = static_cast<size_t>(input);
    if (IsAbsent(form_.op.inputs[i])) return true;
    ge::Tensor value;
    if (!constants_.Value(node_.inputs()[i], value)) return false;
    const std::optional<AxisValues> changed = change(ElementsAs<int64_t>(value));
    if (!changed) return false;
    form_.constants.insert_or_assign(i, WithElements(value, *changed));
    return true;
  }

  bool PerAxis() {
    for (const std::string& name : layout_.per_axis) {
      if (const int input = form_.op.FindInput(name); input >= 0) {
        if (!ChangeInput(input, [this](const AxisValues& values) { return Moved(values); })) return false;
        continue;
      }
      Attr& attr = form_.op.attrs[name];
      if (const auto* rows = std::get_if<std::vector<AxisValues>>(&attr)) {
        const bool* together = node_.op().GetAttr<bool>(layout_.contiguous);
        if (rows->size() != axes_ || (together != nullptr && !*together)) return false;
        attr = Permuted(*rows, perm_);
        continue;
      }
      const auto* values = std::get_if<AxisValues>(&attr);
      auto moved = values == nullptr ? std::nullopt : Moved(*values);
      if (!moved) return false;
      attr = *std::move(moved);
    }
    return true;
  }

  bool Axes() {
    for (const std::string& name : layout_.axes) {
      if (const int input = form_.op.FindInput(name); input >= 0) {
        if (!ChangeInput(input, [this](AxisValues axes) { return Renamed(std::move(axes)); })) return false;
        continue;
      }
      Attr& attr = form_.op.attrs[name];
      if (auto* axis = std::get_if<int64_t>(&attr)) {
        const auto renamed = Renamed({*axis});
        if (!renamed) return false;
        *axis = renamed->front();
        continue;
      }
      auto* axes = std::get_if<AxisValues>(&attr);
      auto renamed = axes == nullptr ? std::nullopt : Renamed(*axes);
      if (!renamed) return false;
      *axes = *std::move(renamed);
    }
    return true;
  }

  // Returns whether the axes without names are in the same order in both formats.
  bool KeepsOrderOfRest() const {
    int64_t last = -1;
    for (size_t axis = 0; axis < axes_; ++axis) {
      if (named_.contains(static_cast<int64_t>(axis))) continue;
      if (place_[axis] < last) return false;
      last = place_[axis];
    }
    return true;
  }

  bool Outputs() {
    for (size_t i = 0; i < form_.op.outputs.size(); ++i) {
      Port& port = form_.op.outputs[i];
      if (!IsData(port, form_.op.ir_outputs)) continue;
      if (ExtentsOf(port).size() == axes_) {
        port.desc = Permuted(port.desc, perm_, then_);
        form_.outputs[i] = then_;
      } else if (!KeepsOrderOfRest()) {
        return false;
      }
    }
    return true;
  }

  // Returns whether inference gives the expected outputs, too.
  bool IsInferredSo() {
    OpDesc inferred = form_.op;
    const ConstInputFn now = constants_.InputsOf(node_);
    const auto value = [&](int input, ge::Tensor& tensor) {
      const auto i = static_cast<size_t>(input);
      if (!form_.perms[i].empty()) return false;
      const auto other = form_.constants.find(i);
      if (other == form_.constants.end()) return now(input, tensor);
      tensor = other->second;
      return true;
    };
    if (!InferOperatorShape(*context_.packages, inferred, value).ok()) return false;
    for (size_t i = 0; i < inferred.outputs.size(); ++i) {
      if (ExtentsOf(inferred.outputs[i]) != ExtentsOf(form_.op.outputs[i])) return false;
    }
    return true;
  }

  const Node& node_;
  const LayoutInfo& layout_;
  const AxisOrder now_;
  ConstantEvaluator& constants_;
  const PassContext& context_;
  NodeForm form_;
  size_t axes_ = 0;
  ge::Format before_ = ge::FORMAT_ND, then_ = ge::FORMAT_ND;
  Perm perm_, place_;  // from the old order to the new order; the new position of each old axis
  std::set<int64_t> named_;
};

}  // namespace

std::optional<NodeForm> InOtherOrder(const Node& node, const LayoutInfo& layout, AxisOrder now,
                                     ConstantEvaluator& constants, const PassContext& context) {
  return Reordering(node, layout, now, constants, context).Run();
}

}  // namespace opdk
