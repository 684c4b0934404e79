#include "sdk/python/src/status_error.h"

#include <pybind11/stl.h>

#include <string>

namespace py = pybind11;

namespace opdk::python {

py::object ToPython(const Status& status) {
  return py::module_::import("opdk.errors")
      .attr("OpdkError")(ToString(status.code()), status.message(), status.places(), status.hint());
}

void RegisterStatusError() {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const StatusError& error) {
      const py::object raised = ToPython(error.status());
      PyErr_SetObject(py::type::of(raised).ptr(), raised.ptr());
    }
  });
}

}  // namespace opdk::python
