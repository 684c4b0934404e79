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
// stderr, one line each: they are no error of a command that does not need them. One that is named itself is: E5001 to
// E5012.
Result<std::shared_ptr<PackageRegistry>> LoadPackages(const std::vector<std::string>& plugin_dirs);

// What the framework's reader warns of is printed on stderr. A graph in GE's form (.air) is read without any: it is the
// request's first file where the framework is domi::MINDSPORE, or where none is named and the file is called so.
Result<Graph> ReadModel(const ParseRequest& request, const PackageRegistry& packages);
Result<Graph> ReadModel(const std::string& path, const PackageRegistry& packages);

}  // namespace opdk
