#include <fmt/format.h>

#include "graph_core/engines/ai_core/plan/passes.h"
#include "tbe/walk.h"

namespace opdk {
namespace {

// Compiling takes more than linear time: seconds for an expression of this size, hours for one a hundred times as
// large.
constexpr size_t kMostOperations = 1024;
constexpr size_t kMostInputsOfAKernel = 128;

}  // namespace

Result<Changed> CheckSize(ExpressionDraft& draft) {
  size_t operations = 0, inputs = 0;
  const auto fits = [&] { return operations <= kMostOperations && inputs <= kMostInputsOfAKernel; };
  tbe::PostOrder(draft.outputs, [&](const tbe::TensorNode& node) {
    ++(node.kind == tbe::Kind::kInput ? inputs : operations);
    draft.plan.no_fuse = draft.plan.no_fuse || node.hints.no_fuse;
    return fits();
  });
  if (fits()) return Changed::kNo;
  return Status(ErrorCode::kExpression,
                fmt::format("its expression is too large to compile: a kernel has at most {} operations and {} inputs",
                            kMostOperations, kMostInputsOfAKernel));
}

}  // namespace opdk
