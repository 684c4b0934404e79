#include "sdk/tools/author/definition_types.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "graph_core/base/type_names.h"

namespace opdk::author {
namespace {

using Group = ge::TensorType (*)();

constexpr std::array<std::pair<const char*, Group>, 16> kGroups = {{
    {"all", ge::TensorType::ALL},
    {"basictype", ge::TensorType::BasicType},
    {"numbertype", ge::TensorType::NumberType},
    {"realnumbertype", ge::TensorType::RealNumberType},
    {"indexnumbertype", ge::TensorType::IndexNumberType},
    {"quantizedtype", ge::TensorType::QuantifiedType},
    {"quantifiedtype", ge::TensorType::QuantifiedType},
    {"ordinarytype", ge::TensorType::OrdinaryType},
    {"complexdatatype", ge::TensorType::ComplexDataType},
    {"complextype", ge::TensorType::ComplexDataType},
    {"integerdatatype", ge::TensorType::IntegerDataType},
    {"integertype", ge::TensorType::IntegerDataType},
    {"signeddatatype", ge::TensorType::SignedDataType},
    {"unsigneddatatype", ge::TensorType::UnsignedDataType},
    {"floatingdatatype", ge::TensorType::FloatingDataType},
    {"unarydatatype", ge::TensorType::UnaryDataType},
}};

constexpr std::array<std::pair<const char*, const char*>, 8> kAliases = {{
    {"fp16", "float16"},
    {"half", "float16"},
    {"fp32", "float"},
    {"float32", "float"},
    {"fp64", "double"},
    {"float64", "double"},
    {"bf16", "bfloat16"},
    {"str", "string"},
}};

constexpr std::array<std::pair<const char*, const char*>, 18> kAttrTypes = {{
    {"int", "Int"},
    {"float", "Float"},
    {"bool", "Bool"},
    {"string", "String"},
    {"type", "Type"},
    {"list_int", "ListInt"},
    {"list_float", "ListFloat"},
    {"list_bool", "ListBool"},
    {"list_string", "ListString"},
    {"list_list_int", "ListListInt"},
    // Other spellings of these types.
    {"str", "String"},
    {"data_type", "Type"},
    {"listint", "ListInt"},
    {"listfloat", "ListFloat"},
    {"listbool", "ListBool"},
    {"liststr", "ListString"},
    {"list_str", "ListString"},
    {"listlistint", "ListListInt"},
}};

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

std::vector<ge::DataType> TypesNamed(const std::string& written) {
  std::string name = Lower(written);
  if (name.starts_with("dt_")) name = name.substr(3);
  for (const auto& [group, types] : kGroups) {
    if (name == group) return types().Types();
  }
  for (const auto& [alias, dtype] : kAliases) {
    if (name == alias) name = dtype;
  }
  ge::DataType dtype = ge::DT_UNDEFINED;
  if (ParseDtypeName(name, dtype) && dtype != ge::DT_UNDEFINED) return {dtype};
  return {};
}

Result<std::vector<ge::DataType>> ReadTypeNames(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const std::string written, reader.Text(node, "a type"));
  if (std::vector<ge::DataType> types = TypesNamed(written); !types.empty()) return types;
  ge::DataType dtype = ge::DT_UNDEFINED;
  std::vector<std::string> known;
  for (int i = 0; i < ge::DT_MAX; ++i) {
    const std::string one = DtypeName(static_cast<ge::DataType>(i));
    if (ParseDtypeName(one, dtype) && dtype != ge::DT_UNDEFINED) known.push_back(one);
  }
  for (const auto& [alias, meant] : kAliases) known.emplace_back(alias);
  for (const auto& [group, types] : kGroups) known.emplace_back(group);
  return reader.Unknown(node, "type", written, known);
}

Result<std::string> ReadAttrType(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const std::string written, reader.Text(node, "an attribute's type"));
  const std::string name = Lower(written);
  std::vector<std::string> known;
  for (const auto& [spelling, token] : kAttrTypes) {
    if (name == spelling) return std::string(token);
    known.emplace_back(spelling);
  }
  return reader.Unknown(node, "attribute type", written, known);
}

std::string AttrTypeName(const std::string& token) {
  for (const auto& [spelling, known] : kAttrTypes) {
    if (token == known) return spelling;
  }
  return token;
}

}  // namespace opdk::author
