// A model in an opdk session.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "graph_core/session.h"
#include "tests/bench/contestant.h"

namespace opdk::bench {

struct OpdkSetup {
  std::shared_ptr<const PackageRegistry> packages;
  std::string work_directory;  // for the model's file
  std::string kernel_cache_directory;
  std::vector<std::string> disabled_passes;
};

// Creates a whole session: from the file to a model that can run.
Result<CompiledSession> OpenModel(const OpdkSetup& setup, const std::string& path, int threads);

// Makes the contestant that runs the row's operator without a graph.
Result<std::unique_ptr<Contestant>> MakeSingleOpContestant(const Row& row, const Entry& entry);

Result<std::unique_ptr<Contestant>> MakeOpdkContestant(const OpdkSetup& setup, const Entry& entry);

}  // namespace opdk::bench
