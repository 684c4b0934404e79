// Checks elementwise kernels at the extents at which vectorised loops go wrong. The expression tells whether an
// operator is elementwise. Without an expression that is tried: an element's result must be equal among equal elements
// and among others, along every axis.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>
#include <utility>

#include "graph_core/base/element_type.h"
#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/checks/derived.h"
#include "sdk/tools/verify/compare/compare.h"
#include "tbe/walk.h"

namespace opdk::verify {
namespace {

constexpr double kSlowForTailsMs = 5;
constexpr int64_t kMostElements = 1 << 16;
// A multiple of every vector's width. Tails are tried afterwards.
constexpr int64_t kWholeVectors = 64;
constexpr size_t kExtents[] = {7, 9, 15, 17, 31, 33, 63, 65};

// Returns whether input i has the output's shape. Other inputs are scalars that every element uses.
bool TakesPart(const CheckContext& context, size_t i) { return CountOf(context.inputs[i]) != 1; }

bool HasElementwiseShapes(const CheckContext& context) {
  if (context.base.outputs.size() != 1) return false;
  const ge::Tensor& output = context.base.outputs[0];
  const std::vector<int64_t> shape = output.GetTensorDesc().GetShape().GetDims();
  const int64_t count = CountOf(output);
  if (shape.empty() || count < 3 || count > kMostElements) return false;
  bool any = false;
  for (size_t i = 0; i < context.inputs.size(); ++i) {
    if (IsAbsent(context.instance.op.inputs[i])) continue;
    if (!TakesPart(context, i)) continue;
    if (context.inputs[i].GetTensorDesc().GetShape().GetDims() != shape) return false;
    any = true;
  }
  return any;
}

std::vector<ge::Tensor> Rearrange(const CheckContext& context, const std::vector<int64_t>& shape,
                                  const std::function<size_t(size_t)>& source) {
  std::vector<ge::Tensor> inputs = context.inputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!IsAbsent(context.instance.op.inputs[i]) && TakesPart(context, i)) {
      inputs[i] = Rearranged(inputs[i], shape, source);
    }
  }
  return inputs;
}

bool SameElement(const ge::Tensor& a, size_t i, const ge::Tensor& b, size_t j, size_t bytes) {
  return std::memcmp(a.GetData() + i * bytes, b.GetData() + j * bytes, bytes) == 0;
}

// Returns the output of a run in which element i is the case's element source(i).
std::optional<ge::Tensor> RunWith(const CheckContext& context, const std::vector<int64_t>& shape,
                                  const std::function<size_t(size_t)>& source) {
  const auto runner =
      MakeDerived(context.instance.op, Rearrange(context, shape, source), context.engine, context.harness);
  if (!runner.ok()) return std::nullopt;
  KernelRun run = (*runner)->Run();
  if (!run.status.ok() || run.outputs.size() != 1) return std::nullopt;
  if (run.outputs[0].GetTensorDesc().GetShape().GetDims() != shape) return std::nullopt;
  return std::move(run.outputs[0]);
}

// Returns whether the element proves something. Infinity, NaN and zero may come from its neighbours.
bool IsTelling(const ge::Tensor& tensor, size_t i) {
  bool telling = false;
  const ge::DataType dtype = tensor.GetDataType();
  VisitElementType(PartOf(dtype), [&]<typename T>(T) {
    const T* parts = reinterpret_cast<const T*>(tensor.GetData()) + i * PartsOf(dtype);
    telling = std::all_of(parts, parts + PartsOf(dtype), [&](T part) {
      const auto number = static_cast<double>(part);
      return !IsFloat(PartOf(dtype)) || (std::isfinite(number) && number != 0);
    });
  });
  return telling;
}

// Returns two elements of the case with different results that prove something.
std::optional<std::pair<size_t, size_t>> TellingPair(const ge::Tensor& base) {
  const auto count = static_cast<size_t>(CountOf(base));
  std::optional<size_t> first;
  for (size_t i = 0; i < count; ++i) {
    if (!IsTelling(base, i)) continue;
    if (!first) first = i;
    if (!SameElement(base, *first, base, i, base.GetSize() / count)) return std::pair(*first, i);
  }
  return std::nullopt;
}

// Returns whether an output's element is computed from the inputs' elements in its place alone.
bool ReadsItsPlaceOnly(const tbe::Tensor& output) {
  for (const tbe::Tensor& node : tbe::PostOrder({&output, 1})) {
    switch (node->kind) {
      case tbe::Kind::kInput:
      case tbe::Kind::kConst:
      case tbe::Kind::kParam:
      case tbe::Kind::kUnary:
      case tbe::Kind::kBinary:
      case tbe::Kind::kSelect:
      case tbe::Kind::kCast:
        continue;
      case tbe::Kind::kBroadcast:
        if (ElementCount(node->inputs[0].shape()) == 1) continue;
        return false;
      default:
        return false;
    }
  }
  return true;
}

// Binds the expression to inputs with this extent along every axis; scalars keep their shape.
Result<BoundExpression> BindAt(const CheckContext& context, int64_t extent) {
  CaseInstance instance = context.instance;
  const size_t rank = context.base.outputs[0].GetTensorDesc().GetShape().GetDimNum();
  const ge::Shape shape(std::vector<int64_t>(rank, extent));
  for (size_t i = 0; i < instance.op.inputs.size(); ++i) {
    Port& input = instance.op.inputs[i];
    if (!IsAbsent(input) && TakesPart(context, i)) input.desc.SetShape(shape);
  }
  instance.op.outputs[0].desc.SetShape(shape);
  return BindExpression(instance, context.harness);
}

std::vector<tbe::Number> ParamsOf(const tbe::Tensor& output) {
  std::vector<tbe::Number> params;
  for (const tbe::Tensor& node : tbe::PostOrder({&output, 1})) {
    if (node->kind == tbe::Kind::kParam) params.push_back(node->value);
  }
  return params;
}

bool IsSame(const tbe::Number& a, const tbe::Number& b) {
  const auto is_nan = [](const tbe::Number& number) {
    const auto* real = std::get_if<double>(&number);
    return real != nullptr && std::isnan(*real);
  };
  return a == b || (is_nan(a) && is_nan(b));
}

// Returns whether the expression is elementwise, at extents that no kernel confuses with one element; nullopt: there is
// no expression. A parameter that changes with the extents doesn't belong to the element alone: for example, the
// divisor of a mean.
std::optional<bool> SaidByExpression(const CheckContext& context) {
  const auto bound = BindAt(context, 3), larger = BindAt(context, 5);
  if (!bound.ok() || !larger.ok()) return false;
  if (bound->outputs.empty()) return std::nullopt;
  const tbe::Tensor& output = bound->outputs[0];
  return ReadsItsPlaceOnly(output) && std::ranges::equal(ParamsOf(output), ParamsOf(larger->outputs[0]), IsSame);
}

// Compares a run's output with the expected one; nullopt: no standard applies.
std::optional<Comparison> CompareWith(const CheckContext& context, const ge::Tensor& output,
                                      const ge::Tensor& expected) {
  auto standard = StandardOf(context.op_case, expected.GetTensorDesc().GetDataType());
  if (!standard.ok() || standard->kind == StandardKind::kDoubleBenchmark) return std::nullopt;
  CaseTensor golden;
  golden.value = expected;
  golden.has_data = true;
  return Compare(output, golden, *standard);
}

// Returns whether all elements of the case keep their results in another order. It decides where two elements prove
// nothing (counted bools), but many do.
bool KeepsItsElementsInAnyOrder(const CheckContext& context, const std::vector<int64_t>& shape) {
  const ge::Tensor& base = context.base.outputs[0];
  const auto scattered = [count = static_cast<size_t>(CountOf(base))](size_t i) {
    return static_cast<size_t>(static_cast<uint32_t>(i) * 2654435761U >> 8) % count;
  };
  const std::optional<ge::Tensor> output = RunWith(context, shape, scattered);
  if (!output) return false;
  const std::optional<Comparison> comparison = CompareWith(context, *output, Rearranged(base, shape, scattered));
  return !comparison || comparison->passed;
}

// Returns whether the kernel is elementwise. Two elements of the case, alone and mixed along every axis, in whole
// vectors, must each give their result of the case. A normalisation, a scan or a dependence on the place shows in the
// mixture.
bool IsElementwise(const CheckContext& context) {
  if (const std::optional<bool> said = SaidByExpression(context)) return *said;
  const ge::Tensor& base = context.base.outputs[0];
  const std::optional<std::pair<size_t, size_t>> pair = TellingPair(base);
  if (!pair) return false;
  const size_t bytes = base.GetSize() / static_cast<size_t>(CountOf(base));
  std::vector<int64_t> shape(base.GetTensorDesc().GetShape().GetDimNum(), 2);
  shape.back() = kWholeVectors;
  const auto mixed = [&](size_t i) {
    size_t sum = 0;
    for (size_t axis = shape.size(), rest = i; axis-- > 0; rest /= static_cast<size_t>(shape[axis])) {
      sum += rest % static_cast<size_t>(shape[axis]);
    }
    return sum % 2 == 0 ? pair->first : pair->second;
  };
  const auto first = [&](size_t) { return pair->first; };
  const auto second = [&](size_t) { return pair->second; };
  for (const std::function<size_t(size_t)>& source : {std::function<size_t(size_t)>(mixed), {first}, {second}}) {
    const std::optional<ge::Tensor> output = RunWith(context, shape, source);
    if (!output) return false;
    for (size_t i = 0; i < output->GetSize() / bytes; ++i) {
      if (!SameElement(*output, i, base, source(i), bytes)) return false;
    }
  }
  return KeepsItsElementsInAnyOrder(context, shape);
}

Findings Judge(const CheckContext& context, size_t extent, const KernelRun& run, const ge::Tensor& expected) {
  const std::string what = fmt::format("with {} elements on the last axis", extent);
  std::vector<Finding> findings = DescribeBreaches(what, run, context.instance.op);
  if (!findings.empty()) return findings;
  const std::string help =
      "The operator is elementwise, so its elements are those of the case again. What is left over "
      "when the extent is no multiple of the vector's width needs a masked or scalar tail.";
  if (!run.status.ok()) {
    findings.push_back({"", fmt::format("{} the kernel fails: {}", what, run.status.message()), help});
    return findings;
  }
  const std::optional<Comparison> comparison = CompareWith(context, run.outputs.at(0), expected);
  if (!comparison || comparison->passed) return findings;
  findings.push_back(
      {"",
       fmt::format("{} output {} is wrong: {}{}", what, context.instance.op.outputs[0].name, comparison->reason,
                   comparison->pattern.empty() ? "" : fmt::format(" ({})", comparison->pattern)),
       help});
  return findings;
}

}  // namespace

Findings CheckVectorTails(const CheckContext& context) {
  if (context.call_ms > kSlowForTailsMs || !HasElementwiseShapes(context)) return std::nullopt;
  for (const Port& input : context.instance.op.inputs) {
    if (!IsAbsent(input) && input.desc.GetFormat() != ge::FORMAT_ND) return std::nullopt;
  }
  // An integer attribute may be an axis or a distance: an operator that moves elements looks elementwise if they end up
  // in place.
  for (const IrAttr& attr : context.instance.op.ir_attrs) {
    if (attr.type == "Int" || attr.type == "ListInt") return std::nullopt;
  }
  if (!IsElementwise(context)) return std::nullopt;
  const auto count = static_cast<size_t>(CountOf(context.base.outputs[0]));
  const size_t rank = context.base.outputs[0].GetTensorDesc().GetShape().GetDimNum();
  for (const size_t extent : kExtents) {
    std::vector<int64_t> shape(rank, 1);
    shape.back() = static_cast<int64_t>(extent);
    const auto source = [&](size_t i) { return i % count; };
    const auto runner =
        MakeDerived(context.instance.op, Rearrange(context, shape, source), context.engine, context.harness);
    // A refused shape doesn't belong to this check.
    if (!runner.ok()) continue;
    // An extent of 1 that the operator reduces looks elementwise.
    if ((*runner)->node().op().outputs[0].desc.GetShape().GetDims() != shape) return std::nullopt;
    const KernelRun run = (*runner)->Run({.press = Press::kEnd});
    Findings findings = Judge(context, extent, run, Rearranged(context.base.outputs[0], shape, source));
    if (!findings->empty()) return findings;
  }
  return std::vector<Finding>();
}

}  // namespace opdk::verify
