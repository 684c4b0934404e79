#include "graph_core/ir/graph.h"

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "graph/operator.h"
#include "graph_core/ir/declaration.h"
#include "graph_core/ir/from_operators.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/ir/text.h"
#include "graph_core/preparation/passes.h"
#include "graph_core/session.h"
#include "sdk/tools/python/src/arrays.h"
#include "sdk/tools/python/src/attr_values.h"
#include "sdk/tools/python/src/bindings.h"
#include "sdk/tools/python/src/expression.h"
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

constexpr Pass kInferencePasses[] = {{"check_graph", CheckGraph, true},
                                     {"fill_from_prototypes", FillFromPrototypes, true},
                                     {"infer_shapes", InferShapes, true}};

// A graph while it is built. Nodes are known by their number, in order of creation.
class GraphBuilder {
 public:
  explicit GraphBuilder(std::string name) : packages_(LoadedPackages()), graph_(std::move(name)) {}
  GraphBuilder(std::shared_ptr<const PackageRegistry> packages, Graph graph)
      : packages_(std::move(packages)), graph_(std::move(graph)), nodes_(graph_.nodes()) {}

  size_t AddInput(const Port& port) {
    OpDesc data = StructuralDesc(port.name, kData);
    data.outputs.push_back({"y", 0, ge::TensorDesc(ge::Shape(port.shape), ge::FORMAT_ND, port.dtype)});
    data.attrs["index"] = inputs_++;
    return Add(graph_.AddNode(std::move(data)));
  }

  size_t AddConstant(std::string name, const Array& value) {
    return Add(graph_.AddConst(std::move(name), TensorFrom(value)));
  }

  // The new node and the names of its outputs.
  std::pair<size_t, std::vector<std::string>> AddOperator(const std::string& type, const std::string& name,
                                                          const std::vector<InputLink>& inputs, const py::dict& attrs,
                                                          const std::map<std::string, int>& dynamic_outputs) {
    const ge::Operator handle = Take(packages_->CreateOperator(name, type));
    const OpDesc& prototype = DescOf(handle);
    OpDesc op = StructuralDesc(name, type);
    op.attrs = AttrsFrom(prototype, attrs);
    op.outputs = Take(OutputPorts(prototype, dynamic_outputs));
    std::vector<std::string> outputs;
    const ge::TensorDesc unknown(ge::Shape(), ge::FORMAT_ND, ge::DT_UNDEFINED);
    for (opdk::Port& output : op.outputs) {
      output.desc = unknown;
      outputs.push_back(output.name);
    }
    for (const auto& [port, node, output] : inputs) op.inputs.push_back({port, -1, ge::TensorDesc()});
    Node* const added = graph_.AddNode(std::move(op));
    int number = 0;
    for (const auto& [port, node, output] : inputs) graph_.Connect({nodes_.at(node), output}, added, number++);
    return {Add(added), std::move(outputs)};
  }

  std::string NameOf(size_t node) const { return nodes_.at(node)->name(); }

  std::vector<std::tuple<std::string, std::string, std::vector<Port>>> Infer(const OutputLinks& outputs) const {
    const py::gil_scoped_release release;
    const auto session = Take(Session::Create(packages_));
    const auto graph = Inferred(outputs, ContextOf(*session));
    std::vector<std::tuple<std::string, std::string, std::vector<Port>>> rows;
    for (const Node* node : Take(graph->TopologicalOrder())) {
      if (node->Is(kNetOutput)) continue;
      std::vector<Port> ports;
      for (const opdk::Port& output : node->op().outputs) {
        ports.push_back({output.name, output.desc.GetDataType(), output.desc.GetShape().GetDims()});
      }
      rows.emplace_back(node->name(), node->type(), std::move(ports));
    }
    return rows;
  }

  Expression ExpressionOf(size_t node, const std::string& package) const {
    const py::gil_scoped_release release;
    const auto session = Take(Session::Create(packages_));
    const PassContext context = ContextOf(*session);
    const auto graph = Inferred({}, context);
    return Expression::Of(*graph->Find(nodes_.at(node)->name()), context, package);
  }

  std::unique_ptr<Model> Compile(const OutputLinks& outputs, SessionOptions options) const {
    const py::gil_scoped_release release;
    const auto session = Take(Session::Create(packages_, std::move(options)));
    return std::make_unique<Model>(Take(session->Compile(std::move(*Complete(outputs)))));
  }

  std::string Print(const OutputLinks& outputs) const { return opdk::Print(*Complete(outputs)); }

 private:
  size_t Add(Node* node) {
    nodes_.push_back(node);
    return nodes_.size() - 1;
  }

  PassContext ContextOf(const Session& session) const {
    PassContext context;
    context.packages = packages_.get();
    context.engines = session.engines();
    return context;
  }

  // A copy with these outputs; without any, with what nothing uses.
  std::unique_ptr<Graph> Complete(OutputLinks outputs) const {
    auto graph = graph_.Clone();
    if (graph->net_output() != nullptr) return graph;
    for (size_t n = 0; outputs.empty() && n < nodes_.size(); ++n) {
      for (size_t i = 0; i < nodes_[n]->op().outputs.size(); ++i) {
        const bool used = !nodes_[n]->uses(static_cast<int>(i)).empty();
        if (!used) outputs.emplace_back(n, static_cast<int>(i), fmt::format("{}:{}", nodes_[n]->name(), i));
      }
    }
    OpDesc op = StructuralDesc("outputs", kNetOutput);
    std::vector<std::string> names;
    for (const auto& [node, output, name] : outputs) names.push_back(name);
    op.attrs["output_names"] = std::move(names);
    Node* const net_output = graph->AddNode(std::move(op));
    for (const auto& [node, output, name] : outputs) {
      const int port = graph->AppendInput(net_output, {fmt::format("x{}", net_output->inputs().size()), 0, {}});
      graph->Connect({graph->Find(nodes_.at(node)->name()), output}, net_output, port);
    }
    return graph;
  }

  std::unique_ptr<Graph> Inferred(const OutputLinks& outputs, const PassContext& context) const {
    auto graph = Complete(outputs);
    Check(RunPasses("inference", kInferencePasses, *graph, context));
    return graph;
  }

  std::shared_ptr<const PackageRegistry> packages_;
  Graph graph_;
  std::vector<Node*> nodes_;
  int64_t inputs_ = 0;
};

std::unique_ptr<GraphBuilder> Parse(const std::string& path) {
  auto packages = LoadedPackages();
  ParseResult parsed;
  {
    const py::gil_scoped_release release;
    parsed = Take(packages->ParseModel({{path}, {}, {}}));
  }
  for (const std::string& warning : parsed.warnings) {
    if (PyErr_WarnEx(PyExc_UserWarning, warning.c_str(), 1) != 0) throw py::error_already_set();
  }
  const py::gil_scoped_release release;
  auto graph = FromOperators(parsed.graph);
  if (!graph.ok()) throw StatusError(std::move(graph).status().At(path));
  return std::make_unique<GraphBuilder>(std::move(packages), std::move(graph).value());
}

SessionOptions OptionsFrom(std::string engine, int threads, std::vector<std::string> disabled_passes,
                           std::string dump_directory) {
  SessionOptions options;
  options.engine = std::move(engine);
  options.threads = threads;
  options.disabled_passes = std::move(disabled_passes);
  options.dump_directory = std::move(dump_directory);
  return options;
}

}  // namespace

void BindGraph(py::module_& module) {
  py::class_<GraphBuilder>(module, "Graph", "A graph while it is built; nodes are known by their number.")
      .def(py::init<std::string>(), py::arg("name"))
      .def("add_input", &GraphBuilder::AddInput, py::arg("port"), "Adds an input; returns its node.")
      .def("add_constant", &GraphBuilder::AddConstant, py::arg("name"), py::arg("value"),
           "Adds a copy of the value; returns its node.")
      .def("add_operator", &GraphBuilder::AddOperator, py::arg("type"), py::arg("name"), py::arg("inputs"),
           py::arg("attrs"), py::arg("dynamic_outputs"),
           "Adds an operator with (port, node, output) per input; returns its node and its outputs' names.")
      .def("name_of", &GraphBuilder::NameOf, py::arg("node"), "The node's name, unique in the graph.")
      .def("infer", &GraphBuilder::Infer, py::arg("outputs"), "Name, type and outputs of each node.")
      .def("expression_of", &GraphBuilder::ExpressionOf, py::arg("node"), py::arg("package"),
           "What the node's AI Core kernel computes.")
      .def(
          "compile",
          [](const GraphBuilder& graph, const OutputLinks& outputs, std::string engine, int threads,
             std::vector<std::string> disabled_passes, std::string dump_directory) {
            return graph.Compile(outputs, OptionsFrom(std::move(engine), threads, std::move(disabled_passes),
                                                      std::move(dump_directory)));
          },
          py::arg("outputs"), py::arg("engine"), py::arg("threads"), py::arg("disabled_passes"),
          py::arg("dump_directory"), "Compiles a copy with (node, output, name) per output.")
      .def("print", &GraphBuilder::Print, py::arg("outputs"), "The graph core's text form.");
  module.def("parse", &Parse, py::arg("path"), "The graph of a model file.");
}

}  // namespace opdk::python
