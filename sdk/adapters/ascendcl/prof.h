// Times of runs, written to files and to subscribers of models.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "acl/acl_prof.h"
#include "graph_core/debugging/profile_files.h"
#include "sdk/adapters/ascendcl/call.h"

namespace opdk::acl {

inline constexpr uint32_t kNoModel = 0;  // models are counted from 1 on

// One run while it is watched. Costs only one reading of a flag if no run is watched.
class WatchedRun {
 public:
  explicit WatchedRun(uint32_t model);
  RunObserver* observer() const { return observer_; }

 private:
  std::shared_ptr<ProfileFiles> files_;
  std::vector<std::unique_ptr<RunObserver>> own_;
  RunObserver* observer_ = nullptr;
};

// Returns the files that profiles are written to now; nullptr: none.
std::shared_ptr<ProfileFiles> CurrentProfile();
// Returns the current files if the program's own marks are written to them; else nullptr.
std::shared_ptr<ProfileFiles> ProfileOfMarks();

// Starts a profile from aclInit's section "profiler". ACL_ERROR_INVALID_PROFILING_CONFIG.
Outcome StartProfile(const nlohmann::json& section, const std::string& place);
void EndProfile();

// Counts watchers of runs: 1 when files or a subscription begin, -1 when they end.
void CountWatchers(int change);
// Makes the observer of a model's subscribers; nullptr: nobody has subscribed to the model.
std::unique_ptr<RunObserver> SubscribersObserver(uint32_t model);
bool HasSubscriptions();
// Ends a subscription after its records are written. Returns false if there was none.
bool EndSubscription(uint32_t model);
void EndSubscriptions();

}  // namespace opdk::acl
