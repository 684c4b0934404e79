#include "sdk/tools/verify/cases/flow_text.h"

namespace opdk::verify {
namespace {

void MakeFlow(YAML::Node node) {
  if (!node.IsMap() && !node.IsSequence()) return;
  node.SetStyle(YAML::EmitterStyle::Flow);
  for (auto entry : node) {
    if (node.IsMap()) {
      MakeFlow(entry.first);
      MakeFlow(entry.second);
    } else {
      MakeFlow(entry);
    }
  }
}

}  // namespace

std::string FlowText(const YAML::Node& node) {
  const YAML::Node copy = YAML::Clone(node);
  MakeFlow(copy);
  YAML::Emitter emitter;
  emitter << copy;
  return emitter.c_str();
}

}  // namespace opdk::verify
