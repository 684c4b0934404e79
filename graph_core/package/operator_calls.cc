#include "graph_core/package/operator_calls.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "graph/operator.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/expression_inference.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/unknown_lookups.h"
#include "opdk/infer_error.h"
#include "opdk/lookups.h"

namespace opdk {
namespace {

// No memory holds an axis that is longer. The extents of 2^18 inputs can be added without an overflow.
constexpr int64_t kLongestAxis = int64_t{1} << 44;

// Checks what inference computes with. E2003.
Status CheckExtents(const OpDesc& op) {
  for (const Port& port : op.inputs) {
    for (const int64_t extent : port.desc.GetShape().GetDims()) {
      if (extent <= kLongestAxis) continue;
      return Status(ErrorCode::kInferShape,
                    fmt::format("input {} has an axis of {} elements; 2^44 are the limit", port.name, extent))
          .At(PlaceOf(op));
    }
  }
  return Status();
}

Status CallOperatorFunction(const OperatorFunctionEntry::Function& function, const OperatorProvider& provider,
                            OpDesc& op, const ConstInputFn& const_input, const char* what) {
  ge::Operator handle = OperatorOver(op, const_input);
  uint32_t code = 0;
  static_cast<void>(TakeInferError());
  ForgetFailedLookups();
  OPDK_TRY(Fence(
      [&] {
        code = function(handle);
        return Status();
      },
      [&] { return fmt::format("package {}, operator {}, node {}", provider.package->name, op.type, op.name); }));
  if (code == ge::GRAPH_SUCCESS && !AnyUnknownLookup()) return Status();
  const FailedLookups failed = TakeFailedLookups();
  std::string reason = TakeInferError();
  if (!failed.unknown.empty()) {
    return Status(ErrorCode::kInferShape,
                  fmt::format("{} uses names or types that the prototype lacks: {}{}", what, failed.unknown,
                              reason.empty() ? "" : fmt::format("; it refuses it: {}", reason)))
        .At(PlaceOf(op))
        .At(PlaceOf(*provider.package))
        .Hint(kUnknownLookupHint);
  }
  if (reason.empty()) {
    reason = failed.last.empty() ? fmt::format("status {}, and no reason is given with opdk::ReportInferError", code)
                                 : fmt::format("no reason is given; its last failed call is {}", failed.last);
  }
  return Status(ErrorCode::kInferShape, fmt::format("{} refuses it: {}", what, reason))
      .At(PlaceOf(op))
      .At(PlaceOf(*provider.package));
}

}  // namespace

Status VerifyOperator(const PackageRegistry& packages, OpDesc& op, const ConstInputFn& const_input) {
  const OperatorProvider* provider = packages.Prototype(op.type);
  if (provider == nullptr) return packages.CreateOperator(op.name, op.type).status();
  if (provider->verify == nullptr) return Status();
  return CallOperatorFunction(provider->verify->function, *provider, op, const_input, "verification");
}

Status InferOperatorShape(const PackageRegistry& packages, OpDesc& op, const ConstInputFn& const_input) {
  const OperatorProvider* provider = packages.Prototype(op.type);
  if (provider == nullptr) return packages.CreateOperator(op.name, op.type).status();
  OPDK_TRY(CheckExtents(op));
  if (provider->infer_shape == nullptr) {
    // Sources (Data, Const) describe their outputs themselves. An operator without outputs has nothing to infer.
    if (op.inputs.empty() || op.outputs.empty()) return Status();
    const auto where = [&](Status status) { return std::move(status).At(PlaceOf(op)).At(PlaceOf(*provider->package)); };
    const OperatorProvider* expression = packages.Expression(op.type);
    if (expression != nullptr) {
      Status inferred = InferFromExpression(*expression, op, const_input);
      return inferred.ok() ? std::move(inferred) : where(std::move(inferred));
    }
    return where(Status(ErrorCode::kInferShape, fmt::format("{} has no shape inference", op.type)))
        .Hint(fmt::format("register one with INFER_FUNC_REG({}, …); an {} kernel's expression would do as well",
                          op.type, ExpressionEngine().title));
  }
  return CallOperatorFunction(provider->infer_shape->function, *provider, op, const_input, "shape inference");
}

bool InfersFormats(const PackageRegistry& packages, std::string_view type) {
  const OperatorProvider* provider = packages.Prototype(type);
  return provider != nullptr && provider->infer_format != nullptr;
}

Status InferOperatorFormats(const PackageRegistry& packages, OpDesc& op, const ConstInputFn& const_input) {
  OPDK_CHECK(InfersFormats(packages, op.type), op.type + " has no inference of formats");
  const OperatorProvider* provider = packages.Prototype(op.type);
  return CallOperatorFunction(provider->infer_format->function, *provider, op, const_input, "format inference");
}

const ValueRangeEntry* ValueRangesOf(const PackageRegistry& packages, std::string_view type) {
  const OperatorProvider* provider = packages.Prototype(type);
  return provider == nullptr ? nullptr : provider->value_ranges;
}

Status InferOperatorValueRanges(const PackageRegistry& packages, OpDesc& op, const ConstInputFn& const_input) {
  const OperatorProvider* provider = packages.Prototype(op.type);
  return CallOperatorFunction(provider->value_ranges->function, *provider, op, const_input, "value-range inference");
}

}  // namespace opdk
