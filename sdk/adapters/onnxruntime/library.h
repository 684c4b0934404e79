// ONNX Runtime, which opdk doesn't include: it is looked for at its first use.
#pragma once

#include <memory>
#include <string>

#include "opdk/status.h"
#include "sdk/adapters/onnxruntime/c_api.h"

namespace opdk::ort {

// Releases an object that a function of ONNX Runtime's table returned.
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

// Returns E6001 with ONNX Runtime's message, or OK for nullptr. Takes ownership of `status`.
Status ToStatus(const OrtApi* api, OrtStatus* status);

// The loaded library, which is never unloaded, and its environment.
class Library {
 public:
  // Loads the library at `path`. E5007: `path` is no ONNX Runtime, or ONNX Runtime is too old.
  static Result<std::unique_ptr<Library>> Load(const std::string& path);
  // Returns this process's library: the one that OPDK_ONNXRUNTIME names, the system's, or the one in Python's module
  // onnxruntime (of the interpreter OPDK_PYTHON, by default python3). E1002: there is none; E5007.
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
