#include "graph/graph.h"

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "opdk/author_graph.h"
#include "opdk/declaration.h"
#include "opdk/host.h"
#include "opdk/input_file.h"
#include "opdk/inspect.h"
#include "opdk/model.h"
#include "opdk/variables.h"
#include "sdk/tools/python/src/arrays.h"
#include "sdk/tools/python/src/attr_values.h"
#include "sdk/tools/python/src/bindings.h"
#include "sdk/tools/python/src/model.h"
#include "sdk/tools/python/src/packages.h"
#include "sdk/tools/python/src/status_error.h"

namespace py = pybind11;

namespace opdk::python {
namespace {

// Port, node, output of the node.
using InputLink = std::tuple<std::string, size_t, int>;
// Node, output of the node, name of the graph's output.
using OutputLink = std::tuple<size_t, int, std::string>;
using OutputLinks = std::vector<OutputLink>;

// A graph while it is built, or one that was read. Nodes are known by their number, in order of creation.
class GraphBuilder {
 public:
  explicit GraphBuilder(const std::string& name) : packages_(LoadedPackages()), graph_(name) {}
  GraphBuilder(Packages packages, ge::Graph parsed)
      : packages_(std::move(packages)), graph_(std::move(parsed)), parsed_(true) {}

  size_t AddInput(const PortSpec& port) {
    const ge::Operator data = NewOperator(port.name, "Data");
    DescOf(data).outputs.push_back({"y", 0, ge::TensorDesc(ge::Shape(port.shape), ge::FORMAT_ND, port.dtype)});
    DataOf(graph_).inputs.push_back(data);
    return Add(data);
  }

  size_t AddConstant(const std::string& name, const Array& value) {
    const ge::Operator constant = NewOperator(name, "Const");
    ge::Tensor tensor = TensorFrom(value);
    DescOf(constant).outputs.push_back({"y", 0, tensor.GetTensorDesc()});
    DescOf(constant).attrs["value"] = std::move(tensor);
    return Add(constant);
  }

  // Adds an operator. Returns the new node's index and the names of its outputs.
  std::pair<size_t, std::vector<std::string>> AddOperator(const std::string& type, const std::string& name,
                                                          const std::vector<InputLink>& inputs, const py::dict& attrs,
                                                          const std::map<std::string, int>& dynamic_outputs) {
    const OpDesc& prototype = *Take(packages_.Prototype(type));
    AttrMap typed = AttrsFrom(prototype, attrs);
    std::vector<opdk::Port> ports = Take(OutputPorts(prototype, dynamic_outputs));
    ge::Operator op = NewOperator(name, type);
    OpDesc& desc = DescOf(op);
    desc.attrs = std::move(typed);
    desc.outputs = std::move(ports);
    // Preparing the graph finds the index of the prototype's port (-1 here), and refuses unknown ports.
    for (const auto& [port, node, output] : inputs) desc.inputs.push_back({port, -1, ge::TensorDesc()});
    uint32_t slot = 0;
    for (const auto& [port, node, output] : inputs) {
      op.SetInput(slot++, operators().at(node), static_cast<uint32_t>(output));
      used_.insert({node, output});
    }
    std::vector<std::string> outputs;
    for (const opdk::Port& output : desc.outputs) outputs.push_back(output.name);
    return {Add(op), std::move(outputs)};
  }

  std::string NameOf(size_t node) const { return DescOf(operators().at(node)).name; }

  std::vector<InferredNode> Infer(const OutputLinks& outputs) const {
    const ge::Graph graph = Complete(outputs);
    const py::gil_scoped_release release;
    return Take(InferGraph(packages_, graph));
  }

  KernelExpression Expression(size_t node, const std::string& package) const {
    const ge::Graph graph = Complete({});
    const std::string name = NameOf(node);
    const py::gil_scoped_release release;
    return Take(ExpressionOf(packages_, graph, name, package));
  }

  std::unique_ptr<Model> Compile(const OutputLinks& outputs, const CompileOptions& options,
                                 const Variables& variables) const {
    const ge::Graph graph = Complete(outputs);
    const py::gil_scoped_release release;
    return std::make_unique<Model>(Take(opdk::Model::Compile(packages_, graph, options, variables)));
  }

  py::bytes Save(const OutputLinks& outputs) const { return Take(CurrentHost()->SaveGraph(Complete(outputs))); }
  std::string Print(const OutputLinks& outputs) const { return Take(CurrentHost()->PrintGraph(Complete(outputs))); }

 private:
  const std::vector<ge::Operator>& operators() const { return DataOf(graph_).added; }

  // Makes an operator with this name. If the name is taken, a number is appended.
  ge::Operator NewOperator(const std::string& name, const std::string& type) {
    std::string free = name;
    for (int suffix = 1; !names_.insert(free).second; ++suffix) free = fmt::format("{}_{}", name, suffix);
    return ge::Operator(free, type);
  }

  size_t Add(const ge::Operator& op) {
    DataOf(graph_).added.push_back(op);
    return operators().size() - 1;
  }

  // Returns a copy of the graph with these outputs. Without `outputs`, all unused tensors are outputs. Other threads
  // may extend the graph meanwhile.
  ge::Graph Complete(OutputLinks outputs) const {
    if (parsed_) return graph_;
    for (size_t n = 0; outputs.empty() && n < operators().size(); ++n) {
      for (int i = 0; i < static_cast<int>(DescOf(operators()[n]).outputs.size()); ++i) {
        if (!used_.contains({n, i})) outputs.emplace_back(n, i, fmt::format("{}:{}", NameOf(n), i));
      }
    }
    ge::Graph copy(graph_.GetName());
    copy.CopyFrom(graph_);
    AuthorGraph& data = DataOf(copy);
    std::vector<std::string> names;
    for (const auto& [node, output, name] : outputs) {
      data.outputs.emplace_back(data.added.at(node), output);
      names.push_back(name);
    }
    data.attrs["output_names"] = std::move(names);
    return copy;
  }

  Packages packages_;
  ge::Graph graph_;
  bool parsed_ = false;
  std::set<std::string> names_;
  std::set<std::pair<size_t, int>> used_;
};

// Loads a graph in GE's form, which needs no framework plugin.
std::unique_ptr<GraphBuilder> Load(const std::string& path) {
  Packages packages = LoadedPackages();
  constexpr FileKind kGraphFile{"the graph", std::numeric_limits<int>::max()};
  const std::string bytes = Take(ReadFile(path, kGraphFile));
  const py::gil_scoped_release release;
  return std::make_unique<GraphBuilder>(std::move(packages), Take(CurrentHost()->LoadGraph(bytes, path)));
}

std::unique_ptr<GraphBuilder> Parse(const std::vector<std::string>& files,
                                    const std::map<std::string, std::string>& options) {
  Packages packages = LoadedPackages();
  ParseResult parsed;
  {
    const py::gil_scoped_release release;
    parsed = Take(packages.ParseModel({files, options, {}}));
  }
  for (const std::string& warning : parsed.warnings) {
    if (PyErr_WarnEx(PyExc_UserWarning, warning.c_str(), 1) != 0) throw py::error_already_set();
  }
  return std::make_unique<GraphBuilder>(std::move(packages), std::move(parsed.graph));
}

CompileOptions OptionsFrom(std::string engine, int threads, std::vector<std::string> disabled_passes,
                           std::string dump_directory, const std::string& precision_mode) {
  CompileOptions options;
  if (!precision_mode.empty()) Check(ReadPrecisionMode(precision_mode, options.precision));
  options.engine = std::move(engine);
  options.threads = threads;
  options.disabled_passes = std::move(disabled_passes);
  options.dump_directory = std::move(dump_directory);
  return options;
}

}  // namespace

void BindGraph(py::module_& module) {
  py::class_<InferredNode>(module, "InferredNode", "What inference says of a node.")
      .def_readonly("name", &InferredNode::name, "Unique in the graph.")
      .def_readonly("type", &InferredNode::type, "Of the operator.")
      .def_readonly("outputs", &InferredNode::outputs, "Every output.");
  py::class_<GraphBuilder>(module, "Graph", "A graph while it is built; nodes are known by their number.")
      .def(py::init<std::string>(), py::arg("name"))
      .def("add_input", &GraphBuilder::AddInput, py::arg("port"), "Adds an input; returns its node.")
      .def("add_constant", &GraphBuilder::AddConstant, py::arg("name"), py::arg("value"),
           "Adds a copy of the value; returns its node.")
      .def("add_operator", &GraphBuilder::AddOperator, py::arg("type"), py::arg("name"), py::arg("inputs"),
           py::arg("attrs"), py::arg("dynamic_outputs"),
           "Adds an operator with (port, node, output) per input; returns its node and its outputs' names.")
      .def("name_of", &GraphBuilder::NameOf, py::arg("node"), "The node's name, unique in the graph.")
      .def("infer", &GraphBuilder::Infer, py::arg("outputs"), "The nodes in topological order.")
      .def("expression_of", &GraphBuilder::Expression, py::arg("node"), py::arg("package"),
           "What the node's AI Core kernel computes.")
      .def(
          "compile",
          [](const GraphBuilder& graph, const OutputLinks& outputs, std::string engine, int threads,
             std::vector<std::string> disabled_passes, std::string dump_directory, const std::string& precision_mode,
             std::vector<std::vector<std::vector<int64_t>>> gears, const Variables* variables) {
            CompileOptions options = OptionsFrom(std::move(engine), threads, std::move(disabled_passes),
                                                 std::move(dump_directory), precision_mode);
            options.gears = std::move(gears);
            return graph.Compile(outputs, options, variables == nullptr ? Variables() : *variables);
          },
          py::arg("outputs"), py::arg("engine"), py::arg("threads"), py::arg("disabled_passes"),
          py::arg("dump_directory"), py::arg("precision_mode"), py::arg("gears"), py::arg("variables").none(true),
          "Compiles a copy with (node, output, name) per output.")
      .def("save", &GraphBuilder::Save, py::arg("outputs"), "The bytes of an .air file.")
      .def("print", &GraphBuilder::Print, py::arg("outputs"), "The graph core's text form.");
  module.def("load_graph", &Load, py::arg("path"), "The graph of an .air file.");
  module.def("parse", &Parse, py::arg("files"), py::arg("options"), "The graph of a model's files.");
}

}  // namespace opdk::python
