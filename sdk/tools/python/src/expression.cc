#include "sdk/tools/python/src/expression.h"

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <utility>

#include "graph_core/base/type_names.h"
#include "graph_core/engines/ai_core/expression/operator_expression.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/preparation/constant_evaluation.h"
#include "sdk/tools/python/src/bindings.h"
#include "sdk/tools/python/src/status_error.h"
#include "tbe/print.h"

namespace py = pybind11;

namespace opdk::python {
namespace {

Result<const OperatorProvider*> ProviderFor(const Node& node, const PackageRegistry& packages,
                                            const std::string& package) {
  if (!package.empty()) {
    std::vector<std::string> names;
    for (const auto& loaded : packages.packages()) names.push_back(loaded->name);
    if (std::find(names.begin(), names.end(), package) == names.end()) {
      Status status(ErrorCode::kUsage, fmt::format("no package '{}' is loaded", package));
      const std::string near = Nearest(package, names);
      return std::move(status).Hint(near.empty() ? packages.DescribeSearch() : fmt::format("did you mean {}?", near));
    }
  }
  std::string refused;
  for (const OperatorProvider& provider : packages.Providers(node.type())) {
    if (provider.Kernel(kAiCoreEngine) == nullptr || (!package.empty() && provider.package->name != package)) continue;
    const EngineOpInfo* info = provider.info == nullptr ? nullptr : provider.info->Find(kAiCoreEngine);
    const auto column = info == nullptr ? Result<size_t>(Status(ErrorCode::kNoEngine, "no operator information"))
                                        : info->MatchColumn(node.op());
    if (column.ok()) return &provider;
    refused += fmt::format("{}{}: {}", refused.empty() ? "" : "; ", provider.package->name, column.status().message());
  }
  if (!refused.empty()) return Status(ErrorCode::kNoEngine, refused).At(PlaceOf(node));
  return Status(ErrorCode::kNoEngine, fmt::format("{} has no AI Core kernel{}, so it has no expression", node.type(),
                                                  package.empty() ? "" : fmt::format(" in package {}", package)))
      .Hint("opdk.registry().operator(type) lists the engines of each operator");
}

Result<Port> ConcretePort(const opdk::Port& port) {
  Port result{port.name, port.desc.GetDataType(), port.desc.GetShape().GetDims()};
  if (result.dtype != ge::DT_UNDEFINED && ElementCount(result.shape) < 0) {
    return Status(ErrorCode::kExpression,
                  fmt::format("an expression is of concrete shapes; {} is {}", port.name, DescText(port.desc)))
        .Hint("give every dimension, and the value of an input that decides a shape as an array");
  }
  return result;
}

}  // namespace

Expression Expression::Of(const Node& node, const PassContext& context, const std::string& package) {
  Expression made;
  const OperatorProvider* provider = Take(ProviderFor(node, *context.packages, package));
  made.package_ = provider->package->name;
  std::vector<tbe::Tensor> symbols;
  for (size_t i = 0; i < node.op().inputs.size(); ++i) {
    made.inputs_.push_back(Take(ConcretePort(node.op().inputs[i])));
    made.constants_.push_back({ge::DT_UNDEFINED, {}, {}});
    const Port& port = made.inputs_.back();
    symbols.emplace_back();
    if (port.dtype == ge::DT_UNDEFINED) continue;
    symbols.back() = tbe::Placeholder(static_cast<int>(i), port.shape, port.dtype, port.name);
    if (const ge::Tensor* value = node.input(static_cast<int>(i)).node->ConstValue()) {
      made.constants_.back() = {port.dtype, port.shape, {value->GetData(), value->GetData() + value->GetSize()}};
    }
  }
  for (const opdk::Port& output : node.op().outputs) made.outputs_.push_back(Take(ConcretePort(output)));
  ConstantEvaluator values(context);
  made.expressions_ = Take(CallOpCompute(node.op(), *provider, symbols, values.InputsOf(node)));
  return made;
}

std::string Expression::Print() const { return tbe::Print(expressions_); }

std::vector<Written> Expression::Evaluate(const std::vector<std::optional<Array>>& inputs,
                                          bool higher_precision) const {
  const py::gil_scoped_release release;
  std::vector<tbe::HostTensor> values = constants_;
  for (size_t i = 0; i < std::min(inputs.size(), values.size()); ++i) {
    if (!inputs[i]) continue;
    const auto* bytes = reinterpret_cast<const uint8_t*>(inputs[i]->address);
    values[i] = {inputs[i]->dtype, inputs[i]->shape, {bytes, bytes + inputs[i]->bytes}};
  }
  std::vector<tbe::HostTensor> results =
      Take(tbe::Evaluate(expressions_, values, {.higher_precision = higher_precision}));
  std::vector<Written> written;
  for (tbe::HostTensor& result : results) {
    written.push_back({result.dtype, std::move(result.shape), std::move(result.bytes)});
  }
  return written;
}

void BindExpression(py::module_& module) {
  py::class_<Expression>(module, "Expression", "What an AI Core kernel computes, for concrete shapes.")
      .def_property_readonly("package", &Expression::package, "Whose kernel it is.")
      .def_property_readonly("inputs", &Expression::inputs, "Every input; dtype 'undefined': absent.")
      .def_property_readonly("outputs", &Expression::outputs, "Every output.")
      .def("print", &Expression::Print, "One line per operation.")
      .def("evaluate", &Expression::Evaluate, py::arg("inputs"), py::arg("higher_precision"),
           "The values; None for a constant's own value and for an absent input.");
}

}  // namespace opdk::python
