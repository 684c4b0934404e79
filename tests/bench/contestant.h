// Who runs a row: opdk or ONNX Runtime, a model compiled with inputs and outputs bound.
#pragma once

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
};

// What a contestant is made of. The buffers stay the caller's and outlive the contestant.
struct Entry {
  const onnx::ModelProto& model;
  std::vector<Buffer>& inputs;
  std::vector<Buffer>& outputs;
  int threads = 1;
};

}  // namespace opdk::bench
