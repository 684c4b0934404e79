// Turns general forms into D forms (ApplyAdam into ApplyAdamD), if only the D form has a kernel or if it writes more
// variables.
#include "graph_core/preparation/take_d_forms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/base/tensor_values.h"
#include "graph_core/engines/engine.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/preparation/fill_from_prototypes.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

template <typename Declared>
const Declared* FindNamed(const std::vector<Declared>& declared, std::string_view name) {
  const auto found =
      std::find_if(declared.begin(), declared.end(), [&](const Declared& one) { return one.name == name; });
  return found == declared.end() ? nullptr : &*found;
}

bool HasPort(const std::vector<IrPort>& ports, const IrPort& port) {
  const IrPort* found = FindNamed(ports, port.name);
  return found != nullptr && found->kind == port.kind;
}

// Returns whether `form` can replace `general`. It has no other inputs, inputs that it lacks are its attributes, and
// its additional outputs are new values of inputs.
bool Fits(const OpDesc& form, const OpDesc& general) {
  const auto given = [&](const IrPort& port) { return HasPort(general.ir_inputs, port); };
  const auto taken = [&](const IrPort& port) {
    return HasPort(form.ir_inputs, port) || FindNamed(form.ir_attrs.list(), port.name) != nullptr;
  };
  const auto named = [&](const IrAttr& attr) { return FindNamed(form.ir_attrs.list(), attr.name) != nullptr; };
  const auto gives = [&](const IrPort& port) { return HasPort(form.ir_outputs, port); };
  const auto renews = [&](const IrPort& port) { return HasPort(general.ir_outputs, port) || given(port); };
  return std::all_of(form.ir_inputs.begin(), form.ir_inputs.end(), given) &&
         std::all_of(general.ir_inputs.begin(), general.ir_inputs.end(), taken) &&
         std::all_of(general.ir_attrs.begin(), general.ir_attrs.end(), named) &&
         std::all_of(general.ir_outputs.begin(), general.ir_outputs.end(), gives) &&
         std::all_of(form.ir_outputs.begin(), form.ir_outputs.end(), renews);
}

const OpDesc* PrototypeOf(const std::string& type, const PackageRegistry& packages) {
  const OperatorProvider* provider = packages.Prototype(type);
  return provider == nullptr ? nullptr : provider->declared.get();
}

// Returns the D form that fits the node. nullptr: there is none.
const OpDesc* FormOf(const Node& node, const PackageRegistry& packages) {
  if (IsStructural(node)) return nullptr;
  const OpDesc* form = PrototypeOf(node.type() + "D", packages);
  const OpDesc* general = form == nullptr ? nullptr : PrototypeOf(node.type(), packages);
  return general != nullptr && Fits(*form, *general) ? form : nullptr;
}

bool HasKernel(std::string_view type, const PassContext& context) {
  const std::vector<OperatorProvider>& providers = context.packages->Providers(type);
  return std::any_of(providers.begin(), providers.end(), [&](const OperatorProvider& provider) {
    return provider.info != nullptr &&
           std::any_of(context.engines.begin(), context.engines.end(),
                       [&](const Engine* engine) { return provider.info->Find(engine->name()) != nullptr; });
  });
}

// Returns a constant as an attribute of the declared type. nullopt: that type can't hold it.
std::optional<Attr> AttrOf(const ge::Tensor& value, std::string_view type) {
  if (IsFloat(value.GetTensorDesc().GetDataType())) {
    std::vector<float> numbers = ElementsAs<float>(value);
    if (type == "Float" && numbers.size() == 1) return numbers.front();
    return type == "ListFloat" ? std::optional<Attr>(std::move(numbers)) : std::nullopt;
  }
  std::vector<int64_t> numbers = ElementsAs<int64_t>(value);
  if (type == "Int" && numbers.size() == 1) return numbers.front();
  if (type == "Bool" && numbers.size() == 1) return numbers.front() != 0;
  return type == "ListInt" ? std::optional<Attr>(std::move(numbers)) : std::nullopt;
}

// A node's inputs in the D form: the ports that stay, and the attributes made from other inputs.
struct Inputs {
  std::vector<Port> ports;
  std::vector<int> from;
  AttrMap attrs;
  std::string open;  // the first input that must be constant but isn't
};

Inputs InputsFor(const OpDesc& form, const Node& node) {
  Inputs inputs;
  for (size_t i = 0; i < node.op().inputs.size(); ++i) {
    const Port& port = node.op().inputs[i];
    const IrAttr* attr = FindNamed(form.ir_attrs.list(), port.name);
    if (attr == nullptr) {
      inputs.ports.push_back(port);
      inputs.from.push_back(static_cast<int>(i));
      continue;
    }
    const Node* source = node.inputs()[i].node;
    if (source == nullptr) continue;
    const ge::Tensor* constant = source->ConstValue();
    std::optional<Attr> value = constant == nullptr ? std::nullopt : AttrOf(*constant, attr->type);
    if (value) {
      inputs.attrs[port.name] = *std::move(value);
    } else if (inputs.open.empty()) {
      inputs.open = port.name;
    }
  }
  return inputs;
}

Result<bool> TakeDForm(Graph& graph, Node& node, const PassContext& context) {
  const OpDesc* form = FormOf(node, *context.packages);
  if (form == nullptr) return false;
  const std::vector<std::string> written = WrittenAsDForm(node, *context.packages);
  if (written.empty() && (HasKernel(node.type(), context) || !HasKernel(form->type, context))) return false;
  Inputs inputs = InputsFor(*form, node);
  if (!inputs.open.empty()) {
    if (written.empty()) return false;
    return InvalidNode(node,
                       fmt::format("it writes {} as {} does, where {} is an attribute; but its value isn't constant",
                                   fmt::join(written, ", "), form->type, inputs.open))
        .Hint(fmt::format("feed {} from a Const of the same graph", inputs.open));
  }
  if (context.record != nullptr) {
    std::string why = written.empty() ? "has a kernel" : fmt::format("writes {} too", fmt::join(written, ", "));
    context.record->notes.push_back(
        {node.name(), fmt::format("{} runs as {}, which {}", node.type(), form->type, why)});
  }
  graph.RearrangeInputs(&node, std::move(inputs.ports), inputs.from);
  node.op().type = form->type;
  node.op().attrs.merge(inputs.attrs);
  return FillNode(graph, node, *form);
}

}  // namespace

std::vector<std::string> WrittenAsDForm(const Node& node, const PackageRegistry& packages) {
  const OpDesc* form = FormOf(node, packages);
  if (form == nullptr) return {};
  const OpDesc& general = *PrototypeOf(node.type(), packages);
  std::vector<std::string> written;
  for (const IrPort& port : form->ir_outputs) {
    const int input = node.op().FindInput(port.name);
    if (HasPort(general.ir_outputs, port) || input < 0) continue;
    if (VariableBehind(node.input(input)) != nullptr) written.push_back(port.name);
  }
  return written;
}

Result<Changed> TakeDForms(Graph& graph, const PassContext& context) {
  bool changed = false;
  for (Node* node : graph.nodes()) {
    OPDK_TRY(const bool taken, TakeDForm(graph, *node, context));
    changed = changed || taken;
  }
  return Changed{changed};
}

}  // namespace opdk
