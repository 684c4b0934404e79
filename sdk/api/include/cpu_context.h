// aicpu::CpuKernelContext: what a kernel is given to compute on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "cpu_attr_value.h"
#include "cpu_tensor.h"
#include "opdk/neutral_text.h"
#include "opdk/source_place.h"

namespace aicpu {

class NodeDef;
struct AttrTable;
struct KernelFaults;

class AICPU_VISIBILITY CpuKernelContext {
 public:
  explicit CpuKernelContext(DeviceType type);
  CpuKernelContext(const CpuKernelContext&) = delete;
  CpuKernelContext& operator=(const CpuKernelContext&) = delete;
  ~CpuKernelContext() = default;

  // Takes operator type, tensors and attributes of a node; the tensors are shared with it.
  uint32_t Init(NodeDef* node_def);
  std::string GetOpType() const { return opdk::ToText(op_type_); }
  // nullptr when the index or name does not exist, or the attribute has no value. An absent optional input has a slot
  // without data. Calling a function of such a nullptr throws an exception that says what was asked for and where.
  Tensor* Input(uint32_t index, opdk::SourcePlace at = OPDK_HERE) const;
  Tensor* Output(uint32_t index, opdk::SourcePlace at = OPDK_HERE) const;
  AttrValue* GetAttr(const char* name, opdk::SourcePlace at = OPDK_HERE) const;
  AttrValue* GetAttr(std::string name, opdk::SourcePlace at = OPDK_HERE) const { return GetAttr(name.c_str(), at); }
  uint32_t GetInputsSize() const;
  uint32_t GetOutputsSize() const;

 private:
  friend class CpuKernelUtils;
  friend class CustCpuKernelUtils;
  friend class ::opdk::CpuNode;

  ge::AscendString op_type_;
  std::vector<std::shared_ptr<Tensor>> inputs_;
  std::vector<std::shared_ptr<Tensor>> outputs_;
  std::shared_ptr<AttrTable> attrs_;
  std::shared_ptr<KernelFaults> faults_;  // nullptr: nobody knows what the prototype declares
  DeviceType device_type_;
};

}  // namespace aicpu
