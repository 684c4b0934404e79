// Work spread over processes, so that a crash costs one item and no more.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace opdk::conformance {

struct WorkResult {
  bool ended = false;  // the worker answered; otherwise `text` says how it died
  std::string text;    // the answer, one line
};

// Calls answer(i) for every i in [0, count), in `workers` forked processes; answers come back over pipes. `answer` must
// create what it needs itself (in the worker, on first use). A worker that dies or works on one item for longer than
// `timeout_seconds` is replaced.
std::vector<WorkResult> RunInWorkers(int count, int workers, int timeout_seconds,
                                     const std::function<std::string(int item)>& answer);

}  // namespace opdk::conformance
