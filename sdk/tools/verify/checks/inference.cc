// Checks shape and dtype inference: against the shapes that the kernel reported, and with fewer known extents than the
// case gives.
#include <fmt/format.h>

#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/checks/derived.h"
#include "sdk/tools/verify/isolation/isolated.h"

namespace opdk::verify {
namespace {

constexpr size_t kMostFindings = 3;

// The unknown part of one input.
struct Unknown {
  size_t input = 0;
  int axis = 0;  // kEveryAxis, kRank
};
constexpr int kEveryAxis = -1;
constexpr int kRank = -2;

struct InferenceVariant {
  std::string what;
  std::vector<Unknown> unknown;
};

std::vector<InferenceVariant> InferenceVariants(const OpDesc& op) {
  std::vector<InferenceVariant> variants;
  InferenceVariant all_axes{"when every extent is unknown (-1)", {}};
  InferenceVariant no_rank{"when no rank is known (-2)", {}};
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    if (IsAbsent(op.inputs[i])) continue;
    const size_t rank = op.inputs[i].desc.GetShape().GetDimNum();
    for (size_t axis = 0; axis < rank; ++axis) {
      variants.push_back({fmt::format("when axis {} of input {} is unknown (-1)", axis, op.inputs[i].name),
                          {{i, static_cast<int>(axis)}}});
    }
    variants.push_back({fmt::format("when the rank of input {} is unknown (-2)", op.inputs[i].name), {{i, kRank}}});
    all_axes.unknown.push_back({i, kEveryAxis});
    no_rank.unknown.push_back({i, kRank});
  }
  variants.push_back(std::move(all_axes));
  variants.push_back(std::move(no_rank));
  return variants;
}

std::vector<int64_t> Hide(std::vector<int64_t> dims, int axis) {
  if (axis == kRank) return {-2};
  for (size_t i = 0; i < dims.size(); ++i) {
    if (axis == kEveryAxis || axis == static_cast<int>(i)) dims[i] = -1;
  }
  return dims;
}

// Returns "" or how the inferred desc contradicts the real one.
std::string Contradiction(const ge::TensorDesc& inferred, const ge::TensorDesc& real) {
  const std::string both = fmt::format("it says {}, the tensor is {}", DescText(inferred), DescText(real));
  if (inferred.GetDataType() != real.GetDataType()) return both;
  const std::vector<int64_t> said = inferred.GetShape().GetDims();
  const std::vector<int64_t> dims = real.GetShape().GetDims();
  if (said == std::vector<int64_t>{-2}) return "";
  if (said.size() != dims.size()) return both;
  std::vector<std::pair<int64_t, int64_t>> range;
  (void)inferred.GetShapeRange(range);
  for (size_t i = 0; i < dims.size(); ++i) {
    if (said[i] != -1 && said[i] != dims[i]) return both;
    if (said[i] != -1 || range.size() != dims.size()) continue;
    const bool above = range[i].second >= 0 && dims[i] > range[i].second;
    if (dims[i] < range[i].first || above) {
      return fmt::format("{}; axis {} is out of its range {} to {}", both, i, range[i].first, range[i].second);
    }
  }
  return "";
}

// Returns the real outputs: written by the kernel or, for views, inferred with everything known.
std::vector<ge::TensorDesc> RealOutputs(const CheckContext& context) {
  std::vector<ge::TensorDesc> real;
  for (const ge::Tensor& output : context.base.outputs) real.push_back(output.GetTensorDesc());
  if (real.empty()) {
    for (const Port& output : context.instance.op.outputs) real.push_back(output.desc);
  }
  return real;
}

std::string Try(const CheckContext& context, const InferenceVariant& variant, const std::vector<ge::TensorDesc>& real) {
  OpDesc op = context.instance.op;
  std::vector<bool> known(op.inputs.size(), true);
  for (const Unknown& unknown : variant.unknown) {
    ge::TensorDesc& desc = op.inputs[unknown.input].desc;
    const ge::Shape shape(Hide(desc.GetShape().GetDims(), unknown.axis));
    desc.SetShape(shape);
    desc.SetOriginShape(shape);
    known[unknown.input] = false;
  }
  const Status status = InferAnew(
      op, context.inputs, [&](size_t i) { return known[i]; }, *context.harness.packages);
  if (!status.ok()) return "it fails: " + status.message();
  for (size_t i = 0; i < op.outputs.size() && i < real.size(); ++i) {
    const std::string wrong = Contradiction(op.outputs[i].desc, real[i]);
    if (!wrong.empty()) return fmt::format("output {}: {}", op.outputs[i].name, wrong);
  }
  return "";
}

}  // namespace

Findings CheckInference(const CheckContext& context) {
  std::vector<Finding> findings;
  const OpDesc& op = context.instance.op;
  for (size_t i = 0; i < context.base.outputs.size(); ++i) {
    const std::string wrong = Contradiction(op.outputs[i].desc, context.base.outputs[i].GetTensorDesc());
    if (wrong.empty()) continue;
    findings.push_back({"",
                        fmt::format("inference contradicts the kernel about output {}: {}", op.outputs[i].name, wrong),
                        "Memory is planned by what inference says."});
  }
  const EngineOpInfo* info = ColumnsFor(op, context.engine, *context.harness.packages);
  if (info != nullptr && !info->dynamic_shape) return findings;
  const std::vector<ge::TensorDesc> real = RealOutputs(context);
  for (const InferenceVariant& variant : InferenceVariants(op)) {
    SetActivity(fmt::format("check inference, {}", variant.what));
    const std::string wrong = Try(context, variant, real);
    if (wrong.empty()) continue;
    findings.push_back(
        {"", fmt::format("inference is wrong {}: {}", variant.what, wrong),
         "Models with a dynamic batch or sequence infer that way before any extent is known. Where an extent isn't "
         "known, "
         "give -1; where the rank isn't, -2; never compute with them. An operator that can't be dynamic says "
         "dynamic_shape: false in its operator information."});
    if (findings.size() >= kMostFindings) break;
  }
  return findings;
}

}  // namespace opdk::verify
