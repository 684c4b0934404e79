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
  std::string weight;                         // of a framework that keeps weights apart; "": none
  std::map<std::string, std::string> parser;  // options of the framework's reader
  std::vector<std::string> plugin_dirs;
  std::string fallback_dir;  // of the package that lets another framework run nodes; "": none is asked for

  ParseRequest Request() const;
  // Loads the packages of --plugins, or those of the folder (package_here.h), and that of --fallback.
  Result<std::shared_ptr<PackageRegistry>> Load() const;
};

// --allow-untrusted: sets OPDK_ALLOW_UNTRUSTED, where every part of the process looks for it.
void AddAllowUntrustedOption(CLI::App& command);
// --plugins, and --allow-untrusted.
void AddPluginsOption(CLI::App& command, std::vector<std::string>& plugin_dirs);
void AddModelOptions(CLI::App& command, ModelOptions& options);

// On stderr: for a person at a terminal, since kernels that no cache holds take a while to compile.
void ShowProgress(std::string_view engine, int done, int total);

// Options of the commands that compile: --engine, --threads, --streams, --disable-pass, --deterministic, --dump-graph,
// and those of precision.
void AddSessionOptions(CLI::App& command, CompileOptions& options);

}  // namespace opdk::cli
