#include "sdk/tools/verify/bench/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/base/status_json.h"
#include "graph_core/base/type_names.h"
#include "opdk/parallel.h"
#include "opdk/single_op.h"
#include "sdk/tools/measure/count_work.h"
#include "sdk/tools/measure/statistics.h"
#include "sdk/tools/measure/timing.h"
#include "sdk/tools/verify/checks/derived.h"
#include "sdk/tools/verify/checks/kernel_runner.h"
#include "sdk/tools/verify/isolation/isolated.h"
#include "sdk/tools/verify/run/run_case.h"

namespace opdk::verify {
namespace {

using nlohmann::json;

std::vector<ge::Tensor> InputsOf(const CaseInstance& instance) {
  std::vector<ge::Tensor> values;
  for (const CaseTensor& input : instance.inputs) values.push_back(input.value);
  return values;
}

std::vector<std::string> TensorTexts(const OpDesc& op) {
  std::vector<std::string> texts;
  for (const auto* ports : {&op.inputs, &op.outputs}) {
    for (const Port& port : *ports) {
      if (!IsAbsent(port)) texts.push_back(fmt::format("{} {}", port.name, DescText(port.desc)));
    }
  }
  return texts;
}

// A kernel with its memory, to call again and again.
struct Prepared {
  std::unique_ptr<KernelRunner> runner;
  std::unique_ptr<KernelMemory> memory;

  Status Call(int count) const {
    for (int i = 0; i < count; ++i) OPDK_TRY(runner->Call(runner->call(), *memory));
    return Status();
  }
};

Result<Prepared> Prepare(const CaseInstance& instance, const std::string& engine, const TestHarness& harness) {
  Prepared prepared;
  SetActivity("the kernel's preparation");
  OPDK_TRY(prepared.runner, KernelRunner::Make(instance.op, InputsOf(instance), engine, harness));
  if (!prepared.runner->has_kernel()) return prepared;
  OPDK_TRY(prepared.memory, prepared.runner->MakeMemory({}));
  SetActivity("a call of the kernel");
  return prepared;
}

// Returns the instance with inputs of one element each. Integers, which may be indices, become 0 or, with
// `keep_integers`, stay.
CaseInstance Shrunk(CaseInstance instance, bool keep_integers) {
  for (size_t i = 0; i < instance.inputs.size(); ++i) {
    ge::TensorDesc desc = instance.inputs[i].value.GetTensorDesc();
    const ge::DataType dtype = desc.GetDataType();
    const bool integer = dtype == ge::DT_INT32 || dtype == ge::DT_INT64;
    if (dtype == ge::DT_UNDEFINED || (integer && keep_integers)) continue;
    desc.SetShape(ge::Shape(std::vector<int64_t>(desc.GetShape().GetDimNum(), 1)));
    desc.SetOriginShape(desc.GetShape());
    const int element = ge::GetSizeByDataType(dtype);
    if (element <= 0 || instance.inputs[i].value.GetSize() < static_cast<size_t>(element)) continue;
    const uint8_t* data = instance.inputs[i].value.GetData();
    const std::vector<uint8_t> first =
        integer ? std::vector<uint8_t>(static_cast<size_t>(element), 0) : std::vector<uint8_t>(data, data + element);
    instance.inputs[i].value = ge::Tensor(desc, first);
    instance.op.inputs[i].desc = desc;
  }
  return instance;
}

Result<SingleOp> MakeSingleOp(const CaseInstance& instance, const std::string& engine, int threads) {
  std::vector<SingleOpPort> ports;
  for (const Port& port : instance.op.inputs) {
    if (!IsAbsent(port)) ports.push_back({port.name, port.desc});
  }
  SingleOpSettings settings{engine, threads, {}};
  for (const IrPort& output : instance.op.ir_outputs) {
    if (output.kind == PortKind::kDynamic) {
      settings.dynamic_outputs[output.name] = static_cast<int>(instance.op.OutputCount(output.name));
    }
  }
  return SingleOp::Create(instance.op.type, std::move(ports), instance.op.attrs, std::move(settings));
}

Result<Dispatch> DispatchOf(const CaseInstance& instance, const std::string& engine, const TestHarness& harness,
                            int threads) {
  OPDK_TRY(const Prepared prepared, Prepare(instance, engine, harness));
  if (!prepared.runner->has_kernel()) return Status(ErrorCode::kKernelFailed, "no kernel runs");
  OPDK_TRY(SingleOp op, MakeSingleOp(instance, engine, threads));
  std::vector<std::vector<int64_t>> shapes;
  std::vector<const ge::Tensor*> given;
  for (size_t i = 0; i < instance.inputs.size(); ++i) {
    if (IsAbsent(instance.op.inputs[i])) continue;
    given.push_back(&instance.inputs[i].value);
    shapes.push_back(instance.op.inputs[i].desc.GetShape().GetDims());
  }
  std::vector<RunInput> inputs;
  for (size_t i = 0; i < given.size(); ++i) {
    inputs.push_back({given[i]->GetData(), given[i]->GetSize(), given[i]->GetDataType(), shapes[i]});
  }
  std::vector<RunOutput> outputs(op.outputs().size());
  const auto run = [&](int count) {
    for (int i = 0; i < count; ++i) {
      std::fill(outputs.begin(), outputs.end(), RunOutput());
      OPDK_TRY(op.Run(inputs, outputs));
    }
    return Status();
  };
  OPDK_TRY(const measure::TimingPair timing, measure::TimeByTurns(
                                                 run, [&](int count) { return prepared.Call(count); }, 0.1));
  return Dispatch{measure::Median(timing.first.seconds), measure::Median(timing.second.seconds)};
}

// Measures the dispatch with the smallest tensors that the operator takes: of one element if that is legal, else the
// case's own.
std::optional<Dispatch> SmallestDispatch(const CaseInstance& instance, const std::string& engine,
                                         const TestHarness& harness, int threads) {
  for (const bool keep_integers : {false, true}) {
    CaseInstance smallest = Shrunk(instance, keep_integers);
    if (!VerifyAndInfer(*harness.packages, smallest).ok()) continue;
    if (const auto dispatch = DispatchOf(smallest, engine, harness, threads); dispatch.ok()) return *dispatch;
  }
  const auto dispatch = DispatchOf(instance, engine, harness, threads);
  return dispatch.ok() ? std::optional(*dispatch) : std::nullopt;
}

Status CheckTaken(const CaseInstance& instance, const std::string& engine, const TestHarness& harness) {
  if (ColumnsFor(instance.op, engine, *harness.packages) != nullptr) return Status();
  const OpInfo* known = harness.packages->Information(instance.op.type);
  const EngineOpInfo* info = known == nullptr ? nullptr : known->Find(engine);
  if (info != nullptr) return info->MatchColumn(instance.op).status();
  return Status(ErrorCode::kNoEngine, fmt::format("{} has no kernel of {}", engine, instance.op.type));
}

}  // namespace

Result<Measurement> Measure(const CaseInstance& given, const std::string& engine, const TestHarness& harness,
                            const MeasureOptions& options) {
  SetThreadCount(options.threads);
  CaseInstance instance = given;
  SetActivity("verification and inference");
  OPDK_TRY(VerifyAndInfer(*harness.packages, instance));
  OPDK_TRY(CheckTaken(instance, engine, harness));
  OPDK_TRY(const Prepared prepared, Prepare(instance, engine, harness));
  Measurement measured;
  measured.tensors = TensorTexts(instance.op);
  measured.package = prepared.runner->node().placement().package;
  for (const auto& package : harness.packages->packages()) {
    if (package->name == measured.package) measured.library = package->path;
  }
  if (!prepared.runner->has_kernel()) return measured;
  measured.kernel = prepared.runner->kernel_name();
  OPDK_TRY(measure::Timing timing,
           measure::TimeCalls([&](int count) { return prepared.Call(count); }, options.seconds));
  measured.seconds = std::move(timing.seconds);
  measured.disturbed = timing.disturbed;
  measured.doubtful = timing.doubtful;
  SetActivity("the expression");
  OPDK_TRY(const BoundExpression expression, BindExpression(instance, harness));
  const measure::CountedWork counted = measure::CountWork(instance.op, expression.outputs, expression.inputs);
  measured.work = counted.work;
  measured.counted_from_expression = counted.from_expression;
  SetActivity("a call through the runtime");
  if (options.dispatch) measured.dispatch = SmallestDispatch(instance, engine, harness, options.threads);
  return measured;
}

json ToJson(const Result<Measurement>& measured) {
  if (!measured.ok()) return {{"error", opdk::ToJson(measured.status())}};
  json root = {{"seconds", measured->seconds},
               {"disturbed", measured->disturbed},
               {"doubtful", measured->doubtful},
               {"kernel", measured->kernel},
               {"package", measured->package},
               {"library", measured->library},
               {"tensors", measured->tensors},
               {"bytes_read", measured->work.bytes_read},
               {"bytes_written", measured->work.bytes_written},
               {"float_ops", measured->work.float_ops},
               {"double_ops", measured->work.double_ops},
               {"byte_ops", measured->work.byte_ops},
               {"counted_from_expression", measured->counted_from_expression}};
  if (measured->dispatch) {
    root["dispatch"] = {{"call_seconds", measured->dispatch->call_seconds},
                        {"kernel_seconds", measured->dispatch->kernel_seconds}};
  }
  return root;
}

Result<Measurement> MeasurementFrom(const json& root) {
  if (root.contains("error")) return StatusFrom(root.at("error"));
  Measurement measured;
  root.at("seconds").get_to(measured.seconds);
  root.at("disturbed").get_to(measured.disturbed);
  root.at("doubtful").get_to(measured.doubtful);
  root.at("kernel").get_to(measured.kernel);
  root.at("package").get_to(measured.package);
  root.at("library").get_to(measured.library);
  root.at("tensors").get_to(measured.tensors);
  root.at("bytes_read").get_to(measured.work.bytes_read);
  root.at("bytes_written").get_to(measured.work.bytes_written);
  root.at("float_ops").get_to(measured.work.float_ops);
  root.at("double_ops").get_to(measured.work.double_ops);
  root.at("byte_ops").get_to(measured.work.byte_ops);
  root.at("counted_from_expression").get_to(measured.counted_from_expression);
  if (root.contains("dispatch")) {
    measured.dispatch = Dispatch{root.at("dispatch").at("call_seconds"), root.at("dispatch").at("kernel_seconds")};
  }
  return measured;
}

}  // namespace opdk::verify
