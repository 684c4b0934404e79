#include "graph_core/host/ge_process.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ge/ge_api.h"
#include "graph_core/package/fence.h"

namespace ge {
namespace {

thread_local std::string t_error;
thread_local std::string t_warning;
thread_local std::string t_run_warning;

std::string Both(const std::string& first, const std::string& second) {
  return first.empty() || second.empty() ? first + second : first + "\n" + second;
}

}  // namespace

Process& TheProcess() {
  static Process process;
  return process;
}

opdk::Status NotInitialized() {
  return opdk::Status(opdk::ErrorCode::kUsage, "the graph engine is not initialized")
      .Hint("call ge::GEInitialize first");
}

// Runs a call of the API. No exception leaves it, and an error is kept for GEGetErrorMsg.
Status Call(const char* name, const std::function<opdk::Status()>& work) {
  const opdk::Status status = opdk::Fence(work, [name] { return std::string(name); });
  if (status.ok()) return SUCCESS;
  t_error = status.ToString();
  return FAILED;
}

opdk::OptionMap Strings(const std::map<AscendString, AscendString>& options) {
  opdk::OptionMap result;
  for (const auto& [key, value] : options) result[opdk::ToText(key)] = opdk::ToText(value);
  return result;
}

void NoteWarnings(const std::vector<std::string>& warnings) {
  t_warning = fmt::format("{}", fmt::join(warnings, "\n"));
}

void AddWarnings(const std::vector<std::string>& warnings) {
  t_warning = Both(t_warning, fmt::format("{}", fmt::join(warnings, "\n")));
}

void NoteRunWarnings(const std::vector<std::string>& warnings) {
  t_run_warning = fmt::format("{}", fmt::join(warnings, "\n"));
}

AscendString GEGetErrorMsgV2() { return opdk::Neutral(t_error); }
AscendString GEGetWarningMsgV2() { return opdk::Neutral(Both(t_warning, t_run_warning)); }

}  // namespace ge
