// Variables that models share by their names: what they hold outlives a run, and the models.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk {

struct SessionMemory;

// Threads may share it. Models that are compiled with it keep what they need of it alive; they share working memory as
// well.
class Variables {
 public:
  Variables();

  // Of the models that were compiled with it, whether they have a value yet or not.
  std::vector<std::string> names() const;
  // A copy of its value. E1003: there is no such variable ("did you mean"), or it has no value yet.
  Result<ge::Tensor> Value(const std::string& name) const;

 private:
  friend class Model;
  std::shared_ptr<SessionMemory> memory_;
};

}  // namespace opdk
