// Variables that models share by name. Their values outlive a run, and the models.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk {

struct SessionMemory;

// A set of variables. Threads may share it. Models that are compiled with it keep the parts that they need alive; they
// also share working memory.
class Variables {
 public:
  Variables();

  // Returns the variables of the models that were compiled with this set, with or without a value.
  std::vector<std::string> names() const;
  // Returns a copy of a variable's value. E1003: there is no such variable ("did you mean"), or it has no value yet.
  Result<ge::Tensor> Value(const std::string& name) const;

 private:
  friend class Model;
  std::shared_ptr<SessionMemory> memory_;
};

}  // namespace opdk
