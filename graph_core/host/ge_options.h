// The options of the session API (ge/ge_api.h): which keys there are, at which levels, and what they mean here.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "graph_core/session.h"
#include "opdk/status.h"

namespace opdk {

using OptionMap = std::map<std::string, std::string>;

enum class OptionLevel : uint8_t { kGlobal, kSession, kGraph };

struct GeOptions {
  PackageOptions registry;  // of the global level
  CompileOptions session;
  std::vector<std::string> warnings;  // keys of GE that have no effect here
};

// E1001: a key that doesn't exist ("did you mean"), one that belongs to another level, a value that is none.
Status CheckOptions(const OptionMap& options, OptionLevel level);

// The meaning of the three levels together; the graph's win over the session's over the global ones.
Result<GeOptions> ReadOptions(const OptionMap& global, const OptionMap& session = {}, const OptionMap& graph = {});

}  // namespace opdk
