#include "plugins/importer/mapping_call.h"

#include <fmt/format.h>

#include <exception>

#include "opdk/infer_error.h"
#include "opdk/log_capture.h"
#include "opdk/lookups.h"
#include "register/register.h"

namespace opdk::importer {

Status FenceCallback(const SourceNode& node, const Mapping& mapping, const char* what,
                     const std::function<uint32_t()>& call) {
  const std::string where = fmt::format("{}: {} of the mapping {} -> {}", NodeTitle(node), what, mapping.origin_type,
                                        mapping.data->GetOmOptype());
  static_cast<void>(TakeInferError());
  ForgetFailedLookups();
  ErrorCapture logged;
  try {
    const uint32_t result = call();
    std::string reason = TakeInferError();
    if (result == domi::SUCCESS) return {};
    if (reason.empty()) reason = logged.TakeReason();
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

namespace {

Status CallFusionMapping(const SourceNode& node, const Mapping& mapping, ge::Operator& op) {
  if (const auto by_operators = mapping.data->GetFusionParseParamByOpFn(); by_operators != nullptr) {
    return FenceCallback(node, mapping, "FusionParseParamsFn", [&] { return by_operators(node.fused->operators, op); });
  }
  if (const auto by_messages = mapping.data->GetFusionParseParamFn(); by_messages != nullptr) {
    return FenceCallback(node, mapping, "FusionParseParamsFn", [&] { return by_messages(node.fused->messages, op); });
  }
  return Status(ErrorCode::kModelInvalid,
                fmt::format("{}: the mapping {} -> {} has no FusionParseParamsFn, which a fused scope needs",
                            NodeTitle(node), mapping.origin_type, mapping.data->GetOmOptype()));
}

}  // namespace

Status CallMapping(const SourceNode& node, const Mapping& mapping, const ge::Operator& source, ge::Operator& op) {
  if (node.fused != nullptr) return CallFusionMapping(node, mapping, op);
  if (const auto by_operator = mapping.data->GetParseParamByOperatorFn(); by_operator != nullptr) {
    return FenceCallback(node, mapping, "ParseParamsByOperatorFn", [&] { return by_operator(source, op); });
  }
  if (const auto by_message = mapping.data->GetParseParamFn(); by_message != nullptr && node.message != nullptr) {
    return FenceCallback(node, mapping, "ParseParamsFn", [&] { return by_message(node.message, op); });
  }
  return Status(ErrorCode::kModelInvalid,
                fmt::format("{}: the mapping {} has no ParseParamsByOperatorFn", NodeTitle(node), mapping.origin_type));
}

}  // namespace opdk::importer
