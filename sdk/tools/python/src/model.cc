#include "sdk/tools/python/src/model.h"

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>

#include "graph/types.h"
#include "sdk/tools/python/src/bindings.h"
#include "sdk/tools/python/src/status_error.h"

namespace py = pybind11;

namespace opdk::python {
namespace {

py::dict ToPython(const NodeExplanation& node) {
  py::list refusals;
  for (const Refusal& refusal : node.refusals) refusals.append(py::make_tuple(refusal.engine, refusal.reason));
  py::dict row;
  row["node"] = node.node;
  row["type"] = node.type;
  row["engine"] = node.engine;
  row["package"] = node.package;
  row["kernel"] = node.kernel;
  row["description"] = node.description;
  row["fused_into"] = node.fused_into;
  row["view"] = node.view;
  row["stream"] = node.stream;
  row["refusals"] = std::move(refusals);
  row["notes"] = node.notes;
  return row;
}

py::dict ToPython(const MemoryReport& memory) {
  py::dict row;
  row["planned"] = memory.planned;
  row["theoretical_min"] = memory.theoretical_min;
  row["without_reuse"] = memory.without_reuse;
  row["constants"] = memory.constants;
  return row;
}

py::dict ReportOf(const Model& model) {
  const CompileReport& report = model.compiled().report();
  py::list nodes;
  for (const NodeExplanation& node : report.nodes) nodes.append(ToPython(node));
  py::dict result;
  result["nodes"] = std::move(nodes);
  result["memory"] = ToPython(report.memory);
  result["tasks"] = report.tasks;
  result["compile_ms"] = report.compile_ms;
  return result;
}

void DumpTensors(Model& model, std::string directory, std::vector<std::string> layers, const std::string& runs,
                 const std::string& mode, const std::string& data) {
  TensorDumpOptions options;
  options.directory = std::move(directory);
  options.layers = std::move(layers);
  options.runs = Take(ParseRuns(runs));
  Check(SetDumpMode(mode, options));
  Check(SetDumpData(data, options));
  Check(model.compiled().DumpTensors(std::move(options)));
}

// Returns the sizes of all ports, in bytes; nullopt if a shape isn't known.
std::optional<std::vector<size_t>> BytesOf(const std::vector<PortSpec>& ports) {
  std::vector<size_t> bytes;
  for (const PortSpec& port : ports) {
    size_t size = static_cast<size_t>(ge::GetSizeByDataType(port.dtype));
    for (const int64_t dim : port.shape) {
      if (dim < 0) return std::nullopt;
      size *= static_cast<size_t>(dim);
    }
    bytes.push_back(size);
  }
  return bytes;
}

uintptr_t AddressIn(const py::list& list, size_t place) {
  const auto address =
      static_cast<uintptr_t>(PyLong_AsUnsignedLongLong(PyList_GET_ITEM(list.ptr(), static_cast<Py_ssize_t>(place))));
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return address;
}

}  // namespace

Model::Model(opdk::Model compiled) : compiled_(std::move(compiled)) {
  auto inputs = BytesOf(compiled_.inputs());
  auto outputs = BytesOf(compiled_.outputs());
  if (!inputs || !outputs) return;
  input_bytes_ = *std::move(inputs);
  output_bytes_ = *std::move(outputs);
}

void Model::RunAt(const py::list& inputs, const py::list& outputs) const {
  if (inputs.size() != input_bytes_.size() || outputs.size() != output_bytes_.size()) {
    throw StatusError(Status(ErrorCode::kInputMismatch,
                             fmt::format("{} inputs and {} outputs are given, the model has {} and {} of known shape",
                                         inputs.size(), outputs.size(), input_bytes_.size(), output_bytes_.size()))
                          .Hint("a model with sizes that only a run knows takes arrays: run"));
  }
  // Buffers kept between runs of a thread, so that a run allocates nothing. A run takes them out, in case it calls code
  // that runs a model, too.
  thread_local std::vector<RunInput> kept_inputs;
  thread_local std::vector<RunOutput> kept_outputs;
  std::vector<RunInput> given = std::move(kept_inputs);
  std::vector<RunOutput> written = std::move(kept_outputs);
  given.clear();
  written.clear();
  for (size_t i = 0; i < inputs.size(); ++i) {
    const PortSpec& port = compiled_.inputs()[i];
    given.push_back({reinterpret_cast<const void*>(AddressIn(inputs, i)), input_bytes_[i], port.dtype, port.shape});
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    written.push_back({reinterpret_cast<void*>(AddressIn(outputs, i)), output_bytes_[i]});
  }
  {
    const py::gil_scoped_release release;
    Check(compiled_.Run(given, written));
  }
  kept_inputs = std::move(given);
  kept_outputs = std::move(written);
}

std::vector<Written> Model::Run(const std::vector<Array>& inputs, const OutputArrays& outputs) const {
  const py::gil_scoped_release release;
  std::vector<RunOutput> given = OutputsOver(outputs);
  std::vector<Written> written;
  Check(compiled_.Run(InputsOver(inputs), given, [&] { written = Collect(given, outputs); }));
  return written;
}

void BindModel(py::module_& module) {
  py::class_<Model>(module, "Model", "A compiled graph.")
      .def_property_readonly(
          "inputs", [](const Model& model) { return model.compiled().inputs(); }, "What a run takes, in order.")
      .def_property_readonly(
          "outputs", [](const Model& model) { return model.compiled().outputs(); }, "What a run gives, in order.")
      .def_property_readonly(
          "dynamic", [](const Model& model) { return model.compiled().dynamic(); },
          "Some shape is known only at run time.")
      .def("run", &Model::Run, py::arg("inputs"), py::arg("outputs"), "Runs; None: the result brings its bytes.")
      .def("run_at", &Model::RunAt, py::arg("inputs"), py::arg("outputs"),
           "Runs a model of known shapes over lists of addresses.")
      .def("dump_tensors", &DumpTensors, py::arg("directory"), py::arg("layers"), py::arg("runs"), py::arg("mode"),
           py::arg("data"), "Later runs write what their steps read and write.")
      .def(
          "profile", [](Model& model, const std::string& directory) { Check(model.compiled().Profile(directory)); },
          py::arg("directory"), "Later runs write how long their steps took.")
      .def("report", &ReportOf, "What became of each node.");
}

}  // namespace opdk::python
