// The options of the session API (ge/ge_api.h): checks, and the joint meaning of the three levels.
#pragma once

#include <map>
#include <string>

#include "graph_core/host/ge_option_readers.h"
#include "graph_core/host/ge_option_table.h"
#include "opdk/status.h"

namespace opdk {

using OptionMap = std::map<std::string, std::string>;

// Checks the options of a level. E1001: a key that doesn't exist ("did you mean") or belongs to another level, a value
// that isn't allowed, or a value that asks for something unsupported.
Status CheckOptions(const OptionMap& options, OptionLevel level);

// Reads the three levels together. The graph's options win over the session's, and those over the global options.
Result<GeOptions> ReadOptions(const OptionMap& global, const OptionMap& session = {}, const OptionMap& graph = {});

// Disables the existing passes that the switch file of the options switches off.
void SwitchFusion(const PackageRegistry& packages, GeOptions& options);

}  // namespace opdk
