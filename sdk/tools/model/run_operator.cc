#include "sdk/tools/model/run_operator.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <utility>

#include "graph_core/base/type_names.h"
#include "sdk/tools/model/attr_text.h"
#include "sdk/tools/model/generated_tensor.h"
#include "sdk/tools/model/run_inputs.h"

namespace opdk {
namespace {

using Clock = std::chrono::steady_clock;

double Milliseconds(Clock::duration duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

// Lists the inputs of a prototype: "x", "bias (optional)", "x0, x1, … (dynamic)".
std::string DescribePorts(const OpDesc& prototype) {
  std::vector<std::string> ports;
  for (const IrPort& port : prototype.ir_inputs) {
    ports.push_back(port.kind == PortKind::kRequired   ? port.name
                    : port.kind == PortKind::kOptional ? port.name + " (optional)"
                                                       : fmt::format("{0}0, {0}1, … (dynamic)", port.name));
  }
  return ports.empty() ? "none" : fmt::format("{}", fmt::join(ports, ", "));
}

struct Inputs {
  std::vector<SingleOpPort> ports;
  std::vector<ge::Tensor> tensors;
};

Result<Inputs> MakeInputs(const OperatorRun& run, const OpDesc& prototype) {
  Inputs inputs;
  std::mt19937_64 generator(run.seed);
  for (const std::string& arg : run.inputs) {
    const size_t equals = arg.find('=');
    const bool named = equals != std::string::npos;
    if (!named && prototype.ir_inputs.size() != 1) {
      return Status(ErrorCode::kUsage, fmt::format("--input {}: which input? Write NAME=VALUE", arg))
          .Hint(fmt::format("{} has the inputs {}", prototype.type, DescribePorts(prototype)));
    }
    const std::string name = named ? arg.substr(0, equals) : prototype.ir_inputs[0].name;
    for (const SingleOpPort& port : inputs.ports) {
      if (port.name == name) return Status(ErrorCode::kUsage, fmt::format("input '{}' is given twice", name));
    }
    OPDK_TRY(ge::Tensor tensor, TensorFrom(name, named ? arg.substr(equals + 1) : arg, generator));
    inputs.ports.push_back({name, tensor.GetTensorDesc()});
    inputs.tensors.push_back(std::move(tensor));
  }
  const bool needs = std::any_of(prototype.ir_inputs.begin(), prototype.ir_inputs.end(),
                                 [](const IrPort& port) { return port.kind == PortKind::kRequired; });
  if (!inputs.ports.empty() || !needs) return inputs;
  return Status(ErrorCode::kInputMissing,
                fmt::format("{} needs its inputs: {}", prototype.type, DescribePorts(prototype)))
      .Hint(fmt::format("add --input {}=random:4x8; a value is {}", prototype.ir_inputs[0].name, kTensorSources));
}

// Takes the constants out of `inputs`, by name.
Result<std::map<std::string, ge::Tensor>> TakeConstants(const std::vector<std::string>& names, Inputs& inputs) {
  std::map<std::string, ge::Tensor> constants;
  for (const std::string& name : names) {
    const auto found = std::find_if(inputs.ports.begin(), inputs.ports.end(),
                                    [&](const SingleOpPort& port) { return port.name == name; });
    if (found == inputs.ports.end()) {
      if (constants.contains(name)) return Status(ErrorCode::kUsage, fmt::format("--const {} is given twice", name));
      return Status(ErrorCode::kUsage, fmt::format("--const {}: no --input gives it a value", name))
          .Hint(fmt::format("add --input {}=list:1,2:int64, or another value", name));
    }
    const auto tensor = inputs.tensors.begin() + (found - inputs.ports.begin());
    constants.emplace(name, std::move(*tensor));
    inputs.tensors.erase(tensor);
    inputs.ports.erase(found);
  }
  return constants;
}

// Calls on prepared buffers, as a program would make them.
Status Repeat(SingleOp& op, const std::vector<ge::Tensor>& inputs, int repeat, std::vector<double>& times) {
  std::vector<std::vector<int64_t>> shapes;
  std::vector<RunInput> given;
  shapes.reserve(inputs.size());
  for (const ge::Tensor& tensor : inputs) shapes.push_back(tensor.GetTensorDesc().GetShape().GetDims());
  for (size_t i = 0; i < inputs.size(); ++i) {
    given.push_back({inputs[i].GetData(), inputs[i].GetSize(), inputs[i].GetDataType(), shapes[i]});
  }
  std::vector<RunOutput> outputs(op.outputs().size());
  for (int i = 0; i < repeat; ++i) {
    std::fill(outputs.begin(), outputs.end(), RunOutput());
    const auto start = Clock::now();
    OPDK_TRY(op.Run(given, outputs));
    times.push_back(Milliseconds(Clock::now() - start));
  }
  return Status();
}

}  // namespace

Result<OperatorOutcome> RunOperator(const OperatorRun& run, const CompileOptions& session,
                                    const PackageRegistry& packages) {
  OPDK_TRY(const OpDesc* declared, packages.Declared(run.type, run.type));
  const OpDesc& prototype = *declared;
  OPDK_TRY(AttrMap attrs, ParseAttrs(prototype, run.attrs));
  OPDK_TRY(Inputs inputs, MakeInputs(run, prototype));
  SingleOpSettings settings{session.engine, session.threads, {}};
  OPDK_TRY(const auto dynamic, ParseCounts("--dynamic-output", run.dynamic_outputs));
  for (const auto& [name, count] : dynamic) settings.dynamic_outputs[name] = static_cast<int>(count);
  OPDK_TRY(settings.constants, TakeConstants(run.constants, inputs));
  const std::map<std::string, ge::Tensor> constants = settings.constants;

  const auto start = Clock::now();
  OPDK_TRY(SingleOp op, SingleOp::Create(run.type, inputs.ports, std::move(attrs), std::move(settings)));
  OperatorOutcome outcome{std::move(op), Milliseconds(Clock::now() - start), {}, {}, std::move(inputs.tensors), {}};
  OPDK_TRY(outcome.outputs, outcome.op.Run(outcome.inputs));
  OPDK_TRY(Repeat(outcome.op, outcome.inputs, run.repeat, outcome.run_ms));
  for (SingleOpPort& port : inputs.ports) outcome.input_names.push_back(std::move(port.name));
  for (const auto& [name, value] : constants) {
    outcome.input_names.push_back(name);
    outcome.inputs.push_back(value);
  }
  return outcome;
}

}  // namespace opdk
