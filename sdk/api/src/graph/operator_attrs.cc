// The attributes of ge::Operator.
#include <algorithm>
#include <string_view>

#include "graph/operator.h"
#include "sdk/api/src/graph/attr_codec.h"
#include "sdk/api/src/graph/c_text.h"
#include "sdk/api/src/graph/lookup_notes.h"
#include "sdk/api/src/graph/operator_impl.h"

namespace ge {

namespace {

// "__dynamic_input_x_cnt" and "__dynamic_output_y_cnt" answer with the number of entries of a declared dynamic port.
bool DynamicCount(const opdk::OpDesc& desc, std::string_view name, opdk::Attr& value) {
  constexpr std::string_view kSuffix = "_cnt";
  for (std::string_view prefix : {std::string_view("__dynamic_input_"), std::string_view("__dynamic_output_")}) {
    if (name.size() <= prefix.size() + kSuffix.size() || name.substr(0, prefix.size()) != prefix ||
        name.substr(name.size() - kSuffix.size()) != kSuffix) {
      continue;
    }
    const std::string_view port = name.substr(prefix.size(), name.size() - prefix.size() - kSuffix.size());
    const bool is_input = prefix == "__dynamic_input_";
    for (const opdk::IrPort& declared : is_input ? desc.ir_inputs : desc.ir_outputs) {
      if (declared.name != port || declared.kind != opdk::PortKind::kDynamic) continue;
      value = int64_t{is_input ? desc.InputCount(port) : desc.OutputCount(port)};
      return true;
    }
  }
  return false;
}

template <typename T>
graphStatus Read(const OperatorImplPtr& impl, const std::string& name, T& value, opdk::SourcePlace at) {
  constexpr const char* kCall = "GetAttr";
  if (impl == nullptr) return GRAPH_FAILED;
  const opdk::OpDesc& desc = impl->desc();
  auto found = desc.attrs.find(name);
  if (found == desc.attrs.end()) {
    opdk::Attr count;
    if (DynamicCount(desc, name, count) && opdk::FromAttr(count, value)) return GRAPH_SUCCESS;
    opdk::NoteAttrMissing(desc, kCall, name, at);
    return GRAPH_FAILED;
  }
  if (opdk::FromAttr(found->second, value)) {
    opdk::NoteAttrRead(name);
    return GRAPH_SUCCESS;
  }
  const opdk::Attr wanted = opdk::ToAttr(T());
  if (found->second.index() == 0) {
    opdk::NoteAttrMissing(desc, kCall, name, at);
  } else if (found->second.index() == wanted.index()) {
    opdk::NoteFailed(kCall, name, "its value doesn't fit in the integer", at);
  } else {
    opdk::NoteAttrType(desc, kCall, name, opdk::TypeToken(found->second), opdk::TypeToken(wanted), at);
  }
  return GRAPH_FAILED;
}

template <typename T>
void Write(const OperatorImplPtr& impl, const std::string& name, const T& value) {
  if (impl != nullptr) impl->desc().attrs[name] = opdk::ToAttr(value);
}

// The type tag of an attribute: of its value, else of its declaration.
std::string TagOf(const opdk::OpDesc& desc, const std::string& name, const opdk::Attr& value) {
  if (value.index() != 0) return opdk::TypeTag(value);
  for (const opdk::IrAttr& declared : desc.ir_attrs) {
    if (declared.name == name) return opdk::TagOfToken(declared.type);
  }
  return "";
}

}  // namespace

#define OPDK_SET_ATTR(Name, ToString, ...)                         \
  Operator& Operator::SetAttr(Name name, __VA_ARGS__ attr_value) { \
    Write(operator_impl_, ToString(name), attr_value);             \
    return *this;                                                  \
  }
#define OPDK_SET_BY_STRING(...) OPDK_SET_ATTR(const std::string&, , __VA_ARGS__)
#define OPDK_SET_BY_CHARS(...) OPDK_SET_ATTR(const char*, Text, __VA_ARGS__)
#define OPDK_GET_BY_STRING(...)                                                                                 \
  graphStatus Operator::GetAttr(const std::string& name, __VA_ARGS__& attr_value, opdk::SourcePlace at) const { \
    return Read(operator_impl_, name, attr_value, at);                                                          \
  }
#define OPDK_GET_BY_CHARS(...)                                                                           \
  graphStatus Operator::GetAttr(const char* name, __VA_ARGS__& attr_value, opdk::SourcePlace at) const { \
    return Read(operator_impl_, Text(name), attr_value, at);                                             \
  }
#define OPDK_BY_BOTH(...)                \
  OPDK_SET_BY_STRING(const __VA_ARGS__&) \
  OPDK_SET_BY_CHARS(const __VA_ARGS__&)  \
  OPDK_GET_BY_STRING(__VA_ARGS__)        \
  OPDK_GET_BY_CHARS(__VA_ARGS__)
#define OPDK_SCALAR_BY_BOTH(...)  \
  OPDK_SET_BY_STRING(__VA_ARGS__) \
  OPDK_SET_BY_CHARS(__VA_ARGS__)  \
  OPDK_GET_BY_STRING(__VA_ARGS__) \
  OPDK_GET_BY_CHARS(__VA_ARGS__)

OPDK_SCALAR_BY_BOTH(int64_t)
OPDK_SCALAR_BY_BOTH(int32_t)
OPDK_SCALAR_BY_BOTH(uint32_t)
OPDK_SCALAR_BY_BOTH(float)
OPDK_SCALAR_BY_BOTH(bool)
OPDK_BY_BOTH(Tensor)
OPDK_BY_BOTH(DataType)
OPDK_BY_BOTH(NamedAttrs)
OPDK_BY_BOTH(std::vector<int64_t>)
OPDK_BY_BOTH(std::vector<int32_t>)
OPDK_BY_BOTH(std::vector<uint32_t>)
OPDK_BY_BOTH(std::vector<float>)
OPDK_BY_BOTH(std::vector<bool>)
OPDK_BY_BOTH(std::vector<Tensor>)
OPDK_BY_BOTH(Operator::OpBytes)
OPDK_BY_BOTH(std::vector<std::vector<int64_t>>)
OPDK_BY_BOTH(std::vector<DataType>)
OPDK_BY_BOTH(std::vector<NamedAttrs>)
OPDK_SET_BY_STRING(const std::string&)
OPDK_SET_BY_STRING(const char*)
OPDK_SET_BY_STRING(const std::vector<std::string>&)
OPDK_SET_BY_STRING(AttrValue&&)
OPDK_SET_BY_CHARS(const char*)
OPDK_SET_BY_CHARS(const AscendString&)
OPDK_SET_BY_CHARS(const std::vector<AscendString>&)
OPDK_SET_BY_CHARS(AttrValue&&)
OPDK_GET_BY_STRING(std::string)
OPDK_GET_BY_STRING(std::vector<std::string>)
OPDK_GET_BY_STRING(AttrValue)
OPDK_GET_BY_CHARS(AscendString)
OPDK_GET_BY_CHARS(std::vector<AscendString>)
OPDK_GET_BY_CHARS(AttrValue)

Operator& Operator::SetAttr(const std::string& name, std::initializer_list<int64_t>&& attr_value) {
  return SetAttr(name, std::vector<int64_t>(attr_value));
}
Operator& Operator::SetAttr(const char* name, std::initializer_list<int64_t>&& attr_value) {
  return SetAttr(name, std::vector<int64_t>(attr_value));
}

const std::map<std::string, std::string> Operator::GetAllAttrNamesAndTypes() const {
  std::map<std::string, std::string> result;
  if (IsEmpty()) return result;
  const opdk::OpDesc& desc = operator_impl_->desc();
  for (const opdk::IrAttr& declared : desc.ir_attrs) result[declared.name] = opdk::TagOfToken(declared.type);
  for (const auto& [name, value] : desc.attrs) result[name] = TagOf(desc, name, value);
  return result;
}

graphStatus Operator::GetAllAttrNamesAndTypes(std::map<AscendString, AscendString>& attr_name_types) const {
  if (IsEmpty()) return GRAPH_FAILED;
  attr_name_types.clear();
  for (const auto& [name, type] : GetAllAttrNamesAndTypes()) attr_name_types[name.c_str()] = type.c_str();
  return GRAPH_SUCCESS;
}

graphStatus Operator::GetAllIrAttrNamesAndTypes(std::map<AscendString, AscendString>& attr_name_types) const {
  if (IsEmpty()) return GRAPH_FAILED;
  attr_name_types.clear();
  for (const opdk::IrAttr& declared : operator_impl_->desc().ir_attrs) {
    attr_name_types[declared.name.c_str()] = opdk::TagOfToken(declared.type);
  }
  return GRAPH_SUCCESS;
}

}  // namespace ge
