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

// Its memory stays where it is.
struct SessionVariable {
  std::string name;
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t> shape;
  size_t bytes = 0;
  AlignedBuffer data;
  bool initialized = false;
};

// Thread-safe but for the variables' values, which mutex() guards: a run that writes holds it alone, those that only
// read hold it together.
class VariableStore {
 public:
  // The variable of that name, made when it is new; then it begins with `initial` (nullptr: without a value). E2003: it
  // exists with another type or shape, or the shape isn't known. E2007: no memory.
  Result<std::shared_ptr<SessionVariable>> Declare(const std::string& name, const ge::TensorDesc& desc,
                                                   const ge::Tensor* initial);
  // A copy of its value. E1003: there is no such variable ("did you mean"), or it has no value yet.
  Result<ge::Tensor> Value(const std::string& name) const;
  std::vector<std::string> names() const;

  std::shared_mutex& mutex() const { return values_; }

 private:
  mutable std::shared_mutex values_;
  mutable std::shared_mutex names_;
  std::map<std::string, std::shared_ptr<SessionVariable>, std::less<>> variables_;
};

}  // namespace opdk
