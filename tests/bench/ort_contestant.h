// A model in ONNX Runtime, through its C API.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "sdk/tools/onnxruntime/library.h"
#include "tests/bench/contestant.h"

namespace opdk::bench {

class OrtRuntime {
 public:
  // E5007: `path` is no ONNX Runtime.
  static Result<std::unique_ptr<OrtRuntime>> Load(const std::string& path);

  const std::string& version() const { return library_->version(); }
  // From the file to a session, which is closed again.
  Status OpenModel(const std::string& path, int threads) const;
  // All optimizations on; input and output buffers bound once.
  Result<std::unique_ptr<Contestant>> MakeContestant(const Entry& entry) const;

 private:
  explicit OrtRuntime(std::unique_ptr<ort::Library> library) : library_(std::move(library)) {}
  std::unique_ptr<ort::Library> library_;
};

}  // namespace opdk::bench
