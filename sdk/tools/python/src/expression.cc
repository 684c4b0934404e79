#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "opdk/inspect.h"
#include "sdk/tools/python/src/arrays.h"
#include "sdk/tools/python/src/bindings.h"
#include "sdk/tools/python/src/status_error.h"
#include "tbe/print.h"

namespace py = pybind11;

namespace opdk::python {
namespace {

std::vector<Written> Evaluate(const KernelExpression& expression, const std::vector<std::optional<Array>>& inputs,
                              bool higher_precision) {
  const py::gil_scoped_release release;
  std::vector<tbe::HostTensor> values = expression.constants;
  for (size_t i = 0; i < std::min(inputs.size(), values.size()); ++i) {
    if (!inputs[i]) continue;
    const auto* bytes = reinterpret_cast<const uint8_t*>(inputs[i]->address);
    values[i] = {inputs[i]->dtype, inputs[i]->shape, {bytes, bytes + inputs[i]->bytes}};
  }
  std::vector<tbe::HostTensor> results =
      Take(tbe::Evaluate(expression.values, values, {.higher_precision = higher_precision}));
  std::vector<Written> written;
  for (tbe::HostTensor& result : results) {
    written.push_back({result.dtype, std::move(result.shape), std::move(result.bytes)});
  }
  return written;
}

}  // namespace

void BindExpression(py::module_& module) {
  py::class_<KernelExpression>(module, "Expression", "What an AI Core kernel computes, for concrete shapes.")
      .def_readonly("package", &KernelExpression::package, "Whose kernel it is.")
      .def_readonly("inputs", &KernelExpression::inputs, "Every input; dtype 'undefined': absent.")
      .def_readonly("outputs", &KernelExpression::outputs, "Every output.")
      .def(
          "print", [](const KernelExpression& expression) { return tbe::Print(expression.values); },
          "One line per operation.")
      .def("evaluate", &Evaluate, py::arg("inputs"), py::arg("higher_precision"),
           "The values; None for a constant's own value and for an absent input.");
}

}  // namespace opdk::python
