#include "plugins/onnx/parser/importer_steps.h"

#include <utility>

#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {

Result<std::string> AddImporterStep(importer::Importer& graph, const std::string& type, std::vector<std::string> inputs,
                                    AttrMap attributes, std::string output, std::string name) {
  importer::SourceNode step;
  step.name = std::move(name);
  step.domain = kStandardDomain;
  step.type = type;
  step.version = kTargetOpset;
  step.inputs = std::move(inputs);
  step.outputs = {output.empty() ? graph.values().NewName(type) : std::move(output)};
  step.attributes = std::move(attributes);
  const std::string given = step.outputs.front();
  OPDK_TRY(graph.AddNode(std::move(step)));
  return given;
}

std::string AddInt64s(importer::Importer& graph, const std::vector<int64_t>& numbers, bool scalar) {
  const ge::Shape shape = scalar ? ge::Shape() : ge::Shape({static_cast<int64_t>(numbers.size())});
  return graph.values().NewConstant(
      "numbers", ge::Tensor(ge::TensorDesc(shape, ge::FORMAT_ND, ge::DT_INT64),
                            reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(int64_t)));
}

}  // namespace opdk::onnx_plugin
