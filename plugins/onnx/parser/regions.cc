#include "plugins/onnx/parser/regions.h"

#include <fmt/format.h>

#include "plugins/onnx/parser/captured_values.h"
#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {

ge::TensorDesc Outside::DescOf(const std::string& value) const {
  const ge::TensorDesc* known = graph.values().Find(value);
  return known == nullptr ? UnknownOf() : *known;
}

void Outside::Know(const std::string& value, const ge::TensorDesc& desc) const {
  if (desc.GetDataType() != ge::DT_UNDEFINED) graph.values().Know(value, desc);
}

void Captured::Add(const onnx::GraphProto& graph, const Outside& outside) {
  const auto add = [&](const std::string& value) {
    if (!added_.insert(value).second) return;
    const bool constant = outside.graph.values().ConstantValue(value).has_value();
    (constant ? constants : inputs).push_back(value);
  };
  for (const std::string& value : CapturedValues(graph)) {
    const Sequence* sequence = outside.sequences.Find(value);
    if (sequence == nullptr) {
      add(value);
      continue;
    }
    for (const std::string& tensor : sequence->Tensors()) add(tensor);
    sequences.emplace_back(value, *sequence);
  }
}

ge::TensorDesc AnyRank(const ge::TensorDesc& desc) { return UnknownOf(desc.GetDataType()); }

Status Inside::AddCaptured(const Captured& captured, const WeakerFn& weaker) {
  for (const std::string& value : captured.inputs) {
    const ge::TensorDesc known = outside_.DescOf(value);
    OPDK_TRY(AddInput(value, weaker == nullptr ? known : weaker(known)));
  }
  for (const std::string& value : captured.constants) {
    const ge::Tensor tensor = *outside_.graph.values().ConstantValue(value);
    importer_.values().AddConstant(value, tensor.GetTensorDesc(), [tensor]() -> Result<ge::Tensor> { return tensor; });
  }
  for (const auto& [value, sequence] : captured.sequences) sequences_.Define(value, sequence);
  return {};
}

Descs Inside::DescsOf(const Names& values) {
  Descs descs;
  for (const std::string& value : values) {
    const ge::TensorDesc* desc = importer_.values().Find(value);
    descs.push_back(desc == nullptr ? UnknownOf() : *desc);
  }
  return descs;
}

int64_t Inside::RankOf(const PackedSequence& sequence) {
  return importer_.values().Dim(sequence.shapes, 1).value_or(0);
}

Status Misfit(const onnx::NodeProto& node, const std::string& what) {
  return Status(ErrorCode::kModelInvalid, fmt::format("{}: {}", NodeTitle(node), what));
}

Result<const onnx::GraphProto*> GraphOf(const onnx::NodeProto& node, const char* name) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() == name && attribute.has_g()) return &attribute.g();
  }
  return Misfit(node, fmt::format("its attribute {}, a graph, is missing", name));
}

Names OutputsOf(const onnx::GraphProto& graph) {
  Names names;
  for (const auto& output : graph.output()) names.push_back(output.name());
  return names;
}

importer::SourceNode ControlNode(const onnx::NodeProto& node, Names inputs, Names outputs) {
  importer::SourceNode source;
  source.name = node.name();
  source.domain = kStandardDomain;
  source.type = node.op_type();
  source.inputs = std::move(inputs);
  source.outputs = std::move(outputs);
  return source;
}

}  // namespace opdk::onnx_plugin
