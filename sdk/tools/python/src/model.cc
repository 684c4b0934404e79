#include "sdk/tools/python/src/model.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

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

}  // namespace

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
      .def("dump_tensors", &DumpTensors, py::arg("directory"), py::arg("layers"), py::arg("runs"), py::arg("mode"),
           py::arg("data"), "Later runs write what their steps read and write.")
      .def(
          "profile", [](Model& model, const std::string& directory) { Check(model.compiled().Profile(directory)); },
          py::arg("directory"), "Later runs write how long their steps took.")
      .def("report", &ReportOf, "What became of each node.");
}

}  // namespace opdk::python
