#include <string>
#include <vector>

#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeShape(UpgradeContext& context) {
  TypeToInt(context, "out_type", "dtype", ge::DT_INT32);
  return {};
}

// Makes a Shape for each input.
Status UpgradeShapeN(UpgradeContext& context) {
  TypeToInt(context, "out_type", "dtype", ge::DT_INT32);
  const std::vector<std::string> inputs = context.node().inputs, outputs = context.node().outputs;
  if (inputs.size() != outputs.size()) return context.Refuse("it has not as many outputs as inputs");
  const AttrMap attributes = {{"dtype", context.IntOr("dtype", ge::DT_INT32)}};
  for (size_t i = 1; i < inputs.size(); ++i) {
    importer::SourceNode& step = context.AddAfter("Shape", {inputs[i]}, {outputs[i]});
    step.domain = importer::kIrDomain;
    step.attributes = attributes;
  }
  context.node().outputs.resize(1);
  BecomeIr(context, "Shape", {inputs[0]}, attributes);
  return {};
}

// Computes the rank as the number of entries of the shape.
Status UpgradeRank(UpgradeContext& context) {
  const AttrMap attributes = {{"dtype", static_cast<int64_t>(ge::DT_INT32)}};
  BecomeIr(context, "Size", {AddIrStep(context, "Shape", {context.Input(0)}, attributes)}, attributes);
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(Shape);
OPDK_MAP_TENSORFLOW(Size);
OPDK_MAP_TENSORFLOW_AS(Shape, ShapeN);
OPDK_MAP_TENSORFLOW_AS(Size, Rank);
OPDK_UPGRADE_TENSORFLOW(UpgradeShape, "Shape", "Size");
OPDK_UPGRADE_TENSORFLOW(UpgradeShapeN, "ShapeN");
OPDK_UPGRADE_TENSORFLOW(UpgradeRank, "Rank");

}  // namespace opdk::tensorflow_plugin
