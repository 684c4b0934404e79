// A compiled model that threads may share: their runs go one after the other.
#pragma once

#include <mutex>
#include <utility>
#include <vector>

#include "opdk/model.h"
#include "sdk/tools/python/src/arrays.h"

namespace opdk::python {

class Model {
 public:
  explicit Model(opdk::Model compiled) : compiled_(std::move(compiled)) {}

  const opdk::Model& compiled() const { return compiled_; }
  // Called with the GIL, runs without it.
  std::vector<Written> Run(const std::vector<Array>& inputs, const OutputArrays& outputs);

 private:
  std::mutex mutex_;  // only taken without the GIL
  opdk::Model compiled_;
};

}  // namespace opdk::python
