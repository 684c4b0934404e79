#include "sdk/tools/verify/search/mutation_score.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/operator_calls.h"
#include "sdk/tools/verify/compare/compare.h"
#include "sdk/tools/verify/golden/mutants.h"
#include "sdk/tools/verify/run/run_case.h"
#include "sdk/tools/verify/search/variation.h"
#include "tbe/interpreter.h"
#include "tbe/print.h"

namespace opdk::verify {
namespace {

using Clock = std::chrono::steady_clock;
using Values = std::vector<tbe::HostTensor>;
using nlohmann::json;

constexpr int kRandomInputs = 1000;        // for one mutant, over the cases that it is tried with
constexpr size_t kProbedCases = 8;         // cases whose shapes the random inputs have
constexpr double kEquivalenceSeconds = 5;  // for one mutant

// One case with one dtype: its inputs, its results and its golden.
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
  // A case that didn't notice the mutant, in which to look for a difference. Empty for mutants of results.
  struct Place {
    std::shared_ptr<const Subject> subject;
    std::vector<tbe::Tensor> outputs;
  };
  std::vector<Place> places;
};

Status Bind(const TestHarness& harness, Subject& subject) {
  const ConstInputFn value = ValuesOf(subject.instance);
  OPDK_TRY(VerifyOperator(*harness.packages, subject.instance.op, value));
  OPDK_TRY(InferOperatorShape(*harness.packages, subject.instance.op, value));
  OPDK_TRY(BoundExpression bound, BindExpression(subject.instance, harness));
  if (bound.outputs.empty()) {
    OPDK_TRY(subject.golden, GoldenOf(*subject.op_case, subject.instance, ReferenceEngine().name, harness));
    OPDK_TRY(const Golden kernel, OtherEngineGolden(subject.instance, ExpressionEngine().name, harness));
    for (const CaseInstance::Expected& output : kernel.outputs) {
      const ge::Tensor& tensor = output.tensor.value;
      const ge::TensorDesc desc = tensor.GetTensorDesc();
      subject.results.push_back(
          {desc.GetDataType(), desc.GetShape().GetDims(), {tensor.GetData(), tensor.GetData() + tensor.GetSize()}});
    }
    return Status();
  }
  OPDK_TRY(subject.golden, GoldenOf(*subject.op_case, subject.instance, ExpressionEngine().name, harness));
  subject.expression = std::move(bound.outputs);
  subject.inputs = std::move(bound.inputs);
  OPDK_TRY(subject.results, tbe::Evaluate(subject.expression, subject.inputs, {.higher_precision = true}));
  return Status();
}

// Returns whether the case accepts these results.
bool Accepts(const Subject& subject, const Values& results, const TestHarness& harness) {
  for (size_t i = 0; i < subject.golden.outputs.size() && i < results.size(); ++i) {
    CaseInstance::Expected expected = subject.golden.outputs[i];
    if (!expected.compared) continue;
    const ge::TensorDesc desc(ge::Shape(results[i].shape), ge::FORMAT_ND, results[i].dtype);
    if (!expected.tensor.has_data) {
      if (!CompareDescs(desc, expected.tensor.value.GetTensorDesc()).empty()) return false;
      continue;
    }
    const auto standard = StandardFor(*subject.op_case, subject.instance, i, harness, "", expected.tensor);
    if (!standard.ok()) return false;
    const ge::Tensor actual(desc, results[i].bytes);
    // Standards that compare errors with another result's use the unchanged result.
    const ge::Tensor unchanged(desc, subject.results[i].bytes);
    if (!Compare(actual, expected.tensor, *standard, &unchanged).passed) return false;
  }
  return true;
}

// Returns mutants of one result, by name. A mutant that changes nothing is left out.
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
    if (!IsFloat(a[i].dtype)) return false;  // integers that a double can't hold exactly
  }
  return true;
}

// Returns random inputs. Integers are drawn from the case's, because they may be indices.
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
      if (!IsFloat(input.dtype)) {
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

// Returns whether a mutant of one place gives equal results for so many inputs.
bool SameEverywhere(const Tally::Place& place, int inputs_tried, Clock::time_point start) {
  SearchRandom random(1);
  for (int i = 0; i < inputs_tried; ++i) {
    if (std::chrono::duration<double>(Clock::now() - start).count() > kEquivalenceSeconds) return false;
    const Values inputs = i == 0 ? place.subject->inputs : RandomInputs(place.subject->inputs, random);
    const auto original = tbe::Evaluate(place.subject->expression, inputs, {.higher_precision = true});
    if (!original.ok()) continue;
    const auto mutant = tbe::Evaluate(place.outputs, inputs, {.higher_precision = true});
    if (!mutant.ok() || !SameNumbers(*original, *mutant)) return false;
  }
  return true;
}

bool IsEquivalent(const Tally& tally) {
  const auto start = Clock::now();
  return !tally.places.empty() && std::all_of(tally.places.begin(), tally.places.end(), [&](const Tally::Place& place) {
    return SameEverywhere(place, kRandomInputs / static_cast<int>(tally.places.size()), start);
  });
}

void TryMutants(const std::shared_ptr<const Subject>& subject, const TestHarness& harness,
                std::map<std::string, Tally>& tallies) {
  const bool verifies = !subject->golden.source.empty();
  for (Mutant& mutant : MutantsOf(subject->expression)) {
    Tally& tally = tallies[mutant.key];
    if (tally.killed) continue;
    tally.report = {mutant.change, mutant.where, mutant.becomes};
    const auto results = tbe::Evaluate(mutant.outputs, subject->inputs, {.higher_precision = true});
    tally.killed = verifies && (!results.ok() || !Accepts(*subject, *results, harness));
    if (tally.places.size() < kProbedCases) tally.places.push_back({subject, std::move(mutant.outputs)});
  }
  for (size_t i = 0; i < subject->results.size() && i < subject->instance.op.outputs.size(); ++i) {
    for (auto& [text, result] : ResultMutants(subject->results[i])) {
      const std::string where = "output " + subject->instance.op.outputs[i].name;
      Tally& tally = tallies[fmt::format("~{}/{}", where, text)];
      if (tally.killed) continue;
      tally.report = {text, where, ""};
      Values results = subject->results;
      results[i] = std::move(result);
      tally.killed = verifies && !Accepts(*subject, results, harness);
    }
  }
}

json ToJson(const std::vector<MutantReport>& mutants) {
  json list = json::array();
  for (const MutantReport& mutant : mutants) {
    list.push_back({{"change", mutant.change}, {"where", mutant.where}, {"becomes", mutant.becomes}});
  }
  return list;
}

std::vector<MutantReport> MutantsFrom(const json& list) {
  std::vector<MutantReport> mutants;
  for (const json& each : list) mutants.push_back({each.at("change"), each.at("where"), each.at("becomes")});
  return mutants;
}

// Returns the case if the scoring can use it, nullptr for a case about refusals or inference, or the reason why it
// can't be used.
Result<std::shared_ptr<Subject>> SubjectOf(const ScoredCase& scored, const OpDesc& prototype,
                                           const TestHarness& harness) {
  auto subject = std::make_shared<Subject>();
  subject->op_case = scored.op_case;
  OPDK_TRY(subject->instance, Instantiate(*scored.op_case, scored.dtype, prototype));
  const CaseInstance& instance = subject->instance;
  if (instance.expects_refusal() || !instance.fails_at_run.empty() || instance.refused || !instance.runnable()) {
    return std::shared_ptr<Subject>();
  }
  OPDK_TRY(Bind(harness, *subject));
  if (!Accepts(*subject, subject->results, harness)) {
    return Status(ErrorCode::kCaseFailed, "it fails without any mutation");
  }
  return subject;
}

}  // namespace

double MutationScore::score() const {
  return counted() == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(counted());
}

MutationScore ScoreMutants(const std::string& op, const std::vector<ScoredCase>& cases, const TestHarness& harness) {
  MutationScore score;
  score.op = op;
  std::map<std::string, Tally> tallies;
  const auto made = harness.packages->Declared(op, "case");
  if (!made.ok()) {
    score.notes.push_back(made.status().ToString());
    return score;
  }
  for (const ScoredCase& scored : cases) {
    const auto subject = SubjectOf(scored, **made, harness);
    if (!subject.ok()) {
      score.notes.push_back(
          fmt::format("{} with {}: {}", scored.op_case->name, DtypeName(scored.dtype), subject.status().message()));
    } else if (*subject != nullptr) {
      ++score.cases;
      if (score.expression.empty()) score.expression = tbe::Print((*subject)->expression);
      TryMutants(*subject, harness, tallies);
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

json ToJson(const MutationScore& score) {
  return {{"op", score.op},
          {"expression", score.expression},
          {"cases", score.cases},
          {"mutants", score.counted()},
          {"noticed", score.killed},
          {"score", score.score()},
          {"survivors", ToJson(score.survivors)},
          {"equivalent", ToJson(score.equivalent)},
          {"notes", score.notes}};
}

MutationScore MutationScoreFrom(const json& root) {
  MutationScore score;
  score.op = root.at("op");
  score.expression = root.at("expression");
  score.cases = root.at("cases");
  score.killed = root.at("noticed");
  score.survivors = MutantsFrom(root.at("survivors"));
  score.equivalent = MutantsFrom(root.at("equivalent"));
  root.at("notes").get_to(score.notes);
  return score;
}

}  // namespace opdk::verify
