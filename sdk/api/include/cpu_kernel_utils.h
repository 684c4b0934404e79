// aicpu::CpuKernelUtils: parallel loops for kernels, and tensors, shapes and attributes for tests and hosts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "cpu_attr_value.h"
#include "cpu_context.h"
#include "cpu_node_def.h"
#include "cpu_tensor.h"
#include "cpu_tensor_shape.h"

namespace aicpu {

// Static functions for kernels, tests and hosts. The objects that they make are owned by the returned pointers.
class AICPU_VISIBILITY CpuKernelUtils {
 public:
  static std::shared_ptr<Tensor> CreateTensor();
  // Makes a second view of the same memory with its own shape. nullptr gives an empty tensor.
  static std::shared_ptr<Tensor> CreateTensor(Tensor* tensor);
  static std::shared_ptr<TensorShape> CreateTensorShape();
  static std::shared_ptr<TensorShape> CreateTensorShape(TensorShape* tensor_shape);
  static std::shared_ptr<AttrValue> CreateAttrValue();
  static std::shared_ptr<AttrValue> CreateAttrValue(AttrValue* attr_value);
  static std::shared_ptr<NodeDef> CreateNodeDef();
  static std::string GetTensorName(const Tensor* tensor) {
    return tensor == nullptr ? std::string() : opdk::ToText(tensor->name_);
  }
  static void SetTensorName(const char* name, std::shared_ptr<Tensor>& tensor);
  static void SetTensorName(const std::string& name, std::shared_ptr<Tensor>& tensor) {
    SetTensorName(name.c_str(), tensor);
  }

  // Calls work(begin, end) for pieces of [0, total) of about `per_unit_size`, on the process's thread pool
  // (opdk/parallel.h); inline when one piece covers all. Returns 0. A negative total or a per_unit_size that is not
  // positive: a warning and no work.
  static uint32_t ParallelFor(const CpuKernelContext& ctx, int64_t total, int64_t per_unit_size,
                              const std::function<void(int64_t, int64_t)>& work);
  // Returns the number of threads that a parallel section of this thread may use.
  static uint32_t GetCPUNum(const CpuKernelContext& ctx);
};

}  // namespace aicpu
