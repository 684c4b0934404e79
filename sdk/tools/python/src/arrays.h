// Arrays on their way into and out of a run. The Python side owns the memory and has checked that it is dense; only
// addresses cross.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "opdk/run_tensor.h"

namespace opdk::python {

struct Array {
  uintptr_t address = 0;
  size_t bytes = 0;
  ge::DataType dtype = ge::DT_UNDEFINED;
  std::vector<int64_t> shape;
};

// An output of a run. Its data lies in the caller's memory (then `bytes` is empty) or in `bytes`.
struct Written {
  ge::DataType dtype = ge::DT_UNDEFINED;
  std::vector<int64_t> shape;
  std::optional<std::vector<uint8_t>> bytes;
};

using OutputArrays = std::vector<std::optional<Array>>;

// Makes views of `arrays`, which must outlive them.
std::vector<RunInput> InputsOver(const std::vector<Array>& arrays);
std::vector<RunOutput> OutputsOver(const OutputArrays& arrays);
// Describes the outputs of a run and copies those without an array. The run's buffers must still be valid.
std::vector<Written> Collect(const std::vector<RunOutput>& outputs, const OutputArrays& arrays);
// Copies the bytes.
ge::Tensor TensorFrom(const Array& array);

// Returns the dtype with this name; raises for an unknown name.
ge::DataType DtypeFrom(const std::string& name);

void BindArrays(pybind11::module_& module);

}  // namespace opdk::python
