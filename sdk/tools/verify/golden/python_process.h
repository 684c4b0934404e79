// The Python interpreter that goldens run in: one process for each, or one that has imported NumPy and forks for each.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "opdk/status.h"

namespace opdk::verify {

// The interpreter goldens run in: $OPDK_PYTHON, else the one that opdk was built with, else python3 of the PATH.
std::string PythonInterpreter();

// A directory that nobody else may enter and that goes with this object. Its path is empty when none can be made.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Usable in processes that are forked from the one that started it, by several at once. It ends with that process.
class PythonServer {
 public:
  // E2011 where the interpreter can't be started, or has no NumPy; the hint says what to install.
  static Result<std::shared_ptr<const PythonServer>> Start();
  ~PythonServer();
  PythonServer(const PythonServer&) = delete;
  PythonServer& operator=(const PythonServer&) = delete;

  // The driver's exit code for a directory; nothing when nobody answers: it is gone, or what the golden called ended
  // its process.
  std::optional<int> Run(const std::filesystem::path& directory) const;

 private:
  PythonServer() = default;
  TemporaryDirectory directory_;  // of the socket and of what is said at the start
  int alive_ = -1;                // the server ends when it is closed
  int pid_ = 0;
};

struct PythonRun {
  bool good = false;
  std::string messages;  // what the driver wrote to stderr
  std::string hint;      // what to install; "": the golden is at fault
};
// Runs the driver (python_driver.h) on a directory: by the server, without one in a process of its own.
PythonRun RunPython(const std::filesystem::path& directory, const PythonServer* server);

}  // namespace opdk::verify
