// The options of opdk run that write inputs and outputs of steps to files.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "graph_core/debugging/tensor_dump.h"

namespace opdk::cli {

struct DumpRequest {
  std::string directory;  // "": nothing is dumped
  std::string when = "always";
  std::string mode = "output";
  std::string data = "tensor";
  std::string steps;
  std::vector<std::string> layers;
};

void AddDumpOptions(CLI::App& command, DumpRequest& request);

// Dumps the runs of the model; nullptr: no dump was asked for. E1001: an invalid value, or a layer that the model
// doesn't have; E1002, E1006: the directory can't be made or written to.
Result<std::shared_ptr<TensorDump>> DumpRuns(const DumpRequest& request, Executable& model);
// Prints the dump's findings and directory. To be called after the runs.
void PrintDump(TensorDump& dump);

}  // namespace opdk::cli
