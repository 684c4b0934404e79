#include "opdk/variables.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "sdk/tools/python/src/arrays.h"
#include "sdk/tools/python/src/bindings.h"
#include "sdk/tools/python/src/status_error.h"

namespace py = pybind11;

namespace opdk::python {
namespace {

Written ValueOf(const Variables& variables, const std::string& name) {
  const py::gil_scoped_release release;
  const ge::Tensor value = Take(variables.Value(name));
  const ge::TensorDesc desc = value.GetTensorDesc();
  return {desc.GetDataType(), desc.GetShape().GetDims(),
          std::vector<uint8_t>(value.GetData(), value.GetData() + value.GetSize())};
}

}  // namespace

void BindVariables(py::module_& module) {
  py::class_<Variables>(module, "Variables", "What models share by name.")
      .def(py::init<>())
      .def("names", &Variables::names, "Of the models that were compiled with it.")
      .def("value", &ValueOf, py::arg("name"), "A copy.");
}

}  // namespace opdk::python
