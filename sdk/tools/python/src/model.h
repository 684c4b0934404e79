// A compiled model that threads share: their runs go on side by side.
#pragma once

#include <pybind11/pybind11.h>

#include <utility>
#include <vector>

#include "opdk/model.h"
#include "sdk/tools/python/src/arrays.h"

namespace opdk::python {

class Model {
 public:
  explicit Model(opdk::Model compiled);

  const opdk::Model& compiled() const { return compiled_; }
  opdk::Model& compiled() { return compiled_; }
  // Runs the model. The caller holds the GIL; the run itself releases it.
  std::vector<Written> Run(const std::vector<Array>& inputs, const OutputArrays& outputs) const;
  // Runs the model on lists of addresses, one address per port. The memory has the port's dtype and shape, which must
  // all be known. This is the fastest way for a caller that has checked its arrays: nothing is allocated. E1004: a
  // shape isn't known, or a list has another number of addresses.
  void RunAt(const pybind11::list& inputs, const pybind11::list& outputs) const;

 private:
  opdk::Model compiled_;
  // Size of each port, in bytes; empty if a shape isn't known.
  std::vector<size_t> input_bytes_;
  std::vector<size_t> output_bytes_;
};

}  // namespace opdk::python
