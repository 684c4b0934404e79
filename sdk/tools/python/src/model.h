// A compiled model that threads share: their runs go on side by side.
#pragma once

#include <utility>
#include <vector>

#include "opdk/model.h"
#include "sdk/tools/python/src/arrays.h"

namespace opdk::python {

class Model {
 public:
  explicit Model(opdk::Model compiled) : compiled_(std::move(compiled)) {}

  const opdk::Model& compiled() const { return compiled_; }
  opdk::Model& compiled() { return compiled_; }
  // Called with the GIL, runs without it.
  std::vector<Written> Run(const std::vector<Array>& inputs, const OutputArrays& outputs) const;

 private:
  opdk::Model compiled_;
};

}  // namespace opdk::python
