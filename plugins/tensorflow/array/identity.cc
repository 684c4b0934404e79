#include <string>
#include <vector>

#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeIdentityN(UpgradeContext& context) {
  const std::vector<std::string> inputs = context.node().inputs, outputs = context.node().outputs;
  if (inputs.size() != outputs.size() || inputs.empty()) return context.Refuse("it has not as many outputs as inputs");
  for (size_t i = 1; i < inputs.size(); ++i) {
    context.AddAfter("Identity", {inputs[i]}, {outputs[i]}).domain = importer::kIrDomain;
  }
  context.node().outputs.resize(1);
  BecomeIr(context, "Identity", {inputs[0]});
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW_AS(Identity, IdentityN);
OPDK_MAP_TENSORFLOW_AS(Identity, CheckNumerics).IgnoreAttrs({"message"});
OPDK_MAP_TENSORFLOW_AS(Identity, CheckNumericsV2).IgnoreAttrs({"message"});
OPDK_UPGRADE_TENSORFLOW(UpgradeIdentityN, "IdentityN");

}  // namespace opdk::tensorflow_plugin
