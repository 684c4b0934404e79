// The options of the session API (ge/ge_api.h): whether they may be given, and what the three levels mean together.
#pragma once

#include <map>
#include <string>

#include "graph_core/host/ge_option_readers.h"
#include "graph_core/host/ge_option_table.h"
#include "opdk/status.h"

namespace opdk {

using OptionMap = std::map<std::string, std::string>;

// E1001: a key that doesn't exist ("did you mean"), one that belongs to another level, a value that is none, one that
// asks for what isn't there.
Status CheckOptions(const OptionMap& options, OptionLevel level);

// The meaning of the three levels together; the graph's win over the session's over the global ones.
Result<GeOptions> ReadOptions(const OptionMap& global, const OptionMap& session = {}, const OptionMap& graph = {});

// Leaves out the passes that the switch file of the options switches off, of those that there are.
void SwitchFusion(const PackageRegistry& packages, GeOptions& options);

}  // namespace opdk
