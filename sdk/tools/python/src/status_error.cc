#include "sdk/tools/python/src/status_error.h"

#include <pybind11/stl.h>

#include <new>
#include <stdexcept>
#include <string>

namespace py = pybind11;

namespace opdk::python {

namespace {

// Decodes a text that an error quotes (names, paths, bytes of a file). The text need not be UTF-8; other bytes become
// escapes, so that the error can be raised.
py::str Shown(const std::string& text) {
  PyObject* decoded = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

void Raise(const Status& status) {
  const py::object raised = ToPython(status);
  PyErr_SetObject(py::type::of(raised).ptr(), raised.ptr());
}

}  // namespace

py::object ToPython(const Status& status) {
  py::list places;
  for (const std::string& place : status.places()) places.append(Shown(place));
  return py::module_::import("opdk.errors")
      .attr("OpdkError")(ToString(status.code()), Shown(status.message()), places, Shown(status.hint()));
}

py::str PathToPython(const std::string& path) {
  PyObject* decoded = PyUnicode_DecodeFSDefaultAndSize(path.data(), static_cast<Py_ssize_t>(path.size()));
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

void RegisterStatusError() {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const StatusError& error) {
      Raise(error.status());
    } catch (const std::bad_alloc&) {
      Raise(Status(ErrorCode::kShapeOverflow, "there is not enough memory").Hint("check the shapes of the inputs"));
    } catch (const std::length_error& error) {
      Raise(Status(ErrorCode::kShapeOverflow, std::string("memory can't hold it: ") + error.what()));
    }
  });
}

}  // namespace opdk::python
