// Attributes of single operators.
#include <fmt/format.h>

#include "graph_core/host/operator_graph.h"
#include "sdk/adapters/ascendcl/ops.h"

namespace opdk::acl {

Handles<aclopAttr>& OpAttrs() {
  static Handles<aclopAttr> attrs("set of attributes");
  return attrs;
}

namespace {

aclError SetAttr(const char* function, aclopAttr* attr, const char* name, Attr value) {
  return Call(function, [&]() -> Outcome {
    std::shared_ptr<aclopAttr> found;
    OPDK_ACL_TRY(OpAttrs().Find(attr, found));
    if (name == nullptr) return IsNull("attribute's name");
    found->values[name] = std::move(value);
    found->text = OperatorKey::AttrText(found->values);
    return {};
  });
}

// Sets a list. `read` makes the attribute's value from the given values.
template <typename Value, typename Read>
aclError SetList(const char* function, aclopAttr* attr, const char* name, int count, const Value* values, Read read) {
  if (count < 0) {
    return Call(function, [] { return Fail(ACL_ERROR_INVALID_PARAM, "the number of values is negative"); });
  }
  if (count > 0 && values == nullptr) return Call(function, [] { return IsNull("list of values"); });
  decltype(read(values, values)) list;
  const aclError code = Call(function, [&]() -> Outcome {
    list = read(values, values + count);
    return {};
  });
  return code == ACL_SUCCESS ? SetAttr(function, attr, name, Attr(std::move(list))) : code;
}

template <typename Value>
std::vector<Value> Plain(const Value* begin, const Value* end) {
  return std::vector<Value>(begin, end);
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclopAttr* aclopCreateAttr(void) {
  return Get<aclopAttr*>(__func__, nullptr, [](aclopAttr*& attr) -> Outcome {
    auto made = std::make_shared<aclopAttr>();
    made->text = opdk::OperatorKey::AttrText({});
    attr = OpAttrs().Add(std::move(made));
    return {};
  });
}
void aclopDestroyAttr(const aclopAttr* attr) {
  static_cast<void>(Call(__func__, [&] { return OpAttrs().Remove(attr); }));
}

aclError aclopSetAttrBool(aclopAttr* attr, const char* attrName, uint8_t attrValue) {
  return SetAttr(__func__, attr, attrName, opdk::Attr(attrValue != 0));
}
aclError aclopSetAttrInt(aclopAttr* attr, const char* attrName, int64_t attrValue) {
  return SetAttr(__func__, attr, attrName, opdk::Attr(attrValue));
}
aclError aclopSetAttrFloat(aclopAttr* attr, const char* attrName, float attrValue) {
  return SetAttr(__func__, attr, attrName, opdk::Attr(attrValue));
}
aclError aclopSetAttrString(aclopAttr* attr, const char* attrName, const char* attrValue) {
  if (attrValue == nullptr) return Call(__func__, [] { return IsNull("value"); });
  return SetAttr(__func__, attr, attrName, opdk::Attr(std::string(attrValue)));
}
aclError aclopSetAttrDataType(aclopAttr* attr, const char* attrName, aclDataType attrValue) {
  return SetAttr(__func__, attr, attrName, opdk::Attr(ToGeType(attrValue)));
}
aclError aclopSetAttrListDataType(aclopAttr* attr, const char* attrName, int numValues, const aclDataType values[]) {
  return SetList(__func__, attr, attrName, numValues, values, [](const aclDataType* begin, const aclDataType* end) {
    std::vector<ge::DataType> types;
    for (const aclDataType* each = begin; each != end; ++each) types.push_back(ToGeType(*each));
    return types;
  });
}
aclError aclopSetAttrListBool(aclopAttr* attr, const char* attrName, int numValues, const uint8_t* values) {
  return SetList(__func__, attr, attrName, numValues, values, [](const uint8_t* begin, const uint8_t* end) {
    std::vector<bool> list;
    for (const uint8_t* each = begin; each != end; ++each) list.push_back(*each != 0);
    return list;
  });
}
aclError aclopSetAttrListInt(aclopAttr* attr, const char* attrName, int numValues, const int64_t* values) {
  return SetList(__func__, attr, attrName, numValues, values, Plain<int64_t>);
}
aclError aclopSetAttrListFloat(aclopAttr* attr, const char* attrName, int numValues, const float* values) {
  return SetList(__func__, attr, attrName, numValues, values, Plain<float>);
}
aclError aclopSetAttrListString(aclopAttr* attr, const char* attrName, int numValues, const char** values) {
  for (int i = 0; values != nullptr && i < numValues; ++i) {
    if (values[i] == nullptr) return Call(__func__, [] { return IsNull("value"); });
  }
  return SetList(__func__, attr, attrName, numValues, values,
                 [](const char* const* begin, const char* const* end) { return std::vector<std::string>(begin, end); });
}
aclError aclopSetAttrListListInt(aclopAttr* attr, const char* attrName, int numLists, const int* numValues,
                                 const int64_t* const values[]) {
  for (int i = 0; numValues != nullptr && values != nullptr && i < numLists; ++i) {
    if (numValues[i] < 0) {
      return Call(__func__, [] { return Fail(ACL_ERROR_INVALID_PARAM, "the number of values is negative"); });
    }
    if (values[i] == nullptr && numValues[i] > 0) return Call(__func__, [] { return IsNull("list of values"); });
  }
  if (numLists > 0 && numValues == nullptr) return Call(__func__, [] { return IsNull("list of numbers"); });
  return SetList(__func__, attr, attrName, numLists, values,
                 [&](const int64_t* const* begin, const int64_t* const* end) {
                   std::vector<std::vector<int64_t>> lists;
                   for (const int64_t* const* each = begin; each != end; ++each) {
                     lists.emplace_back(*each, *each + numValues[each - begin]);
                   }
                   return lists;
                 });
}
