#include "graph_core/optimization/format_columns.h"

#include <algorithm>
#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "graph_core/engines/engine.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/optimization/format_conversion.h"
#include "graph_core/package/listed_formats.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/package/package_registry.h"

namespace opdk {
namespace {

bool IsNamed(ge::Format format) { return format != ge::FORMAT_ND; }

bool NamesFormats(const EngineOpInfo& info) { return ListsFormat(info, IsNamed); }

// The formats that a column allows for a port. The first format that a conversion reaches is taken.
using Wanted = std::vector<ge::Format>;

class ColumnSearch {
 public:
  ColumnSearch(Node& node, const TensorFormats& formats, ConstantEvaluator& constants, const PassContext& context)
      : node_(node), formats_(formats), constants_(constants), context_(context) {}

  ColumnForms Run() {
    ColumnForms found;
    for (const Engine* engine : context_.engines) {
      found.as_it_is = engine->CheckSupported(node_, *context_.packages).ok();
      for (const OperatorProvider& provider : context_.packages->Providers(node_.type())) {
        const EngineOpInfo* info = provider.info == nullptr ? nullptr : provider.info->Find(engine->name());
        if (info == nullptr || !NamesFormats(*info)) continue;
        for (size_t column = 0; column < std::max<size_t>(info->columns, 1); ++column) {
          auto form = InColumn(*info, column);
          if (form && Holds(*form, *engine)) found.forms.push_back(*std::move(form));
        }
      }
      if (found.as_it_is || !found.forms.empty()) break;
    }
    std::stable_sort(found.forms.begin(), found.forms.end(),
                     [this](const NodeForm& a, const NodeForm& b) { return CostOf(a) < CostOf(b); });
    return found;
  }

 private:
  static Wanted WantedOf(const Port& port, const std::vector<IrPort>& declared, const EngineOpInfo& info,
                         size_t column) {
    if (port.ir_index < 0) return {};
    const std::string& name = declared.at(static_cast<size_t>(port.ir_index)).name;
    if (info.columns == 0) {
      const auto allowed = info.allow.find(name);
      return allowed == info.allow.end() ? Wanted() : allowed->second.formats;
    }
    const PortInfo* listed = info.FindPort(name);
    return listed == nullptr ? Wanted() : Wanted{listed->formats[column]};
  }

  // Returns the tensor's present format.
  ge::Format FormatNow(const Endpoint& tensor, const ge::TensorDesc& desc) const {
    if (tensor.node != nullptr && formats_.Of(tensor) != ge::FORMAT_ND) return formats_.Of(tensor);
    return AxesOf(desc.GetFormat()) == desc.GetShape().GetDims().size() ? desc.GetFormat() : ge::FORMAT_ND;
  }

  // Converts a description to a wanted format. false: no conversion leads there.
  static bool Bring(ge::TensorDesc& desc, const Wanted& wanted, ge::Format now, ge::Format& then, Perm& perm) {
    then = now;
    const auto plain = [](ge::Format format) { return format == ge::FORMAT_NCHW || format == ge::FORMAT_NCDHW; };
    const bool fits = wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](ge::Format format) {
                        return format == ge::FORMAT_ND || format == now || (now == ge::FORMAT_ND && plain(format));
                      });
    if (fits) return true;
    for (const ge::Format format : wanted) {
      const auto converted = DescIn(desc, now, format);
      if (!converted) continue;
      desc = *converted;
      then = format;
      if (!OrderOf(now)) perm = *PermBetween(now, format);
      return true;
    }
    return false;
  }

  std::optional<NodeForm> InColumn(const EngineOpInfo& info, size_t column) const {
    NodeForm form;
    form.op = node_.op();
    form.perms.resize(form.op.inputs.size());
    bool changed = false;
    for (size_t i = 0; i < form.op.inputs.size(); ++i) {
      Port& port = form.op.inputs[i];
      ge::Format& then = form.inputs.emplace_back(ge::FORMAT_ND);
      if (IsAbsent(port)) continue;
      const ge::Format now = FormatNow(node_.inputs()[i], port.desc);
      const Wanted wanted = WantedOf(port, form.op.ir_inputs, info, column);
      if (!Bring(port.desc, wanted, now, then, form.perms[i])) return std::nullopt;
      changed = changed || then != now;
    }
    for (size_t i = 0; i < form.op.outputs.size(); ++i) {
      Port& port = form.op.outputs[i];
      ge::Format& then = form.outputs.emplace_back(ge::FORMAT_ND);
      Perm perm;
      const ge::Format now = FormatNow({&node_, static_cast<int>(i)}, port.desc);
      if (!Bring(port.desc, WantedOf(port, form.op.ir_outputs, info, column), now, then, perm)) return std::nullopt;
      changed = changed || then != now;
    }
    return changed ? std::optional(std::move(form)) : std::nullopt;
  }

  // Returns whether the engine takes the node in this form. The node is changed for the question and restored.
  bool Holds(const NodeForm& form, const Engine& engine) {
    const OpDesc before = node_.op();
    node_.op() = form.op;
    OpDesc inferred = form.op;
    bool known = true, equal = InferOperatorShape(*context_.packages, inferred, constants_.InputsOf(node_)).ok();
    for (size_t i = 0; i < inferred.outputs.size(); ++i) {
      const auto dims = form.op.outputs[i].desc.GetShape().GetDims();
      known = known && ElementCount(dims) >= 0;
      equal = equal && inferred.outputs[i].desc.GetShape().GetDims() == dims;
    }
    // Unknown shapes are inferred at run time, from the tensors of the run.
    const bool holds = (known || equal) && engine.CheckSupported(node_, *context_.packages).ok();
    node_.op() = before;
    return holds;
  }

  int64_t CostOf(const NodeForm& form) const {
    int64_t cost = 0;
    for (size_t i = 0; i < form.inputs.size(); ++i) {
      const ge::TensorDesc& desc = node_.op().inputs[i].desc;
      if (form.op.inputs[i].desc.GetShape().GetDims() != desc.GetShape().GetDims()) cost += ConversionCost(desc);
    }
    for (size_t i = 0; i < form.outputs.size(); ++i) {
      const ge::TensorDesc& desc = node_.op().outputs[i].desc;
      if (form.op.outputs[i].desc.GetShape().GetDims() != desc.GetShape().GetDims()) cost += ConversionCost(desc);
    }
    return cost;
  }

  Node& node_;
  const TensorFormats& formats_;
  ConstantEvaluator& constants_;
  const PassContext& context_;
};

}  // namespace

bool NamesFormats(const Node& node, const PassContext& context) {
  if (IsStructural(node)) return false;
  const auto& providers = context.packages->Providers(node.type());
  return std::any_of(providers.begin(), providers.end(), [](const OperatorProvider& provider) {
    return provider.info != nullptr && std::any_of(provider.info->engines.begin(), provider.info->engines.end(),
                                                   [](const EngineOpInfo& info) { return NamesFormats(info); });
  });
}

ColumnForms FormsInColumns(Node& node, const TensorFormats& formats, ConstantEvaluator& constants,
                           const PassContext& context) {
  return ColumnSearch(node, formats, constants, context).Run();
}

}  // namespace opdk
