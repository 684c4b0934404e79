#include "sdk/tools/verify/cases/relations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <utility>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"
#include "graph_core/run_operator.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/checks/derived.h"
#include "sdk/tools/verify/compare/compare.h"

namespace opdk::verify {
namespace {

using Tensors = std::vector<ge::Tensor>;
using Map = std::function<double(double)>;

std::vector<int64_t> DimsOf(const ge::Tensor& tensor) { return tensor.GetTensorDesc().GetShape().GetDims(); }

// Maps each element (each part of a complex one), rounded to the dtype.
ge::Tensor Mapped(const ge::Tensor& from, const Map& map) {
  std::vector<uint8_t> data(from.GetData(), from.GetData() + from.GetSize());
  VisitElementType(PartOf(from.GetTensorDesc().GetDataType()), [&]<typename T>(T) {
    for (size_t at = 0; at + sizeof(T) <= data.size(); at += sizeof(T)) {
      T element;
      std::memcpy(&element, data.data() + at, sizeof(T));
      element = static_cast<T>(map(static_cast<double>(element)));
      std::memcpy(data.data() + at, &element, sizeof(T));
    }
  });
  return ge::Tensor(from.GetTensorDesc(), data);
}

std::vector<double> Values(const ge::Tensor& tensor) {
  std::vector<double> values;
  static_cast<void>(Mapped(tensor, [&](double value) {
    values.push_back(value);
    return value;
  }));
  return values;
}

ge::Tensor Sum(const ge::Tensor& a, const ge::Tensor& b) {
  const std::vector<double> other = Values(b);
  size_t i = 0;
  return Mapped(a, [&](double value) { return value + other[i++]; });
}

// Returns a tensor whose coordinate i along `axis` comes from coordinate from(i). `extent`: the result's extent along
// `axis`.
ge::Tensor AlongAxis(const ge::Tensor& tensor, size_t axis, int64_t extent,
                     const std::function<int64_t(int64_t)>& from) {
  std::vector<int64_t> shape = DimsOf(tensor);
  size_t inner = 1;
  for (size_t i = axis + 1; i < shape.size(); ++i) inner *= static_cast<size_t>(shape[i]);
  const auto old_extent = static_cast<size_t>(shape[axis]);
  const auto new_extent = static_cast<size_t>(extent);
  shape[axis] = extent;
  return Rearranged(tensor, shape, [&](size_t i) {
    const auto coordinate = static_cast<size_t>(from(static_cast<int64_t>(i / inner % new_extent)));
    return (i / inner / new_extent * old_extent + coordinate) * inner + i % inner;
  });
}

// The runs of a relation, and their comparison.
class RelationTrial {
 public:
  explicit RelationTrial(const CheckContext& context) : context_(context), inputs_(context.inputs) {
    for (const auto& each : context.harness.engines) engines_.push_back(each.get());
  }

  const CheckContext& context() const { return context_; }
  const ge::Tensor& Input(const std::string& port) const { return inputs_[Index(port)]; }
  size_t Index(const std::string& port) const { return static_cast<size_t>(context_.instance.op.FindInput(port)); }

  Result<Tensors> Run(const Tensors& inputs) const {
    OpDesc op = context_.instance.op;
    for (Port& output : op.outputs) output.desc = ge::TensorDesc();
    SingleOpOptions options;
    options.engine = std::string(context_.engine);
    options.constant_inputs = true;
    OPDK_TRY(auto result, RunSingleOp(op, inputs, engines_, *context_.harness.packages, options));
    return std::move(result.outputs);
  }
  Result<Tensors> Base() const { return Run(inputs_); }
  Result<Tensors> With(size_t input, ge::Tensor value) const {
    Tensors changed = inputs_;
    changed[input] = std::move(value);
    return Run(changed);
  }

  // Returns "" or how the tensors differ, by the case's standard. The absolute tolerance grows with the largest value,
  // because sums of mapped values cancel.
  std::string Differs(const Tensors& got, const Tensors& expected, bool rounded) const {
    for (size_t i = 0; i < got.size() && i < expected.size(); ++i) {
      auto standard = StandardOf(context_.op_case, expected[i].GetTensorDesc().GetDataType());
      if (!standard.ok()) return standard.status().message();
      if (rounded && standard->kind == StandardKind::kAllclose) {
        double largest = 0;
        for (const double value : Values(expected[i])) {
          if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
        }
        standard->atol += 4 * standard->rtol * largest;
      }
      CaseTensor golden;
      golden.value = expected[i];
      golden.has_data = true;
      const Comparison comparison = Compare(got[i], golden, *standard);
      if (!comparison.passed)
        return fmt::format("output {}: {}", context_.instance.op.outputs[i].name, comparison.reason);
    }
    return "";
  }

 private:
  const CheckContext& context_;
  Tensors inputs_;
  std::vector<Engine*> engines_;
};

// Returns "" if the relation holds.
Result<std::string> Commutative(const RelationTrial& trial, const Relation& relation) {
  Tensors inputs = trial.context().inputs;
  std::swap(inputs[trial.Index(relation.ports[0].text)], inputs[trial.Index(relation.ports[1].text)]);
  OPDK_TRY(const Tensors base, trial.Base());
  OPDK_TRY(const Tensors swapped, trial.Run(inputs));
  return trial.Differs(swapped, base, false);
}

Result<std::string> Twice(const RelationTrial& trial, bool involution) {
  OPDK_TRY(const Tensors once, trial.Base());
  OPDK_TRY(const Tensors twice, trial.With(0, once.at(0)));
  const Tensors expected = {involution ? trial.context().inputs[0] : once[0]};
  return trial.Differs({twice.at(0)}, expected, involution);
}

// Changes all inputs that have the axis with the first input's extent.
Tensors OnAxis(const RelationTrial& trial, size_t axis, int64_t extent, const std::function<int64_t(int64_t)>& from) {
  Tensors inputs = trial.context().inputs;
  const int64_t full = DimsOf(inputs[0])[axis];
  for (ge::Tensor& input : inputs) {
    const std::vector<int64_t> dims = DimsOf(input);
    if (axis < dims.size() && dims[axis] == full) input = AlongAxis(input, axis, extent, from);
  }
  return inputs;
}

Result<std::string> Along(const RelationTrial& trial, const Relation& relation, bool slice) {
  const auto axis = static_cast<size_t>(relation.axis.value_or(0));
  const std::vector<int64_t> dims = DimsOf(trial.context().inputs.at(0));
  if (axis >= dims.size()) return fmt::format("the first input has no axis {}", axis);
  const int64_t extent = dims[axis];
  OPDK_TRY(const Tensors base, trial.Base());
  for (int64_t at = 0; at < (slice ? extent : 1); at = slice && at == 0 && extent > 1 ? extent - 1 : at + 1) {
    const int64_t result = slice ? 1 : extent;
    const auto from = [&](int64_t i) { return slice ? at : extent - 1 - i; };
    OPDK_TRY(const Tensors got, trial.Run(OnAxis(trial, axis, result, from)));
    Tensors expected;
    for (const ge::Tensor& output : base) {
      const std::vector<int64_t> shape = DimsOf(output);
      const bool follows = axis < shape.size() && shape[axis] == extent;
      expected.push_back(follows ? AlongAxis(output, axis, result, from) : output);
    }
    const std::string differs = trial.Differs(got, expected, false);
    if (!differs.empty()) return slice ? fmt::format("slice {} alone: {}", at, differs) : "axis reversed: " + differs;
  }
  return std::string();
}

Tensors MapAll(const Tensors& tensors, const Map& map) {
  Tensors mapped;
  for (const ge::Tensor& tensor : tensors) mapped.push_back(Mapped(tensor, map));
  return mapped;
}

// Checks f(in(x)) = out(f(x)).
Result<std::string> MappedTo(const RelationTrial& trial, const std::string& port, const Map& in, const Map& out) {
  const size_t input = trial.Index(port);
  OPDK_TRY(const Tensors base, trial.Base());
  OPDK_TRY(const Tensors got, trial.With(input, Mapped(trial.Input(port), in)));
  return trial.Differs(got, MapAll(base, out), true);
}

Result<std::string> Linear(const RelationTrial& trial, const std::string& port) {
  const auto twice = [](double value) { return 2 * value; };
  OPDK_TRY(std::string wrong, MappedTo(trial, port, twice, twice));
  if (!wrong.empty()) return fmt::format("f(2 {}) is not 2 f({}): {}", port, port, wrong);
  const size_t input = trial.Index(port);
  const ge::Tensor& x = trial.Input(port);
  const auto count = static_cast<size_t>(CountOf(x));
  const ge::Tensor turned = Rearranged(x, DimsOf(x), [&](size_t i) { return (i + 1) % count; });
  OPDK_TRY(const Tensors a, trial.Base());
  OPDK_TRY(const Tensors b, trial.With(input, turned));
  OPDK_TRY(const Tensors both, trial.With(input, Sum(x, turned)));
  Tensors expected;
  for (size_t i = 0; i < a.size(); ++i) expected.push_back(Sum(a[i], b[i]));
  wrong = trial.Differs(both, expected, true);
  return wrong.empty() ? wrong : fmt::format("f(a + b) is not f(a) + f(b): {}", wrong);
}

Result<std::string> Increasing(const RelationTrial& trial, const std::string& port) {
  OPDK_TRY(const Tensors low, trial.Base());
  OPDK_TRY(const Tensors high,
           trial.With(trial.Index(port), Mapped(trial.Input(port), [](double v) { return v + 1; })));
  for (size_t i = 0; i < low.size() && i < high.size(); ++i) {
    const std::vector<double> a = Values(low[i]);
    const std::vector<double> b = Values(high[i]);
    for (size_t k = 0; k < a.size() && k < b.size(); ++k) {
      if (b[k] < a[k]) return fmt::format("element {} falls from {} to {} when {} grows by 1", k, a[k], b[k], port);
    }
  }
  return std::string();
}

Result<std::string> Test(const RelationTrial& trial, const Relation& relation) {
  const auto same = [](double value) { return value; };
  const auto negative = [](double value) { return -value; };
  const auto twice = [](double value) { return 2 * value; };
  const auto more = [](double value) { return value + 1; };
  const std::string port = relation.ports.empty() ? "" : relation.ports[0].text;
  if (relation.kind == "commutative") return Commutative(trial, relation);
  if (relation.kind == "idempotent") return Twice(trial, false);
  if (relation.kind == "involution") return Twice(trial, true);
  if (relation.kind == "permutation") return Along(trial, relation, false);
  if (relation.kind == "batch_slice") return Along(trial, relation, true);
  if (relation.kind == "linear") return Linear(trial, port);
  if (relation.kind == "odd") return MappedTo(trial, port, negative, negative);
  if (relation.kind == "even") return MappedTo(trial, port, negative, same);
  if (relation.kind == "shift_invariant") return MappedTo(trial, port, more, same);
  if (relation.kind == "scale_invariant") return MappedTo(trial, port, twice, same);
  return Increasing(trial, port);
}

}  // namespace

Findings CheckRelations(const CheckContext& context) {
  const Status known = CheckRelationPorts(context.op_case, context.instance.op);
  if (!known.ok()) return std::vector<Finding>{{"", known.ToString(), ""}};
  if (context.op_case.relations.empty()) return std::nullopt;
  std::vector<Finding> findings;
  const RelationTrial trial(context);
  for (const Relation& relation : context.op_case.relations) {
    const auto tested = Test(trial, relation);
    const std::string wrong = tested.ok() ? *tested : tested.status().message();
    if (wrong.empty()) continue;
    findings.push_back({"", fmt::format("the operator is not {}, as the case says it is: {}", relation.kind, wrong),
                        "The relation holds for what the operator is to compute, so the kernel is wrong for one of the "
                        "two inputs; or the relation doesn't belong in the case."});
  }
  return findings;
}

}  // namespace opdk::verify
