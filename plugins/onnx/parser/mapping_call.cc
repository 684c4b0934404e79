#include "plugins/onnx/parser/mapping_call.h"

#include <fmt/format.h>

#include <exception>

#include "opdk/infer_error.h"
#include "opdk/lookups.h"
#include "plugins/onnx/parser/node_order.h"
#include "register/register.h"

namespace opdk::onnx_plugin {

Status FenceCallback(const MappedNode& node, const char* what, const std::function<uint32_t()>& call) {
  const std::string where = fmt::format("{}: {} of the mapping {} -> {}", NodeTitle(node.proto), what,
                                        node.mapping.origin_type, node.mapping.data->GetOmOptype());
  static_cast<void>(TakeInferError());
  ForgetFailedLookups();
  try {
    const uint32_t result = call();
    std::string reason = TakeInferError();
    if (result == domi::SUCCESS) return {};
    const FailedLookups failed = TakeFailedLookups();
    if (reason.empty() && !failed.last.empty()) reason = fmt::format("its last failed call is {}", failed.last);
    return Status(
        ErrorCode::kModelInvalid,
        fmt::format("{} refused it{}{}", where, reason.empty() ? fmt::format(" (status {})", result) : ": ", reason));
  } catch (const std::exception& error) {
    return Status(ErrorCode::kKernelThrew, fmt::format("{} threw: {}", where, error.what()));
  } catch (...) {
    return Status(ErrorCode::kKernelThrew, fmt::format("{} threw", where));
  }
}

Status CallMapping(const MappedNode& node, const ge::Operator& source, ge::Operator& op) {
  if (const auto by_operator = node.mapping.data->GetParseParamByOperatorFn(); by_operator != nullptr) {
    return FenceCallback(node, "ParseParamsByOperatorFn", [&] { return by_operator(source, op); });
  }
  if (const auto by_message = node.mapping.data->GetParseParamFn(); by_message != nullptr) {
    return FenceCallback(node, "ParseParamsFn", [&] { return by_message(&node.proto, op); });
  }
  return Status(ErrorCode::kModelInvalid, fmt::format("{}: the mapping {} has no ParseParamsByOperatorFn",
                                                      NodeTitle(node.proto), node.mapping.origin_type));
}

}  // namespace opdk::onnx_plugin
