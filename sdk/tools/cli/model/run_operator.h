// opdk run --op: one operator on given or generated inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "graph_core/session.h"
#include "opdk/status.h"

namespace opdk::cli {

struct OperatorRun {
  std::string type;
  std::vector<std::string> inputs;           // NAME=SOURCE
  std::vector<std::string> attrs;            // NAME=VALUE
  std::vector<std::string> dynamic_outputs;  // NAME=N
  std::string output_directory;              // "": outputs are only described
  int repeat = 1;
  uint64_t seed = 0;
};

// Prints engine, kernel, times and what went in and came out.
Status RunOperator(const OperatorRun& run, const CompileOptions& session,
                   std::shared_ptr<const PackageRegistry> packages);

}  // namespace opdk::cli
