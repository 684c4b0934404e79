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

// Reads "__dynamic_input_x_cnt" and "__dynamic_output_y_cnt": the number of entries of a declared dynamic port.
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

// Returns the type tag of an attribute: of its value, else of its declaration.
std::string TagOf(const opdk::OpDesc& desc, const std::string& name, const opdk::Attr& value) {
  if (value.index() != 0) return opdk::TypeTag(value);
  for (const opdk::IrAttr& declared : desc.ir_attrs) {
    if (declared.name == name) return opdk::TagOfToken(declared.type);
  }
  return "";
}

}  // namespace

#define OPDK_SET(...)                                                     \
  Operator& Operator::SetAttr(const char* name, __VA_ARGS__ attr_value) { \
    Write(operator_impl_, Text(name), attr_value);                        \
    return *this;                                                         \
  }
#define OPDK_GET(...)                                                                                    \
  graphStatus Operator::GetAttr(const char* name, __VA_ARGS__& attr_value, opdk::SourcePlace at) const { \
    return Read(operator_impl_, Text(name), attr_value, at);                                             \
  }
#define OPDK_SCALAR(...) OPDK_SET(__VA_ARGS__) OPDK_GET(__VA_ARGS__)
#define OPDK_OBJECT(...) OPDK_SET(const __VA_ARGS__&) OPDK_GET(__VA_ARGS__)

OPDK_SCALAR(int64_t)
OPDK_SCALAR(int32_t)
OPDK_SCALAR(uint32_t)
OPDK_SCALAR(float)
OPDK_SCALAR(bool)
OPDK_OBJECT(AscendString)
OPDK_OBJECT(Tensor)
OPDK_OBJECT(DataType)
OPDK_OBJECT(NamedAttrs)
OPDK_OBJECT(std::vector<int64_t>)
OPDK_OBJECT(std::vector<int32_t>)
OPDK_OBJECT(std::vector<uint32_t>)
OPDK_OBJECT(std::vector<float>)
OPDK_OBJECT(std::vector<bool>)
OPDK_OBJECT(std::vector<AscendString>)
OPDK_OBJECT(std::vector<Tensor>)
OPDK_OBJECT(Operator::OpBytes)
OPDK_OBJECT(std::vector<std::vector<int64_t>>)
OPDK_OBJECT(std::vector<DataType>)
OPDK_OBJECT(std::vector<NamedAttrs>)
OPDK_SET(const char*)
OPDK_SET(AttrValue&&)
OPDK_GET(AttrValue)

Operator& Operator::SetAttr(const char* name, std::initializer_list<int64_t>&& attr_value) {
  return SetAttr(name, std::vector<int64_t>(attr_value));
}

graphStatus Operator::GetAllAttrNamesAndTypes(std::map<AscendString, AscendString>& attr_name_types) const {
  if (IsEmpty()) return GRAPH_FAILED;
  attr_name_types.clear();
  const opdk::OpDesc& desc = operator_impl_->desc();
  for (const opdk::IrAttr& declared : desc.ir_attrs) {
    attr_name_types[declared.name.c_str()] = opdk::TagOfToken(declared.type);
  }
  for (const auto& [name, value] : desc.attrs) attr_name_types[name.c_str()] = TagOf(desc, name, value).c_str();
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
