#include "graph_core/ir/dump_forms.h"

#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include "graph_core/ir/proto_model.h"
#include "graph_core/ir/text.h"

namespace opdk {
namespace {

size_t ConstantBytes(const Graph& graph) {
  size_t bytes = 0;
  for (const Node* node : graph.nodes()) {
    if (const ge::Tensor* value = node->ConstValue()) bytes += value->GetSize();
    for (const Region& region : node->regions()) bytes += ConstantBytes(*region.graph);
  }
  return bytes;
}

// Checks that the constants fit into text, where a byte may take four characters. E2007.
Status CheckSize(const Graph& graph) {
  constexpr size_t kMost = size_t{256} << 20;
  const size_t bytes = ConstantBytes(graph);
  if (bytes <= kMost) return Status();
  return Status(ErrorCode::kShapeOverflow,
                fmt::format("graph {} has {} bytes of constants, and a dump as text at most {}", graph.name(), bytes,
                            kMost))
      .Hint("DUMP_GE_GRAPH=2 leaves constants out");
}

std::string ProtoText(const Graph& graph, DumpDetail detail) {
  BytePool left_out;
  ge::proto::ModelDef model = ToModelDef(graph, detail == DumpDetail::kAll ? nullptr : &left_out);
  for (int g = 0; g < model.graph_size() && detail == DumpDetail::kStructure; ++g) {
    model.mutable_graph(g)->clear_attr();
    for (ge::proto::OpDef& op : *model.mutable_graph(g)->mutable_op()) {
      op.clear_attr();
      for (auto* descs : {op.mutable_input_desc(), op.mutable_output_desc()}) {
        for (ge::proto::TensorDescriptor& desc : *descs) desc.clear_attr();
      }
    }
  }
  std::string text;
  OPDK_CHECK(google::protobuf::TextFormat::PrintToString(model, &text), "a graph can't be printed");
  return text;
}

std::string Readable(const Graph& graph, DumpDetail detail) {
  constexpr int64_t kShownElements = 16;
  return Print(graph, {.max_const_elements = detail == DumpDetail::kAll ? -1 : kShownElements, .placement = true});
}

}  // namespace

Result<std::string> DumpText(const Graph& graph, DumpForm form, DumpDetail detail) {
  if (detail == DumpDetail::kAll) OPDK_TRY(CheckSize(graph));
  switch (form) {
    case DumpForm::kProto:
      return ProtoText(graph, detail);
    case DumpForm::kOnnx:
      return OnnxText(graph, detail);
    case DumpForm::kReadable:
      break;
  }
  return Readable(graph, detail);
}

}  // namespace opdk
