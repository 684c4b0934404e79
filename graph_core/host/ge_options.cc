#include "graph_core/host/ge_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "graph_core/base/text.h"
#include "graph_core/package/graph_passes.h"

namespace opdk {
namespace {

Status Unknown(const std::string& name) {
  // Nearest may return several names, and each is quoted.
  const auto quoted = [](std::string_view text) { return fmt::format("'{}'", text); };
  std::vector<std::string> known;
  for (const OptionKey& key : OptionKeys()) known.push_back(quoted(key.name));
  const std::string near = Nearest(quoted(name), known);
  return Status(ErrorCode::kUsage, fmt::format("there is no option '{}'", name))
      .Hint(near.empty() ? "options.md in sdk/docs (installed: share/doc/opdk) has them all"
                         : fmt::format("did you mean {}?", near));
}

// Returns whether `value` is one of `values`, which are joined by '|'.
bool IsOneOf(std::string_view value, std::string_view values) {
  return value.find('|') == std::string_view::npos &&
         fmt::format("|{}|", values).find(fmt::format("|{}|", value)) != std::string::npos;
}

// Says which values are taken where `value` isn't, the nearest first.
std::string OtherValues(std::string_view value, std::string_view values) {
  if (values.empty()) return "leave the option out";
  const std::vector<std::string_view> parts = SplitText(values, "|");
  const std::string near = Nearest(std::string(value), {parts.begin(), parts.end()});
  return fmt::format("{}leave the option out, or give {}",
                     near.empty() ? "" : fmt::format("did you mean {}? Else ", near), fmt::join(parts, ", "));
}

Status CheckValue(const OptionKey& key, const std::string& value) {
  if (key.meaning == OptionMeaning::kRead) {
    GeOptions ignored;
    return key.read(value, ignored);
  }
  if (key.meaning == OptionMeaning::kNoEffect || value.empty() || IsOneOf(value, key.harmless)) return Status();
  return Status(ErrorCode::kUsage, fmt::format("'{}' asks for a feature that opdk lacks: {}", value, key.about))
      .Hint(fmt::format("{}; {}", OtherValues(value, key.harmless), key.instead));
}

}  // namespace

Status CheckOptions(const OptionMap& options, OptionLevel level) {
  for (const auto& [name, value] : options) {
    const OptionKey* key = FindOptionKey(name);
    if (key == nullptr) return Unknown(name);
    const int bit = static_cast<int>(level);
    if ((key->levels & bit) == 0) {
      return Status(ErrorCode::kUsage, fmt::format("option '{}' is no option of {}", name, CallsOf(bit)))
          .Hint(fmt::format("give it to {}", CallsOf(key->levels)));
    }
    if (Status status = CheckValue(*key, value); !status.ok()) {
      return std::move(status).At(fmt::format("option '{}'", name));
    }
  }
  return Status();
}

Result<GeOptions> ReadOptions(const OptionMap& global, const OptionMap& session, const OptionMap& graph) {
  OPDK_TRY(CheckOptions(global, OptionLevel::kGlobal));
  OPDK_TRY(CheckOptions(session, OptionLevel::kSession));
  OPDK_TRY(CheckOptions(graph, OptionLevel::kGraph));
  OptionMap merged = graph;
  merged.insert(session.begin(), session.end());
  merged.insert(global.begin(), global.end());
  GeOptions options;
  for (const OptionKey& key : OptionKeys()) {
    const auto given = merged.find(std::string(key.name));
    if (given == merged.end()) continue;
    if (key.meaning == OptionMeaning::kRead) OPDK_TRY(key.read(given->second, options));
    if (key.meaning == OptionMeaning::kNoEffect) {
      options.warnings.push_back(fmt::format("option '{}' has no effect on a CPU: {}", key.name, key.about));
    }
  }
  return options;
}

void SwitchFusion(const PackageRegistry& packages, GeOptions& options) {
  std::vector<std::string> passes;
  for (const PackagePass& pass : PackagePasses(packages)) passes.emplace_back(pass.name());
  for (std::string& pass : SwitchedOff(options.fusion, passes)) {
    const std::vector<std::string>& on = options.switched_on;
    if (std::find(on.begin(), on.end(), pass) != on.end()) continue;
    options.session.disabled_passes.push_back(std::move(pass));
  }
  for (const std::string& pass : UnknownSwitches(options.fusion, passes)) {
    options.warnings.push_back(fmt::format("option 'ge.fusionSwitchFile': there is no pass '{}' to switch", pass));
  }
}

}  // namespace opdk
