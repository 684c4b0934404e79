// Reasons why a verify or infer function refuses an operator. CANN's graphStatus carries no text, so the text travels
// beside it, per thread.
#pragma once

#include <string>

#include "graph/operator.h"

namespace opdk {

// Notes the reason why the running verify or infer function is about to fail and returns GRAPH_FAILED, so that a
// function can end with `return opdk::ReportInferError(op, "x1 [2,3] and x2 [4] can't be broadcast");`.
// Several reasons of one call are joined by "; ". The host attaches them, with package, type and node, to its E2003.
ge::graphStatus ReportInferError(const ge::Operator& op, const char* reason);
inline ge::graphStatus ReportInferError(const ge::Operator& op, const std::string& reason) {
  return ReportInferError(op, reason.c_str());
}

// Returns the reasons reported on this thread since the last call and clears them; "" when there are none. For hosts.
std::string TakeInferError();

}  // namespace opdk
