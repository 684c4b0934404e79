#include "sdk/tools/verify/golden/golden.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph_core/base/element_type.h"
#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "graph_core/base/yaml_reading.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/op_compute_call.h"
#include "graph_core/run_operator.h"
#include "sdk/tools/verify/golden/part_golden.h"
#include "sdk/tools/verify/golden/python_golden.h"
#include "tbe/array.h"
#include "tbe/interpreter.h"
#include "tbe/walk.h"

namespace opdk::verify {

const OperatorProvider* ProviderFor(const OpDesc& op, std::string_view engine, const PackageRegistry& packages) {
  for (const OperatorProvider& provider : packages.Providers(op.type)) {
    const EngineOpInfo* info = provider.info == nullptr ? nullptr : provider.info->Find(engine);
    if (info == nullptr || (provider.Kernel(engine) == nullptr && info->view.empty())) continue;
    if (info->MatchColumn(op).ok()) return &provider;
  }
  return nullptr;
}

const EngineOpInfo* ColumnsFor(const OpDesc& op, std::string_view engine, const PackageRegistry& packages) {
  const OperatorProvider* provider = ProviderFor(op, engine, packages);
  return provider == nullptr ? nullptr : provider->info->Find(engine);
}

bool AnyEngineTakes(const OpDesc& op, const PackageRegistry& packages) {
  return std::any_of(Engines().begin(), Engines().end(),
                     [&](const EngineInfo& engine) { return ColumnsFor(op, engine.name, packages) != nullptr; });
}

ConstInputFn ValuesOf(const CaseInstance& instance) {
  return [&instance](int input, ge::Tensor& tensor) {
    const CaseTensor& given = instance.inputs[static_cast<size_t>(input)];
    if (given.has_data) tensor = given.value;
    return given.has_data;
  };
}

Result<BoundExpression> BindExpression(const CaseInstance& instance, const TestHarness& harness) {
  BoundExpression bound;
  const std::string_view engine = ExpressionEngine().name;
  const OperatorProvider* provider = ProviderFor(instance.op, engine, *harness.packages);
  if (provider == nullptr || provider->Kernel(engine) == nullptr) return bound;
  // Only the kernel knows an extent that depends on values.
  for (const Port& output : instance.op.outputs) {
    for (const int64_t dim : output.desc.GetShape().GetDims()) {
      if (dim < 0) return bound;
    }
  }
  std::vector<tbe::Tensor> symbols;
  for (size_t i = 0; i < instance.op.inputs.size(); ++i) {
    const Port& port = instance.op.inputs[i];
    bound.inputs.emplace_back();
    symbols.emplace_back();
    if (IsAbsent(port)) continue;
    const ge::Tensor& given = instance.inputs[i].value;
    const std::vector<int64_t> shape = port.desc.GetShape().GetDims();
    OPDK_TRY(symbols.back(), MakePlaceholder(static_cast<int>(i), shape, port.desc.GetDataType()));
    bound.inputs.back() = {port.desc.GetDataType(), shape, {given.GetData(), given.GetData() + given.GetSize()}};
  }
  tbe::IndexRequirements requirements;
  OPDK_TRY(bound.outputs, CallOpComputeAsInferred(instance.op, *provider, symbols, ValuesOf(instance)));
  bound.required = requirements.Take();
  return bound;
}

Status RequireInside(const BoundExpression& bound) {
  for (const tbe::IndexRequirement& each : bound.required) {
    OPDK_TRY(const auto indices, tbe::Evaluate({each.indices}, bound.inputs));
    const std::vector<double> numbers = tbe::ToNumbers(indices.front());
    for (size_t i = 0; i < numbers.size(); ++i) {
      const auto extent = static_cast<double>(each.extents[i % each.extents.size()]);
      const double least = each.negative == tbe::NegativeIndex::kCountsFromEnd ? -extent : 0;
      if (numbers[i] >= least && numbers[i] < extent) continue;
      return Status(ErrorCode::kExpression,
                    fmt::format("input {}: index {} lies outside of an extent of {}", each.input, numbers[i], extent));
    }
  }
  return Status();
}

namespace {

// Returns whether only single roundings and movement lie between inputs and outputs. Then a zero's sign is determined,
// unlike, for example, the sign of the larger one of 0 and -0.
bool KeepsSignsOfZeros(const std::vector<tbe::Tensor>& outputs) {
  const auto nodes = tbe::PostOrder(outputs);
  return std::all_of(nodes.begin(), nodes.end(), [](const tbe::Tensor& node) {
    switch (node->kind) {
      case tbe::Kind::kInput:
      case tbe::Kind::kCast:
      case tbe::Kind::kBroadcast:
      case tbe::Kind::kTranspose:
      case tbe::Kind::kReshape:
      case tbe::Kind::kSlice:
      case tbe::Kind::kConcat:
        return true;
      case tbe::Kind::kUnary:
        return node->unary == tbe::UnaryOp::kNeg || node->unary == tbe::UnaryOp::kAbs ||
               node->unary == tbe::UnaryOp::kFloor || node->unary == tbe::UnaryOp::kCeil ||
               node->unary == tbe::UnaryOp::kRound || node->unary == tbe::UnaryOp::kTrunc;
      default:
        return false;
    }
  });
}

// Returns whether the interpreter would take minutes. A kernel may skip most of a reduction, as of a window that lies
// in padding; the interpreter doesn't.
bool TakesForEver(const std::vector<tbe::Tensor>& outputs) {
  constexpr double kMostSteps = 1e9;  // some minutes
  double steps = 0;
  for (const tbe::Tensor& node : tbe::PostOrder(outputs)) {
    if (node->kind != tbe::Kind::kCompute) continue;
    steps += static_cast<double>(ElementCount(node->shape)) * static_cast<double>(ElementCount(node->reduce_shape));
  }
  return steps > kMostSteps;
}

std::vector<bool> NegativeZeros(const tbe::HostTensor& tensor) {
  std::vector<bool> negative;
  for (const double value : tbe::ToNumbers(tensor)) negative.push_back(value == 0 && std::signbit(value));
  return negative;
}

}  // namespace

Result<Golden> ExpressionGolden(const CaseInstance& instance, const TestHarness& harness) {
  OPDK_TRY(const BoundExpression bound, BindExpression(instance, harness));
  Golden golden;
  if (bound.outputs.empty()) return golden;
  OPDK_TRY(RequireInside(bound));
  if (TakesForEver(bound.outputs)) return golden;
  OPDK_TRY(auto results, tbe::EvaluateWithBounds(bound.outputs, bound.inputs));
  golden.source = kExpressionGolden;
  const bool keeps_signs = KeepsSignsOfZeros(bound.outputs);
  for (size_t i = 0; i < results.size(); ++i) {
    CaseInstance::Expected expected;
    expected.compared = true;
    expected.tensor.has_data = true;
    expected.tensor.value = ge::Tensor(instance.op.outputs[i].desc, results[i].value.bytes);
    expected.tensor.bounds = std::move(results[i].bounds);
    if (keeps_signs && IsFloat(results[i].value.dtype)) {
      expected.tensor.negative_zero = NegativeZeros(results[i].value);
    }
    golden.outputs.push_back(std::move(expected));
  }
  return golden;
}

Result<Golden> EngineGolden(const CaseInstance& instance, std::string_view engine, const TestHarness& harness) {
  if (ColumnsFor(instance.op, engine, *harness.packages) == nullptr) return Golden();
  std::vector<Engine*> engines;
  for (const auto& each : harness.engines) engines.push_back(each.get());
  std::vector<ge::Tensor> inputs;
  for (const CaseTensor& input : instance.inputs) inputs.push_back(input.value);
  SingleOpOptions options;
  options.engine = std::string(engine);
  options.constant_inputs = true;
  auto ran = RunSingleOp(instance.op, inputs, engines, *harness.packages, options);
  // The engine has a column for the operator, but no kernel for these shapes.
  if (ran.status().code() == ErrorCode::kNoEngine) return Golden();
  OPDK_TRY(auto result, std::move(ran));
  Golden golden;
  golden.source = fmt::format("engine {}", engine);
  for (ge::Tensor& output : result.outputs) {
    CaseInstance::Expected expected;
    expected.compared = true;
    expected.tensor.has_data = true;
    expected.tensor.value = std::move(output);
    golden.outputs.push_back(std::move(expected));
  }
  return golden;
}

Result<Golden> OtherEngineGolden(const CaseInstance& instance, std::string_view engine, const TestHarness& harness) {
  const EngineInfo& other = engine == ReferenceEngine().name ? ExpressionEngine() : ReferenceEngine();
  return EngineGolden(instance, other.name, harness);
}

Result<Golden> ReferenceGolden(const OpCase& op_case, const CaseInstance& instance, const TestHarness& harness) {
  const std::string function = harness.references.Of(op_case.op);
  if (function.empty()) return Golden();
  return RunPythonGolden(PythonGolden::kReference, {function, op_case.origin.place}, op_case, instance,
                         harness.python.get());
}

Result<Golden> GoldenOf(const OpCase& op_case, const CaseInstance& instance, std::string_view engine,
                        const TestHarness& harness) {
  const std::optional<WrittenGolden>& named = op_case.golden;
  const YamlReader reader = ReaderOf(op_case);
  // Without data, `expect` is about inference alone, which has been compared already.
  const bool literal = std::any_of(instance.expected.begin(), instance.expected.end(),
                                   [](const CaseInstance::Expected& each) { return each.tensor.has_data; });
  if (named && literal) return ErrorAt(reader, named->place, "a case has either expected data or a golden");
  if (literal) return Golden{"literal", instance.expected, ""};
  if (!named) {
    OPDK_TRY(Golden golden, ExpressionGolden(instance, harness));
    if (golden.source.empty()) {
      OPDK_TRY(golden, PartGolden(instance, harness));
    }
    if (golden.source.empty()) {
      OPDK_TRY(golden, ReferenceGolden(op_case, instance, harness));
    }
    if (!golden.source.empty() || !golden.refusal.empty()) return golden;
    return OtherEngineGolden(instance, engine, harness);
  }
  const std::string name = named->sources.empty() ? "" : named->sources.front().name.text;
  if (named->has_files) {
    static const std::vector<std::string> kinds = {"python", "msopst", "onnx"};
    static constexpr PythonGolden kPrograms[] = {PythonGolden::kFunction, PythonGolden::kMsopst, PythonGolden::kOnnx};
    for (const WrittenGolden::Source& source : named->sources) {
      if (std::find(kinds.begin(), kinds.end(), source.name.text) != kinds.end()) continue;
      return UnknownAt(reader, source.name.place, "key in golden:", source.name.text, kinds);
    }
    if (named->sources.size() != 1) return ErrorAt(reader, named->place, "golden names one source");
    const auto kind = std::find(kinds.begin(), kinds.end(), name) - kinds.begin();
    return RunPythonGolden(kPrograms[kind], named->sources[0].file, op_case, instance, harness.python.get());
  }
  if (name == "none") return Golden();
  Golden golden;
  if (name == "expression") {
    OPDK_TRY(golden, ExpressionGolden(instance, harness));
  } else if (name == "other_engine") {
    OPDK_TRY(golden, OtherEngineGolden(instance, engine, harness));
  } else if (name == "literal") {
    return ErrorAt(reader, named->place,
                   "the expected numbers aren't written yet: put expect: in the place of golden: literal");
  } else {
    return UnknownAt(
        reader, named->place, "golden", name,
        {"expression", "other_engine", "literal", "none", "{python: file.py:function}", "{onnx: model.onnx}"});
  }
  if (golden.source.empty()) {
    return ErrorAt(reader, named->place, fmt::format("{} has no {} for these dtypes", op_case.op, name));
  }
  return golden;
}

Result<Standard> StandardFor(const OpCase& op_case, const CaseInstance& instance, size_t output,
                             const TestHarness& harness, const std::string& named, CaseTensor& expected) {
  const ge::DataType dtype = expected.value.GetTensorDesc().GetDataType();
  const std::string& name = instance.op.ir_outputs[static_cast<size_t>(instance.op.outputs[output].ir_index)].name;
  OPDK_TRY(Standard standard, named.empty() ? StandardOf(op_case, dtype, name) : StandardNamed(named, dtype));
  if (standard.by_default && !expected.bounds.empty()) standard = DerivedStandard();
  if (standard.kind == StandardKind::kDerived && expected.bounds.empty()) {
    OPDK_TRY(const Golden derived, ExpressionGolden(instance, harness));
    if (!derived.source.empty()) expected.bounds = derived.outputs[output].tensor.bounds;
  }
  return standard;
}

}  // namespace opdk::verify
