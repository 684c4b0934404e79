// The fastest of several primitives for a problem. The choice is measured once, then remembered by the process. The
// kernel cache keeps it for the next process (kernel_meta/onednn_<hash>.json).
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <utility>

namespace opdk {

struct MeasuredAlgorithm {
  std::string name;
  double microseconds = 0;
};

// Thread-safe. A file that can't be read or written costs a measurement, nothing else.
class AlgorithmChoices {
 public:
  // Takes the `directory` of a kernel cache, <root>/<key>.
  explicit AlgorithmChoices(std::filesystem::path directory) : directory_(std::move(directory)) {}

  // Returns the algorithm chosen for `problem`, whose whole text is compared; "" if none is chosen yet.
  std::string Find(const std::string& problem);
  void Keep(const std::string& problem, const std::string& chosen, std::span<const MeasuredAlgorithm> measured);

 private:
  std::filesystem::path PathOf(const std::string& problem) const;

  const std::filesystem::path directory_;
  std::mutex mutex_;
  std::map<std::string, std::string> chosen_;
};

}  // namespace opdk
