#include "graph/attr_value.h"

#include <iterator>

#include "sdk/api/src/graph/attr_codec.h"
#include "sdk/api/src/graph/c_text.h"

namespace opdk {

namespace {

struct TypeNames {
  const char* token;
  const char* tag;
};

// Names of types, by index of Attr's alternative.
constexpr TypeNames kTypeNames[] = {
    {"", ""},
    {"Int", "VT_INT"},
    {"Float", "VT_FLOAT"},
    {"Bool", "VT_BOOL"},
    {"String", "VT_STRING"},
    {"Type", "VT_DATA_TYPE"},
    {"Tensor", "VT_TENSOR"},
    {"Bytes", "VT_BYTES"},
    {"ListInt", "VT_LIST_INT"},
    {"ListFloat", "VT_LIST_FLOAT"},
    {"ListBool", "VT_LIST_BOOL"},
    {"ListString", "VT_LIST_STRING"},
    {"ListType", "VT_LIST_DATA_TYPE"},
    {"ListTensor", "VT_LIST_TENSOR"},
    {"ListListInt", "VT_LIST_LIST_INT"},
    {"NamedAttrs", "VT_NAMED_ATTRS"},
    {"ListNamedAttrs", "VT_LIST_NAMED_ATTRS"},
};
static_assert(std::size(kTypeNames) == std::variant_size_v<Attr>);

}  // namespace

const char* TypeToken(const Attr& attr) { return kTypeNames[attr.index()].token; }
const char* TypeTag(const Attr& attr) { return kTypeNames[attr.index()].tag; }

const char* TagOfToken(const std::string& token) {
  if (token == "AscendString") return "VT_STRING";
  if (token == "ListAscendString" || token == "ListAcendString") return "VT_LIST_STRING";
  for (const TypeNames& names : kTypeNames) {
    if (token == names.token) return names.tag;
  }
  return "";
}

}  // namespace opdk

namespace ge {

namespace {

template <typename T>
graphStatus Read(const std::shared_ptr<AttrValueImpl>& impl, T& value) {
  return impl != nullptr && opdk::FromAttr(impl->value, value) ? GRAPH_SUCCESS : GRAPH_FAILED;
}

template <typename T>
graphStatus Write(std::shared_ptr<AttrValueImpl>& impl, const T& value) {
  if (impl == nullptr) impl = std::make_shared<AttrValueImpl>();
  impl->value = opdk::ToAttr(value);
  return GRAPH_SUCCESS;
}

}  // namespace

AttrValue::AttrValue() : impl(std::make_shared<AttrValueImpl>()) {}

graphStatus AttrValue::GetValue(INT& val) const { return Read(impl, val); }
graphStatus AttrValue::GetValue(FLOAT& val) const { return Read(impl, val); }
graphStatus AttrValue::GetValue(AscendString& val) const { return Read(impl, val); }

#define OPDK_ATTR_VALUE_ACCESS(...)                                                                      \
  graphStatus AttrValue::SetAttrValue(const __VA_ARGS__& attr_value) { return Write(impl, attr_value); } \
  graphStatus AttrValue::GetAttrValue(__VA_ARGS__& attr_value) const { return Read(impl, attr_value); }

OPDK_ATTR_VALUE_ACCESS(int64_t)
OPDK_ATTR_VALUE_ACCESS(float)
OPDK_ATTR_VALUE_ACCESS(AscendString)
OPDK_ATTR_VALUE_ACCESS(bool)
OPDK_ATTR_VALUE_ACCESS(Tensor)
OPDK_ATTR_VALUE_ACCESS(DataType)
OPDK_ATTR_VALUE_ACCESS(NamedAttrs)
OPDK_ATTR_VALUE_ACCESS(std::vector<uint8_t>)
OPDK_ATTR_VALUE_ACCESS(std::vector<int64_t>)
OPDK_ATTR_VALUE_ACCESS(std::vector<float>)
OPDK_ATTR_VALUE_ACCESS(std::vector<AscendString>)
OPDK_ATTR_VALUE_ACCESS(std::vector<bool>)
OPDK_ATTR_VALUE_ACCESS(std::vector<Tensor>)
OPDK_ATTR_VALUE_ACCESS(std::vector<DataType>)
OPDK_ATTR_VALUE_ACCESS(std::vector<std::vector<int64_t>>)
OPDK_ATTR_VALUE_ACCESS(std::vector<NamedAttrs>)
#undef OPDK_ATTR_VALUE_ACCESS

NamedAttrs::NamedAttrs() : impl_(new NamedAttrsImpl) {}
NamedAttrs::~NamedAttrs() = default;
NamedAttrs::NamedAttrs(const NamedAttrs& other) : impl_(new NamedAttrsImpl(*other.impl_)) {}

NamedAttrs& NamedAttrs::operator=(const NamedAttrs& other) {
  if (this != &other) *impl_ = *other.impl_;
  return *this;
}

void NamedAttrs::SetName(const char* name) { impl_->value.name = Text(name); }
graphStatus NamedAttrs::GetName(AscendString& name) const {
  name = impl_->value.name.c_str();
  return GRAPH_SUCCESS;
}

void NamedAttrs::SetAttr(const char* name, const AttrValue& value) {
  impl_->value.attrs[Text(name)] = opdk::ToAttr(value);
}

graphStatus NamedAttrs::GetAttr(const char* name, AttrValue& value) const {
  auto found = impl_->value.attrs.find(Text(name));
  if (found == impl_->value.attrs.end()) return GRAPH_FAILED;
  (void)opdk::FromAttr(found->second, value);
  return GRAPH_SUCCESS;
}

graphStatus NamedAttrs::GetAttrNames(std::vector<AscendString>& names) const {
  names.clear();
  for (const auto& [name, value] : impl_->value.attrs) names.emplace_back(name.c_str());
  return GRAPH_SUCCESS;
}

}  // namespace ge
