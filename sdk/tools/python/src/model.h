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
  // Called with the GIL, runs without it.
  std::vector<Written> Run(const std::vector<Array>& inputs, const OutputArrays& outputs) const;
  // The same over lists of addresses, one for each port, of memory of the port's dtype and shape, which are all known:
  // the way of least work for a caller that has checked them. Allocates nothing. E1004: a shape isn't known, or another
  // number.
  void RunAt(const pybind11::list& inputs, const pybind11::list& outputs) const;

 private:
  opdk::Model compiled_;
  // In bytes, of each port; empty where some shape isn't known.
  std::vector<size_t> input_bytes_;
  std::vector<size_t> output_bytes_;
};

}  // namespace opdk::python
