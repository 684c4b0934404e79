// The native half of the Python package `opdk`; its Python half checks arguments and documents.
#include "opdk/package.h"
#include "sdk/tools/python/src/arrays.h"
#include "sdk/tools/python/src/bindings.h"
#include "sdk/tools/python/src/status_error.h"

PYBIND11_MODULE(_core, module) {
  module.doc() = "The native half of opdk. Private: use the package opdk.";
  module.attr("VERSION") = OPDK_SDK_VERSION;
  opdk::python::RegisterStatusError();
  opdk::python::BindArrays(module);
  opdk::python::BindPackages(module);
  opdk::python::BindOperator(module);
  opdk::python::BindModel(module);
  opdk::python::BindExpression(module);
  opdk::python::BindVariables(module);
  opdk::python::BindGraph(module);
}
