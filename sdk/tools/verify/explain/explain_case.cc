#include "sdk/tools/verify/explain/explain_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"
#include "graph_core/ir/attr_compare.h"
#include "graph_core/package/engine_info.h"
#include "sdk/tools/verify/compare/compare.h"
#include "sdk/tools/verify/explain/conditions.h"
#include "sdk/tools/verify/explain/suspect.h"
#include "sdk/tools/verify/golden/mutants.h"
#include "sdk/tools/verify/run/run_case.h"
#include "tbe/walk.h"

namespace opdk::verify {
namespace {

constexpr size_t kMostMutants = 300;
constexpr size_t kLargestOutput = 10'000;  // elements, of an output whose mutants are tried
constexpr size_t kMostNodes = 100;         // of an expression whose mutants are tried
// Largest number of explanations that count for a single wrong number: more of them prove nothing.
constexpr size_t kMostOfOne = 6;

bool HasComplex(const std::vector<Port>& ports) {
  return std::any_of(ports.begin(), ports.end(), [](const Port& port) { return IsComplex(port.desc.GetDataType()); });
}

using Outputs = std::vector<CaseInstance::Expected>;

// Searches explanations of a case from its actual and its expected outputs.
class Explainer {
 public:
  Explainer(const OpCase& op_case, CaseInstance instance, std::string_view engine, const TestHarness& harness)
      : op_case_(op_case), instance_(std::move(instance)), engine_(engine), harness_(harness) {
    judge_ = op_case_;
    judge_.expect.reset();
    on_reference_ = engine == ReferenceEngine().name;
  }

  Result<std::vector<Explanation>> Run() {
    if (!IsInferredAsExpected(instance_)) return ExplainInference();
    // The search needs ordered numbers, one for each element.
    if (HasComplex(instance_.op.inputs) || HasComplex(instance_.op.outputs)) return std::vector<Explanation>();
    OPDK_TRY(Golden golden, GoldenOf(op_case_, instance_, engine_, harness_));
    // The expression is the kernel on its own engine, so another golden must judge there.
    if (!on_reference_ && golden.source == kExpressionGolden) {
      OPDK_TRY(golden, ReferenceGolden(op_case_, instance_, harness_));
    }
    if (golden.source.empty()) return std::vector<Explanation>();
    OPDK_TRY(const Golden kernel, EngineGolden(instance_, engine_, harness_));
    if (kernel.outputs.size() != golden.outputs.size()) return std::vector<Explanation>();
    actual_ = kernel.outputs;
    expected_ = std::move(golden.outputs);
    OPDK_TRY(const bool wrong, FindWrong());
    if (!wrong) return std::vector<Explanation>();
    TryExchangedOutputs();
    for (const Suspect& suspect : AttrSuspects(op_case_, instance_)) TrySuspect(suspect);
    for (const Suspect& suspect : InputSuspects(instance_)) TrySuspect(suspect);
    TryInFloat();
    TryBits();
    if (found_.empty()) TryMutants();
    if (WrongElements() == 1 && found_.size() > kMostOfOne) found_.clear();
    for (const Suspect& cure : Cures(instance_)) TryCure(cure);
    for (const WrongOutput& output : wrong_) {
      for (std::string& text : Conditions(instance_, output)) {
        Add(ExplanationKind::kCondition, fmt::format("output {} is wrong only where {}", Name(output.index), text));
      }
      for (std::string& text : Likenesses(instance_, output)) {
        Add(ExplanationKind::kLikeness, fmt::format("output {}: {}", Name(output.index), text));
      }
    }
    return std::move(found_);
  }

 private:
  const std::string& Name(size_t output) const { return instance_.op.outputs[output].name; }
  void Add(ExplanationKind kind, std::string text) { found_.push_back({kind, std::move(text)}); }

  // Returns whether inference gives the expected descs, for outputs whose descs the case says.
  static bool IsInferredAsExpected(const CaseInstance& instance) {
    for (size_t i = 0; i < instance.op.outputs.size(); ++i) {
      const CaseInstance::Expected& expected = instance.expected[i];
      if (expected.compared &&
          !CompareDescs(instance.op.outputs[i].desc, expected.tensor.value.GetTensorDesc()).empty()) {
        return false;
      }
    }
    return true;
  }

  std::vector<Explanation> ExplainInference() {
    for (const Suspect& suspect : AttrSuspects(op_case_, instance_)) {
      CaseInstance changed = instance_;
      suspect.change(changed);
      if (InfersAnew(changed) && IsInferredAsExpected(changed)) {
        Add(ExplanationKind::kMisread, fmt::format("inference would give what is expected if {}", suspect.text));
      }
    }
    return std::move(found_);
  }

  // Compares `actual` with `expected` by the case's standard.
  Result<Comparison> Judge(const CaseInstance& instance, size_t output, const ge::Tensor& actual,
                           CaseTensor& expected) const {
    OPDK_TRY(Standard standard, StandardFor(judge_, instance, output, harness_, "", expected));
    if (standard.kind == StandardKind::kDoubleBenchmark) {
      standard = DefaultStandard(expected.value.GetTensorDesc().GetDataType());
    }
    return Compare(actual, expected, standard);
  }

  Result<bool> FindWrong() {
    for (size_t i = 0; i < expected_.size(); ++i) {
      if (!expected_[i].compared) continue;
      OPDK_TRY(Comparison comparison, Judge(instance_, i, actual_[i].tensor.value, expected_[i].tensor));
      if (comparison.passed || comparison.bad == 0) continue;
      wrong_.push_back({i, actual_[i].tensor.value, expected_[i].tensor, std::move(comparison.wrong)});
    }
    return !wrong_.empty();
  }

  // Returns whether `candidate` explains `target` wherever `target` was wrong: their distance there is small beside the
  // error.
  bool Explains(const CaseInstance& instance, const Outputs& candidate, const Outputs& target, bool judged) const {
    if (candidate.size() != target.size()) return false;
    for (size_t i = 0; i < target.size(); ++i) {
      if (!expected_[i].compared) continue;
      CaseTensor bounded = judged ? candidate[i].tensor : target[i].tensor;
      ge::Tensor other = judged ? target[i].tensor.value : candidate[i].tensor.value;
      // Another shape with as many elements lies in memory in the same way.
      if (other.GetSize() != bounded.value.GetSize()) return false;
      other.SetTensorDesc(bounded.value.GetTensorDesc());
      const auto comparison = Judge(instance, i, other, bounded);
      if (!comparison.ok() || !comparison->passed) return false;
    }
    for (const WrongOutput& output : wrong_) {
      const ge::Tensor& result = candidate[output.index].tensor.value;
      ErrorMetrics metrics;
      std::vector<Difference> before;
      Measure(output.actual, output.expected.value, metrics, [&](const Difference& d) { before.push_back(d); });
      bool explained = true;
      Measure(result, target[output.index].tensor.value, metrics, [&](const Difference& d) {
        const auto at = static_cast<size_t>(d.index);
        if (at >= output.wrong.size() || !output.wrong[at]) return;
        const bool near = d.equal || (d.same_class() && d.abs <= 0.1 * before[at].abs);
        explained = explained && (near || !before[at].same_class());
        if (!d.same_class()) explained = false;
      });
      if (!explained) return false;
    }
    return true;
  }

  size_t WrongElements() const {
    size_t count = 0;
    for (const WrongOutput& output : wrong_) {
      count += static_cast<size_t>(std::count(output.wrong.begin(), output.wrong.end(), true));
    }
    return count;
  }

  // Returns whether the change affects nothing that the kernel reads.
  bool IsSame(const CaseInstance& changed) const {
    for (size_t i = 0; i < instance_.inputs.size(); ++i) {
      const ge::Tensor &a = instance_.inputs[i].value, &b = changed.inputs[i].value;
      if (!CompareDescs(a.GetTensorDesc(), b.GetTensorDesc()).empty() || !CompareBits(a, b).empty()) return false;
    }
    return SameAttrs(instance_.op.attrs, changed.op.attrs);
  }

  bool InfersAnew(CaseInstance& changed) const {
    for (Port& output : changed.op.outputs) output.desc = ge::TensorDesc();
    return VerifyAndInfer(*harness_.packages, changed).ok();
  }

  // Returns the changed case, inferred anew; nullopt if inference refuses the change, or the change has no effect.
  std::optional<CaseInstance> Changed(const Suspect& suspect) const {
    CaseInstance changed = instance_;
    for (CaseInstance::Expected& each : changed.expected) each = {};
    suspect.change(changed);
    if (IsSame(changed)) return std::nullopt;
    return InfersAnew(changed) ? std::optional(std::move(changed)) : std::nullopt;
  }

  Result<Golden> JudgedAs(const CaseInstance& changed) const {
    if (on_reference_) return GoldenOf(judge_, changed, engine_, harness_);
    OPDK_TRY(Golden golden, ReferenceGolden(judge_, changed, harness_));
    return golden.source.empty() ? OtherEngineGolden(changed, engine_, harness_) : golden;
  }
  // Computes the kernel's result. For an engine of expressions, evaluates the expression.
  Result<Golden> ComputedAs(const CaseInstance& changed) const {
    return on_reference_ ? EngineGolden(changed, engine_, harness_) : ExpressionGolden(changed, harness_);
  }

  void TrySuspect(const Suspect& suspect) {
    const auto changed = Changed(suspect);
    if (!changed) return;
    const auto judged = JudgedAs(*changed);
    if (judged.ok() && !judged->source.empty() && Explains(*changed, judged->outputs, actual_, true)) {
      Add(ExplanationKind::kMisread, fmt::format("it gives what would be right if {}", suspect.text));
      return;
    }
    const auto computed = ComputedAs(*changed);
    if (computed.ok() && !computed->source.empty() && Explains(instance_, computed->outputs, expected_, false)) {
      Add(ExplanationKind::kMisread, fmt::format("it would give what is right if {}", suspect.text));
    }
  }

  // Returns whether the kernel is right for the changed case.
  bool IsRight(const CaseInstance& changed) const {
    const auto judged = JudgedAs(changed), computed = ComputedAs(changed);
    if (!judged.ok() || !computed.ok() || judged->source.empty()) return false;
    if (judged->outputs.size() != computed->outputs.size()) return false;
    for (size_t i = 0; i < judged->outputs.size(); ++i) {
      CaseTensor expected = judged->outputs[i].tensor;
      const auto comparison = Judge(changed, i, computed->outputs[i].tensor.value, expected);
      if (!comparison.ok() || !comparison->passed) return false;
    }
    return true;
  }

  void TryCure(const Suspect& cure) {
    const auto cured = Changed(cure);
    if (cured && IsRight(*cured)) {
      Add(ExplanationKind::kCure, fmt::format("it is wrong, and right once {}", cure.text));
    }
  }

  // Finds how many bits of whole numbers survive.
  void TryBits() {
    struct Width {
      int right, wrong;
      const char* meaning;
    };
    static constexpr Width kWidths[] = {{20, 29, "it goes through float, which holds 24 bits"},
                                        {28, 40, "it is cut to 32 bits"},
                                        {48, 61, "it goes through double, which holds 53 bits"}};
    const auto right = [&](int bits) -> std::optional<bool> {
      const auto small = WithBits(instance_, bits);
      if (!small) return std::nullopt;
      const auto changed = Changed({"", [&](CaseInstance& to) { to = *small; }});
      return changed ? std::optional(IsRight(*changed)) : std::nullopt;
    };
    for (const Width& width : kWidths) {
      if (right(width.right) != true) return;
      const auto still_right = right(width.wrong);
      if (!still_right) return;
      if (*still_right) continue;
      Add(ExplanationKind::kMisread, fmt::format("whole numbers of {} bits come out right, of {} bits wrong: {}",
                                                 width.right, width.wrong, width.meaning));
      return;
    }
  }

  void TryExchangedOutputs() {
    for (size_t i = 0; i < expected_.size(); ++i) {
      for (size_t j = i + 1; j < expected_.size(); ++j) {
        Outputs exchanged = expected_;
        std::swap(exchanged[i], exchanged[j]);
        if (Explains(instance_, exchanged, actual_, true)) {
          Add(ExplanationKind::kMisread, fmt::format("outputs {} and {} are exchanged", Name(i), Name(j)));
        }
      }
    }
  }

  // Finds whether the error comes from 16-bit values between the inputs and the output.
  void TryInFloat() {
    const auto wide = InFloat(instance_);
    if (!wide) return;
    const auto changed = Changed({"", [&](CaseInstance& to) { to = *wide; }});
    if (!changed) return;
    if (!IsRight(*changed)) return;
    const std::string dtype = First16Bit();
    if (MedianError() < 0.5) {
      Add(ExplanationKind::kMisread,
          fmt::format("the same numbers in float come out right: an intermediate value is rounded to {0}, or overflows "
                      "it; compute in float and round the output alone",
                      dtype));
    } else {
      Add(ExplanationKind::kLikeness, fmt::format("the same numbers in float come out right: {} is read or written as "
                                                  "something else",
                                                  dtype));
    }
  }

  // Returns the median relative error of wrong elements. Infinity, NaN and 0 count as no error: they may come from an
  // overflow, not from another reading.
  double MedianError() const {
    std::vector<double> errors;
    for (const WrongOutput& output : wrong_) {
      ErrorMetrics metrics;
      Measure(output.actual, output.expected.value, metrics, [&](const Difference& d) {
        if (!output.wrong[static_cast<size_t>(d.index)]) return;
        const bool lost = !std::isfinite(d.actual) || d.actual == 0;
        errors.push_back(lost ? 0 : std::abs(d.abs) / std::max(std::abs(d.actual), std::abs(d.expected)));
      });
    }
    std::nth_element(errors.begin(), errors.begin() + static_cast<ptrdiff_t>(errors.size() / 2), errors.end());
    return errors[errors.size() / 2];
  }

  std::string First16Bit() const {
    for (const Port& input : instance_.op.inputs) {
      const ge::DataType dtype = input.desc.GetDataType();
      if (dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16) return DtypeName(dtype);
    }
    return "16 bits";
  }

  void TryMutants() {
    const auto bound = BindExpression(instance_, harness_);
    if (!bound.ok() || bound->outputs.empty() || tbe::PostOrder(bound->outputs).size() > kMostNodes) return;
    if (wrong_[0].wrong.size() > kLargestOutput) return;
    const std::vector<Mutant> mutants = MutantsOf(bound->outputs);
    for (size_t m = 0; m < mutants.size() && m < kMostMutants; ++m) {
      const auto results = tbe::EvaluateWithBounds(mutants[m].outputs, bound->inputs);
      if (!results.ok()) continue;
      Outputs outputs;
      for (size_t i = 0; i < results->size(); ++i) {
        CaseInstance::Expected each;
        each.compared = true;
        each.tensor.has_data = true;
        each.tensor.value = ge::Tensor(instance_.op.outputs[i].desc, (*results)[i].value.bytes);
        each.tensor.bounds = (*results)[i].bounds;
        outputs.push_back(std::move(each));
      }
      const std::string where = mutants[m].where.substr(0, mutants[m].where.find(" :"));
      const std::string change = fmt::format("in the tensor expression, at `{}`, {}", where, mutants[m].change);
      if (on_reference_ && Explains(instance_, outputs, actual_, true)) {
        Add(ExplanationKind::kMisread, "it gives what would be right if " + change);
      } else if (!on_reference_ && Explains(instance_, outputs, expected_, false)) {
        Add(ExplanationKind::kMisread, "it would give what is right if " + change);
      }
    }
  }

  const OpCase& op_case_;
  OpCase judge_;  // without literal expectations
  const CaseInstance instance_;
  const std::string_view engine_;
  const TestHarness& harness_;
  bool on_reference_ = false;  // the engine's kernels are functions, not expressions
  Outputs actual_, expected_;
  std::vector<WrongOutput> wrong_;
  std::vector<Explanation> found_;
};

}  // namespace

Result<std::vector<Explanation>> ExplainCase(const OpCase& op_case, ge::DataType dtype, std::string_view engine,
                                             const TestHarness& harness) {
  OPDK_TRY(const auto* prototype, harness.packages->Declared(op_case.op, "case"));
  OPDK_TRY(CaseInstance instance, Instantiate(op_case, dtype, *prototype));
  OPDK_TRY(VerifyAndInfer(*harness.packages, instance));
  if (!instance.runnable() || instance.op.outputs.empty()) return std::vector<Explanation>();
  return Explainer(op_case, std::move(instance), engine, harness).Run();
}

}  // namespace opdk::verify
