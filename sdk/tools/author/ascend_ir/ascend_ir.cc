#include "sdk/tools/author/ascend_ir/ascend_ir.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/text_values.h"

namespace opdk::author {

extern const char* const kAscendIrText;

namespace {

// Splits at commas at top level, not within quotes or brackets.
std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> parts;
  std::string part;
  int depth = 0;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '{' || c == '(')) ++depth;
    if (!quoted && (c == '}' || c == ')')) --depth;
    if (c == ',' && depth == 0 && !quoted) {
      parts.push_back(part);
      part.clear();
    } else if (c != ' ' || !part.empty()) {
      part += c;
    }
  }
  if (!part.empty()) parts.push_back(part);
  return parts;
}

AscendPort PortOf(const std::string& text) {
  AscendPort port;
  const size_t end = text.find_first_of("?*~:");
  port.name = text.substr(0, end);
  if (end == std::string::npos) return port;
  if (text[end] == '?') port.kind = PortKind::kOptional;
  if (text[end] == '*') port.kind = PortKind::kDynamic;
  const size_t types = text.find_first_of(":~");
  if (types != std::string::npos) port.types = text.substr(types + 1);
  return port;
}

// Reads an attribute. Returns false for a subgraph or a named type set, which stand among the attributes.
bool AttrOf(const std::string& text, AscendAttr& attr) {
  const size_t colon = text.find(':');
  if (colon == std::string::npos) return false;
  attr.name = text.substr(0, colon);
  const size_t end = text.find_first_of("!=", colon);
  attr.type = text.substr(colon + 1, end == std::string::npos ? end : end - colon - 1);
  attr.required = end != std::string::npos && text[end] == '!';
  if (end != std::string::npos && text[end] == '=') attr.default_text = text.substr(end + 1);
  return attr.type != "graph" && attr.type != "graphs";
}

AscendOperator OperatorOf(const std::string& line, const std::string& group) {
  AscendOperator op;
  op.group = group;
  const size_t open = line.find('(');
  op.type = line.substr(0, open);
  const size_t arrow = line.find(") -> (");
  const size_t close = line.find(')', arrow + 6);
  for (const std::string& port : Split(line.substr(open + 1, arrow - open - 1))) op.inputs.push_back(PortOf(port));
  for (const std::string& port : Split(line.substr(arrow + 6, close - arrow - 6))) op.outputs.push_back(PortOf(port));
  const size_t attrs = line.find('[', close);
  if (attrs == std::string::npos) return op;
  for (const std::string& text : Split(line.substr(attrs + 1, line.rfind(']') - attrs - 1))) {
    AscendAttr attr;
    if (AttrOf(text, attr)) op.attrs.push_back(std::move(attr));
  }
  return op;
}

// Returns one spelling for "{1,1}" and "[1, 1]".
std::string Canonical(std::string text) {
  std::string plain;
  for (char c : text) {
    if (c == ' ') continue;
    if (c == '[') c = '{';
    if (c == ']') c = '}';
    plain += c;
  }
  return plain;
}

bool IsNumber(const std::string& text, double& number) {
  char* end = nullptr;
  number = std::strtod(text.c_str(), &end);
  return end != text.c_str() && (*end == '\0' || std::string_view(end) == "f");
}

// Returns the name of a dtype, which an Int attribute holds as a number.
std::string DtypeText(const Attr& value) {
  if (const auto* number = std::get_if<int64_t>(&value)) return DtypeName(static_cast<ge::DataType>(*number));
  if (const auto* dtype = std::get_if<ge::DataType>(&value)) return DtypeName(*dtype);
  return "";
}

bool SameDefault(const Attr& ours, const std::string& table) {
  if (table.starts_with("DT_")) {
    std::string name = table.substr(3);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return DtypeText(ours) == name;
  }
  if (const auto* tensor = std::get_if<ge::Tensor>(&ours)) return table == "Tensor()" && tensor->GetSize() == 0;
  std::string a = Canonical(text::AttrText(ours, 64));
  // Names that CANN has for two lists.
  const std::string b = Canonical(table == "ge::UNKNOWN_SHAPE" ? "{-1}" : table == "ge::UNKNOWN_RANK" ? "{-2}" : table);
  // An empty list is written with its elements' type.
  if (a.starts_with("{:")) a = "{}";
  double x = 0, y = 0;
  if (IsNumber(a, x) && IsNumber(b, y)) return static_cast<float>(x) == static_cast<float>(y);
  return a == b || (b.empty() && std::holds_alternative<std::monostate>(ours));
}

const char* KindText(PortKind kind) {
  return kind == PortKind::kOptional ? "optional" : kind == PortKind::kDynamic ? "dynamic" : "required";
}

void ComparePorts(const char* what, const std::vector<IrPort>& ours, const std::vector<AscendPort>& table,
                  std::vector<std::string>& lines) {
  for (size_t i = 0; i < std::max(ours.size(), table.size()); ++i) {
    if (i >= ours.size()) {
      lines.push_back(fmt::format("{} {} ({}) is missing", what, i, table[i].name));
    } else if (i >= table.size()) {
      lines.push_back(fmt::format("{} {} ({}) is not in Ascend IR", what, i, ours[i].name));
    } else if (ours[i].name != table[i].name) {
      lines.push_back(fmt::format("{} {} is {}, in Ascend IR {}", what, i, ours[i].name, table[i].name));
    } else if (ours[i].kind != table[i].kind) {
      lines.push_back(fmt::format("{} {} is {}, in Ascend IR {}", what, ours[i].name, KindText(ours[i].kind),
                                  KindText(table[i].kind)));
    }
  }
}

void CompareAttrs(const std::vector<IrAttr>& ours, const std::vector<AscendAttr>& table,
                  std::vector<std::string>& lines) {
  for (size_t i = 0; i < std::max(ours.size(), table.size()); ++i) {
    if (i >= ours.size()) {
      lines.push_back(fmt::format("attribute {} is missing", table[i].name));
    } else if (i >= table.size()) {
      lines.push_back(fmt::format("attribute {} is not in Ascend IR", ours[i].name));
    } else if (ours[i].name != table[i].name) {
      lines.push_back(fmt::format("attribute {} is {}, in Ascend IR {}", i, ours[i].name, table[i].name));
    } else if (ours[i].type != table[i].type) {
      lines.push_back(
          fmt::format("attribute {} is of {}, in Ascend IR of {}", ours[i].name, ours[i].type, table[i].type));
    } else if (ours[i].required != table[i].required) {
      lines.push_back(fmt::format("attribute {} is {}, in Ascend IR {}", ours[i].name,
                                  ours[i].required ? "required" : "optional",
                                  table[i].required ? "required" : "optional"));
    } else if (!ours[i].required && !SameDefault(ours[i].default_value, table[i].default_text)) {
      lines.push_back(fmt::format("attribute {} is {} by default, in Ascend IR {}", ours[i].name,
                                  text::AttrText(ours[i].default_value, 64), table[i].default_text));
    }
  }
}

}  // namespace

const std::vector<AscendOperator>& AscendIr() {
  static const std::vector<AscendOperator> table = [] {
    std::vector<AscendOperator> operators;
    std::istringstream lines(kAscendIrText);
    std::string group;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("## ")) {
        group = line.substr(3, line.ends_with("_ops") ? line.size() - 7 : std::string::npos);
      } else if (!line.empty() && line[0] != '#') {
        operators.push_back(OperatorOf(line, group));
      }
    }
    return operators;
  }();
  return table;
}

const AscendOperator* FindAscendOperator(std::string_view type) {
  static const std::map<std::string, const AscendOperator*, std::less<>> by_type = [] {
    std::map<std::string, const AscendOperator*, std::less<>> index;
    for (const AscendOperator& op : AscendIr()) index.emplace(op.type, &op);
    return index;
  }();
  const auto found = by_type.find(type);
  return found == by_type.end() ? nullptr : found->second;
}

std::vector<std::string> DifferencesFromAscendIr(const OpDesc& prototype, const AscendOperator& table) {
  std::vector<std::string> lines;
  ComparePorts("input", prototype.ir_inputs, table.inputs, lines);
  ComparePorts("output", prototype.ir_outputs, table.outputs, lines);
  CompareAttrs(prototype.ir_attrs, table.attrs, lines);
  return lines;
}

}  // namespace opdk::author
