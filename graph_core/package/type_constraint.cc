#include "graph_core/package/type_constraint.h"

#include <array>
#include <cctype>
#include <initializer_list>
#include <string>
#include <utility>

#include "graph/utils/type_utils.h"

namespace opdk {
namespace {

using Types = std::set<ge::DataType>;

Types Join(std::initializer_list<Types> parts) {
  Types all;
  for (const Types& part : parts) all.insert(part.begin(), part.end());
  return all;
}

// Returns a group of CANN's TensorType, with the members that later versions added (bfloat16, complex32). nullopt: no
// group.
std::optional<Types> NamedGroup(std::string_view name) {
  const Types signed_ints = {ge::DT_INT8, ge::DT_INT16, ge::DT_INT32, ge::DT_INT64};
  const Types unsigned_ints = {ge::DT_UINT8, ge::DT_UINT16, ge::DT_UINT32, ge::DT_UINT64};
  const Types floats = {ge::DT_DOUBLE, ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16};
  const Types complex = {ge::DT_COMPLEX32, ge::DT_COMPLEX64, ge::DT_COMPLEX128};
  const Types quantified = {ge::DT_QINT8, ge::DT_QINT16, ge::DT_QINT32, ge::DT_QUINT8, ge::DT_QUINT16};
  const Types ordinary = Join({signed_ints, unsigned_ints, floats, complex, {ge::DT_BOOL}});
  const std::array<std::pair<std::string_view, Types>, 14> groups = {{
      {"ALL", Join({ordinary, quantified, {ge::DT_RESOURCE, ge::DT_STRING}})},
      {"QuantifiedType", quantified},
      {"OrdinaryType", ordinary},
      {"BasicType", Join({signed_ints, unsigned_ints, floats, complex, quantified})},
      {"NumberType", Join({signed_ints, unsigned_ints, floats, complex, {ge::DT_QINT32, ge::DT_QINT8, ge::DT_QUINT8}})},
      {"RealNumberType", Join({signed_ints, unsigned_ints, floats})},
      {"ComplexDataType", complex},
      {"IntegerDataType", Join({signed_ints, unsigned_ints})},
      {"SignedDataType", signed_ints},
      {"UnsignedDataType", unsigned_ints},
      {"FloatingDataType", {ge::DT_DOUBLE, ge::DT_FLOAT, ge::DT_FLOAT16}},
      {"IndexNumberType", {ge::DT_INT32, ge::DT_INT64}},
      {"UnaryDataType", Join({floats, complex})},
      {"FLOAT", {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16}},
  }};
  for (const auto& [group, types] : groups) {
    if (group == name) return types;
  }
  return std::nullopt;
}

bool IsIdentifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::optional<Types> TypesOfPort(std::string_view constraint) {
  Types types;
  bool understood = false;
  for (size_t i = 0; i < constraint.size();) {
    if (!IsIdentifier(constraint[i])) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < constraint.size() && IsIdentifier(constraint[end])) ++end;
    const std::string_view word = constraint.substr(i, end - i);
    i = end;
    if (word == "TensorType" || word == "ge") continue;
    const ge::DataType dtype = ge::TypeUtils::SerialStringToDataType(std::string(word));
    if (dtype != ge::DT_UNDEFINED) {
      types.insert(dtype);
    } else if (const auto group = NamedGroup(word)) {
      types.insert(group->begin(), group->end());
    } else {
      return std::nullopt;
    }
    understood = true;
  }
  if (!understood) return std::nullopt;
  return types;
}

}  // namespace opdk
