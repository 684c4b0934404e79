// From plugin directories to packages, from a model's file to a graph.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"
#include "opdk/model_parser.h"
#include "opdk/status.h"

namespace opdk {

// Loads the packages and makes them the process's current ones. Rejected libraries of a directory are reported on
// stderr, one line each, because a command may not need them. A rejected library that `plugin_dirs` names itself is an
// error: E5001 to E5012.
Result<std::shared_ptr<PackageRegistry>> LoadPackages(const std::vector<std::string>& plugin_dirs);

// Reads a model and prints the warnings of the framework's reader on stderr. A file in GE's form (.air) needs no
// reader. The request's first file is in GE's form if the framework is domi::MINDSPORE, or if no framework is named and
// the file's name ends with ".air".
Result<Graph> ReadModel(const ParseRequest& request, const PackageRegistry& packages);
Result<Graph> ReadModel(const std::string& path, const PackageRegistry& packages);

}  // namespace opdk
