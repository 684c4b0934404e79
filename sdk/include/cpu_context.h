// aicpu::CpuKernelContext: what a kernel is given to compute on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "cpu_attr_value.h"
#include "cpu_tensor.h"

namespace aicpu {

class NodeDef;

class AICPU_VISIBILITY CpuKernelContext {
 public:
  explicit CpuKernelContext(DeviceType type);
  CpuKernelContext(const CpuKernelContext&) = delete;
  CpuKernelContext& operator=(const CpuKernelContext&) = delete;
  ~CpuKernelContext() = default;

  // Takes operator type, tensors and attributes of a node; the tensors are shared with it.
  uint32_t Init(NodeDef* node_def);
  std::string GetOpType() const;
  // nullptr when the index or name does not exist. An absent optional input has a slot without data.
  Tensor* Input(uint32_t index) const;
  Tensor* Output(uint32_t index) const;
  AttrValue* GetAttr(std::string name) const;
  uint32_t GetInputsSize() const;
  uint32_t GetOutputsSize() const;

 private:
  friend class CpuKernelUtils;
  friend class CustCpuKernelUtils;
  friend class ::opdk::CpuNode;

  std::string op_type_;
  std::vector<std::shared_ptr<Tensor>> inputs_;
  std::vector<std::shared_ptr<Tensor>> outputs_;
  std::unordered_map<std::string, std::shared_ptr<AttrValue>> attrs_;
  DeviceType device_type_;
};

}  // namespace aicpu
