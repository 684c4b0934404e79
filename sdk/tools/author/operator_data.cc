#include "sdk/tools/author/operator_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <kainjow/mustache.hpp>
#include <sstream>

#include "graph/utils/type_utils.h"
#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/author/cpp_text.h"
#include "sdk/tools/author/operator_name.h"

namespace opdk::author {
namespace {

using Data = TemplateData;

Data List() { return Data(Data::type::list); }

std::vector<ge::DataType> Distinct(const std::vector<ge::DataType>& types) {
  std::vector<ge::DataType> distinct;
  for (const ge::DataType type : types) {
    if (std::find(distinct.begin(), distinct.end(), type) == distinct.end()) distinct.push_back(type);
  }
  return distinct;
}

std::string Names(const std::vector<ge::DataType>& types) {
  std::vector<std::string> names;
  for (const ge::DataType type : types) names.push_back(DtypeName(type));
  return fmt::format("{}", fmt::join(names, ", "));
}

// Returns "TensorType({DT_FLOAT, DT_INT32})", broken where a line would exceed 120 columns.
std::string TensorTypeText(const std::vector<ge::DataType>& of_columns, size_t column) {
  std::string text = "TensorType({";
  size_t at = column + text.size();
  const size_t indent = at;
  const std::vector<ge::DataType> types = Distinct(of_columns);
  for (size_t i = 0; i < types.size(); ++i) {
    const std::string name = ge::TypeUtils::DataTypeToSerialString(types[i]);
    const bool last = i + 1 == types.size();
    if (i > 0 && at + 1 + name.size() + (last ? 3 : 1) > 120) {
      text += "\n" + std::string(indent, ' ');
      at = indent;
    } else if (i > 0) {
      text += " ";
      ++at;
    }
    text += name + (last ? "" : ",");
    at += name.size() + 1;
  }
  return text + "})";
}

// DATATYPE symbols by the columns' types that their ports share. Two ports with the same types, at least two of them
// different, have the same type in every column.
using Symbols = std::vector<std::pair<std::vector<ge::DataType>, std::string>>;

Symbols SymbolsOf(const OperatorDefinition& op) {
  std::vector<std::pair<std::vector<ge::DataType>, int>> uses;
  for (const auto* ports : {&op.inputs, &op.outputs}) {
    for (const PortDefinition& port : *ports) {
      const auto known =
          std::find_if(uses.begin(), uses.end(), [&port](const auto& use) { return use.first == port.types; });
      if (known != uses.end()) {
        ++known->second;
      } else if (Distinct(port.types).size() > 1) {
        uses.emplace_back(port.types, 1);
      }
    }
  }
  std::erase_if(uses, [](const auto& use) { return use.second == 1; });
  Symbols symbols;
  for (const auto& [types, count] : uses) {
    symbols.emplace_back(types, uses.size() == 1 ? "T" : fmt::format("T{}", symbols.size() + 1));
  }
  return symbols;
}

Data PortData(const PortDefinition& port, bool input, const Symbols& symbols) {
  const char* macro = "OUTPUT";
  if (input) macro = port.param_type == PortKind::kOptional ? "OPTIONAL_INPUT" : "INPUT";
  if (port.param_type == PortKind::kDynamic) macro = input ? "DYNAMIC_INPUT" : "DYNAMIC_OUTPUT";
  Data data;
  data.set("name", port.name);
  data.set("macro", macro);
  const auto symbol =
      std::find_if(symbols.begin(), symbols.end(), [&port](const auto& one) { return one.first == port.types; });
  // The text "    .INPUT(x, " comes before the type.
  data.set("tensor_type", symbol != symbols.end() ? symbol->second
                                                  : TensorTypeText(port.types, 4 + 1 + std::string(macro).size() + 1 +
                                                                                   port.name.size() + 2));
  return data;
}

// Sets the prototype's symbols and ports.
void SetPorts(const OperatorDefinition& op, Data& data) {
  const Symbols symbols = SymbolsOf(op);
  Data declared = List(), inputs = List(), outputs = List();
  for (const auto& [types, name] : symbols) {
    Data entry;
    entry.set("symbol", name);
    // The text "    .DATATYPE(T, " comes before the types.
    entry.set("tensor_type", TensorTypeText(types, std::string("    .DATATYPE(, ").size() + name.size()));
    declared.push_back(entry);
  }
  for (const PortDefinition& port : op.inputs) inputs.push_back(PortData(port, true, symbols));
  for (const PortDefinition& port : op.outputs) outputs.push_back(PortData(port, false, symbols));
  data.set("symbols", declared);
  data.set("inputs", inputs);
  data.set("outputs", outputs);
}

// Sets the prototype's comments on ports and attributes, one comment each.
void SetDocs(const OperatorDefinition& op, Data& data) {
  Data lines = List();
  std::istringstream text(op.doc.empty() ? op.op : op.doc);
  for (std::string line; std::getline(text, line);) {
    for (const std::string& piece : WrapComment(line)) lines.push_back(Data("line", piece));
  }
  data.set("doc_lines", lines);
  Data ports = List();
  const auto add = [](Data& list, const std::string& name, const std::string& doc) {
    if (doc.empty()) return;
    Data entry;
    entry.set("name", name);
    entry.set("doc", doc);
    list.push_back(entry);
  };
  for (const PortDefinition& port : op.inputs) add(ports, port.name, port.doc);
  for (const PortDefinition& port : op.outputs) add(ports, port.name, port.doc);
  data.set("port_docs", ports);
  Data attrs = List();
  for (const AttrDefinition& attr : op.attrs) add(attrs, attr.name, attr.doc);
  data.set("attr_docs", attrs);
}

void SetAttrs(const OperatorDefinition& op, Data& data) {
  Data attrs = List(), bools = List();
  std::vector<std::string> given;
  for (const AttrDefinition& attr : op.attrs) {
    Data entry;
    entry.set("name", attr.name);
    entry.set("type", attr.type);
    entry.set("required", Data(attr.required() ? Data::type::bool_true : Data::type::bool_false));
    entry.set("default", CppValue(attr.default_value));
    attrs.push_back(entry);
    if (attr.type == "Bool") bools.push_back(Data("name", attr.name));
    if (attr.required()) given.push_back(fmt::format("{}: {}", attr.name, ExampleValue(attr)));
  }
  data.set("attrs", attrs);
  data.set("bools", bools);
  data.set("has_bools", Data(bools.list_value().empty() ? Data::type::bool_false : Data::type::bool_true));
  data.set("onnx_parse", bools.list_value().empty() ? "AutoMappingByOpFn" : "Parse" + op.op);
  data.set("has_attr_cases", Data(given.empty() ? Data::type::bool_false : Data::type::bool_true));
  data.set("attr_cases", fmt::format("{}", fmt::join(given, ", ")));
}

// Sets the conditions with which the verification checks the attributes' declared values.
void SetChecks(const OperatorDefinition& op, Data& data) {
  Data checks = List();
  for (const AttrDefinition& attr : op.attrs) {
    const AttrCheck check = CheckOf(attr);
    if (check.condition.empty()) continue;
    Data entry;
    entry.set("name", attr.name);
    entry.set("is_list", Data(attr.type.starts_with("List") ? Data::type::bool_true : Data::type::bool_false));
    entry.set("condition", check.condition);
    const std::string must = CppString(check.must);
    entry.set("must", must.substr(1, must.size() - 2));
    entry.set("text", attr.type == "String" ? "value" : "std::to_string(value)");
    checks.push_back(entry);
  }
  data.set("checks", checks);
  data.set("has_checks", Data(checks.list_value().empty() ? Data::type::bool_false : Data::type::bool_true));
}

// Sets the outputs that may overwrite an input: "y: x".
void SetInPlace(const OperatorDefinition& op, const TemplateKind* kind, Data& data) {
  std::vector<std::string> pairs;
  for (size_t i = 0; kind != nullptr && i < op.outputs.size(); ++i) {
    const auto pair = kind->in_place.find(kind->prototype.outputs[i].name);
    if (pair == kind->in_place.end()) continue;
    for (size_t j = 0; j < op.inputs.size(); ++j) {
      if (kind->prototype.inputs[j].name != pair->second || op.inputs[j].name == op.outputs[i].name) continue;
      pairs.push_back(fmt::format("{}: {}", op.outputs[i].name, op.inputs[j].name));
    }
  }
  data.set("in_place", pairs.empty() ? Data(Data::type::bool_false) : Data(fmt::format("{}", fmt::join(pairs, ", "))));
}

// Sets the ports of operator information. Ports with equal columns share a line. If the types of at most one line vary,
// the columns are those of the prototype, and no line is needed.
void SetInfo(const OperatorDefinition& op, Data& data) {
  std::vector<const PortDefinition*> ports;
  for (const PortDefinition& port : op.inputs) ports.push_back(&port);
  for (const PortDefinition& port : op.outputs) {
    const bool known =
        std::any_of(ports.begin(), ports.end(), [&](const auto* each) { return each->name == port.name; });
    if (!known) ports.push_back(&port);
  }
  std::vector<std::pair<std::string, std::string>> rows;  // columns, names
  size_t varying = 0;
  Data formats = List();
  bool any_format = false;
  for (const PortDefinition* port : ports) {
    const std::string columns = Names(port->types);
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.first == columns; });
    if (same == rows.end()) {
      rows.emplace_back(columns, port->name);
      if (Distinct(port->types).size() > 1) ++varying;
    } else {
      same->second += ", " + port->name;
    }
    std::vector<std::string> names;
    for (const ge::Format format : port->formats) {
      names.push_back(ge::TypeUtils::FormatToSerialString(format));
      any_format = any_format || format != ge::FORMAT_ND;
    }
    Data entry;
    entry.set("name", port->name);
    entry.set("formats", fmt::format("{}", fmt::join(names, ", ")));
    formats.push_back(entry);
  }
  Data info = List();
  for (const auto& [types, names] : rows) {
    Data entry;
    entry.set("names", names);
    entry.set("types", types);
    info.push_back(entry);
  }
  data.set("info_ports", info);
  data.set("lists_types", Data(varying > 1 || any_format ? Data::type::bool_true : Data::type::bool_false));
  data.set("has_formats", Data(any_format ? Data::type::bool_true : Data::type::bool_false));
  data.set("format_ports", formats);
}

void SetTypes(const std::vector<ge::DataType>& types, Data& data) {
  std::vector<std::string> cxx_types;
  std::vector<ge::DataType> floats, numbers;
  for (const ge::DataType type : types) {
    cxx_types.emplace_back(CppType(type));
    if (IsFloat(type)) floats.push_back(type);
    if (type != ge::DT_BOOL) numbers.push_back(type);
  }
  const auto text_or_false = [](const std::vector<ge::DataType>& some) {
    return some.empty() ? Data(Data::type::bool_false) : Data(Names(some));
  };
  data.set("cxx_types", fmt::format("{}", fmt::join(cxx_types, ", ")));
  data.set("dtypes", Names(types));
  data.set("first_dtype", DtypeName(types.front()));
  data.set("second_dtype", text_or_false(types.size() > 1 ? std::vector{types[1]} : std::vector<ge::DataType>()));
  data.set("float_dtypes", text_or_false(floats));
  data.set("number_dtypes", text_or_false(numbers));
}

// Sets the inputs of a first case, which the author has yet to adapt.
void SetInputCases(const OperatorDefinition& op, Data& data) {
  Data cases = List();
  for (const PortDefinition& port : op.inputs) {
    if (port.param_type == PortKind::kOptional) continue;
    std::string tensor = fmt::format("{{dtype: {}, shape: [2, 3], fill: 1}}", DtypeName(port.types.front()));
    if (port.param_type == PortKind::kDynamic) tensor = fmt::format("[{0}, {0}]", tensor);
    Data entry;
    entry.set("name", port.name);
    entry.set("tensor", tensor);
    cases.push_back(entry);
  }
  data.set("input_cases", cases);
}

}  // namespace

TemplateData PackageData(const PackageIdentity& package) {
  Data data;
  data.set("package", package.name);
  data.set("vendor", package.vendor);
  data.set("version", package.version);
  return data;
}

TemplateData OperatorData(const OperatorDefinition& op, const TemplateKind* kind, const PackageIdentity& package) {
  Data data = PackageData(package);
  data.set("op", op.op);
  data.set("stem", StemOf(op.op));
  data.set("group", op.group);
  SetDocs(op, data);
  SetPorts(op, data);
  data.set("engines", fmt::format("{}", fmt::join(op.engines, ", ")));
  std::vector<std::string> parameters;
  for (const PortDefinition& port : op.inputs) parameters.push_back(port.name);
  for (const AttrDefinition& attr : op.attrs) parameters.push_back(attr.name);
  data.set("parameters", fmt::format("{}", fmt::join(parameters, ", ")));
  SetAttrs(op, data);
  SetChecks(op, data);
  SetInfo(op, data);
  SetInPlace(op, kind, data);
  SetTypes(Distinct(op.inputs.empty() ? op.outputs.front().types : op.inputs.front().types), data);
  SetInputCases(op, data);
  for (size_t i = 0; kind != nullptr && i < op.inputs.size(); ++i) {
    data.set("in_" + kind->prototype.inputs[i].name, op.inputs[i].name);
  }
  for (size_t i = 0; kind != nullptr && i < op.outputs.size(); ++i) {
    data.set("out_" + kind->prototype.outputs[i].name, op.outputs[i].name);
  }
  for (const auto& [framework, names] : op.frameworks) data.set(framework + "_origins", OriginsText(names));
  return data;
}

}  // namespace opdk::author
