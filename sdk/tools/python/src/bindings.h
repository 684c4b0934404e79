// The parts of the module opdk._core, one function per file of the same name.
#pragma once

#include <pybind11/pybind11.h>

namespace opdk::python {

void BindPackages(pybind11::module_& module);
void BindOperator(pybind11::module_& module);
void BindModel(pybind11::module_& module);
void BindExpression(pybind11::module_& module);
void BindGraph(pybind11::module_& module);
void BindVariables(pybind11::module_& module);

}  // namespace opdk::python
