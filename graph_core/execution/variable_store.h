// The variables of a session: memory that outlives runs and graphs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "graph_core/execution/memory.h"
#include "opdk/status.h"

namespace opdk {

// A variable. Its memory doesn't move.
struct SessionVariable {
  std::string name;
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t> shape;
  size_t bytes = 0;
  AlignedBuffer data;
  bool initialized = false;
};

// Thread-safe except for the variables' values, which mutex() guards. A run that writes holds it alone; runs that only
// read share it.
class VariableStore {
 public:
  // Returns the variable of that name. A new variable begins with `initial` (nullptr: without a value). E2003: the
  // variable has another type or shape, or the shape isn't known. E2007: no memory.
  Result<std::shared_ptr<SessionVariable>> Declare(const std::string& name, const ge::TensorDesc& desc,
                                                   const ge::Tensor* initial);
  // Returns a copy of the variable's value. E1003: there is no such variable ("did you mean"), or it has no value yet.
  Result<ge::Tensor> Value(const std::string& name) const;
  std::vector<std::string> names() const;

  std::shared_mutex& mutex() const { return values_; }

 private:
  mutable std::shared_mutex values_;
  mutable std::shared_mutex names_;
  std::map<std::string, std::shared_ptr<SessionVariable>, std::less<>> variables_;
};

}  // namespace opdk
