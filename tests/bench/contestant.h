// The two sides of a row, opdk and ONNX Runtime: a model compiled with inputs and outputs bound.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "opdk/status.h"
#include "tests/bench/row_model.h"

namespace opdk::bench {

class Contestant {
 public:
  virtual ~Contestant() = default;
  virtual Status Run() = 0;
  // Seconds that so many calls take.
  virtual Result<double> Time(int calls) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) OPDK_TRY(Run());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
};

// The arguments of a contestant. The buffers stay the caller's and outlive the contestant.
struct Entry {
  const onnx::ModelProto& model;
  std::string file;  // where it lies already; "": nowhere
  std::vector<Buffer>& inputs;
  std::vector<Buffer>& outputs;
  int threads = 1;
  std::string ir_graph = {};  // what opdk runs in place of the model, with its constants; "": the model
};

}  // namespace opdk::bench
