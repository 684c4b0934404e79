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

// What a run wrote: into the caller's memory (no bytes here), or here.
struct Written {
  ge::DataType dtype = ge::DT_UNDEFINED;
  std::vector<int64_t> shape;
  std::optional<std::vector<uint8_t>> bytes;
};

using OutputArrays = std::vector<std::optional<Array>>;

// Views of `arrays`, which must outlive them.
std::vector<RunInput> InputsOver(const std::vector<Array>& arrays);
std::vector<RunOutput> OutputsOver(const OutputArrays& arrays);
// What the run left, while its buffers are valid.
std::vector<Written> Collect(const std::vector<RunOutput>& outputs, const OutputArrays& arrays);
// Copies the bytes.
ge::Tensor TensorFrom(const Array& array);

// A dtype by its name; raises for a name that there isn't.
ge::DataType DtypeFrom(const std::string& name);

void BindArrays(pybind11::module_& module);

}  // namespace opdk::python
