// What `opdk new` and `opdk add` are told of operators: our YAML, or the JSON of CANN's msOpGen.
// Both are described in sdk/docs/definition_files.md.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/types.h"
#include "graph_core/base/yaml_reading.h"
#include "opdk/op_desc.h"

namespace opdk::cli {

// Entry k of the types and formats of all ports is one signature (a column): all ports have as many.
struct PortDefinition {
  std::string name;
  PortKind param_type = PortKind::kRequired;
  std::vector<ge::DataType> types;
  std::vector<ge::Format> formats;
  std::string doc;
};

struct AttrDefinition {
  std::string name;
  std::string type;    // CANN's token: "Float", "ListInt"
  Attr default_value;  // std::monostate: a required attribute
  std::string doc;
  // What the generated verification admits: a closed range (of a number or of each number of a list), or a few values.
  std::optional<double> min, max;
  std::vector<std::string> one_of;

  bool required() const { return std::holds_alternative<std::monostate>(default_value); }
};

struct OperatorDefinition {
  std::string op;
  std::string group;
  std::string kind;  // "": only the author knows shape rule and mathematics
  std::string doc;
  std::vector<PortDefinition> inputs, outputs;
  std::vector<AttrDefinition> attrs;
  std::vector<std::string> engines;
  // Framework -> the names its operator has there; no names: the default one.
  std::map<std::string, std::vector<std::string>> frameworks;
  std::string place;  // "ops.yaml:3:5"
};

// Empty fields: the file doesn't say.
struct PackageDefinition {
  std::string name, vendor, version;
  std::vector<OperatorDefinition> operators;
  std::vector<std::string> notes;  // what of the file was read otherwise than written
};

// Frameworks that a package can have files for; engines: package/engine_info.h.
const std::vector<std::string>& FrameworkNames();

// A list at the document's root, or a single operator with `input_desc`, is msOpGen's; else ours. E2012 with
// file:line:column and "did you mean"; E1002 when the file can't be read. `kinds`: the names that `kind` may have.
Result<PackageDefinition> ReadDefinitionFile(const std::string& path, const std::vector<std::string>& kinds);
Result<PackageDefinition> ParseDefinition(std::string_view text, const std::string& path,
                                          const std::vector<std::string>& kinds);

// One operator in our YAML, at `node`; defaults are left empty. For kinds.yaml and template records too.
Result<OperatorDefinition> ReadOperator(const YamlReader& reader, const YAML::Node& node,
                                        const std::vector<std::string>& kinds);
// The same operator as YAML that ReadOperator reads back.
YAML::Node WriteOperator(const OperatorDefinition& op);

}  // namespace opdk::cli
