// Options of every command that opens a model or compiles one: the model's path, --plugins, --engine.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph_core/session.h"
#include "opdk/model_parser.h"

namespace opdk::cli {

struct ModelOptions {
  std::string model;
  std::string weight;                         // file of the weights, for frameworks that keep them apart; "": none
  std::map<std::string, std::string> parser;  // options of the framework's reader
  std::vector<std::string> plugin_dirs;
  std::string fallback_dir;  // of the package with which another framework runs nodes; "": none

  ParseRequest Request() const;
  // Loads the packages of --plugins, or the packages of the folder (package_here.h), and the package of --fallback.
  Result<std::shared_ptr<PackageRegistry>> Load() const;
};

// Adds --allow-untrusted. It sets OPDK_ALLOW_UNTRUSTED, which every part of the process reads.
void AddAllowUntrustedOption(CLI::App& command);
// Adds --plugins and --allow-untrusted.
void AddPluginsOption(CLI::App& command, std::vector<std::string>& plugin_dirs);
void AddModelOptions(CLI::App& command, ModelOptions& options);

// Shows the progress of compilation on stderr, for a person at a terminal. Kernels that no cache holds take a while.
void ShowProgress(std::string_view engine, int done, int total);

// Adds the options of commands that compile: --engine, --threads, --streams, --disable-pass, --deterministic,
// --dump-graph, and the options of precision.
void AddSessionOptions(CLI::App& command, CompileOptions& options);

}  // namespace opdk::cli
