// A compiled model that threads may share: their runs go one after the other.
#pragma once

#include <mutex>
#include <utility>
#include <vector>

#include "graph_core/session.h"
#include "sdk/tools/python/src/arrays.h"

namespace opdk::python {

class Model {
 public:
  explicit Model(CompiledSession compiled) : compiled_(std::move(compiled)) {}

  std::vector<Port> inputs() const;
  std::vector<Port> outputs() const;
  bool dynamic() const { return compiled_.model.dynamic(); }
  const CompileReport& report() const { return compiled_.report; }
  // Called with the GIL, runs without it.
  std::vector<Written> Run(const std::vector<Array>& inputs, const OutputArrays& outputs);

 private:
  std::mutex mutex_;  // only taken without the GIL
  CompiledSession compiled_;
};

}  // namespace opdk::python
