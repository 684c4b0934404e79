#include "graph_core/optimization/type_choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "graph_core/engines/engine.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/preparation/constant_evaluation.h"

namespace opdk {
namespace {

// The engine and package that take the node as it is.
struct Taker {
  const Engine* engine = nullptr;
  const OperatorProvider* provider = nullptr;
  const EngineOpInfo* info() const {
    return provider == nullptr || provider->info == nullptr ? nullptr : provider->info->Find(engine->name());
  }
};

Taker TakerOf(const Node& node, const PassContext& context) {
  for (const Engine* engine : context.engines) {
    const auto provider = engine->CheckSupported(node, *context.packages);
    if (provider.ok()) return {engine, *provider};
  }
  return {};
}

std::vector<ge::DataType> DtypesOf(const std::vector<Port>& ports) {
  std::vector<ge::DataType> types;
  for (const Port& port : ports) types.push_back(port.desc.GetDataType());
  return types;
}

// Returns the types of ports in a column, DT_UNDEFINED for absent ports. nullopt: the information doesn't list a port.
std::optional<std::vector<ge::DataType>> InColumn(const std::vector<Port>& ports, const std::vector<IrPort>& declared,
                                                  const EngineOpInfo& info, size_t column) {
  std::vector<ge::DataType> types;
  for (const Port& port : ports) {
    types.push_back(ge::DT_UNDEFINED);
    if (IsAbsent(port)) continue;
    const PortInfo* listed =
        port.ir_index < 0 ? nullptr : info.FindPort(declared.at(static_cast<size_t>(port.ir_index)).name);
    if (listed == nullptr) return std::nullopt;
    types.back() = listed->dtypes[column];
  }
  return types;
}

// Returns the number of ports that change. -1: a port would change in another way than from `from` to `to`.
int CountChanged(const std::vector<ge::DataType>& now, const std::vector<ge::DataType>& then, ge::DataType from,
                 ge::DataType to) {
  int changed = 0;
  for (size_t i = 0; i < now.size(); ++i) {
    if (now[i] == then[i]) continue;
    if (now[i] != from || then[i] != to) return -1;
    ++changed;
  }
  return changed;
}

void SetTypes(std::vector<Port>& ports, const std::vector<ge::DataType>& types) {
  for (size_t i = 0; i < ports.size(); ++i) ports[i].desc.SetDataType(types[i]);
}

// Returns whether, with these types, inference agrees and the same engine and package take the node. The node is
// changed for the question and restored.
bool Holds(Node& node, const NodeTypes& types, const Taker& taker, const PassContext& context) {
  const OpDesc before = node.op();
  SetTypes(node.op().inputs, types.inputs);
  ConstantEvaluator constants(context);
  OpDesc inferred = node.op();
  bool holds = InferOperatorShape(*context.packages, inferred, constants.InputsOf(node)).ok();
  for (size_t i = 0; holds && i < types.outputs.size(); ++i) {
    holds = types.outputs[i] == ge::DT_UNDEFINED || inferred.outputs[i].desc.GetDataType() == types.outputs[i];
  }
  if (holds) {
    SetTypes(node.op().outputs, types.outputs);
    const auto provider = taker.engine->CheckSupported(node, *context.packages);
    holds = provider.ok() && *provider == taker.provider;
  }
  node.op() = before;
  return holds;
}

PrecisionReduce ReduceOf(const Taker& taker) {
  const std::optional<bool> reduce = taker.provider->info->precision_reduce;
  if (!reduce) return PrecisionReduce::kGray;
  return *reduce ? PrecisionReduce::kWhite : PrecisionReduce::kBlack;
}

}  // namespace

bool HasReferences(const Node& node) {
  return std::any_of(node.op().outputs.begin(), node.op().outputs.end(),
                     [&](const Port& output) { return node.op().FindInput(output.name) >= 0; });
}

NodeTypes TypesOf(const Node& node) { return {DtypesOf(node.op().inputs), DtypesOf(node.op().outputs)}; }

std::optional<TypeChoice> TypesInstead(Node& node, ge::DataType from, ge::DataType to, const PassContext& context) {
  const NodeTypes now = TypesOf(node);
  const auto has = [from](const std::vector<ge::DataType>& types) {
    return std::find(types.begin(), types.end(), from) != types.end();
  };
  if (!has(now.inputs) && !has(now.outputs)) return std::nullopt;
  const Taker taker = TakerOf(node, context);
  const EngineOpInfo* info = taker.info();
  if (info == nullptr) return std::nullopt;
  std::vector<std::pair<int, NodeTypes>> candidates;
  for (size_t column = 0; column < info->columns; ++column) {
    auto inputs = InColumn(node.op().inputs, node.op().ir_inputs, *info, column);
    auto outputs = InColumn(node.op().outputs, node.op().ir_outputs, *info, column);
    if (!inputs || !outputs) return std::nullopt;
    const int changed_inputs = CountChanged(now.inputs, *inputs, from, to),
              changed_outputs = CountChanged(now.outputs, *outputs, from, to);
    if (changed_inputs < 0 || changed_outputs < 0 || changed_inputs + changed_outputs == 0) continue;
    candidates.push_back({changed_inputs + changed_outputs, {*std::move(inputs), *std::move(outputs)}});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (auto& [changed, types] : candidates) {
    if (Holds(node, types, taker, context)) return TypeChoice{std::move(types), ReduceOf(taker)};
  }
  return std::nullopt;
}

Result<NodeTypes> PrescribedTypes(Node& node, const PortTypes& wanted, const PassContext& context) {
  const NodeTypes now = TypesOf(node);
  if (wanted.inputs.size() > now.inputs.size() || wanted.outputs.size() > now.outputs.size()) {
    return Status(ErrorCode::kNoEngine,
                  fmt::format("types of {} inputs and {} outputs are prescribed, it has {} and {}",
                              wanted.inputs.size(), wanted.outputs.size(), now.inputs.size(), now.outputs.size()))
        .At(PlaceOf(node));
  }
  const auto fits = [](const std::vector<ge::DataType>& prescribed, const std::vector<ge::DataType>& types) {
    for (size_t i = 0; i < prescribed.size(); ++i) {
      if (prescribed[i] != ge::DT_UNDEFINED && prescribed[i] != types[i]) return false;
    }
    return true;
  };
  const Taker taker = TakerOf(node, context);
  const EngineOpInfo* info = taker.info();
  for (size_t column = 0; info != nullptr && column < info->columns; ++column) {
    auto inputs = InColumn(node.op().inputs, node.op().ir_inputs, *info, column);
    auto outputs = InColumn(node.op().outputs, node.op().ir_outputs, *info, column);
    if (!inputs || !outputs || !fits(wanted.inputs, *inputs) || !fits(wanted.outputs, *outputs)) continue;
    NodeTypes types{*std::move(inputs), *std::move(outputs)};
    if (Holds(node, types, taker, context)) return types;
  }
  return Status(ErrorCode::kNoEngine, "no column of its operator information has the types that are prescribed for it")
      .At(PlaceOf(node))
      .Hint("'opdk explain' and the operator's page (opdk docs) show the columns");
}

}  // namespace opdk
