// aicpu::NodeDef: operator type, tensors and attributes from which a CpuKernelContext is initialised.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cpu_attr_value.h"
#include "cpu_tensor.h"
#include "opdk/neutral_text.h"

namespace aicpu {

struct AttrTable;

// A node for tests and hosts. It owns its tensors and attributes; tensors don't own their elements.
class AICPU_VISIBILITY NodeDef {
 public:
  NodeDef(const NodeDef&) = delete;
  NodeDef& operator=(const NodeDef&) = delete;
  ~NodeDef() = default;

  void SetOpType(const char* op_type);
  void SetOpType(const std::string& op_type) { SetOpType(op_type.c_str()); }
  std::string GetOpType() const { return opdk::ToText(op_type_); }
  std::shared_ptr<Tensor> AddInputs();
  std::shared_ptr<Tensor> AddOutputs();
  int32_t InputsSize() const;
  int32_t OutputsSize() const;
  // Returns a tensor that the node shares; nullptr when the index is out of range.
  std::shared_ptr<Tensor> MutableInputs(int32_t index) const;
  std::shared_ptr<Tensor> MutableOutputs(int32_t index) const;
  // Copies the value. False for a nullptr and when the attribute exists.
  bool AddAttrs(const char* attr_name, const AttrValue* attr_value);
  bool AddAttrs(const std::string& attr_name, const AttrValue* attr_value) {
    return AddAttrs(attr_name.c_str(), attr_value);
  }
  std::unordered_map<std::string, std::shared_ptr<AttrValue>> Attrs() const {
    std::unordered_map<std::string, std::shared_ptr<AttrValue>> attrs;
    for (const auto& attr : AttrList()) attrs[opdk::ToText(attr.first)] = attr.second;
    return attrs;
  }

 private:
  friend class CpuKernelUtils;
  friend class CpuKernelContext;
  NodeDef();
  std::vector<std::pair<ge::AscendString, std::shared_ptr<AttrValue>>> AttrList() const;

  ge::AscendString op_type_;
  std::vector<std::shared_ptr<Tensor>> inputs_;
  std::vector<std::shared_ptr<Tensor>> outputs_;
  std::shared_ptr<AttrTable> attrs_;
};

}  // namespace aicpu
