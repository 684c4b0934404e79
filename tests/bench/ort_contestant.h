// A model in ONNX Runtime, through its C API.
#pragma once

#include <memory>
#include <string>

#include "tests/bench/contestant.h"
#include "tests/bench/ort_c_api.h"

namespace opdk::bench {

// The loaded library and its environment.
class OrtRuntime {
 public:
  // E5007: `path` is no ONNX Runtime.
  static Result<std::unique_ptr<OrtRuntime>> Load(const std::string& path);
  ~OrtRuntime();
  OrtRuntime(const OrtRuntime&) = delete;
  OrtRuntime& operator=(const OrtRuntime&) = delete;

  const std::string& version() const { return version_; }
  // From the file to a session, which is closed again.
  Status OpenModel(const std::string& path, int threads) const;
  // All optimizations on; input and output buffers bound once.
  Result<std::unique_ptr<Contestant>> MakeContestant(const Entry& entry) const;

 private:
  OrtRuntime() = default;
  const OrtApi* api_ = nullptr;
  OrtEnv* env_ = nullptr;
  std::string version_;
};

}  // namespace opdk::bench
