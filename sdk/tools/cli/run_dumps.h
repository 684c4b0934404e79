// The options of opdk run that write what steps read and write to files.
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

// Dumps the runs of the model; nullptr: nothing is asked for. E1001: a value that is none, a layer that the model
// hasn't; E1002, E1006: the directory can't be made or written to.
Result<std::shared_ptr<TensorDump>> DumpRuns(const DumpRequest& request, Executable& model);
// After the runs: what was found, and where it lies.
void PrintDump(TensorDump& dump);

}  // namespace opdk::cli
