// Times of runs that somebody asked for: files, subscriptions of models.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "acl/acl_prof.h"
#include "graph_core/acl/call.h"
#include "graph_core/debugging/profile_files.h"

namespace opdk::acl {

inline constexpr uint32_t kNoModel = 0;  // models are counted from 1 on

// One run as it is watched; costs one reading of a flag where nobody watches.
class WatchedRun {
 public:
  explicit WatchedRun(uint32_t model);
  RunObserver* observer() const { return observer_; }

 private:
  std::shared_ptr<ProfileFiles> files_;
  std::vector<std::unique_ptr<RunObserver>> own_;
  RunObserver* observer_ = nullptr;
};

// The files that are written to now; nullptr: none.
std::shared_ptr<ProfileFiles> CurrentProfile();
// Those of the program's own marks too.
std::shared_ptr<ProfileFiles> ProfileOfMarks();

// aclInit's section "profiler". ACL_ERROR_INVALID_PROFILING_CONFIG.
Outcome StartProfile(const nlohmann::json& section, const std::string& place);
void EndProfile();

// Whether runs are to be watched: called when files or subscriptions begin (1) and end (-1).
void CountWatchers(int change);
// nullptr: nobody has subscribed to the model.
std::unique_ptr<RunObserver> SubscribersObserver(uint32_t model);
bool HasSubscriptions();
// What was recorded is written first. False: there was none.
bool EndSubscription(uint32_t model);
void EndSubscriptions();

}  // namespace opdk::acl
