#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/text.h"
#include "graph_core/ir/text_values.h"

namespace opdk {

namespace {

using text::Expect;
using text::Kind;
using text::Lexer;
using text::ParseName;
using text::Token;

// A reference such as "%conv1" or "%topk:indices". It is kept until all nodes are known, so a text may use any order.
struct Reference {
  Token place;
  std::string port;  // "": output 0
  Node* consumer = nullptr;
  int input = 0;
};

struct ParsedInput {
  Port port;
  Reference from;
  bool connected = false;
};

class GraphParser {
 public:
  explicit GraphParser(Lexer& lexer) : lexer_(lexer) {}

  Result<Graph> ParseGraph(std::string_view keyword) {
    if (!lexer_.peek().IsName(keyword)) return Unexpected(fmt::format("'{}'", keyword));
    OPDK_TRY(lexer_.Advance());
    OPDK_TRY(std::string name, ParseName(lexer_, "the graph's name"));
    Graph graph(std::move(name));
    if (lexer_.peek().IsName("with")) {
      OPDK_TRY(lexer_.Advance());
      OPDK_TRY(graph.attrs(), text::ParseAttrMap(lexer_));
    }
    OPDK_TRY(Expect(lexer_, "{"));
    std::vector<Reference> data;
    std::vector<Reference> controls;
    while (!lexer_.peek().Is("}")) OPDK_TRY(ParseNode(graph, data, controls));
    OPDK_TRY(Connect(graph, data, controls));
    OPDK_TRY(lexer_.Advance());
    return graph;
  }

 private:
  Status Unexpected(std::string_view what) const {
    return lexer_.ErrorAt(lexer_.peek(), fmt::format("expected {}, found {}", what, lexer_.peek().Describe()));
  }

  Result<Reference> ParseReference() {
    Reference reference;
    reference.place = lexer_.peek();
    if (reference.place.kind != Kind::kNode) return Unexpected("a node such as %conv1");
    OPDK_TRY(lexer_.Advance());
    if (!lexer_.peek().Is(":")) return reference;
    OPDK_TRY(lexer_.Advance());
    reference.port = lexer_.peek().value;
    Kind kind = lexer_.peek().kind;
    if (kind != Kind::kName && kind != Kind::kString && kind != Kind::kInteger) return Unexpected("an output's name");
    OPDK_TRY(lexer_.Advance());
    return reference;
  }

  // Reads "%a" or "_".
  Result<ParsedInput> ParseSource(std::string name, int ir_index) {
    ParsedInput input;
    input.port = {std::move(name), ir_index, ge::TensorDesc(ge::Shape(), ge::FORMAT_RESERVED, ge::DT_UNDEFINED)};
    if (lexer_.peek().IsName("_")) {
      OPDK_TRY(lexer_.Advance());
      return input;
    }
    input.connected = true;
    OPDK_TRY(input.from, ParseReference());
    return input;
  }

  // Reads the inputs from '(' to ')'. Declares the ports in `op` and returns their sources.
  Status ParseInputs(OpDesc& op, std::vector<ParsedInput>& inputs) {
    OPDK_TRY(Expect(lexer_, "("));
    while (!lexer_.peek().Is(")")) {
      if (!op.ir_inputs.empty()) OPDK_TRY(Expect(lexer_, ","));
      Token at = lexer_.peek();
      OPDK_TRY(std::string name, ParseName(lexer_, "an input's name"));
      for (const IrPort& other : op.ir_inputs) {
        if (other.name == name) return lexer_.ErrorAt(at, fmt::format("input {} is given twice", name));
      }
      int ir_index = static_cast<int>(op.ir_inputs.size());
      IrPort ir{name, PortKind::kRequired, ""};
      if (lexer_.peek().Is("?")) {
        ir.kind = PortKind::kOptional;
        OPDK_TRY(lexer_.Advance());
      }
      OPDK_TRY(Expect(lexer_, ":"));
      if (!lexer_.peek().Is("[")) {
        OPDK_TRY(ParsedInput input, ParseSource(std::move(name), ir_index));
        inputs.push_back(std::move(input));
      } else {
        ir.kind = PortKind::kDynamic;
        OPDK_TRY(lexer_.Advance());
        for (int n = 0; !lexer_.peek().Is("]"); ++n) {
          if (n > 0) OPDK_TRY(Expect(lexer_, ","));
          OPDK_TRY(ParsedInput input, ParseSource(name + std::to_string(n), ir_index));
          inputs.push_back(std::move(input));
        }
        OPDK_TRY(lexer_.Advance());
      }
      op.ir_inputs.push_back(std::move(ir));
    }
    return lexer_.Advance();
  }

  // Reads the outputs behind ':': one type, or "y: type, z: [type, type]".
  Status ParseOutputs(OpDesc& op) {
    ge::DataType ignored = ge::DT_UNDEFINED;
    const Token& token = lexer_.peek();
    // A port whose name is also a type's name is in quotes.
    if (token.IsName("_") || (token.kind == Kind::kName && ParseDtypeName(token.value, ignored))) {
      OPDK_TRY(ge::TensorDesc desc, text::ParseDesc(lexer_));
      op.ir_outputs.push_back({"y", PortKind::kRequired, ""});
      op.outputs.push_back({"y", 0, std::move(desc)});
      return {};
    }
    do {
      if (!op.ir_outputs.empty()) OPDK_TRY(lexer_.Advance());
      OPDK_TRY(std::string name, ParseName(lexer_, "an output's name or type"));
      OPDK_TRY(Expect(lexer_, ":"));
      int ir_index = static_cast<int>(op.ir_outputs.size());
      bool dynamic = lexer_.peek().Is("[");
      op.ir_outputs.push_back({name, dynamic ? PortKind::kDynamic : PortKind::kRequired, ""});
      if (!dynamic) {
        OPDK_TRY(ge::TensorDesc desc, text::ParseDesc(lexer_));
        op.outputs.push_back({std::move(name), ir_index, std::move(desc)});
        continue;
      }
      OPDK_TRY(lexer_.Advance());
      for (int n = 0; !lexer_.peek().Is("]"); ++n) {
        if (n > 0) OPDK_TRY(Expect(lexer_, ","));
        OPDK_TRY(ge::TensorDesc desc, text::ParseDesc(lexer_));
        op.outputs.push_back({name + std::to_string(n), ir_index, std::move(desc)});
      }
      OPDK_TRY(lexer_.Advance());
    } while (lexer_.peek().Is(","));
    return {};
  }

  Status ParseControls(std::vector<Reference>& controls) {
    OPDK_TRY(lexer_.Advance());
    OPDK_TRY(Expect(lexer_, "("));
    while (true) {
      OPDK_TRY(Reference from, ParseReference());
      controls.push_back(std::move(from));
      if (!lexer_.peek().Is(",")) return Expect(lexer_, ")");
      OPDK_TRY(lexer_.Advance());
    }
  }

  Status ParseNode(Graph& graph, std::vector<Reference>& data, std::vector<Reference>& controls) {
    Token place = lexer_.peek();
    if (place.kind != Kind::kNode) return Unexpected("a node such as %conv1 = …, or '}'");
    if (graph.Find(place.value) != nullptr) {
      return lexer_.ErrorAt(place, fmt::format("node {} is defined twice", place.Describe()));
    }
    OPDK_TRY(lexer_.Advance());
    OPDK_TRY(Expect(lexer_, "="));
    OpDesc op;
    op.name = place.value;
    OPDK_TRY(op.type, ParseName(lexer_, "an operator type"));
    std::vector<ParsedInput> inputs;
    std::vector<Reference> after;
    if (lexer_.peek().Is("(")) OPDK_TRY(ParseInputs(op, inputs));
    if (lexer_.peek().IsName("after")) OPDK_TRY(ParseControls(after));
    if (lexer_.peek().Is("{")) {
      OPDK_TRY(op.attrs, text::ParseAttrMap(lexer_));
    }
    if (lexer_.peek().Is(":")) {
      OPDK_TRY(lexer_.Advance());
      OPDK_TRY(ParseOutputs(op));
    } else if (const auto* value = op.GetAttr<ge::Tensor>("value"); op.type == kConst && value != nullptr) {
      op.ir_outputs.push_back({"y", PortKind::kRequired, ""});
      op.outputs.push_back({"y", 0, value->GetTensorDesc()});
    }
    for (ParsedInput& input : inputs) op.inputs.push_back(std::move(input.port));
    Node* node = graph.AddNode(std::move(op));
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!inputs[i].connected) continue;
      inputs[i].from.consumer = node;
      inputs[i].from.input = static_cast<int>(i);
      data.push_back(std::move(inputs[i].from));
    }
    for (Reference& reference : after) {
      reference.consumer = node;
      controls.push_back(std::move(reference));
    }
    while (lexer_.peek().kind == Kind::kName) OPDK_TRY(ParseRegion(*node));
    return {};
  }

  // Reads "then_branch name { … }".
  Status ParseRegion(Node& node) {
    if (++depth_ > kMaxDepth) return Unexpected("a node: regions are nested too deeply");
    const std::string name = lexer_.peek().value;
    if (node.region(name) != nullptr) {
      return lexer_.ErrorAt(lexer_.peek(), fmt::format("the region {} is given twice", name));
    }
    OPDK_TRY(Graph graph, ParseGraph(name));
    node.AddRegion(name, std::make_unique<Graph>(std::move(graph)));
    --depth_;
    return {};
  }

  Result<Node*> Resolve(const Graph& graph, const Reference& reference) const {
    if (Node* node = graph.Find(reference.place.value); node != nullptr) return node;
    std::vector<std::string> known;
    for (const Node* node : graph.nodes()) known.push_back(node->name());
    std::string near = Nearest(reference.place.value, known);
    Status unknown = lexer_.ErrorAt(reference.place, fmt::format("no node {}", reference.place.Describe()));
    return near.empty() ? std::move(unknown) : std::move(unknown).Hint(fmt::format("did you mean %{}?", near));
  }

  // Returns the index of a referenced output. A node written without types gets an output for each reference (%a means
  // %a:y); preparation infers the types.
  Result<int> OutputOf(Graph& graph, const Reference& reference, Node* producer, bool untyped) const {
    const OpDesc& op = producer->op();
    int index = reference.port.empty() ? 0 : op.FindOutput(reference.port);
    if (untyped && reference.port.empty()) index = op.FindOutput("y");
    if (index < 0 && !reference.port.empty()) {
      int number = 0;
      const char* end = reference.port.data() + reference.port.size();
      if (std::from_chars(reference.port.data(), end, number).ptr == end) index = number;
    }
    if (untyped && (index < 0 || static_cast<size_t>(index) >= op.outputs.size())) {
      std::string name = reference.port.empty() ? "y" : reference.port;
      int ir_index = static_cast<int>(op.ir_outputs.size());
      producer->op().ir_outputs.push_back({name, PortKind::kRequired, ""});
      ge::TensorDesc unknown(ge::Shape(), ge::FORMAT_ND, ge::DT_UNDEFINED);
      return graph.AppendOutput(producer, {std::move(name), ir_index, unknown});
    }
    if (index >= 0 && static_cast<size_t>(index) < op.outputs.size()) return index;
    std::string names;
    for (const Port& port : op.outputs) names += (names.empty() ? "" : ", ") + port.name;
    return lexer_.ErrorAt(reference.place,
                          fmt::format("node {} has no output {}; its outputs: {}", reference.place.Describe(),
                                      reference.port.empty() ? "0" : reference.port, names.empty() ? "none" : names));
  }

  Status Connect(Graph& graph, const std::vector<Reference>& data, const std::vector<Reference>& controls) const {
    std::vector<const Node*> untyped;
    for (const Node* node : graph.nodes()) {
      if (node->op().outputs.empty() && !node->Is(kNetOutput)) untyped.push_back(node);
    }
    for (const Reference& reference : data) {
      OPDK_TRY(Node * producer, Resolve(graph, reference));
      bool is_untyped = std::binary_search(untyped.begin(), untyped.end(), producer,
                                           [](const Node* a, const Node* b) { return a->id() < b->id(); });
      OPDK_TRY(int output, OutputOf(graph, reference, producer, is_untyped));
      graph.Connect({producer, output}, reference.consumer, reference.input);
      const Port& port = producer->op().outputs[static_cast<size_t>(output)];
      reference.consumer->op().inputs[static_cast<size_t>(reference.input)].desc = port.desc;
    }
    for (const Reference& reference : controls) {
      OPDK_TRY(Node * producer, Resolve(graph, reference));
      graph.ConnectControl(producer, reference.consumer);
    }
    return {};
  }

  // Deepest nesting of regions. It guards against texts made to overflow the stack, and is far below that limit.
  static constexpr int kMaxDepth = 64;

  Lexer& lexer_;
  int depth_ = 0;
};

}  // namespace

Result<Graph> Parse(std::string_view source, std::string_view source_name) {
  Lexer lexer(source, source_name);
  OPDK_TRY(lexer.Advance());
  OPDK_TRY(Graph graph, GraphParser(lexer).ParseGraph("graph"));
  if (lexer.peek().kind != Kind::kEnd) {
    return lexer.ErrorAt(lexer.peek(), fmt::format("expected the end of the text, found {}", lexer.peek().Describe()));
  }
  return graph;
}

}  // namespace opdk
