// The creation of a session, timed in a fresh process each: nothing that an earlier one loaded or compiled is there.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/bench/contestant.h"

namespace opdk::bench {

// What a child process is told, as its options; opdk_bench's main() reads them back.
struct Creation {
  std::string model;  // .onnx
  int threads = 1;
  std::string ort;  // libonnxruntime.so; "": opdk creates the session
  std::vector<std::string> plugins;
  std::vector<std::string> disabled_passes;  // of opdk's
  std::string kernel_cache_directory;
  bool cold = false;  // the kernel cache is emptied first
};

// In the child: creates the session, prints the seconds. What a process does once (loading libraries and packages,
// registering ONNX's operators) doesn't count on either side: a session of another, trivial model goes before.
Status CreateAndPrint(const Creation& creation);

// In the parent. Run() fails where opdk's warm cache changes, which says that something was compiled.
std::unique_ptr<Contestant> MakeCreationContestant(Creation creation);

}  // namespace opdk::bench
