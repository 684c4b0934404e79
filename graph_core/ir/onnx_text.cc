// The graph as the text of an ONNX model, for viewers. Its operators are GE's ("ge:Relu"), so no ONNX runtime accepts
// it. The messages have few fields, so they are written as text directly.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <variant>
#include <vector>

#include "graph/utils/type_utils.h"
#include "graph_core/base/type_names.h"
#include "graph_core/ir/dump_forms.h"
#include "graph_core/ir/text_values.h"

namespace opdk {
namespace {

constexpr int64_t kShownElements = 16;

// Returns the number in TensorProto.DataType. 0: undefined.
int OnnxType(ge::DataType dtype) {
  constexpr ge::DataType kInOrder[] = {ge::DT_UNDEFINED,  ge::DT_FLOAT,  ge::DT_UINT8,  ge::DT_INT8,   ge::DT_UINT16,
                                       ge::DT_INT16,      ge::DT_INT32,  ge::DT_INT64,  ge::DT_STRING, ge::DT_BOOL,
                                       ge::DT_FLOAT16,    ge::DT_DOUBLE, ge::DT_UINT32, ge::DT_UINT64, ge::DT_COMPLEX64,
                                       ge::DT_COMPLEX128, ge::DT_BF16};
  for (size_t i = 0; i < std::size(kInOrder); ++i) {
    if (kInOrder[i] == dtype) return static_cast<int>(i);
  }
  return 0;
}

std::string Quoted(std::string_view bytes) {
  std::string text = "\"";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (byte >= 0x20 && byte < 0x7F) {
      text += c;
    } else {
      text += fmt::format("\\{:03o}", byte);
    }
  }
  return text + "\"";
}

class OnnxWriter {
 public:
  explicit OnnxWriter(DumpDetail detail) : detail_(detail) {}

  std::string Model(const Graph& graph) {
    text_ = "ir_version: 8\nproducer_name: \"opdk\"\n";
    Open("graph");
    Body(graph);
    Close();
    Open("opset_import");
    Line("version: 1");
    Close();
    return std::move(text_);
  }

 private:
  void Line(std::string_view line) { text_ += fmt::format("{:{}}{}\n", "", 2 * depth_, line); }
  void Field(std::string_view name, std::string_view value) { Line(fmt::format("{}: {}", name, Quoted(value))); }
  void Open(std::string_view message) {
    Line(fmt::format("{} {{", message));
    ++depth_;
  }
  void Close() {
    --depth_;
    Line("}");
  }

  void Body(const Graph& graph) {
    const auto order = graph.TopologicalOrder();
    for (const Node* node : order.ok() ? *order : graph.nodes()) WriteNode(*node);
    Field("name", graph.name());
    for (const Node* data : graph.inputs()) {
      Value("input", fmt::format("{}:0", data->name()), data->op().outputs.at(0).desc);
    }
    const Node* outputs = graph.net_output();
    for (size_t i = 0; outputs != nullptr && i < outputs->inputs().size(); ++i) {
      const Endpoint& from = outputs->inputs()[i];
      if (from.node == nullptr) continue;
      Value("output", NameOf(from), from.node->op().outputs.at(static_cast<size_t>(from.index)).desc);
    }
  }

  static std::string NameOf(const Endpoint& from) { return fmt::format("{}:{}", from.node->name(), from.index); }

  void Value(std::string_view field, const std::string& name, const ge::TensorDesc& desc) {
    Open(field);
    Field("name", name);
    Open("type");
    Open("tensor_type");
    Line(fmt::format("elem_type: {}", OnnxType(desc.GetDataType())));
    const std::vector<int64_t> dims = desc.GetShape().GetDims();
    if (dims != ge::UNKNOWN_RANK) {
      Open("shape");
      for (const int64_t dim : dims) {
        Line(dim < 0 ? "dim { dim_param: \"?\" }" : fmt::format("dim {{ dim_value: {} }}", dim));
      }
      Close();
    }
    Close();
    Close();
    Close();
  }

  void WriteNode(const Node& node) {
    Open("node");
    for (const Endpoint& from : node.inputs()) Field("input", from.node == nullptr ? "" : NameOf(from));
    for (const Node* control : node.control_inputs()) Field("input", control->name() + ":-1");
    for (size_t i = 0; i < node.op().outputs.size(); ++i) Field("output", fmt::format("{}:{}", node.name(), i));
    Field("name", node.name());
    Field("op_type", "ge:" + node.type());
    if (detail_ != DumpDetail::kStructure) {
      for (const auto& [name, value] : node.op().attrs) WriteAttr(name, value);
      Descriptions("input", node.op().inputs);
      Descriptions("output", node.op().outputs);
      const Placement& placed = node.placement();
      if (!placed.engine.empty()) WriteAttr("engine", placed.engine);
      if (!placed.kernel.empty()) WriteAttr("kernel", placed.kernel);
    }
    for (const Region& region : node.regions()) {
      Open("attribute");
      Field("name", region.name);
      Open("g");
      Body(*region.graph);
      Close();
      Line("type: GRAPH");
      Close();
    }
    Close();
  }

  void Descriptions(std::string_view side, const std::vector<Port>& ports) {
    for (size_t i = 0; i < ports.size(); ++i) {
      const ge::TensorDesc& desc = ports[i].desc;
      WriteAttr(fmt::format("{}_desc_dtype:{}", side, i), std::string(DtypeName(desc.GetDataType())));
      WriteAttr(fmt::format("{}_desc_layout:{}", side, i),
                std::string(ge::TypeUtils::FormatToSerialString(desc.GetFormat())));
      WriteAttr(fmt::format("{}_desc_shape:{}", side, i), desc.GetShape().GetDims());
    }
  }

  void WriteAttr(std::string_view name, const Attr& value) {
    Open("attribute");
    Field("name", name);
    std::visit([this](const auto& held) { Held(held); }, value);
    Close();
  }

  template <typename T>
  void Held(const T& value) {
    // A value without an ONNX attribute type is shown as in the core's text form.
    Field("s", text::AttrText(value, kShownElements));
    Line("type: STRING");
  }
  void Held(int64_t value) { Line(fmt::format("i: {}\n{:{}}type: INT", value, "", 2 * depth_)); }
  void Held(bool value) { Held(static_cast<int64_t>(value)); }
  void Held(float value) { Line(fmt::format("f: {}\n{:{}}type: FLOAT", value, "", 2 * depth_)); }
  void Held(const std::string& value) {
    Field("s", value);
    Line("type: STRING");
  }
  void Held(const std::vector<int64_t>& values) {
    for (const int64_t value : values) Line(fmt::format("ints: {}", value));
    Line("type: INTS");
  }
  void Held(const std::vector<float>& values) {
    for (const float value : values) Line(fmt::format("floats: {}", value));
    Line("type: FLOATS");
  }
  void Held(const std::vector<std::string>& values) {
    for (const std::string& value : values) Field("strings", value);
    Line("type: STRINGS");
  }
  void Held(const ge::Tensor& tensor) {
    const ge::TensorDesc desc = tensor.GetTensorDesc();
    Open("t");
    for (const int64_t dim : desc.GetShape().GetDims()) Line(fmt::format("dims: {}", dim));
    Line(fmt::format("data_type: {}", OnnxType(desc.GetDataType())));
    if (detail_ == DumpDetail::kAll) {
      Field("raw_data", {reinterpret_cast<const char*>(tensor.GetData()), tensor.GetSize()});
    }
    Close();
    Line("type: TENSOR");
  }

  DumpDetail detail_;
  std::string text_;
  int depth_ = 0;
};

}  // namespace

std::string OnnxText(const Graph& graph, DumpDetail detail) { return OnnxWriter(detail).Model(graph); }

}  // namespace opdk
