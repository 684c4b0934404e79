#include "sdk/tools/cli/idle_options.h"

#include <fmt/format.h>

#include "graph_core/loading/offline_file.h"

namespace opdk::cli {

Status CheckOfflineOptions(const CLI::App& command, const std::string& model, std::initializer_list<const char*> more) {
  const Result<bool> offline = IsOffline(model);
  if (!offline.ok() || !*offline) return Status();
  for (const auto& names : {kReadingOptions, kCompilingOptions, more}) {
    for (const char* name : names) {
      if (command.get_option(name)->count() == 0) continue;
      return Status(ErrorCode::kUsage, fmt::format("{} has no effect on the offline model {}", name, model))
          .Hint("it was read and compiled when it was made; give the option to opdk atc");
    }
  }
  return Status();
}

}  // namespace opdk::cli
