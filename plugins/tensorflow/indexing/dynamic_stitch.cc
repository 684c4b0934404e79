#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {
namespace {

// Gives both lists of inputs, the indices and the tensors, N entries.
domi::Status MapDynamicStitch(const ge::Operator& source, ge::Operator& op) {
  return domi::AutoMappingByOpFnDynamic(source, op,
                                        {domi::DynamicInputOutputInfo(domi::kInput, "indices", 7, "N", 1),
                                         domi::DynamicInputOutputInfo(domi::kInput, "x", 1, "N", 1)});
}

}  // namespace

REGISTER_CUSTOM_OP("DynamicStitch")
    .FrameworkType(domi::TENSORFLOW)
    .OriginOpType("DynamicStitch")
    .ParseParamsByOperatorFn(MapDynamicStitch);
REGISTER_CUSTOM_OP("ParallelDynamicStitch")
    .FrameworkType(domi::TENSORFLOW)
    .OriginOpType("ParallelDynamicStitch")
    .ParseParamsByOperatorFn(MapDynamicStitch);

}  // namespace opdk::tensorflow_plugin
