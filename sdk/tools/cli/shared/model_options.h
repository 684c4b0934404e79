// What every command that opens a model shares: the model's path, --plugins, and the way to a graph.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/session.h"
#include "opdk/status.h"

namespace opdk::cli {

struct ModelOptions {
  std::string model;
  std::vector<std::string> plugin_dirs;
};

// --allow-untrusted: sets OPDK_ALLOW_UNTRUSTED, where every part of the process looks for it.
void AddAllowUntrustedOption(CLI::App& command);
// --plugins, and --allow-untrusted.
void AddPluginsOption(CLI::App& command, std::vector<std::string>& plugin_dirs);
void AddModelOptions(CLI::App& command, ModelOptions& options);

// Options of the commands that compile: --engine, --threads, --disable-pass, --dump-graph.
void AddSessionOptions(CLI::App& command, CompileOptions& options);

// Loads the packages and makes them the process's current ones. Rejected libraries are reported on stderr, one line
// each: they are no error of a command that does not need them.
Result<std::shared_ptr<PackageRegistry>> LoadPackages(const std::vector<std::string>& plugin_dirs);

Result<Graph> ReadModel(const std::string& path, const PackageRegistry& packages);

}  // namespace opdk::cli
