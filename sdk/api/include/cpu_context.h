// aicpu::CpuKernelContext: inputs, outputs and attributes of one execution of a kernel.
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

// The context of one execution. Many threads may read it at once.
class AICPU_VISIBILITY CpuKernelContext {
 public:
  explicit CpuKernelContext(DeviceType type);
  CpuKernelContext(const CpuKernelContext&) = delete;
  CpuKernelContext& operator=(const CpuKernelContext&) = delete;
  ~CpuKernelContext() = default;

  // Takes the operator type, tensors and attributes of a node. The tensors are shared with the node.
  uint32_t Init(NodeDef* node_def);
  std::string GetOpType() const { return opdk::ToText(op_type_); }
  // Returns an input, an output or an attribute; the context owns it. nullptr: the index or name doesn't exist, or the
  // attribute has no value. An absent optional input is a tensor without data. Calling a function of such a nullptr
  // throws an exception that names the absent object and the place `at` of the request.
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
  std::shared_ptr<KernelFaults> faults_;  // nullptr: the prototype's declaration is unknown
  DeviceType device_type_;
};

}  // namespace aicpu
