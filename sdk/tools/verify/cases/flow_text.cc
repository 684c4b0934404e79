#include "sdk/tools/verify/cases/flow_text.h"

namespace opdk::verify {

void EmitFlow(YAML::Emitter& out, const YAML::Node& node) {
  switch (node.Type()) {
    case YAML::NodeType::Map:
      out << YAML::Flow << YAML::BeginMap;
      for (const auto& entry : node) {
        out << YAML::Key;
        EmitFlow(out, entry.first);
        out << YAML::Value;
        EmitFlow(out, entry.second);
      }
      out << YAML::EndMap;
      break;
    case YAML::NodeType::Sequence:
      out << YAML::Flow << YAML::BeginSeq;
      for (const YAML::Node& item : node) EmitFlow(out, item);
      out << YAML::EndSeq;
      break;
    case YAML::NodeType::Scalar:
      out << node.Scalar();
      break;
    case YAML::NodeType::Null:
    case YAML::NodeType::Undefined:
      out << YAML::Null;
      break;
  }
}

std::string FlowText(const YAML::Node& node) {
  YAML::Emitter emitter;
  EmitFlow(emitter, node);
  return emitter.c_str();
}

}  // namespace opdk::verify
