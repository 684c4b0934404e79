#include <algorithm>
#include <string>
#include <vector>

#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

// A list of tensors of one shape is one tensor here, the list's elements along its first axis.

Status UpgradeReserve(UpgradeContext& context) {
  const auto element = context.values().Ints(context.Input(0));
  if (!element || std::any_of(element->begin(), element->end(), [](int64_t extent) { return extent < 0; })) {
    return context.Refuse("the shape of the list's elements is not known; save the model with a fixed batch");
  }
  const auto dtype = context.Get<ge::DataType>("element_dtype").value_or(ge::DT_FLOAT);
  const std::string count =
      AddIrStep(context, "Reshape", {AsInt64(context, context.Input(1)), context.AddInts("one", {1})});
  std::string dims = count;
  if (!element->empty()) {
    dims = AddIrStep(context, "ConcatD", {count, context.AddInts("element", *element)},
                     {{"concat_dim", int64_t{0}}, {"N", int64_t{2}}});
  }
  const std::string zero =
      AddIrStep(context, "Cast", {AddInt32(context, "zero", 0)}, {{"dst_type", static_cast<int64_t>(dtype)}});
  BecomeIr(context, "Fill", {dims, zero});
  return {};
}

Status UpgradeWhole(UpgradeContext& context) {
  BecomeIr(context, "Identity", {context.Input(0)});
  return {};
}

Status UpgradeGetItem(UpgradeContext& context) {
  BecomeIr(context, "Gather", {context.Input(0), context.Input(1)});
  return {};
}

Status UpgradeSetItem(UpgradeContext& context) {
  const std::string index = AddIrStep(context, "Reshape", {context.Input(1), context.AddInts("index", {1, 1})});
  BecomeIr(context, "TensorScatterUpdate", {context.Input(0), index, AddUnsqueeze(context, context.Input(2), 0)});
  return {};
}

Status UpgradeLength(UpgradeContext& context) {
  const std::string shape =
      AddIrStep(context, "Shape", {context.Input(0)}, {{"dtype", static_cast<int64_t>(ge::DT_INT32)}});
  BecomeIr(context, "Gather", {shape, AddInt32(context, "first", 0)});
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW_AS(Fill, TensorListReserve);
OPDK_MAP_TENSORFLOW_AS(Identity, TensorListFromTensor);
OPDK_MAP_TENSORFLOW_AS(Identity, TensorListStack);
OPDK_MAP_TENSORFLOW_AS(Gather, TensorListGetItem);
OPDK_MAP_TENSORFLOW_AS(TensorScatterUpdate, TensorListSetItem);
OPDK_MAP_TENSORFLOW_AS(Gather, TensorListLength);
OPDK_UPGRADE_TENSORFLOW(UpgradeReserve, "TensorListReserve");
OPDK_UPGRADE_TENSORFLOW(UpgradeWhole, "TensorListFromTensor", "TensorListStack");
OPDK_UPGRADE_TENSORFLOW(UpgradeGetItem, "TensorListGetItem");
OPDK_UPGRADE_TENSORFLOW(UpgradeSetItem, "TensorListSetItem");
OPDK_UPGRADE_TENSORFLOW(UpgradeLength, "TensorListLength");

}  // namespace opdk::tensorflow_plugin
