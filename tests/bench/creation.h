// The creation of a session, timed in a fresh process each: nothing that an earlier one loaded or compiled is there.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/bench/contestant.h"

namespace opdk::bench {

// The options that a child process is started with; opdk_bench's main() reads them back.
struct Creation {
  std::string model;  // .onnx
  int threads = 1;
  std::string ort;  // libonnxruntime.so; "": opdk creates the session
  std::vector<std::string> plugins;
  std::vector<std::string> disabled_passes;  // of opdk's
  std::string kernel_cache_directory;
  bool cold = false;  // the kernel cache is emptied first
};

// Creates the session in the child and prints the seconds. Work that a process does once (loading libraries and
// packages, registering ONNX's operators) counts on neither side: a session of another, trivial model goes before.
Status CreateAndPrint(const Creation& creation);

// Makes the contestant in the parent. Its Run() fails if opdk's warm cache changes, which means that something was
// compiled.
std::unique_ptr<Contestant> MakeCreationContestant(Creation creation);

}  // namespace opdk::bench
