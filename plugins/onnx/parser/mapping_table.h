// Which mapping of which package takes an ONNX operator.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "opdk/model_parser.h"
#include "opdk/status.h"

namespace opdk::onnx_plugin {

inline constexpr const char* kStandardDomain = "ai.onnx";

struct Mapping {
  const domi::OpRegistrationData* data = nullptr;  // nullptr: no package maps the operator
  std::string origin_type;                         // "ai.onnx::6::Clip", the key it is registered under
  bool own = false;  // this package's: it expects the opset-17 form; others get the node as the model has it
};

// The mappings that the loaded packages register as "domain::opset::Type".
class MappingTable {
 public:
  explicit MappingTable(const ParserContext& context);
  // The mapping with exactly this opset, else the one with the highest opset below it.
  Mapping Find(const std::string& domain, int64_t opset, const std::string& type) const;
  // E2002 for a node that nothing maps: names it, what is nearest and where was searched.
  Status Unknown(const std::string& node_title, const std::string& domain, int64_t opset,
                 const std::string& type) const;

 private:
  const ParserContext& context_;
  std::map<std::string, std::map<int64_t, std::string>> versions_;  // "domain::Type" -> opset -> key
};

}  // namespace opdk::onnx_plugin
