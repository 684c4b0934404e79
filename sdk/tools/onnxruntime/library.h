// ONNX Runtime, which is looked for when it is wanted: opdk doesn't come with it.
#pragma once

#include <memory>
#include <string>

#include "opdk/status.h"
#include "sdk/tools/onnxruntime/c_api.h"

namespace opdk::ort {

// Releases what the table's functions give.
template <typename Release>
struct Deleter {
  const OrtApi* api = nullptr;
  template <typename T>
  void operator()(T* object) const {
    Release::Call(api, object);
  }
};
template <typename T, typename Release>
using Owned = std::unique_ptr<T, Deleter<Release>>;

// E6001 with ONNX Runtime's own words; takes `status`.
Status ToStatus(const OrtApi* api, OrtStatus* status);

// The loaded library, which stays, and its environment.
class Library {
 public:
  // E5007: `path` is no ONNX Runtime, or one that is too old.
  static Result<std::unique_ptr<Library>> Load(const std::string& path);
  // Of this process: the one that OPDK_ONNXRUNTIME names, that the system has, or that the module onnxruntime of Python
  // (OPDK_PYTHON, python3) brings. E1002: there is none; E5007.
  static Result<const Library*> Find();
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  const OrtApi* api() const { return api_; }
  const OrtEnv* env() const { return env_; }
  const std::string& version() const { return version_; }

 private:
  Library() = default;
  const OrtApi* api_ = nullptr;
  OrtEnv* env_ = nullptr;
  std::string version_;
};

}  // namespace opdk::ort
