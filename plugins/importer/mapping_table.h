// The mappings of all packages, by the framework's operator that they take.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "opdk/model_parser.h"
#include "opdk/status.h"
#include "plugins/importer/framework.h"
#include "plugins/importer/source_node.h"
#include "register/register.h"

namespace opdk::importer {

struct Mapping {
  const domi::OpRegistrationData* data = nullptr;
  std::string origin_type;  // "ai.onnx::6::Clip", the key it is registered under
  // this package's: it expects the target version's form; mappings of other packages get the model's form
  bool own = false;
  bool by_name = false;  // no package registers it: the prototype of the node's name takes the node
};

// The mappings that the loaded packages register for a framework, as "domain::version::Type" or as "Type".
class MappingTable {
 public:
  // Both must outlive the table.
  MappingTable(const Framework& framework, const ParserContext& context);
  // Returns the mapping with exactly this version, else the mapping with the highest version below it. nullptr: no
  // package has a mapping. The mapping lives as long as the table.
  const Mapping* Find(const std::string& domain, int64_t version, const std::string& type) const;
  // Returns a mapping for an operator that no package maps: to the prototype of its name in a custom package (for a
  // node of kIrDomain, in any package). Inputs and outputs are mapped in order, attributes by name. nullptr: there is
  // no prototype. The mapping lives as long as the table.
  const Mapping* ByName(const SourceNode& node);
  // Returns whether ByName finds a prototype for operators of this domain and type.
  bool TakesByName(const std::string& domain, const std::string& type) const;
  // Returns E2002 for a node that nothing maps. The text names the node, the nearest type and the places that were
  // searched.
  Status Unknown(const SourceNode& node) const;

 private:
  const Framework& framework_;
  const ParserContext& context_;
  std::unordered_map<std::string, std::map<int64_t, Mapping>> versions_;  // "domain::Type" -> version
  struct NamedMapping {
    domi::OpRegistrationData data;
    Mapping mapping;
  };
  std::map<std::string, NamedMapping> by_name_;  // by "domain::Type"
};

}  // namespace opdk::importer
