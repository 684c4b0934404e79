#include "sdk/verify/search/mutation_score.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "graph_core/ai_core/operator_expression.h"
#include "graph_core/ir/type_names.h"
#include "sdk/verify/compare/compare.h"
#include "sdk/verify/search/mutants.h"
#include "sdk/verify/search/variation.h"
#include "tbe/interpreter.h"

namespace opdk::verify {
namespace {

using Clock = std::chrono::steady_clock;
using Values = std::vector<tbe::HostTensor>;

constexpr int kRandomInputs = 1000;
constexpr double kEquivalenceSeconds = 5;  // for one mutant

// One case with one dtype: what it gives and what it demands.
struct Subject {
  const OpCase* op_case = nullptr;
  CaseInstance instance;
  Golden golden;  // empty: the case verifies nothing
  std::vector<tbe::Tensor> expression;
  Values inputs;
  Values results;  // of the expression, or of the AI CPU kernel
};

// A mutant over all cases.
struct Tally {
  MutantReport report;
  bool killed = false;
  // Where it was not noticed, to look for a difference: nullptr for mutants of results.
  std::shared_ptr<const Subject> subject;
  std::vector<tbe::Tensor> outputs;
};

bool IsFloating(ge::DataType dtype) {
  return dtype == ge::DT_FLOAT || dtype == ge::DT_DOUBLE || dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16;
}

Status Bind(const Bench& bench, Subject& subject) {
  const ConstInputFn value = [&](int input, ge::Tensor& tensor) {
    const CaseTensor& given = subject.instance.inputs[static_cast<size_t>(input)];
    if (given.has_data) tensor = given.value;
    return given.has_data;
  };
  OPDK_TRY(bench.packages->Verify(subject.instance.op, value));
  OPDK_TRY(bench.packages->InferShape(subject.instance.op, value));
  const OperatorProvider& provider = bench.packages->Providers(subject.instance.op.type).front();
  if (provider.op_compute == nullptr || ColumnsFor(subject.instance.op, kAiCoreEngine, *bench.packages) == nullptr) {
    OPDK_TRY(subject.golden, GoldenOf(*subject.op_case, subject.instance, kAiCpuEngine, bench));
    OPDK_TRY(const Golden kernel, OtherEngineGolden(subject.instance, kAiCoreEngine, bench));
    for (const CaseInstance::Expected& output : kernel.outputs) {
      const ge::Tensor& tensor = output.tensor.value;
      const ge::TensorDesc desc = tensor.GetTensorDesc();
      subject.results.push_back(
          {desc.GetDataType(), desc.GetShape().GetDims(), {tensor.GetData(), tensor.GetData() + tensor.GetSize()}});
    }
    return Status();
  }
  OPDK_TRY(subject.golden, GoldenOf(*subject.op_case, subject.instance, kAiCoreEngine, bench));
  std::vector<tbe::Tensor> symbols(subject.instance.op.inputs.size());
  subject.inputs.resize(symbols.size());
  for (size_t i = 0; i < symbols.size(); ++i) {
    const ge::TensorDesc desc = subject.instance.op.inputs[i].desc;
    if (desc.GetDataType() == ge::DT_UNDEFINED) continue;
    const ge::Tensor& given = subject.instance.inputs[i].value;
    const std::vector<int64_t> shape = desc.GetShape().GetDims();
    symbols[i] = tbe::Placeholder(static_cast<int>(i), shape, desc.GetDataType());
    subject.inputs[i] = {desc.GetDataType(), shape, {given.GetData(), given.GetData() + given.GetSize()}};
  }
  OPDK_TRY(subject.expression, CallOpCompute(subject.instance.op, provider, symbols, value));
  OPDK_TRY(subject.results, tbe::Evaluate(subject.expression, subject.inputs, {.higher_precision = true}));
  return Status();
}

// What the case says to these results.
bool Accepts(const Subject& subject, const Values& results) {
  for (size_t i = 0; i < subject.golden.outputs.size() && i < results.size(); ++i) {
    const CaseInstance::Expected& expected = subject.golden.outputs[i];
    if (!expected.compared) continue;
    const auto standard = StandardOf(*subject.op_case, expected.tensor.value.GetTensorDesc().GetDataType());
    if (!standard.ok()) return false;
    const ge::TensorDesc desc(ge::Shape(results[i].shape), ge::FORMAT_ND, results[i].dtype);
    const ge::Tensor actual(desc, results[i].bytes);
    // Standards that compare errors with another result's: the unchanged one.
    const ge::Tensor unchanged(desc, subject.results[i].bytes);
    if (!expected.tensor.has_data) {
      if (!CompareDescs(desc, expected.tensor.value.GetTensorDesc()).empty()) return false;
    } else if (!Compare(actual, expected.tensor, *standard, &unchanged).passed) {
      return false;
    }
  }
  return true;
}

// Mutants of one result, by name; empty: it doesn't apply.
std::vector<std::pair<std::string, tbe::HostTensor>> ResultMutants(const tbe::HostTensor& result) {
  std::vector<std::pair<std::string, tbe::HostTensor>> mutants;
  const std::vector<double> numbers = tbe::ToNumbers(result);
  if (numbers.empty()) return mutants;
  const auto add = [&](const char* text, const std::vector<double>& changed) {
    tbe::HostTensor mutant = tbe::FromNumbers(result.dtype, result.shape, changed);
    if (mutant.bytes != result.bytes) mutants.emplace_back(text, std::move(mutant));
  };
  const bool logical = result.dtype == ge::DT_BOOL;
  std::vector<double> changed = numbers;
  changed.back() = logical ? 1 - numbers.back() : (std::isfinite(numbers.back()) ? numbers.back() + 1 : 0);
  add("the last element is 1 more", changed);
  const auto rows = result.shape.empty() ? 1 : static_cast<size_t>(result.shape[0]);
  const size_t row = numbers.size() / std::max<size_t>(rows, 1);
  if (rows > 1) {
    changed = numbers;
    std::copy(numbers.begin() + static_cast<std::ptrdiff_t>(row),
              numbers.begin() + static_cast<std::ptrdiff_t>(2 * row), changed.begin());
    add("the first row is the second one", changed);
    changed = numbers;
    std::fill(changed.end() - static_cast<std::ptrdiff_t>(row), changed.end(), 0.0);
    add("the last row is 0", changed);
  }
  changed = numbers;
  for (double& number : changed) number = logical ? 1 - number : -number;
  add("all signs are wrong", changed);
  changed = numbers;
  for (double& number : changed) number = std::isnan(number) ? 0 : number;
  add("NaN becomes 0", changed);
  return mutants;
}

bool SameNumbers(const Values& a, const Values& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].shape != b[i].shape || a[i].dtype != b[i].dtype) return false;
    if (a[i].bytes == b[i].bytes) continue;
    const std::vector<double> left = tbe::ToNumbers(a[i]);
    const std::vector<double> right = tbe::ToNumbers(b[i]);
    for (size_t k = 0; k < left.size(); ++k) {
      const bool both_nan = std::isnan(left[k]) && std::isnan(right[k]);
      if (!both_nan && (left[k] != right[k] || std::signbit(left[k]) != std::signbit(right[k]))) return false;
    }
    if (!IsFloating(a[i].dtype)) return false;  // beyond what a double holds
  }
  return true;
}

// Integers are drawn from those of the case: they may be indices.
Values RandomInputs(const Values& given, SearchRandom& random) {
  static constexpr double kEdges[] = {0.0, -0.0, 1,   -1,   0.5,   -0.5,     2,         -2, 1e-3,
                                      100, -100, 1e4, 1e30, -1e30, INFINITY, -INFINITY, NAN};
  Values inputs = given;
  for (tbe::HostTensor& input : inputs) {
    if (input.bytes.empty()) continue;
    const std::vector<double> had = tbe::ToNumbers(input);
    std::vector<double> numbers(had.size());
    const bool wide = random() % 2 == 0;
    for (double& number : numbers) {
      const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
      if (!IsFloating(input.dtype)) {
        number = had[random() % had.size()];
      } else if (random() % 8 == 0) {
        number = kEdges[random() % std::size(kEdges)];
      } else {
        number = wide ? (unit < 0.5 ? -1 : 1) * std::pow(10.0, 8 * unit - 4) : 8 * unit - 4;
      }
    }
    input = tbe::FromNumbers(input.dtype, input.shape, numbers);
  }
  return inputs;
}

bool IsEquivalent(const Tally& tally) {
  if (tally.subject == nullptr || tally.outputs.empty()) return false;
  SearchRandom random(1);
  const auto start = Clock::now();
  for (int i = 0; i < kRandomInputs; ++i) {
    if (std::chrono::duration<double>(Clock::now() - start).count() > kEquivalenceSeconds) return false;
    const Values inputs = RandomInputs(tally.subject->inputs, random);
    const auto original = tbe::Evaluate(tally.subject->expression, inputs, {.higher_precision = true});
    if (!original.ok()) continue;
    const auto mutant = tbe::Evaluate(tally.outputs, inputs, {.higher_precision = true});
    if (!mutant.ok() || !SameNumbers(*original, *mutant)) return false;
  }
  return true;
}

void TryMutants(const std::shared_ptr<const Subject>& subject, std::map<std::string, Tally>& tallies) {
  const bool verifies = !subject->golden.source.empty();
  for (Mutant& mutant : MutantsOf(subject->expression)) {
    Tally& tally = tallies[mutant.key];
    if (tally.killed) continue;
    tally.report = {mutant.change, mutant.where};
    const auto results = tbe::Evaluate(mutant.outputs, subject->inputs, {.higher_precision = true});
    tally.killed = verifies && (!results.ok() || !Accepts(*subject, *results));
    tally.subject = subject;
    tally.outputs = std::move(mutant.outputs);
  }
  for (size_t i = 0; i < subject->results.size() && i < subject->instance.op.outputs.size(); ++i) {
    for (auto& [text, result] : ResultMutants(subject->results[i])) {
      const std::string where = "output " + subject->instance.op.outputs[i].name;
      Tally& tally = tallies[fmt::format("~{}/{}", where, text)];
      if (tally.killed) continue;
      tally.report = {text, where};
      Values results = subject->results;
      results[i] = std::move(result);
      tally.killed = verifies && !Accepts(*subject, results);
    }
  }
}

}  // namespace

double MutationScore::score() const {
  return counted() == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(counted());
}

MutationScore ScoreMutants(const std::string& op, const std::vector<OpCase>& cases, const Bench& bench) {
  MutationScore score;
  score.op = op;
  std::map<std::string, Tally> tallies;
  const auto made = bench.packages->CreateOperator("case", op);
  if (!made.ok()) {
    score.notes.push_back(made.status().ToString());
    return score;
  }
  for (const OpCase& op_case : cases) {
    for (const ge::DataType dtype : op_case.dtypes) {
      auto instance = Instantiate(op_case, dtype, DescOf(*made));
      if (instance.ok() && (!instance->fails.empty() || !instance->fails_at_run.empty() || !instance->runnable())) {
        continue;
      }
      auto subject = std::make_shared<Subject>();
      subject->op_case = &op_case;
      Status bound = instance.status();
      if (instance.ok()) {
        subject->instance = std::move(instance).value();
        bound = Bind(bench, *subject);
      }
      const std::string who = fmt::format("{} with {}", op_case.name, DtypeName(dtype));
      if (!bound.ok()) {
        score.notes.push_back(fmt::format("{}: {}", who, bound.message()));
      } else if (!Accepts(*subject, subject->results)) {
        score.notes.push_back(fmt::format("{}: it fails without any mutation", who));
      } else {
        ++score.cases;
        TryMutants(subject, tallies);
      }
    }
  }
  for (const auto& [key, tally] : tallies) {
    if (tally.killed) {
      ++score.killed;
    } else {
      (IsEquivalent(tally) ? score.equivalent : score.survivors).push_back(tally.report);
    }
  }
  return score;
}

}  // namespace opdk::verify
