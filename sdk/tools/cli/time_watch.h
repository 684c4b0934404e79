// A watch over the time that code of packages takes, for a command that would wait for it without a word.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "graph_core/package/fence.h"

namespace opdk::cli {

// Looks at the running calls of packages' code, and with a timeout at the steps of a run, four times a second, on a
// thread of its own, until it is destroyed. The calls themselves pay nothing for it.
// - A call that has run for 10 seconds is named on the standard error, once for each node.
// - When `timeout` has passed, the process ends with E6004 and names the call that doesn't return. A loop of the model
//   ends by itself (graph_core/base/limits.h), which names its node and gives its number of iterations.
class TimeWatch {
 public:
  using Clock = std::chrono::steady_clock;
  explicit TimeWatch(std::optional<double> timeout_s);
  ~TimeWatch();
  TimeWatch(const TimeWatch&) = delete;
  TimeWatch& operator=(const TimeWatch&) = delete;

 private:
  // The call that has run longest among the innermost calls of all threads.
  struct LongestCall {
    std::string where;  // "": no code of a package is running
    Clock::duration time{};
  };

  void Watch();
  LongestCall Look(Clock::time_point now);
  // Ends the process if the time is up.
  void CheckTime(const LongestCall& longest, Clock::time_point now) const;

  const std::optional<double> timeout_s_;
  const Clock::time_point begin_ = Clock::now();
  std::map<CallId, Clock::time_point> first_seen_;
  std::set<std::string> named_;
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace opdk::cli
