// Builds small placed graphs of the test package's operators, and runs them.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "graph_core/compilation/compile.h"
#include "graph_core/engines/engine.h"
#include "graph_core/execution/executable.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/loading/load.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/program/program_file.h"
#include "graph_core/session.h"
#include "opdk/op_desc.h"

namespace opdk::tests {

inline std::shared_ptr<const PackageRegistry> TestPackages() {
  static const std::shared_ptr<const PackageRegistry> packages = [] {
    auto loaded = PackageRegistry::Load({{OPDK_EXECUTION_OPERATORS_DIR}, false, false});
    OPDK_CHECK(loaded.ok(), loaded.status().ToString());
    return *std::move(loaded);
  }();
  return packages;
}

// Returns the AI CPU engine as the only engine.
inline std::vector<Engine*> AiCpuOnly() {
  static const std::unique_ptr<Engine> engine = MakeAiCpuEngine();
  return {engine.get()};
}

inline ge::TensorDesc FloatDesc(std::vector<int64_t> shape) {
  return ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, ge::DT_FLOAT);
}

inline ge::Tensor Floats(std::vector<int64_t> shape, const std::vector<float>& values) {
  return ge::Tensor(FloatDesc(std::move(shape)), reinterpret_cast<const uint8_t*>(values.data()),
                    values.size() * sizeof(float));
}

inline ge::Tensor Ints(const std::vector<int64_t>& values) {
  const ge::TensorDesc desc(ge::Shape({static_cast<int64_t>(values.size())}), ge::FORMAT_ND, ge::DT_INT64);
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(int64_t));
}

inline std::vector<float> TensorValues(const ge::Tensor& tensor) {
  const auto* data = reinterpret_cast<const float*>(tensor.GetData());
  return std::vector<float>(data, data + tensor.GetSize() / sizeof(float));
}

inline std::vector<int64_t> Dims(const ge::Tensor& tensor) { return tensor.GetTensorDesc().GetShape().GetDims(); }

class GraphBuilder {
 public:
  Endpoint Input(const std::string& name, ge::TensorDesc desc) {
    OpDesc op = StructuralDesc(name, kData);
    op.outputs.push_back({"y", 0, std::move(desc)});
    op.attrs["index"] = inputs_++;
    return {graph_.AddNode(std::move(op)), 0};
  }
  Endpoint Input(const std::string& name, std::vector<int64_t> shape) {
    return Input(name, FloatDesc(std::move(shape)));
  }

  Endpoint Const(const std::string& name, const ge::Tensor& value) { return {graph_.AddConst(name, value), 0}; }

  // Adds a node of a test operator with inferred outputs, placed on AI CPU. An empty endpoint is an absent optional
  // input.
  Endpoint Op(const std::string& type, const std::string& name, const std::vector<Endpoint>& inputs,
              AttrMap attrs = {}) {
    auto created = TestPackages()->CreateOperator(name, type);
    OPDK_CHECK(created.ok(), created.status().ToString());
    OpDesc op = DescOf(*created);
    op.name = name;
    for (auto& [key, value] : attrs) op.attrs[key] = std::move(value);
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Endpoint& from = inputs[i];
      if (from.node != nullptr) op.inputs.at(i).desc = from.node->op().outputs.at(static_cast<size_t>(from.index)).desc;
    }
    const Status inferred = InferOperatorShape(*TestPackages(), op, [&](int input, ge::Tensor& value) {
      const Node* source = inputs.at(static_cast<size_t>(input)).node;
      if (source == nullptr || source->ConstValue() == nullptr) return false;
      value = *source->ConstValue();
      return true;
    });
    OPDK_CHECK(inferred.ok(), inferred.ToString());
    Node* node = graph_.AddNode(std::move(op));
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].node != nullptr) graph_.Connect(inputs[i], node, static_cast<int>(i));
    }
    node->placement().engine = kAiCpuEngine;
    node->placement().package = "execution_operators";
    return {node, 0};
  }

  Graph Finish(const std::vector<Endpoint>& outputs) {
    Node* net_output = graph_.AddNode(StructuralDesc("outputs", kNetOutput));
    for (const Endpoint& output : outputs) {
      const ge::TensorDesc desc = output.node->op().outputs.at(static_cast<size_t>(output.index)).desc;
      const int port = graph_.AppendInput(net_output, {"x" + std::to_string(net_output->inputs().size()), 0, desc});
      graph_.Connect(output, net_output, port);
    }
    const Status verified = graph_.Verify();
    OPDK_CHECK(verified.ok(), verified.ToString());
    return std::move(graph_);
  }

 private:
  Graph graph_{"test"};
  int64_t inputs_ = 0;
};

inline Result<Executable> CompileAndLoad(Graph graph, std::span<Engine* const> engines,
                                         const CompileOptions& options = {}) {
  OPDK_TRY(Program program, Compile(std::move(graph), engines, *TestPackages(), options));
  return Load(std::move(program), engines, *TestPackages());
}
inline Result<Executable> CompileAndLoad(Graph graph, const CompileOptions& options = {}) {
  return CompileAndLoad(std::move(graph), AiCpuOnly(), options);
}

// Loads a graph that must compile.
inline Executable MustLoad(Graph graph, const CompileOptions& options = {}) {
  auto model = CompileAndLoad(std::move(graph), options);
  OPDK_CHECK(model.ok(), model.status().ToString());
  return *std::move(model);
}

inline Executable MustLoadOn(Engine& engine, Graph graph) {
  Engine* const engines[] = {&engine};
  auto model = CompileAndLoad(std::move(graph), engines);
  OPDK_CHECK(model.ok(), model.status().ToString());
  return *std::move(model);
}

// Loads a program that a session's stages have made.
inline Executable MustLoadIn(const Session& session, Program program) {
  const std::vector<Engine*> engines = session.engines();
  auto model = Load(std::move(program), engines, session.packages());
  OPDK_CHECK(model.ok(), model.status().ToString());
  return *std::move(model);
}

inline std::vector<ge::Tensor> MustRun(const Executable& model, const std::vector<ge::Tensor>& inputs) {
  auto outputs = model.Run(inputs);
  EXPECT_TRUE(outputs.ok()) << outputs.status().ToString();
  return outputs.ok() ? *std::move(outputs) : std::vector<ge::Tensor>();
}

}  // namespace opdk::tests
