// aicpu::NodeDef: operator type, tensors and attributes from which a CpuKernelContext is initialised.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "cpu_attr_value.h"
#include "cpu_tensor.h"

namespace aicpu {

class AICPU_VISIBILITY NodeDef {
 public:
  NodeDef(const NodeDef&) = delete;
  NodeDef& operator=(const NodeDef&) = delete;
  ~NodeDef() = default;

  void SetOpType(const std::string& op_type);
  std::string GetOpType() const;
  std::shared_ptr<Tensor> AddInputs();
  std::shared_ptr<Tensor> AddOutputs();
  int32_t InputsSize() const;
  int32_t OutputsSize() const;
  // nullptr when out of range.
  std::shared_ptr<Tensor> MutableInputs(int32_t index) const;
  std::shared_ptr<Tensor> MutableOutputs(int32_t index) const;
  // Copies the value; false for nullptr and when the attribute exists.
  bool AddAttrs(const std::string& attr_name, const AttrValue* attr_value);
  std::unordered_map<std::string, std::shared_ptr<AttrValue>> Attrs() const;

 private:
  friend class CpuKernelUtils;
  NodeDef() = default;

  std::string op_type_;
  std::vector<std::shared_ptr<Tensor>> inputs_;
  std::vector<std::shared_ptr<Tensor>> outputs_;
  std::unordered_map<std::string, std::shared_ptr<AttrValue>> attrs_;
};

}  // namespace aicpu
