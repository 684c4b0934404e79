// The Python interpreter that goldens run in: a process for each golden, or a server that has imported NumPy and forks
// for each golden.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "graph_core/base/temporary_directory.h"
#include "opdk/status.h"

namespace opdk::verify {

// Returns the interpreter for goldens: $OPDK_PYTHON, else the one that opdk was built with, else python3 of the PATH.
std::string PythonInterpreter();

// A server process for goldens. Processes that are forked from its starter may use it, several at once. It ends with
// its starter.
class PythonServer {
 public:
  // Starts the server. E2011: the interpreter can't be started, or has no NumPy; the hint says what to install.
  static Result<std::shared_ptr<const PythonServer>> Start();
  ~PythonServer();
  PythonServer(const PythonServer&) = delete;
  PythonServer& operator=(const PythonServer&) = delete;

  // Returns the driver's exit code for a directory. nullopt: the server is gone, or the golden ended its process.
  std::optional<int> Run(const std::filesystem::path& directory) const;

 private:
  PythonServer() = default;
  TemporaryDirectory directory_ =
      TemporaryDirectory::Named("opdk_golden_");  // of the socket and of the messages at the start
  int alive_ = -1;                                // the server ends when it is closed
  int pid_ = 0;
};

struct PythonRun {
  bool good = false;
  std::string messages;  // the driver's stderr
  std::string hint;      // what to install; "": the golden is at fault
  bool refuses = false;  // the function raised a Refused; `messages` holds its text
};
// Runs the driver (python_driver.h) on a directory: by the server, or in a process of its own if there is no server.
PythonRun RunPython(const std::filesystem::path& directory, const PythonServer* server);

}  // namespace opdk::verify
