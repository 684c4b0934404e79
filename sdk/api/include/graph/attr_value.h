// ge::AttrValue: an attribute's value of any type, and ge::NamedAttrs: a named set of them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opdk/neutral_text.h"
#include "opdk/visibility.h"

namespace opdk {
struct AttrAccess;
}  // namespace opdk

namespace ge {

class AttrValueImpl;
class NamedAttrsImpl;
class NamedAttrs;

// An attribute's value. Copies share it. Getters return GRAPH_FAILED and leave the argument alone when the value is of
// another type.
class OPDK_API AttrValue {
 public:
  using INT = int64_t;
  using FLOAT = float;
  using STR = std::string;

  AttrValue();
  ~AttrValue() = default;

  template <typename T, typename DT>
  graphStatus GetValue(DT& val) const {
    T value;
    const graphStatus status = GetValue(value);
    if (status == GRAPH_SUCCESS) val = DT(value);
    return status;
  }
  template <typename T, typename DT>
  static T CreateFrom(DT&& val) {
    return T(std::forward<DT>(val));
  }
  graphStatus GetValue(STR& val) const {
    return opdk::ReadNeutral(val, [this](AscendString& text) { return GetValue(text); });
  }
  graphStatus GetValue(INT& val) const;
  graphStatus GetValue(FLOAT& val) const;
  graphStatus GetValue(AscendString& val) const;

  graphStatus SetAttrValue(const int64_t& attr_value);
  graphStatus SetAttrValue(const float& attr_value);
  graphStatus SetAttrValue(const AscendString& attr_value);
  graphStatus SetAttrValue(const bool& attr_value);
  graphStatus SetAttrValue(const Tensor& attr_value);
  graphStatus SetAttrValue(const DataType& attr_value);
  graphStatus SetAttrValue(const NamedAttrs& attr_value);
  graphStatus SetAttrValue(const std::vector<uint8_t>& attr_value);
  graphStatus SetAttrValue(const std::vector<int64_t>& attr_value);
  graphStatus SetAttrValue(const std::vector<float>& attr_value);
  graphStatus SetAttrValue(const std::vector<AscendString>& attr_value);
  graphStatus SetAttrValue(const std::vector<bool>& attr_value);
  graphStatus SetAttrValue(const std::vector<Tensor>& attr_value);
  graphStatus SetAttrValue(const std::vector<DataType>& attr_value);
  graphStatus SetAttrValue(const std::vector<std::vector<int64_t>>& attr_value);
  graphStatus SetAttrValue(const std::vector<NamedAttrs>& attr_value);

  graphStatus GetAttrValue(int64_t& attr_value) const;
  graphStatus GetAttrValue(float& attr_value) const;
  graphStatus GetAttrValue(AscendString& attr_value) const;
  graphStatus GetAttrValue(bool& attr_value) const;
  graphStatus GetAttrValue(Tensor& attr_value) const;
  graphStatus GetAttrValue(DataType& attr_value) const;
  graphStatus GetAttrValue(NamedAttrs& attr_value) const;
  graphStatus GetAttrValue(std::vector<uint8_t>& attr_value) const;
  graphStatus GetAttrValue(std::vector<int64_t>& attr_value) const;
  graphStatus GetAttrValue(std::vector<float>& attr_value) const;
  graphStatus GetAttrValue(std::vector<AscendString>& attr_value) const;
  graphStatus GetAttrValue(std::vector<bool>& attr_value) const;
  graphStatus GetAttrValue(std::vector<Tensor>& attr_value) const;
  graphStatus GetAttrValue(std::vector<DataType>& attr_value) const;
  graphStatus GetAttrValue(std::vector<std::vector<int64_t>>& attr_value) const;
  graphStatus GetAttrValue(std::vector<NamedAttrs>& attr_value) const;

  std::shared_ptr<AttrValueImpl> impl;
};

// Named attributes with a name of their own. A value type.
class OPDK_API NamedAttrs {
 public:
  NamedAttrs();
  ~NamedAttrs();
  NamedAttrs(const NamedAttrs& other);
  NamedAttrs& operator=(const NamedAttrs& other);

  void SetName(const char* name);
  void SetName(const std::string& name) { SetName(name.c_str()); }
  std::string GetName() const {
    return opdk::ReadText([this](AscendString& name) { return GetName(name); });
  }
  graphStatus GetName(AscendString& name) const;
  void SetAttr(const char* name, const AttrValue& value);
  void SetAttr(const std::string& name, const AttrValue& value) { SetAttr(name.c_str(), value); }
  // Reads an attribute; GRAPH_FAILED when there is none of that name.
  graphStatus GetAttr(const char* name, AttrValue& value) const;
  graphStatus GetAttr(const std::string& name, AttrValue& value) const { return GetAttr(name.c_str(), value); }
  std::vector<std::string> GetAttrNames() const {
    std::vector<AscendString> names;
    return GetAttrNames(names) == GRAPH_SUCCESS ? opdk::ToTexts(names) : std::vector<std::string>();
  }
  graphStatus GetAttrNames(std::vector<AscendString>& names) const;

 private:
  friend struct ::opdk::AttrAccess;
  std::unique_ptr<NamedAttrsImpl> impl_;
};

}  // namespace ge
