// State that all sessions of the process share, and the frame of a session API call.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "ge/ge_api_error_codes.h"
#include "graph/ascend_string.h"
#include "graph_core/host/ge_options.h"
#include "graph_core/package/package_registry.h"

namespace ge {

struct Process {
  std::mutex mutex;
  opdk::OptionMap options;
  std::string scope_passes;                         // the option for reading TensorFlow's models, by itself
  std::shared_ptr<opdk::PackageRegistry> packages;  // nullptr: not initialized
  int sessions = 0;
};

Process& TheProcess();
opdk::Status NotInitialized();

// Runs a call of the API. No exception leaves it, and an error is kept for GEGetErrorMsg.
Status Call(const char* name, const std::function<opdk::Status()>& work);
// Sets, adds to, or sets the run's part of the text for GEGetWarningMsg: warnings of the graph that this thread
// compiled last, and of its last run.
void NoteWarnings(const std::vector<std::string>& warnings);
void AddWarnings(const std::vector<std::string>& warnings);
void NoteRunWarnings(const std::vector<std::string>& warnings);

opdk::OptionMap Strings(const std::map<AscendString, AscendString>& options);

}  // namespace ge
