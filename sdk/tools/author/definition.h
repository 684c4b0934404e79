// Definition files of `opdk new` and `opdk add`: our YAML, or the JSON of CANN's msOpGen. Both are described in
// sdk/docs/definition_files.md.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/types.h"
#include "graph_core/base/yaml_reading.h"
#include "opdk/op_desc.h"

namespace opdk::author {

// A port. Entry k of the types and formats of all ports is one signature (a column): all ports have equally many.
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
  // Values that the generated verification accepts: a closed range (of a number or of each number of a list), or a few
  // values.
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
  // Framework -> the operator's names there; no names: the default name.
  std::map<std::string, std::vector<std::string>> frameworks;
  std::string place;  // "ops.yaml:3:5"
};

// A definition file. Empty fields: the file doesn't say.
struct PackageDefinition {
  std::string name, vendor, version;
  std::vector<OperatorDefinition> operators;
  std::vector<std::string> notes;  // parts of the file that were read otherwise than written
};

// Returns the frameworks for which a package can have files. For engines see package/engine_info.h.
const std::vector<std::string>& FrameworkNames();

// Reads a definition file. A list at the document's root, or a single operator with `input_desc`, is msOpGen's form;
// any other document is ours. `kinds`: the names that `kind` may have. E2012 with file:line:column and "did you mean";
// E1002: the file can't be read.
Result<PackageDefinition> ReadDefinitionFile(const std::string& path, const std::vector<std::string>& kinds);
Result<PackageDefinition> ParseDefinition(std::string_view text, const std::string& path,
                                          const std::vector<std::string>& kinds);

// Reads one operator in our YAML, at `node`; defaults are left empty. Also for kinds.yaml and template records.
Result<OperatorDefinition> ReadOperator(const YamlReader& reader, const YAML::Node& node,
                                        const std::vector<std::string>& kinds);
// Writes the operator as YAML that ReadOperator reads back.
YAML::Node WriteOperator(const OperatorDefinition& op);

}  // namespace opdk::author
