#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <map>
#include <mutex>
#include <utility>

#include "opdk/single_op.h"
#include "sdk/tools/python/src/arrays.h"
#include "sdk/tools/python/src/attr_values.h"
#include "sdk/tools/python/src/bindings.h"
#include "sdk/tools/python/src/packages.h"
#include "sdk/tools/python/src/status_error.h"

namespace py = pybind11;

namespace opdk::python {
namespace {

// A SingleOp that threads may share: their calls run in turn. The mutex is only taken without the GIL.
class Operator {
 public:
  Operator(const std::string& type, const std::vector<PortSpec>& inputs, const py::dict& attrs,
           SingleOpSettings settings) {
    const Packages packages = LoadedPackages();
    AttrMap typed = AttrsFrom(*Take(packages.Prototype(type)), attrs);
    std::vector<SingleOpPort> ports;
    for (const PortSpec& input : inputs) {
      ports.push_back({input.name, ge::TensorDesc(ge::Shape(input.shape), ge::FORMAT_ND, input.dtype)});
    }
    const py::gil_scoped_release release;
    op_.emplace(Take(SingleOp::Create(type, std::move(ports), std::move(typed), std::move(settings))));
  }

  std::vector<PortSpec> Prepare(const std::vector<Array>& inputs) {
    const py::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    Check(op_->Prepare(InputsOver(inputs)));
    return Outputs();
  }

  std::vector<Written> Run(const std::vector<Array>& inputs, const OutputArrays& outputs) {
    const py::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    std::vector<RunOutput> given = OutputsOver(outputs);
    Check(op_->Run(InputsOver(inputs), given));
    return Collect(given, outputs);
  }

  std::vector<PortSpec> outputs() {
    const py::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    return Outputs();
  }

  std::string Text(const std::string& (SingleOp::*text)() const) {
    const py::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    return ((*op_).*text)();
  }

 private:
  std::vector<PortSpec> Outputs() const {
    std::vector<PortSpec> ports;
    for (const SingleOpPort& port : op_->outputs()) {
      ports.push_back({port.name, port.desc.GetDataType(), port.desc.GetShape().GetDims()});
    }
    return ports;
  }

  std::mutex mutex_;
  std::optional<SingleOp> op_;
};

}  // namespace

void BindOperator(py::module_& module) {
  py::class_<Operator>(module, "Operator", "One operator, made ready for shapes and dtypes.")
      .def(py::init([](const std::string& type, const std::vector<PortSpec>& inputs, const py::dict& attrs,
                       std::string engine, int threads, std::map<std::string, int> dynamic_outputs) {
             return std::make_unique<Operator>(
                 type, inputs, attrs, SingleOpSettings{std::move(engine), threads, std::move(dynamic_outputs)});
           }),
           py::arg("type"), py::arg("inputs"), py::arg("attrs"), py::arg("engine"), py::arg("threads"),
           py::arg("dynamic_outputs"))
      .def("prepare", &Operator::Prepare, py::arg("inputs"), "The outputs for inputs of these shapes and dtypes.")
      .def("run", &Operator::Run, py::arg("inputs"), py::arg("outputs"), "Runs; None: the result brings its bytes.")
      .def_property_readonly("outputs", &Operator::outputs, "The outputs for the shapes used last.")
      .def_property_readonly(
          "engine", [](Operator& op) { return op.Text(&SingleOp::engine); }, "Which runs it; '' for a view.")
      .def_property_readonly(
          "package", [](Operator& op) { return op.Text(&SingleOp::package); }, "Whose kernel runs.")
      .def_property_readonly(
          "kernel", [](Operator& op) { return op.Text(&SingleOp::kernel); }, "Name of the kernel.")
      .def_property_readonly(
          "description", [](Operator& op) { return op.Text(&SingleOp::description); }, "One line about the kernel.");
}

}  // namespace opdk::python
