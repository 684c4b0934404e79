// A model in an opdk session.
#pragma once

#include <memory>
#include <string>

#include "graph_core/package/package_registry.h"
#include "tests/bench/contestant.h"

namespace opdk::bench {

struct OpdkSetup {
  std::shared_ptr<const PackageRegistry> packages;
  std::string work_directory;  // for the model's file
  std::string kernel_cache_directory;
};

Result<std::unique_ptr<Contestant>> MakeOpdkContestant(const OpdkSetup& setup, const Entry& entry);

}  // namespace opdk::bench
