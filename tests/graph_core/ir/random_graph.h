// Random graphs for round-trip tests: every kind of attribute, port and edge.
#pragma once

#include <random>
#include <string>

#include "graph_core/ir/graph.h"

namespace opdk::tests {

class RandomGraph {
 public:
  explicit RandomGraph(uint32_t seed) : random_(seed) {}

  Graph Make(int nodes, int depth = 0) {
    Graph graph("random " + std::to_string(random_()));
    if (Chance(2)) graph.attrs() = Attrs(2);
    std::vector<Endpoint> produced;
    int inputs = 1 + Below(3);
    for (int i = 0; i < inputs; ++i) {
      OpDesc op = Op("Data", 1);
      op.attrs["index"] = int64_t{i};
      produced.push_back({graph.AddNode(std::move(op)), 0});
    }
    for (int i = 0; i < nodes; ++i) {
      Node* node = Chance(6) ? graph.AddConst(Name(), Tensor()) : MakeNode(graph, produced, depth);
      for (int o = 0; o < static_cast<int>(node->op().outputs.size()); ++o) produced.push_back({node, o});
    }
    AddOutputs(graph, produced, 1 + Below(3));
    return graph;
  }

 private:
  int Below(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  bool Chance(int one_in) { return Below(one_in) == 0; }

  std::string Name() {
    static const std::string kNames[] = {"conv", "layer/1", "a b", "x.y-z", "quote\"", "ü", "", "0", "a//b", "tab\t"};
    return kNames[Below(10)];
  }

  ge::TensorDesc Desc() {
    static const ge::DataType kTypes[] = {ge::DT_FLOAT, ge::DT_INT64, ge::DT_BOOL, ge::DT_BF16, ge::DT_COMPLEX64};
    static const ge::Format kFormats[] = {ge::FORMAT_ND, ge::FORMAT_NCHW, ge::FORMAT_NC1HWC0};
    std::vector<int64_t> dims;
    for (int i = Below(5); i > 0; --i) dims.push_back(Chance(5) ? -1 : Below(9));
    if (Chance(10)) dims = {-2};
    return ge::TensorDesc(ge::Shape(dims), kFormats[Below(3)], kTypes[Below(5)]);
  }

  ge::Tensor Tensor() {
    static const ge::DataType kTypes[] = {ge::DT_FLOAT,  ge::DT_FLOAT16, ge::DT_DOUBLE, ge::DT_INT8,
                                          ge::DT_UINT64, ge::DT_BOOL,    ge::DT_BF16,   ge::DT_QINT8};
    ge::DataType type = kTypes[Below(8)];
    std::vector<int64_t> dims;
    int64_t count = 1;
    for (int i = Below(3); i > 0; --i) {
      dims.push_back(Below(4));
      count *= dims.back();
    }
    // Draws any bits, since all are values: NaNs with payloads, booleans that are neither 0 nor 1.
    std::vector<uint8_t> bytes(static_cast<size_t>(count * ge::GetSizeByDataType(type)));
    bool few = Chance(2);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(few ? Below(2) : Below(256));
    return ge::Tensor(ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, type), bytes.data(), bytes.size());
  }

  float Float() { return std::uniform_real_distribution<float>(-2, 2)(random_); }

  template <typename T, typename Make>
  std::vector<T> List(Make make) {
    std::vector<T> list;
    for (int i = Below(4); i > 0; --i) list.push_back(make());
    return list;
  }

  std::shared_ptr<NamedAttrs> Named(int depth) {
    return std::make_shared<NamedAttrs>(NamedAttrs{Name(), depth > 0 ? Attrs(depth - 1) : AttrMap()});
  }

  Attr Value(int depth) {
    auto integer = [&] { return static_cast<int64_t>(random_()) - (int64_t{1} << 31); };
    switch (Below(17)) {
      case 0:
        return {};
      case 1:
        return integer();
      case 2:
        return Float();
      case 3:
        return Chance(2);
      case 4:
        return Name();
      case 5:
        return ge::DT_INT32;
      case 6:
        return Tensor();
      case 7:
        return List<uint8_t>([&] { return static_cast<uint8_t>(Below(256)); });
      case 8:
        return List<int64_t>(integer);
      case 9:
        return List<float>([&] { return Float(); });
      case 10:
        return List<bool>([&] { return Chance(2); });
      case 11:
        return List<std::string>([&] { return Name(); });
      case 12:
        return List<ge::DataType>([&] { return ge::DT_BOOL; });
      case 13:
        return List<ge::Tensor>([&] { return Tensor(); });
      case 14:
        return List<std::vector<int64_t>>([&] { return List<int64_t>(integer); });
      case 15:
        return Named(depth);
      default:
        return List<std::shared_ptr<NamedAttrs>>([&] { return Named(depth); });
    }
  }

  AttrMap Attrs(int depth) {
    AttrMap attrs;
    for (int i = Below(4); i > 0; --i) attrs["attr " + std::to_string(Below(20))] = Value(depth);
    return attrs;
  }

  OpDesc Op(const std::string& type, int outputs) {
    OpDesc op;
    op.name = Name();
    op.type = type;
    for (int i = 0; i < outputs; ++i) {
      std::string port = outputs == 1 ? "y" : "out" + std::to_string(i);
      op.ir_outputs.push_back({port, PortKind::kRequired, ""});
      op.outputs.push_back({port, i, Desc()});
    }
    return op;
  }

  // Makes an operator with a required, an optional and a dynamic input, a FusedOp, or a Case.
  Node* MakeNode(Graph& graph, const std::vector<Endpoint>& produced, int depth) {
    if (depth < 2 && Chance(8)) return MakeFused(graph, produced, depth);
    if (depth < 2 && Chance(12)) return MakeCase(graph, produced, depth);
    OpDesc op = Op("Type" + std::to_string(Below(5)), 1 + Below(3));
    op.attrs = Attrs(2);
    op.ir_inputs = {
        {"x", PortKind::kRequired, ""}, {"bias", PortKind::kOptional, ""}, {"more", PortKind::kDynamic, ""}};
    op.inputs = {{"x", 0, {}}, {"bias", 1, {}}};
    for (int i = 0, n = Below(3); i < n; ++i) op.inputs.push_back({"more" + std::to_string(i), 2, {}});
    Node* node = graph.AddNode(std::move(op));
    for (int i = 0; i < static_cast<int>(node->inputs().size()); ++i) {
      if (i != 1 || Chance(2)) graph.Connect(Pick(produced), node, i);
    }
    if (Chance(4)) graph.ConnectControl(Pick(produced).node, node);
    return node;
  }

  Node* MakeFused(Graph& graph, const std::vector<Endpoint>& produced, int depth) {
    auto body = std::make_unique<Graph>(Make(3, depth + 1));
    OpDesc op;
    op.name = Name();
    op.type = kFusedOp;
    op.ir_inputs = {{"x", PortKind::kDynamic, ""}};
    op.ir_outputs = {{"y", PortKind::kDynamic, ""}};
    for (size_t i = 0; i < body->inputs().size(); ++i) op.inputs.push_back({"x" + std::to_string(i), 0, {}});
    for (const Port& port : body->net_output()->op().inputs) {
      op.outputs.push_back({"y" + std::to_string(op.outputs.size()), 0, port.desc});
    }
    Node* node = graph.AddNode(std::move(op));
    node->AddRegion(std::string(kBody), std::move(body));
    for (int i = 0; i < static_cast<int>(node->inputs().size()); ++i) graph.Connect(Pick(produced), node, i);
    return node;
  }

  // Makes a Case of any number of regions, which take and give equal numbers of values.
  Node* MakeCase(Graph& graph, const std::vector<Endpoint>& produced, int depth) {
    const Graph branch = Make(3, depth + 1);
    OpDesc op;
    op.name = Name();
    op.type = "Case";
    op.ir_inputs = {{"branch_index", PortKind::kRequired, ""}, {"input", PortKind::kDynamic, ""}};
    op.ir_outputs = {{"output", PortKind::kDynamic, ""}};
    op.inputs = {{"branch_index", 0, {}}};
    for (size_t i = 0; i < branch.inputs().size(); ++i) op.inputs.push_back({"input" + std::to_string(i), 1, {}});
    for (const Port& port : branch.net_output()->op().inputs) {
      op.outputs.push_back({"output" + std::to_string(op.outputs.size()), 0, port.desc});
    }
    Node* node = graph.AddNode(std::move(op));
    for (int i = 0, n = 1 + Below(3); i < n; ++i) {
      node->AddRegion("branches" + std::to_string(i), branch.Clone())->set_name(Name());
    }
    for (int i = 0; i < static_cast<int>(node->inputs().size()); ++i) graph.Connect(Pick(produced), node, i);
    return node;
  }

  Endpoint Pick(const std::vector<Endpoint>& produced) {
    return produced[static_cast<size_t>(Below(static_cast<int>(produced.size())))];
  }

  void AddOutputs(Graph& graph, const std::vector<Endpoint>& produced, int count) {
    OpDesc op;
    op.name = "outputs";
    op.type = kNetOutput;
    op.ir_inputs = {{"x", PortKind::kDynamic, ""}};
    Node* node = graph.AddNode(std::move(op));
    for (int i = 0; i < count; ++i) {
      Endpoint from = Pick(produced);
      const ge::TensorDesc& desc = from.node->op().outputs[static_cast<size_t>(from.index)].desc;
      graph.Connect(from, node, graph.AppendInput(node, {"x" + std::to_string(i), 0, desc}));
    }
  }

  std::mt19937 random_;
};

}  // namespace opdk::tests
