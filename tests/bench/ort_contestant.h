// A model in ONNX Runtime, through its C API.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "sdk/adapters/onnxruntime/library.h"
#include "tests/bench/contestant.h"

namespace opdk::bench {

class OrtRuntime {
 public:
  // Loads ONNX Runtime. E5007: `path` is no ONNX Runtime.
  static Result<std::unique_ptr<OrtRuntime>> Load(const std::string& path);

  const std::string& version() const { return library_->version(); }
  // Creates a session from a file and closes it again.
  Status OpenModel(const std::string& path, int threads) const;
  // Makes the contestant with all optimizations on. Input and output buffers are bound once.
  Result<std::unique_ptr<Contestant>> MakeContestant(const Entry& entry) const;

 private:
  explicit OrtRuntime(std::unique_ptr<ort::Library> library) : library_(std::move(library)) {}
  std::unique_ptr<ort::Library> library_;
};

}  // namespace opdk::bench
