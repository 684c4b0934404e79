#include "opdk/infer_error.h"

#include <utility>

#include "graph/ge_error_codes.h"

namespace opdk {
namespace {

std::string& Pending() {
  thread_local std::string reasons;
  return reasons;
}

}  // namespace

ge::graphStatus ReportInferError(const ge::Operator& /*op*/, const char* reason) {
  std::string& pending = Pending();
  if (!pending.empty()) pending += "; ";
  pending += reason;
  return ge::GRAPH_FAILED;
}

std::string TakeInferError() { return std::exchange(Pending(), std::string()); }

}  // namespace opdk
